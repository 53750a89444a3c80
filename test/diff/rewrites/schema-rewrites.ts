import type { Json, JsonObject } from "../../../src/load/loaded-contract.js";
import type { ObjectKind } from "../../../src/openapi/keywords.js";
import { isMembers, mapChildren, type Members, valueAt } from "../../../src/openapi/visit.js";
import { appendPointer, fragmentKeys } from "../../../src/text/json-pointer.js";
import type { Rewrite } from "../wire/rewrites.js";
import { referencedThrough } from "./nested-references.js";

/** Every rewrite of schemas that changes no set of values, by name. */
export const schemaRewrites: Readonly<Record<string, Rewrite>> = {
  "schemas in an `allOf` of one": wrapped,
  "references to schemas put inline": inlined,
  "inline schemas made components": extracted,
  "inline parts of `allOf` moved beside it": flattened,
  "forms of OpenAPI 3.1": modern,
  "`null` as a branch of `anyOf`": nullAsBranch,
  "other spellings of values": respelled,
  "defaults of keywords written out": withDefaults,
};

/** What names a place: a schema that has one of them is not moved. */
const ANCHORS = ["$anchor", "$dynamicAnchor", "$dynamicRef", "$id", "$recursiveAnchor", "$recursiveRef"];

function isMovable(schema: Members): boolean {
  return !ANCHORS.some((name) => name in schema) && !("discriminator" in schema);
}

/** Where a schema is: what it is a child of, and by which keyword. */
interface Place {
  readonly parent: Members;
  readonly parentKind: ObjectKind;
}

/** Changes every schema of a document that no reference leads through, children first. */
function mapSchemas(document: JsonObject, change: (schema: Members, place: Place) => unknown): JsonObject {
  const fixed = referencedThrough(document);
  const visit = (value: unknown, kind: ObjectKind, place: Place): unknown => {
    if (!isMembers(value)) return value;
    const node = mapChildren(value, kind, (child, childKind) =>
      visit(child, childKind, { parent: value, parentKind: kind }),
    );
    return kind === "schema" && !fixed.has(value) ? change(node, place) : node;
  };
  return visit(document, "openapi", { parent: {}, parentKind: "openapi" }) as JsonObject;
}

/** Components keep their own form: subtypes are found by the `allOf` of a component. */
function wrapped(document: JsonObject): JsonObject {
  return mapSchemas(document, (schema, { parent, parentKind }) => {
    const isBranch = parentKind === "schema" && ["allOf", "anyOf", "oneOf"].some((name) => name in parent);
    return isBranch || parentKind === "components" || !isMovable(schema) || "allOf" in schema
      ? schema
      : { allOf: [schema] };
  });
}

/** One level, so that the document stays small; what a discriminator names stays a reference. */
function inlined(document: JsonObject): JsonObject {
  return mapSchemas(document, (schema, { parent }) => {
    const reference = schema["$ref"];
    if (typeof reference !== "string" || Object.keys(schema).length > 1 || "discriminator" in parent)
      return schema;
    const target = valueAt(document, fragmentKeys(reference));
    return isMembers(target) && isMovable(target) && !isSubtype(document, target) ? target : schema;
  });
}

/** Whether a schema has a base whose discriminator finds it by its name. */
function isSubtype(document: JsonObject, { allOf }: Members): boolean {
  if (!Array.isArray(allOf)) return false;
  return allOf.some((part) => {
    const reference: unknown = isMembers(part) ? part["$ref"] : undefined;
    if (typeof reference !== "string") return false;
    const base = valueAt(document, fragmentKeys(reference));
    return isMembers(base) && ("discriminator" in base || isSubtype(document, base));
  });
}

function extracted(document: JsonObject): JsonObject {
  const added: Record<string, Json> = {};
  const changed = mapSchemas(document, (schema, { parent, parentKind }) => {
    const isComponent = parentKind === "components";
    const isSimple = !["enum", "oneOf", "properties"].some((name) => name in schema);
    if (isComponent || isSimple || "$ref" in schema || !isMovable(schema) || "discriminator" in parent)
      return schema;
    const name = `Extracted${Object.keys(added).length + 1}`;
    added[name] = schema as JsonObject;
    return { $ref: appendPointer("#/components/schemas", name) };
  });
  const components = (changed["components"] ?? {}) as JsonObject;
  const schemas = { ...(components["schemas"] as JsonObject | undefined), ...added };
  return { ...changed, components: { ...components, schemas } };
}

/** What looks at its sibling keywords: moving one of them would change its meaning. */
const LOOKS_AROUND = ["additionalProperties", "unevaluatedItems", "unevaluatedProperties", "items", "if"];

function flattened(document: JsonObject): JsonObject {
  return mapSchemas(document, (schema) => {
    const { allOf, ...rest } = schema;
    if (!Array.isArray(allOf) || !isMovable(schema)) return schema;
    const index = allOf.findIndex(
      (part) =>
        isMembers(part) &&
        isMovable(part) &&
        !("$ref" in part) &&
        ![...LOOKS_AROUND, "description", "title"].some((name) => name in part || name in rest) &&
        !Object.keys(part).some((name) => name in schema),
    );
    const part: unknown = allOf[index];
    if (!isMembers(part)) return schema;
    const others = allOf.filter((_, other) => other !== index) as readonly Json[];
    return { ...rest, ...part, ...(others.length > 0 && { allOf: others }) };
  });
}

