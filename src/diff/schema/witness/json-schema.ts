import type { Json, JsonObject } from "../../../load/loaded-contract.js";
import { isMembers, mapChildren, type Members } from "../../../openapi/visit.js";
import { appendPointer } from "../../../text/json-pointer.js";
import type { Direction } from "../../fact.js";
import { isSafePattern } from "../../../openapi/patterns.js";
import type { Slot } from "../form/schema-form.js";
import type { SchemaReader } from "../form/schema-reader.js";

/** Schema objects of one conversion. */
const MOST_OBJECTS = 1_500;

/** The schema cannot be converted so that a validator decides right about it. */
class Inconvertible extends Error {}

/** What a conversion leaves out. */
export interface ConversionLimits {
  readonly direction: Direction;
  /** Names of members that values have: schemas of other properties are omitted. */
  readonly names: ReadonlySet<string>;
}

/** A converted schema. */
export interface ConvertedSchema {
  readonly schema: JsonObject;
  /** How many schema objects it has. */
  readonly size: number;
  /** Regular expressions are in it, which take at most cubic time. */
  readonly hasPatterns: boolean;
}

/**
 * Schemas of a contract as one JSON Schema 2020-12, with all that they refer to: what a validator reads.
 *
 * @returns undefined when the schemas are too large, or a validator would decide wrong about them: an expression that could take
 * exponential time is never run.
 */
export function toJsonSchema(
  reader: SchemaReader,
  slot: Slot,
  { direction, names: members }: ConversionLimits,
): ConvertedSchema | undefined {
  const names = new Map<string, string>();
  const definitions: Record<string, Json> = {};
  let size = 0;
  let hasPatterns = false;
  try {
    const parts = slot.map(refTo);
    // More definitions are found while some are converted.
    for (const [pointer, name] of names) definitions[name] = convert(reader.raw(pointer), pointer);
    return { schema: { allOf: parts, $defs: definitions }, size, hasPatterns };
  } catch (error) {
    if (error instanceof Inconvertible) return undefined;
    throw error;
  }

  function refTo(pointer: string): JsonObject {
    const target = reader.target(pointer);
    const name = names.get(target) ?? `d${String(names.size)}`;
    names.set(target, name);
    return { $ref: `#/$defs/${name}` };
  }

  function convert(schema: Json | undefined, pointer: string): Json {
    const json = reader.meant(schema);
    if (typeof json === "boolean") return json;
    if (!isMembers(json)) return true;
    size += 1;
    if (size > MOST_OBJECTS) throw new Inconvertible();
    const reference = reader.referenceOf(json, pointer);
    if (reference === undefined && (json["$ref"] ?? json["$dynamicRef"]) !== undefined)
      throw new Inconvertible();
    hasPatterns ||= json["pattern"] !== undefined || json["patternProperties"] !== undefined;
    const keywords = normaliseKeywords(json, requiredIn(json, pointer));
    const own = convertChildren(withNames(keywords, members), pointer);
    const whole: JsonObject = reference === undefined ? own : { allOf: [own, refTo(reference)] };
    return json["nullable"] === true ? { anyOf: [{ type: "null" }, whole] } : whole;
  }

  function convertChildren(json: Members, pointer: string): JsonObject {
    const paths = new Map<unknown, string>();
    for (const [keyword, value] of Object.entries(json)) {
      // `prefixItems` may be `items` of an older draft.
      const at = appendPointer(pointer, keyword);
      if (isMembers(value)) paths.set(value, at);
      if (typeof value !== "object" || value === null) continue;
      for (const [key, child] of Object.entries(value))
        if (isMembers(child)) paths.set(child, appendPointer(at, key));
    }
    return mapChildren(json, "schema", (child) =>
      convert(child as Json, paths.get(child) ?? pointer),
    ) as JsonObject;
  }

  /** Without what only the other direction has. */
  function requiredIn(json: Members, pointer: string): readonly string[] | undefined {
    const { required, properties } = json;
    if (!Array.isArray(required)) return undefined;
    const guard = direction === "request" ? "readOnly" : "writeOnly";
    return required.filter((name): name is string => {
      if (typeof name !== "string") return false;
      if (!isMembers(properties) || !Object.hasOwn(properties, name)) return true;
      return reader.node([appendPointer(pointer, "properties", name)]).form.annotations[guard] === undefined;
    });
  }
}

/** Without the schemas of properties with other names. */
function withNames(json: Members, names: ReadonlySet<string>): Members {
  const limited = (["properties", "dependentSchemas"] as const).flatMap((keyword) => {
    const map = json[keyword];
    if (!isMembers(map)) return [];
    return [[keyword, Object.fromEntries(Object.entries(map).filter(([name]) => names.has(name)))]];
  });
  return { ...json, ...(Object.fromEntries(limited) as Members) };
}

/** Keywords that a validator reads as in OpenAPI. */
function normaliseKeywords(json: Members, required: readonly string[] | undefined): Members {
  checkKeywords(json);
  const { items, additionalItems } = json;
  const entries = Object.entries(json).filter(([key]) => KEYWORDS.has(key));
  return {
    ...Object.fromEntries(entries),
    ...(required !== undefined && { required: [...new Set(required)] }),
    ...(Array.isArray(items) && { prefixItems: items, items: additionalItems ?? true }),
    ...exclusiveBound(json, "exclusiveMinimum", "minimum"),
    ...exclusiveBound(json, "exclusiveMaximum", "maximum"),
  };
}

/** The flag of 3.0 as a bound of its own. */
function exclusiveBound(json: Members, exclusive: string, bound: string): Members {
  const [flag, limit] = [json[exclusive], json[bound]];
  if (typeof flag !== "boolean") return {};
  return { [exclusive]: flag ? limit : undefined };
}

/** @throws Inconvertible for keywords about which the validator would decide wrong, or in exponential time. */
function checkKeywords(json: Members): void {
  const { pattern, patternProperties, dependencies, contains, prefixItems } = json;
  const patterns = [
    ...(typeof pattern === "string" ? [pattern] : []),
    ...(isMembers(patternProperties) ? Object.keys(patternProperties) : []),
  ];
  // The validator takes an empty array for valid where both are in one schema.
  const isMisread = contains !== undefined && prefixItems !== undefined;
  if (dependencies !== undefined || isMisread || !patterns.every(isRunnable)) throw new Inconvertible();
}

function isRunnable(pattern: string): boolean {
  if (!isSafePattern(pattern)) return false;
  try {
    return new RegExp(pattern, "u").source !== "";
  } catch {
    return false;
  }
}

/** Keywords that decide about values. */
const KEYWORDS: ReadonlySet<string> = new Set([
  ...["type", "enum", "const", "format", "pattern", "required", "multipleOf", "uniqueItems"],
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minLength", "maxLength"],
  ...["minItems", "maxItems", "minProperties", "maxProperties", "minContains", "maxContains"],
  ...["properties", "patternProperties", "additionalProperties", "propertyNames", "items", "prefixItems"],
  ...["contains", "allOf", "anyOf", "oneOf", "not", "if", "then", "else"],
  ...["dependentRequired", "dependentSchemas", "unevaluatedItems", "unevaluatedProperties"],
]);
