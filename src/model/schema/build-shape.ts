import { type Diagnostic, diagnostic } from "../../diagnostics/diagnostic.js";
import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { UserError } from "../../text/user-error.js";
import { pascal, words } from "../../text/words.js";
import { isObject, listMember, member, sortedMembers, textMember } from "../json-members.js";
import type { ObjectType, PropertyModel, SchemaNode, SchemaType } from "../schema-model.js";
import { below, type BuildSchema, type SchemaPosition } from "../schema-position.js";
import { readConstraints, readFormats } from "./constraints.js";
import { bareNode } from "./schema-nodes.js";

/** JSON Schema's types; callers handle `null`. */
type ShapeName = "array" | "boolean" | "integer" | "number" | "object" | "string";

/** The functions that a shape needs from the builder of schemas. */
export interface ShapeContext {
  /** Builds a schema below or beside, named when it deserves a name. */
  readonly build: BuildSchema;
  /** The schema as the contract has it, at the end of its references. */
  readonly follow: (json: Json, position: SchemaPosition) => Json;
  /** Collects what a person should know of a schema; the same diagnostic may come several times. */
  readonly report: (found: Diagnostic) => void;
}

/** What the keywords of one type say (JSON Schema 2020-12; OpenAPI 3.0 Schema Object). */
export function buildShape(
  shape: ShapeName,
  json: JsonObject,
  position: SchemaPosition,
  context: ShapeContext,
): SchemaType {
  switch (shape) {
    case "boolean":
      return { kind: "boolean" };
    case "integer":
    case "number":
      return { kind: "number", integer: shape === "integer", ...text(json, "format") };
    case "string":
      return buildString(json, position, context);
    case "array":
      return buildArray(json, position, context);
    case "object":
      return buildObject(json, position, context);
  }
}

/**
 * The types that a schema allows, `null` apart. Without `type` the keywords tell, as far as they belong to one type;
 * undefined: any.
 *
 * @throws UserError (exit 3) on a type that JSON Schema does not have.
 */
export function shapeNames(json: JsonObject, position: SchemaPosition): readonly ShapeName[] | undefined {
  const declared = member(json, "type");
  if (declared === undefined) return inferShapes(json);
  const names = Array.isArray(declared) ? listMember(json, "type") : [declared];
  if (names.length === 0) return inferShapes(json);
  const shapes = names.filter((name) => name !== "null").map((name) => shapeName(name, position));
  return shapes.filter((shape) => shape !== "integer" || !shapes.includes("number"));
}

function shapeName(name: Json, position: SchemaPosition): ShapeName {
  const found = SHAPES.find((shape) => shape === name);
  if (found !== undefined) return found;
  throw new UserError(3, `${JSON.stringify(name)} is not a type that a schema can have.`, {
    pointers: [`${position.pointer}/type`],
    remedy: `Use one of ${SHAPES.join(", ")} or null.`,
  });
}

const SHAPES: readonly ShapeName[] = ["array", "boolean", "integer", "number", "object", "string"];

function inferShapes(json: JsonObject): readonly ShapeName[] | undefined {
  const has = (...keywords: readonly string[]) =>
    keywords.some((keyword) => member(json, keyword) !== undefined);
  if (has("properties", "additionalProperties", "patternProperties", "required", "unevaluatedProperties"))
    return ["object"];
  if (has("items", "prefixItems")) return ["array"];
  return undefined;
}

function buildString(json: JsonObject, position: SchemaPosition, context: ShapeContext): SchemaType {
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
    ...readContent(json, position, context),
  };
}

/** The content of a text member `data`. Any other text is read as text alone, so its content schema needs no name. */
function readContent(
  json: JsonObject,
  position: SchemaPosition,
  context: ShapeContext,
): { readonly content?: SchemaNode } {
  const schema = member(json, "contentSchema");
  const isJson = /^[^;]*[/+]json\s*(?:;|$)/i.test(textMember(json, "contentMediaType") ?? "");
  const isRead = isJson && member(json, "contentEncoding") === undefined;
  return schema === undefined || !isRead || !position.pointer.endsWith("/properties/data")
    ? {}
    : { content: context.build(schema, below(position, "Content", "contentSchema")) };
}

function text<const K extends string>(json: JsonObject, keyword: K): Partial<Record<K, string>> {
  const value = textMember(json, keyword);
  return value === undefined ? {} : ({ [keyword]: value } as Record<K, string>);
}

function buildArray(json: JsonObject, position: SchemaPosition, context: ShapeContext): SchemaType {
  const written = member(json, "items");
  // Before JSON Schema 2020-12 a list of `items` was what `prefixItems` is, and `additionalItems` what `items` is.
  const listed = Array.isArray(written);
  if (listed) context.report(diagnostic("schema/list-items", position.pointer));
  const [keyword, rest] = listed
    ? (["additionalItems", member(json, "additionalItems")] as const)
    : (["items", written] as const);
  const prefix = listMember(json, listed ? "items" : "prefixItems");
  const [furtherKeyword, further] =
    rest === undefined && evaluatesAlone(json)
      ? (["unevaluatedItems", member(json, "unevaluatedItems")] as const)
      : ([keyword, rest] as const);
  const buildRest = () =>
    further === undefined
      ? bareNode({ kind: "any" }, position)
      : context.build(further, below(position, "Item", furtherKeyword));
  if (prefix.length === 0) return { kind: "array", items: buildRest() };
  const longest = countMember(json, "maxItems") ?? Infinity;
  const members = prefix
    .slice(0, longest)
    .map((item, index) =>
      context.build(
        item,
        below(position, `Item${String(index + 1)}`, listed ? "items" : "prefixItems", String(index)),
      ),
    );
  const certain = Math.min(countMember(json, "minItems") ?? 0, members.length);
  const closed = further === false || longest <= prefix.length;
  return { kind: "tuple", items: members, certain, ...(closed ? {} : { rest: buildRest() }) };
}

