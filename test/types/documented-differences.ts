import type { Json, JsonObject } from "../../src/load/loaded-contract.js";
import { findContradiction } from "../../src/model/schema/contradictions.js";
import type { SchemaReading } from "../../src/model/schema/possible-values.js";
import { indexReferences } from "../../src/model/schema/references.js";
import { createVisitBudget } from "../../src/openapi/visit.js";
import { forgetAnyObjects, joinLists } from "./lists-described-twice.js";
import { mapSchemas } from "./map-schemas.js";
import {
  findProperty,
  isList,
  isObject,
  membersOf,
  schemaAt,
  undescribedNames,
  without,
} from "./schema-json.js";

/** Where openapi-typescript and we differ on purpose (docs/reference/types.md), and how it is taken out of a comparison. */
export interface DocumentedDifference {
  readonly name: string;
  /** Whose document is rewritten: only the oracle's, where it can be made to say what we say. */
  readonly of: "oracle" | "both";
  /**
   * Rewrites one schema so that both mean the same by it; the very same object when it is not concerned.
   *
   * @param schema - its parts are rewritten already.
   * @param written - as the document has it.
   */
  readonly level: (schema: JsonObject, written: JsonObject, document: JsonObject) => JsonObject;
}

/** A document made ready for one of the two, and how often each difference was met in it. */
export interface Levelled {
  readonly document: JsonObject;
  readonly met: ReadonlyMap<string, number>;
}

/**
 * Takes the documented differences out of a document, for the side that is compared.
 *
 * @param rules - fewer than all of them, to see that one is needed.
 */
export function levelDocument(
  document: JsonObject,
  side: "oracle" | "ours",
  rules: readonly DocumentedDifference[] = documentedDifferences,
): Levelled {
  const met = new Map<string, number>();
  const applied = rules.filter((rule) => side === "oracle" || rule.of === "both");
  const levelled = mapSchemas(document, (schema, written) =>
    applied.reduce((before, rule) => {
      const after = rule.level(before, written, document);
      if (after !== before) met.set(rule.name, (met.get(rule.name) ?? 0) + 1);
      return after;
    }, schema),
  );
  return { document: levelled, met };
}

/**
 * The rows of docs/reference/types.md that a document can show. Enums need no rule: they are compared as requests have
 * them, closed.
 */
