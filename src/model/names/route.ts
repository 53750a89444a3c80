import { words } from "../../text/words.js";
import type { RawOperation } from "../operations/list-raw-operations.js";
import { sentPath } from "../operations/path-templates.js";
import { isPlural } from "./nouns.js";
import { isPathPrefix } from "./operation-id.js";

/** A noun of a path. */
export interface RouteNoun {
  readonly words: readonly string[];
  /** Whether a parameter follows: `orders` of `/orders/{id}/items`. */
  readonly isOne: boolean;
  /** Whether a colon marks it as what the operation does: `/orders/{id}:cancel`. */
  readonly isAction: boolean;
}

/** A path as naming reads it: `GET /v1/orders/{orderId}/items`. */
export interface Route {
  /** Without versions and other prefixes: `orders`, `items`. */
  readonly nouns: readonly RouteNoun[];
  /** Whether the path ends in a parameter: one item. */
  readonly isItem: boolean;
  /** Words of each parameter, in order. */
  readonly parameters: readonly (readonly string[])[];
  /** Words behind `#`, which are never sent. */
  readonly fragment: readonly string[];
}

/** Reads a path. */
export function readRoute({ path }: Pick<RawOperation, "path">): Route {
  const sent = sentPath(path);
  const segments = sent
    .split("/")
    .flatMap((segment) => splitAction(segment))
    .filter((segment) => segment !== "");
  const isLiteral = (segment: string | undefined) => segment?.includes("{") === false;
  const start = segments.findIndex((segment) => isLiteral(segment) && !isPathPrefix(segment));
  const own = start === -1 ? segments : segments.slice(start);
  const nouns = own.flatMap((segment, index) =>
    isLiteral(segment)
      ? [{ words: words(segment), isOne: isParameter(own[index + 1]), isAction: segment.startsWith(":") }]
      : [],
  );
  return {
    nouns: nouns.filter((noun) => noun.words.length > 0),
    isItem: isParameter(segments.at(-1)),
    parameters: [...sent.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => words(name)),
    fragment: words(path.slice(sent.length)),
  };
}

function isParameter(segment: string | undefined): boolean {
  return segment?.includes("{") === true;
}

/** `{id}:cancel`, as Google writes an action, is two segments. */
function splitAction(segment: string): readonly string[] {
  const [, resource, action] = /^(.*[^:]):([a-z]\w*)$/iu.exec(segment) ?? [];
  return resource === undefined || action === undefined ? [segment] : [resource, `:${action}`];
}

/** The noun before all others where it is neither a collection nor an item: `cdn` of `/cdn/endpoints/{id}`. */
export function namespaceOf({ nouns }: Route): readonly string[] {
  const [first, ...others] = nouns;
  return first === undefined || others.length === 0 || first.isOne || isPlural(first.words)
    ? []
    : first.words;
}