/** Whether no other keyword evaluates items, so that the unevaluated ones are those that no prefix names. */
function evaluatesAlone(json: JsonObject): boolean {
  return ["$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "if", "contains"].every(
    (keyword) => member(json, keyword) === undefined,
  );
}

function countMember(json: JsonObject, keyword: string): number | undefined {
  const value = member(json, keyword);
  return typeof value === "number" ? value : undefined;
}

function buildObject(json: JsonObject, position: SchemaPosition, context: ShapeContext): ObjectType {
  const properties = member(json, "properties");
  const required = new Set(listMember(json, "required").filter((name) => typeof name === "string"));
  const declared = sortedMembers(isObject(properties) ? properties : undefined).map(
    ([name, schema]): PropertyModel => {
      const node = context.build(schema, below(position, suffix(name), "properties", name));
      return { name, required: required.has(name), schema: node };
    },
  );
  const additional = buildAdditional(json, position, context.build);
  const patterns = sortedMembers(objectOf(member(json, "patternProperties"))).map(([pattern, schema]) => {
    return { pattern, schema: context.build(schema, below(position, "Value", "patternProperties", pattern)) };
  });
  const listed = patterns.length === 0 ? listedNames(json, position, context) : undefined;
  const known = new Set(declared.map(({ name }) => name));
  // A name that is required and described elsewhere, or nowhere: there, but of any type.
  const further = [...new Set([...(listed ?? []), ...required])].filter((name) => !known.has(name));
  const value = typeof additional === "string" ? undefined : additional;
  const bare = further.map((name): PropertyModel => {
    const any = bareNode({ kind: "any" }, below(position, "", "required"));
    if (listed?.includes(name) === true) return { name, required: required.has(name), schema: value ?? any };
    return { name, required: true, undescribed: true, schema: any };
  });
  return {
    kind: "object",
    properties: [...declared, ...bare].sort((left, right) => (left.name < right.name ? -1 : 1)),
    additional: listed === undefined ? additional : "closed",
    patterns,
  };
}

/** As many names still read well as members. */
const MOST_NAMES = 50;

/**
 * The names that a map can have where `propertyNames` lists them: its members are known then, and each may be absent.
 * Undefined where it does not, or where nothing else is allowed anyway.
 */
function listedNames(
  json: JsonObject,
  position: SchemaPosition,
  { follow }: ShapeContext,
): readonly string[] | undefined {
  const names = member(json, "propertyNames");
  if (names === undefined || member(json, "additionalProperties") === false) return undefined;
  const rule = follow(names, position);
  if (rule === false) return [];
  if (!isObject(rule)) return undefined;
  const only = member(rule, "const");
  const listed = only === undefined ? listMember(rule, "enum") : [only];
  const texts = listed.filter((name) => typeof name === "string");
  return texts.length > 0 && texts.length <= MOST_NAMES ? texts : undefined;
}

function buildAdditional(
  json: JsonObject,
  position: SchemaPosition,
  build: BuildSchema,
): "closed" | "unsaid" | SchemaNode {
  const additional = member(json, "additionalProperties") ?? member(json, "unevaluatedProperties");
  if (additional === undefined) return "unsaid";
  if (additional === false) return "closed";
  const keyword =
    member(json, "additionalProperties") === undefined ? "unevaluatedProperties" : "additionalProperties";
  return build(additional, below(position, "Value", keyword));
}

function objectOf(value: Json | undefined): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

/** The part of an inline schema's name that its property gives: `billing_address` → `BillingAddress`. */
function suffix(name: string): string {
  const part = pascal(words(name));
  return part === "" ? "Member" : part;
}

/** What a schema asserts beside its type; nothing that the type says anyway. */
export function ownConstraints(json: JsonObject, { type }: SchemaNode): Readonly<Record<string, Json>> {
  const found: Record<string, Json> = { ...readConstraints(json) };
  const drop = (keyword: string) => Reflect.deleteProperty(found, keyword);
  if (type.kind === "object" || typeof found["unevaluatedProperties"] === "boolean")
    drop("unevaluatedProperties");
  if (type.kind === "object" && listsNames(json, type)) drop("propertyNames");
  if ((type.kind === "array" || type.kind === "tuple") && evaluatesAlone(json)) drop("unevaluatedItems");
  if (type.kind === "string" || type.kind === "number") return found;
  const { format, ...formats } = readFormats(json);
  const isImplied = format === undefined || (type.kind === "binary" && format === "binary");
  return { ...formats, ...(isImplied ? {} : { format }), ...found };
}

/** Names that `propertyNames` lists became members, and nothing else is allowed. */
function listsNames(json: JsonObject, { additional }: ObjectType): boolean {
  const keywords = ["additionalProperties", "unevaluatedProperties"];
  return additional === "closed" && keywords.every((keyword) => member(json, keyword) !== false);
}