export const documentedDifferences: readonly DocumentedDifference[] = [
  {
    name: "readOnly and writeOnly split a schema",
    of: "both",
    level: (schema) =>
      typeof schema["readOnly"] === "boolean" || typeof schema["writeOnly"] === "boolean"
        ? without(schema, "readOnly", "writeOnly")
        : schema,
  },
  {
    name: "a discriminator narrows the union, and a base is any of its heirs",
    of: "both",
    level: (schema) => (isObject(schema["discriminator"]) ? without(schema, "discriminator") : schema),
  },
  {
    name: "an element of a tuple is certain as far as minItems says",
    of: "both",
    level: (schema) => {
      const { prefixItems } = schema;
      const certain = isList(prefixItems) ? prefixItems.length : 0;
      return certain === 0 || schema["minItems"] === certain ? schema : { ...schema, minItems: certain };
    },
  },
  {
    name: "a 64-bit integer is a number or a bigint",
    of: "both",
    level: (schema) =>
      schema["format"] === "int64" || schema["format"] === "uint64" ? without(schema, "format") : schema,
  },
  {
    name: "members beside a map widen its index",
    of: "both",
    level: (schema) =>
      hasMembers(schema) && isObject(schema["additionalProperties"])
        ? without(schema, "additionalProperties")
        : schema,
  },
  {
    name: "a closed object without members is empty",
    of: "both",
    level: (schema) =>
      !hasMembers(schema) && schema["additionalProperties"] === false
        ? without(schema, "additionalProperties")
        : schema,
  },
  {
    name: "alternatives that only require members are told in words",
    of: "oracle",
    level: (schema, written) => {
      const forms = ["anyOf", "oneOf"].filter((form) => onlyRequires(written, form));
      return forms.length === 0 ? schema : without(schema, ...forms);
    },
  },
  {
    name: "a member that an allOf requires in one part and describes in another is required",
    of: "oracle",
    level: describeAcrossParts,
  },
  {
    name: "a member that is required but not described is required",
    of: "oracle",
    level: (schema, written, document) => {
      const missing = undescribedNames(written);
      if (missing.length === 0 || !speaksOfAnObject(schema)) return schema;
      const described = Object.fromEntries(
        missing.map((name) => [name, findProperty(written, name, document) ?? {}]),
      );
      return { ...schema, properties: { ...described, ...membersOf(schema) } };
    },
  },
  {
    name: "nullable alone in a part of an allOf is meant of the whole",
    of: "oracle",
    level: (schema) => {
      const { allOf } = schema;
      if (!isList(allOf) || !allOf.some(isNullableAlone)) return schema;
      const parts = allOf.map((part) => (isObject(part) ? without(part, "nullable") : part));
      return { anyOf: [{ ...schema, allOf: parts }, { type: "null" }] };
    },
  },
  {
    name: "nullable alone in an alternative beside references is null",
    of: "oracle",
    level: (schema, _written, document) => {
      const { anyOf } = schema;
      if (!isList(anyOf)) return schema;
      const others = anyOf.filter((part) => !isNullAlone(part));
      const refer = others.every((part) => isObject(part) && isObjectOrListed(part["$ref"], document));
      if (!refer || others.length === 0 || others.length === anyOf.length) return schema;
      return { ...schema, anyOf: [...others, { type: "null" }] };
    },
  },
  {
    name: "an object of which nothing is said adds nothing to an allOf",
    of: "oracle",
    level: (schema) => {
      const { allOf } = schema;
      if (!isList(allOf)) return schema;
      const telling = allOf.filter((part) => !isObject(part) || !isBareObject(part));
      return telling.length === allOf.length ? schema : { ...schema, allOf: telling };
    },
  },
  {
    name: "lists of any objects give way to what another part of an allOf says of their items",
    of: "both",
    level: forgetAnyObjects,
  },
  {
    name: "a list that an allOf describes twice is one list of what both describe",
    of: "oracle",
    level: joinLists,
  },
  {
    name: "nullable is understood beside a reference, and in later versions than 3.0",
    of: "oracle",
    level: (schema) =>
      schema["nullable"] === true && "$ref" in schema
        ? { anyOf: [without(schema, "nullable"), { type: "null" }] }
        : schema,
  },
  {
    name: "items without a type are those of a list",
    of: "oracle",
    level: (schema) =>
      isObject(schema["items"]) && !["type", "$ref", "allOf", "anyOf", "oneOf"].some((key) => key in schema)
        ? { type: "array", ...schema }
        : schema,
  },
  {
    name: "what is beside an anyOf holds with each alternative",
    of: "oracle",
    level: (schema) => {
      const { anyOf } = schema;
      const rest = without(schema, "anyOf", "type", ...WORDS);
      if (!isList(anyOf) || !["properties", "allOf"].some((key) => key in rest)) return schema;
      return { allOf: [without(schema, "anyOf"), { anyOf }] };
    },
  },
  {
    name: "an enum of objects lists objects",
    of: "both",
    level: (schema) =>
      isList(schema["enum"]) && schema["enum"].some(isObject)
        ? { ...without(schema, "enum"), type: "object" }
        : schema,
  },
  {
    name: "an enum and the allOf beside it hold together",
    of: "both",
    level: (schema) => (isList(schema["enum"]) && "allOf" in schema ? without(schema, "allOf") : schema),
  },
  {
    name: "what must hold together and excludes itself is never",
    of: "both",
    level: (schema, written, document) =>
      findContradiction(written, readingOf(document))?.whole === true ? {} : schema,
  },
  {
    name: "members that a condition describes may be there",
    of: "both",
    level: (schema) => withoutAny(schema, "if", "dependentSchemas", "dependentRequired"),
  },
  {
    name: "names that a pattern describes have its type",
    of: "both",
    level: (schema) => withoutAny(schema, "patternProperties"),
  },
  {
    name: "names that propertyNames lists are members",
    of: "both",
    level: (schema) => ("propertyNames" in schema ? without(schema, "propertyNames") : schema),
  },
  {
    name: "$defs are schemas, not a member",
    of: "oracle",
    level: (schema) => (isObject(schema["$defs"]) ? without(schema, "$defs") : schema),
  },
  {
    name: "a reference to a member means its schema, and not that it may be absent",
    of: "oracle",
    level: (schema, _, document) => memberReferredTo(schema, document) ?? schema,
  },
];