function versionOf(document: JsonObject): string {
  return document["openapi"] as string;
}

/** A document of OpenAPI 3.0 as one of 3.1. */
function modern(document: JsonObject): JsonObject {
  if (!versionOf(document).startsWith("3.0")) return document;
  const changed = mapSchemas(document, (schema) => {
    // The members beside a `$ref` count from 3.1 on.
    if (typeof schema["$ref"] === "string") return { $ref: schema["$ref"] };
    const { nullable, minimum, maximum, exclusiveMinimum, exclusiveMaximum, ...rest } = schema;
    const bounded = {
      ...rest,
      ...bound("minimum", "exclusiveMinimum", minimum, exclusiveMinimum),
      ...bound("maximum", "exclusiveMaximum", maximum, exclusiveMaximum),
    };
    return nullable === true ? withNull(bounded) : bounded;
  });
  return { ...changed, openapi: "3.1.0" };
}

/** A schema of OpenAPI 3.1 that allows null as `nullable` does. */
function withNull(schema: Members): Members {
  const { type, enum: values } = schema;
  if (typeof type === "string")
    return {
      ...schema,
      type: [type, "null"],
      ...(Array.isArray(values) && !values.includes(null) && { enum: [...(values as unknown[]), null] }),
    };
  const isComposed = ["allOf", "anyOf", "oneOf"].some((name) => name in schema);
  // A part of `allOf` that says nothing else makes the whole nullable.
  if (!isComposed) return { ...schema, nullable: true };
  const entries = Object.entries(schema);
  const inside = entries.filter(([name]) => !ANNOTATIONS.includes(name) && !name.startsWith("x-"));
  const outside = entries.filter((entry) => !inside.includes(entry));
  return { ...Object.fromEntries(outside), anyOf: [Object.fromEntries(inside), { type: "null" }] };
}

const ANNOTATIONS = ["default", "deprecated", "description", "readOnly", "title", "writeOnly"];

function bound(inclusive: string, exclusive: string, value: unknown, isExclusive: unknown): Members {
  if (isExclusive === true) return { [exclusive]: value };
  if (typeof isExclusive === "number")
    return { [exclusive]: isExclusive, ...(value !== undefined && { [inclusive]: value }) };
  return value === undefined ? {} : { [inclusive]: value };
}

function nullAsBranch(document: JsonObject): JsonObject {
  if (versionOf(document).startsWith("3.0")) return document;
  return mapSchemas(document, (schema) => {
    const { type, ...rest } = schema;
    if (
      !Array.isArray(type) ||
      type.length !== 2 ||
      !type.includes("null") ||
      "enum" in rest ||
      "const" in rest
    )
      return schema;
    const annotations = ["default", "deprecated", "description", "readOnly", "title", "writeOnly"];
    const outside = Object.entries(rest).filter(
      ([name]) => annotations.includes(name) || name.startsWith("x-"),
    );
    const inside = Object.entries(rest).filter(
      ([name]) => !(annotations.includes(name) || name.startsWith("x-")),
    );
    if (inside.some(([name]) => ["allOf", "anyOf", "oneOf", "unevaluatedProperties"].includes(name)))
      return schema;
    const one = { type: type.find((name) => name !== "null") as string, ...Object.fromEntries(inside) };
    return { ...Object.fromEntries(outside), anyOf: [{ type: "null" }, one] };
  });
}

const LISTS = ["allOf", "anyOf", "enum", "oneOf", "required", "type"];

/** Lists whose order means nothing are turned round; `const` and `enum` of one change places. */
function respelled(document: JsonObject): JsonObject {
  const has31 = !versionOf(document).startsWith("3.0");
  return mapSchemas(document, (schema) => {
    const entries = Object.entries(schema).map(([name, value]): [string, unknown] => {
      if (name === "const") return ["enum", [value]];
      if (LISTS.includes(name) && Array.isArray(value)) {
        const values = value as readonly unknown[];
        if (name === "enum" && has31 && values.length === 1 && !("x-enum-varnames" in schema))
          return ["const", values[0]];
        const hasNames = Object.keys(schema).some((other) => /^x-enum/iu.test(other));
        return [name, name === "enum" && hasNames ? values : values.toReversed()];
      }
      return [name, value];
    });
    return Object.fromEntries(entries);
  });
}

function withDefaults(document: JsonObject): JsonObject {
  const is30 = versionOf(document).startsWith("3.0");
  const looks = JSON.stringify(document).includes('"unevaluatedProperties"');
  return mapSchemas(document, (schema) => {
    if ("$ref" in schema) return schema;
    const isObject = schema["type"] === "object" && !looks;
    return {
      deprecated: false,
      readOnly: false,
      writeOnly: false,
      ...(is30 && { nullable: false }),
      ...(schema["type"] === "string" && { minLength: 0 }),
      ...(schema["type"] === "array" && { minItems: 0, uniqueItems: false }),
      ...(isObject && { minProperties: 0, additionalProperties: true, required: [] }),
      ...schema,
    };
  });
}
