import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { UserError } from "../../text/user-error.js";
import { pascal, words } from "../../text/words.js";
import { isObject, listMember, member, sortedMembers, textMember } from "../document/json-members.js";
import type { ObjectType, PropertyModel, SchemaNode, SchemaType } from "../schema-model.js";
import { bareNode } from "./schema-nodes.js";
import { below, type BuildSchema, type SchemaPlace } from "./schema-place.js";

/** JSON Schema's types; `null` is handled by whoever asks. */
export type ShapeName = "array" | "boolean" | "integer" | "number" | "object" | "string";

/** What the keywords of one type say (JSON Schema 2020-12; OpenAPI 3.0 Schema Object). */
export function buildShape(
  shape: ShapeName,
  json: JsonObject,
  place: SchemaPlace,
  build: BuildSchema,
): SchemaType {
  switch (shape) {
    case "boolean":
      return { kind: "boolean" };
    case "integer":
    case "number":
      return { kind: "number", integer: shape === "integer", ...text(json, "format") };
    case "string":
      return buildString(json);
    case "array":
      return buildArray(json, place, build);
    case "object":
      return buildObject(json, place, build);
  }
}

/**
 * The types that a schema allows, `null` apart. Without `type` the keywords tell, as far as they belong to one type;
 * undefined: any.
 *
 * @throws UserError (exit 3) on a type that JSON Schema does not have.
 */
export function shapeNames(json: JsonObject, place: SchemaPlace): readonly ShapeName[] | undefined {
  const declared = member(json, "type");
  if (declared === undefined) return inferShapes(json);
  const names = Array.isArray(declared) ? listMember(json, "type") : [declared];
  return names.filter((name) => name !== "null").map((name) => shapeName(name, place));
}

function shapeName(name: Json, place: SchemaPlace): ShapeName {
  const found = SHAPES.find((shape) => shape === name);
  if (found !== undefined) return found;
  throw new UserError(3, `${JSON.stringify(name)} is not a type that a schema can have.`, {
    where: `at ${place.pointer}/type`,
    remedy: `Use one of ${SHAPES.join(", ")} or null.`,
  });
}

const SHAPES: readonly ShapeName[] = ["array", "boolean", "integer", "number", "object", "string"];

function inferShapes(json: JsonObject): readonly ShapeName[] | undefined {
  const has = (...keywords: readonly string[]) =>
    keywords.some((keyword) => member(json, keyword) !== undefined);
  if (has("properties", "additionalProperties", "patternProperties", "required")) return ["object"];
  if (has("items", "prefixItems")) return ["array"];
  return undefined;
}

function buildString(json: JsonObject): SchemaType {
  const media = textMember(json, "contentMediaType");
  const encoding = textMember(json, "contentEncoding");
  // OpenAPI 3.1 writes raw bytes as a media type without an encoding; 3.0 as a format.
  const raw = media !== undefined && encoding === undefined && !/^text\/|[/+](?:json|xml)\b/i.test(media);
  if (raw || textMember(json, "format") === "binary") return { kind: "binary" };
  return {
    kind: "string",
    ...text(json, "format"),
    ...text(json, "contentMediaType"),
    ...text(json, "contentEncoding"),
  };
}

function text<const K extends string>(json: JsonObject, keyword: K): Partial<Record<K, string>> {
  const value = textMember(json, keyword);
  return value === undefined ? {} : ({ [keyword]: value } as Record<K, string>);
}

function buildArray(json: JsonObject, place: SchemaPlace, build: BuildSchema): SchemaType {
  const prefix = listMember(json, "prefixItems");
  const items = member(json, "items");
  if (prefix.length === 0) {
    const node =
      items === undefined ? bareNode({ kind: "any" }, place) : build(items, below(place, "Item", "items"));
    return { kind: "array", items: node };
  }
  const members = prefix.map((item, index) =>
    build(item, below(place, `Item${String(index + 1)}`, "prefixItems", String(index))),
  );
  const certain = Math.min(countMember(json, "minItems") ?? 0, members.length);
  const closed = items === false || (countMember(json, "maxItems") ?? Infinity) <= members.length;
  if (closed) return { kind: "tuple", items: members, certain };
  const rest =
    items === undefined ? bareNode({ kind: "any" }, place) : build(items, below(place, "Item", "items"));
  return { kind: "tuple", items: members, certain, rest };
}

function countMember(json: JsonObject, keyword: string): number | undefined {
  const value = member(json, keyword);
  return typeof value === "number" ? value : undefined;
}

function buildObject(json: JsonObject, place: SchemaPlace, build: BuildSchema): ObjectType {
  const properties = member(json, "properties");
  const required = new Set(listMember(json, "required").filter((name) => typeof name === "string"));
  const declared = sortedMembers(isObject(properties) ? properties : undefined).map(
    ([name, schema]): PropertyModel => {
      const node = build(schema, below(place, suffix(name), "properties", name));
      return { name, required: required.has(name), schema: node };
    },
  );
  const names = new Set(declared.map(({ name }) => name));
  // A name that is required and described elsewhere, or nowhere: there, but of any type.
  const undeclared = [...required].filter((name) => !names.has(name));
  const bare = undeclared.map((name): PropertyModel => {
    return { name, required: true, schema: bareNode({ kind: "any" }, below(place, "", "required")) };
  });
  const patterns = sortedMembers(objectOf(member(json, "patternProperties"))).map(([pattern, schema]) => {
    return { pattern, schema: build(schema, below(place, "Value", "patternProperties", pattern)) };
  });
  return {
    kind: "object",
    properties: [...declared, ...bare].sort((left, right) => (left.name < right.name ? -1 : 1)),
    additional: buildAdditional(json, place, build),
    patterns,
  };
}

function buildAdditional(
  json: JsonObject,
  place: SchemaPlace,
  build: BuildSchema,
): "closed" | "unsaid" | SchemaNode {
  const additional = member(json, "additionalProperties") ?? member(json, "unevaluatedProperties");
  if (additional === undefined) return "unsaid";
  if (additional === false) return "closed";
  const keyword =
    member(json, "additionalProperties") === undefined ? "unevaluatedProperties" : "additionalProperties";
  return build(additional, below(place, "Value", keyword));
}

function objectOf(value: Json | undefined): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

/** The part of an inline schema's name that its property gives: `billing_address` → `BillingAddress`. */
function suffix(name: string): string {
  const part = pascal(words(name));
  return part === "" ? "Member" : part;
}