function withoutAny(schema: JsonObject, ...keywords: readonly string[]): JsonObject {
  return keywords.some((keyword) => keyword in schema) ? without(schema, ...keywords) : schema;
}

/** The schema of the member that a reference leads to, through further such references. */
function memberReferredTo(schema: Json, document: JsonObject, depth = 0): JsonObject | undefined {
  const { $ref } = isObject(schema) ? schema : {};
  if (typeof $ref !== "string" || !$ref.includes("/properties/") || depth > 20) return undefined;
  const found = schemaAt($ref, document);
  return isObject(found) ? (memberReferredTo(found, document, depth + 1) ?? found) : undefined;
}

const readings = new WeakMap<JsonObject, SchemaReading>();

/** How the model reads the schemas of a document. */
function readingOf(document: JsonObject): SchemaReading {
  const known = readings.get(document);
  if (known !== undefined) return known;
  const references = indexReferences(document, createVisitBudget());
  const siblings = isDialect30(document) ? "ignored" : "meant";
  const reading: SchemaReading = {
    follow: (json) => references.follow(json, "#"),
    siblings,
    known: new Map(),
    required: new Map(),
    budget: createVisitBudget(),
  };
  readings.set(document, reading);
  return reading;
}

function isDialect30({ openapi }: JsonObject): boolean {
  return typeof openapi === "string" && openapi.startsWith("3.0");
}

/** Gives each part of an `allOf` the description that another part has of what it requires. */
function describeAcrossParts(schema: JsonObject, written: JsonObject, document: JsonObject): JsonObject {
  const parts = isList(written["allOf"]) ? written["allOf"] : [];
  const found = parts.map((part) =>
    (isObject(part) ? undescribedNames(part) : []).flatMap((name) => {
      const description = findProperty(written, name, document);
      return description === undefined ? [] : [[name, description] as const];
    }),
  );
  const { allOf } = schema;
  if (!isList(allOf) || found.every((members) => members.length === 0)) return schema;
  const described = allOf.map((part, index) =>
    isObject(part)
      ? { ...part, properties: { ...membersOf(part), ...Object.fromEntries(found[index] ?? []) } }
      : part,
  );
  return { ...schema, allOf: described };
}

function hasMembers(schema: JsonObject): boolean {
  return Object.keys(membersOf(schema)).length > 0;
}

function isBareObject(schema: JsonObject): boolean {
  const said = hasMembers(schema) ? schema : without(schema, "properties");
  return (
    schema["type"] === "object" && Object.keys(said).every((key) => WORDS.has(key) || key.startsWith("x-"))
  );
}

function isNullableAlone(part: Json): boolean {
  return (
    isObject(part) &&
    part["nullable"] === true &&
    Object.keys(part).every((key) => key === "nullable" || WORDS.has(key))
  );
}

/** Says `nullable`, and of the value not even in words more than that it is an object. */
function isNullAlone(part: Json): boolean {
  if (!isNullableAlone(part) || !isObject(part)) return false;
  const words = Object.keys(part).some((key) => key !== "type" && key !== "nullable");
  return !words || part["title"] === "null" || !("type" in part);
}

function isObjectOrListed(reference: Json | undefined, document: JsonObject): boolean {
  const target = typeof reference === "string" ? schemaAt(reference, document) : undefined;
  if (!isObject(target)) return false;
  if ("$ref" in target) return isObjectOrListed(target["$ref"], document);
  return ["properties", "allOf", "enum"].some((key) => key in target) || target["type"] === "object";
}

/** Keywords that say nothing about members. */
const WORDS: ReadonlySet<string> = new Set([
  "type",
  "description",
  "title",
  "example",
  "default",
  "deprecated",
]);

function onlyRequires(schema: JsonObject, form: string): boolean {
  const parts = schema[form];
  if (!isList(parts) || !("properties" in schema || "allOf" in schema)) return false;
  const allowed = new Set(["required", "not", "type", "title", "description"]);
  return parts.every(
    (part) =>
      isObject(part) && Object.keys(part).length > 0 && Object.keys(part).every((key) => allowed.has(key)),
  );
}

/** `required` asserts nothing about a text or a list. */
function speaksOfAnObject({ type }: JsonObject): boolean {
  return type === undefined || type === "object" || (isList(type) && type.includes("object"));
}
