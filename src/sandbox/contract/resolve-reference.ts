import type { ReferenceObject } from "./contract-document.js";

/** A value of the contract with the JSON pointer (RFC 6901) of its real position. */
export interface Resolved<Value> {
  readonly value: Value;
  readonly pointer: string;
}

/**
 * Follows references within the contract until something else than a reference is reached.
 * @param document the whole contract
 * @param value a value of it, or a reference to one
 * @param pointer the position of `value`
 * @throws Error when a reference has no target, which is an error of the contract
 */
export function resolveReference<Value extends object>(
  document: object,
  value: Value | ReferenceObject,
  pointer: string,
): Resolved<Value> {
  if (!isReference(value)) return { value, pointer };
  const target = value.$ref.replace(/^#/, "");
  return resolveReference<Value>(document, readPointer(document, target) as Value | ReferenceObject, target);
}

/** One name as a segment of a JSON pointer. */
export function toSegment(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

function isReference(value: object): value is ReferenceObject {
  return "$ref" in value && typeof value.$ref === "string";
}

function readPointer(document: object, pointer: string): unknown {
  let node: unknown = document;
  for (const segment of pointer.split("/").slice(1)) {
    const name = decodeURIComponent(segment).replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof node !== "object" || node === null) break;
    node = (node as Record<string, unknown>)[name];
  }
  if (typeof node !== "object" || node === null) throw new Error(`The contract has nothing at ${pointer}`);
  return node;
}
