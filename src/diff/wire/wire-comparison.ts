import type { JsonObject } from "../../load/loaded-contract.js";
import { operationTitle } from "../../openapi/operations.js";
import { byText } from "../../text/by-text.js";
import { canonicalJson } from "../../text/canonical-json.js";
import { codeSpan } from "../../text/printable.js";
import { pointerKeys } from "../../text/json-pointer.js";
import type { Direction, Fact, Use } from "../fact.js";
import type { Located } from "./document-nodes.js";
import type { WireOperation } from "./read-operations.js";

/** Compares two schemas that describe the same value; it keeps what it finds. */
export interface SchemaPairs {
  compare(oldPointer: string, newPointer: string, use: Use): void;
}

/** Operation key of each client → the statuses of the redirects whose address its calls give. */
export interface Addresses {
  readonly old: ReadonlyMap<string, readonly string[]>;
  readonly new: ReadonlyMap<string, readonly string[]>;
}

/** The two documents, and where what is found goes. */
export interface WireComparison {
  readonly old: JsonObject;
  readonly new: JsonObject;
  readonly facts: FactList;
  readonly schemas: SchemaPairs;
  /** ISO 8601 date, `2026-11-30`: sunset dates before it have passed. */
  readonly today: string;
  /** A new sunset date is at least as many days ahead. */
  readonly sunsetDays: number;
  readonly addresses: Addresses;
}

/** One operation in both documents. */
export interface OperationPair {
  readonly old: WireOperation;
  readonly new: WireOperation;
  /** Operation key, as in `Use`. */
  readonly operation: string;
  /** As in `Use`. */
  readonly oldOperation?: string;
  /** Which way its requests flow: `response` where the API sends them (webhooks, callbacks). */
  readonly sent: Direction;
}

/** A body, response or part of a body in both documents, as far as its content goes. */
export interface ContentPair {
  readonly pair: OperationPair;
  readonly old: Located;
  readonly new: Located;
  /** `request body`, `response 200`. */
  readonly part: string;
  readonly direction: Direction;
  /** What the contract's author calls it: "request body", "response `200`". */
  readonly what: string;
}

/** Which way the responses of an operation flow. */
export function returned({ sent }: OperationPair): Direction {
  return sent === "request" ? "response" : "request";
}

/** One part of an operation, as the place of use of a change. */
export function useOf(pair: OperationPair, part: string, direction: Direction): Use {
  const { operation, oldOperation } = pair;
  const operationId = pair.new.id ?? pair.old.id;
  return {
    operation,
    ...(oldOperation !== undefined && { oldOperation }),
    ...(operationId !== undefined && { operationId }),
    part,
    direction,
  };
}

/** What the components of a section are. */
const NOUNS: ReadonlyMap<string, string> = new Map([
  ["callbacks", "callback"],
  ["headers", "header"],
  ["mediaTypes", "media type"],
  ["parameters", "parameter"],
  ["pathItems", "path item"],
  ["requestBodies", "request body"],
  ["responses", "response"],
]);

/**
 * Names something for people: by the component or path that has it, so that all its uses give it one name; otherwise by the
 * operation.
 *
 * @param what - the thing itself: "header `ETag`".
 * @param within - what of the operation has it: "response `200`".
 */
export function elementOf(
  { operation }: OperationPair,
  pointer: string,
  what: string,
  within?: string,
): string {
  const [first, second = "", third = "", ...rest] = pointerKeys(pointer);
  if (first === "components") {
    return rest.length === 0
      ? `${what} (component ${codeSpan(third)})`
      : `${what} of ${NOUNS.get(second) ?? "component"} ${codeSpan(third)}`;
  }
  if (first === "paths" && (third === "parameters" || third === "servers"))
    return `${what} of ${codeSpan(second)}`;
  return [what, ...(within === undefined ? [] : [within]), operationTitle(operation)].join(" of ");
}

/** Collects facts: one edit that is reached in several ways (a shared component) becomes one fact with several uses. */
export class FactList {
  readonly #facts = new Map<string, { readonly fact: Fact; readonly uses: Map<string, Use> }>();

  /** Adds a fact, or its uses to the fact that is the same edit. */
  add(fact: Fact): void {
    const key = canonicalJson([
      fact.change,
      fact.effect,
      fact.old ?? null,
      fact.new ?? null,
      fact.arguments ?? {},
    ]);
    const known = this.#facts.get(key) ?? { fact, uses: new Map<string, Use>() };
    this.#facts.set(key, known);
    for (const use of fact.uses) known.uses.set(`${use.operation}\n${use.part}\n${use.direction}`, use);
  }

  /** The facts in the order in which they were found; their uses sorted. */
  list(): readonly Fact[] {
    return [...this.#facts.values()].map(({ fact, uses }) => ({
      ...fact,
      uses: [...uses.entries()].sort(([left], [right]) => byText(left, right)).map(([, use]) => use),
    }));
  }
}
