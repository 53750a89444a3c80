import { objectMember } from "../../json-members.js";
import type { RawOperation } from "../../operations/list-raw-operations.js";
import { sentPath } from "../../operations/path-templates.js";
import { isPlural } from "../../../text/nouns.js";
import { firstWords } from "./operation-id.js";
import {
  isLiteral,
  isPathPrefix,
  MOST_SEGMENTS,
  type PathPrefix,
  segmentsOf,
  startOfNouns,
} from "./path-prefix.js";
import { isMeantOfItem, isPlain } from "./verbs.js";

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
  /** What is before them, as words. */
  readonly prefix: readonly (readonly string[])[];
  /** Whether the path ends in a parameter: one item. */
  readonly isItem: boolean;
  /** Words of each parameter, in order. */
  readonly parameters: readonly (readonly string[])[];
  /** Words behind `#`, which are never sent. */
  readonly fragment: readonly string[];
}

/** Reads a path, as far as names look at it: its first segments ({@link MOST_SEGMENTS}), and the first words of each ({@link firstWords}). */
export function readRoute({ path }: Pick<RawOperation, "path">, prefix: PathPrefix): Route {
  const sent = sentPath(path);
  const segments = segmentsOf(withoutFormat(sent)).flatMap((segment) => splitAction(segment));
  const start = startOfNouns(segments, prefix);
  const own = withoutVersions(segments.slice(start));
  const nouns = own.flatMap((segment, index) =>
    isLiteral(segment)
      ? [
          {
            words: firstWords(segment),
            isOne: isParameter(own[index + 1]),
            isAction: segment.startsWith(":"),
          },
        ]
      : [],
  );
  return {
    nouns: nouns.filter((noun) => noun.words.length > 0),
    prefix: segments.slice(0, start).filter(isLiteral).map(firstWords),
    isItem: isParameter(segments.at(-1)),
    parameters: [...sent.matchAll(/\{([^{}]+)\}/g)]
      .slice(0, MOST_SEGMENTS)
      .map(([, name = ""]) => firstWords(name)),
    fragment: firstWords(path.slice(sent.length)),
  };
}

/** A path without the format at its end, which names nothing: `/orders.json`, `/thumbnail.{extension}`, `/destroy{ext}`; not of a function (`/order.list.json`). */
export function withoutFormat(path: string): string {
  return path
    .replace(/(?<=\/[^/.]+)\.(?:json|\{(?:ext|extension|format)\})$/iu, "")
    .replace(/(?<=[a-z])\{(?:ext|extension|format)\}$/iu, "");
}

/** A path without versions behind its first noun: `/shipments/v2/{id}`, `/scim/2.0/users`. */
function withoutVersions(segments: readonly string[]): readonly string[] {
  const [first = ""] = segments;
  if (!isLiteral(first) || isPathPrefix(first)) return segments;
  return segments.filter((segment) => !/^(?:v\d+(?:\.\d+)*|\d+(?:\.\d+)+)$/iu.test(segment));
}

function isParameter(segment: string | undefined): boolean {
  return segment?.includes("{") === true;
}

/** `{id}:cancel`, as Google writes an action, is two segments. */
function splitAction(segment: string): readonly string[] {
  const [, resource, action] = /^(.*[^:]):([a-z]\w*)$/iu.exec(segment) ?? [];
  return resource === undefined || action === undefined ? [segment] : [resource, `:${action}`];
}

/**
 * What the paths of many resources begin with: the prefix, and the noun before all others where it is neither a collection
 * nor an item: `cdn` of `/cdn/endpoints/{id}`.
 */
export function namespacesOf({ nouns, prefix }: Route): readonly (readonly string[])[] {
  const [first, ...others] = nouns;
  const isNamespace =
    first !== undefined &&
    others.length > 0 &&
    !first.isOne &&
    !isPlural(first.words) &&
    !isPlain(first.words.join(" "));
  return isNamespace ? [...prefix, first.words] : prefix;
}

/**
 * Whether a verb says no more than the method does, since the path is that of one item and has not the verb: `save` of
 * `PUT /orders/{id}`, not of `PUT /orders/save/{name}`.
 */
export function isOfItem(verb: string, method: string, { isItem, nouns }: Route): boolean {
  return isItem && isMeantOfItem(verb, method) && !nouns.some(({ words }) => words.includes(verb));
}

/** Whether another method of the path changes what is there, so that its `POST` does not. */
export function isWrittenOtherwise({ pathItem }: RawOperation): boolean {
  return ["put", "patch"].some((method) => objectMember(pathItem, method) !== undefined);
}
