import type { SchemaNode } from "../../model/schema-model.js";

/** Formats of integers that a JavaScript number does not hold without loss (OpenAPI format registry). */
const LONG: ReadonlySet<string> = new Set(["int64", "uint64"]);

/**
 * Whether a schema is a 64-bit integer that travels as a JSON number. One whose bounds keep it within 2^53 is a number
 * like any other.
 */
export function isLongInteger({ type, constraints }: SchemaNode): boolean {
  if (type.kind !== "number" || type.format === undefined || !LONG.has(type.format)) return false;
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum } = constraints;
  return ![minimum ?? exclusiveMinimum, maximum ?? exclusiveMaximum].every(Number.isSafeInteger);
}
