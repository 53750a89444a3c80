import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { canonicalJson } from "../../text/canonical-json.js";
import { escapePointerSegment } from "../../text/json-pointer.js";
import { pascal, words } from "../../text/words.js";
import { isObject, listMember, member, objectMember, sortedMembers, textMember } from "../json-members.js";
import type { PropertyModel, SchemaNode } from "../schema-model.js";
import type { PointerName } from "../schema-names/schema-names.js";
import type { BuildSchema, SchemaPosition } from "../schema-position.js";
import { describedMembers } from "./contradictions.js";
import { possibleValues, type SchemaReading } from "./possible-values.js";
import type { ReferenceTarget } from "./references.js";
import { bareNode } from "./schema-nodes.js";

/** What the members that hold under a condition ask of the document as a whole. */
export interface ConditionalContext {
  readonly build: BuildSchema;
  readonly locate: Locate;
  /** The name that a place elsewhere gives a schema, and whose file it goes to. */
  readonly nameAt: (pointer: string) => PointerName;
}

/**
 * An object of the members that a schema describes under a condition alone: each may be absent, and has the type of any
 * of its descriptions. Undefined where there is none, or where the schema is not an object.
 *
 * @param own - what the type of the schema says itself.
 */
export function buildConditional(
  json: JsonObject,
  position: SchemaPosition,
  own: readonly SchemaNode[],
  context: ConditionalContext,
  reading: SchemaReading,
): SchemaNode | undefined {
  const members = conditionalMembers(json, position.pointer, context.locate);
  if (members.size === 0 || !isObjectSchema(json, own, reading)) return undefined;
  // What any alternative describes has its type there: a condition that narrows it could take values away that are valid.
  const known = describedMembers(json, reading, ["allOf", "anyOf", "oneOf"]);
  const properties = [...members]
    .filter(([name]) => !known.has(name))
    .map(([name, schemas]): PropertyModel => {
      const nodes = schemas.map((schema) => buildMember(name, schema, position, context));
      return { name, required: false, conditional: true, schema: anyOf(nodes, position) };
    });
  if (properties.length === 0) return undefined;
  return bareNode({ kind: "object", properties, additional: "unsaid", patterns: [] }, position);
}

/** A schema of another component is built as that component builds it: under the same name, once. */
function buildMember(
  name: string,
  { json, pointer }: ReferenceTarget,
  position: SchemaPosition,
  { build, nameAt }: ConditionalContext,
): SchemaNode {
  if (!pointer.startsWith(`${position.pointer}/`))
    return build(json, { pointer, named: false, ...nameAt(pointer) });
  const suffix = pascal(words(name));
  const own = `${position.name}${suffix === "" ? "Member" : suffix}`;
  return build(json, { pointer, named: false, name: own, owner: position.owner });
}

function anyOf(nodes: readonly SchemaNode[], position: SchemaPosition): SchemaNode {
  const [first, ...others] = nodes;
  if (first === undefined) return bareNode({ kind: "any" }, position);
  if (others.length === 0) return first;
  return { ...bareNode({ kind: "union", form: "anyOf", members: nodes }, position), doc: first.doc };
}

/**
 * Whether values are objects as far as is said; who says nothing of types and has members means objects, unless the
 * condition is one for other values.
 */
function isObjectSchema(json: JsonObject, own: readonly SchemaNode[], reading: SchemaReading): boolean {
  const [first] = own;
  if (first !== undefined) return own.length === 1 && first.type.kind === "object";
  const { types } = possibleValues(json, reading);
  if (types.length === 1) return types.includes("object");
  return types.length === 6 && possibleValues(member(json, "if") ?? true, reading).types.includes("object");
}

/** Schemas of one member, each of which holds under a condition of its own; none: it is only required under one. */
type ConditionalMembers = ReadonlyMap<string, readonly ReferenceTarget[]>;

/** Few schemas have one of these, and all are asked. */
const SOURCES: readonly string[] = [
  ...["if", "dependentSchemas", "dependentRequired", "allOf"],
  ...["oneOf", "anyOf"],
];
const NONE: ConditionalMembers = new Map();

/** Where a reference leads. */
type Locate = (reference: string, from: string) => ReferenceTarget;

/**
 * The members that a schema describes under a condition: in `then`, `else` and `dependentSchemas`, its own and those of
 * its parts in `allOf`, and what they, `dependentRequired` or alternatives only require. Sorted by name. What a schema
 * refers to has its own. Beside `additionalProperties` that says what other members are, no condition adds one (JSON Schema 2020-12,
 * core 10.3.2.3).
 */
function conditionalMembers(json: JsonObject, pointer: string, locate: Locate): ConditionalMembers {
  if (SOURCES.every((keyword) => member(json, keyword) === undefined)) return NONE;
  const found = new Map<string, Map<string, ReferenceTarget>>();
  const seen = new Set<string>();
  const add = (name: string, ...schemas: readonly ReferenceTarget[]) => {
    const known = found.get(name) ?? new Map<string, ReferenceTarget>();
    found.set(name, known);
    for (const each of schemas) {
      const text = canonicalJson(each.json);
      if (!known.has(text)) known.set(text, each);
    }
  };
  const each = (schema: JsonObject, at: string, keyword: string, visit: (part: Json, at: string) => void) => {
    listMember(schema, keyword).forEach((part, index) => {
      visit(part, step(at, keyword, String(index)));
    });
  };
  /** The members that a schema describes for every value. */
  const look = (schema: Json, at: string): void => {
    if (!isObject(schema) || (member(schema, "additionalProperties") ?? true) !== true) return;
    conditions(schema, at);
    each(schema, at, "allOf", look);
  };
  const conditions = (schema: JsonObject, at: string): void => {
    const branches = member(schema, "if") === undefined ? [] : ["then", "else"];
    for (const keyword of branches) gather(member(schema, keyword) ?? true, step(at, keyword));
    for (const [name, part] of sortedMembers(objectMember(schema, "dependentSchemas")))
      gather(part, step(at, "dependentSchemas", name));
    for (const [, names] of sortedMembers(objectMember(schema, "dependentRequired")))
      texts(names).forEach((name) => {
        add(name);
      });
    for (const part of Object.values(requirementsOf(schema)).flat())
      texts(isObject(part) ? member(part, "required") : undefined).forEach((name) => {
        add(name);
      });
  };
  /** The members of a schema that holds under a condition. */
  const gather = (schema: Json, at: string): void => {
    if (!isObject(schema) || seen.has(at)) return;
    seen.add(at);
    const reference = textMember(schema, "$ref");
    if (reference !== undefined) {
      const target = locate(reference, at);
      gather(target.json, target.pointer);
    }
    for (const [name, part] of sortedMembers(objectMember(schema, "properties")))
      add(name, { json: part, pointer: step(at, "properties", name) });
    texts(member(schema, "required")).forEach((name) => {
      add(name);
    });
    for (const keyword of ["allOf", "anyOf", "oneOf"]) each(schema, at, keyword, gather);
    conditions(schema, at);
  };
  look(json, pointer);
  const sorted = [...found].sort(([left], [right]) => (left < right ? -1 : 1));
  return new Map(sorted.map(([name, schemas]) => [name, [...schemas.values()]]));
}

function step(pointer: string, ...keys: readonly string[]): string {
  return `${pointer}${keys.map((key) => `/${escapePointerSegment(key)}`).join("")}`;
}

function texts(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? (value as readonly Json[]).filter((each) => typeof each === "string") : [];
}

const FORMS = ["oneOf", "anyOf"] as const;
const RULES: readonly string[] = ["required", "not", "type", "title", "description"];

/**
 * Whether alternatives only require members which are described beside them: a rule about which members come together, not
 * another shape. It is kept as a constraint.
 */
export function isRequirement(json: JsonObject, form: (typeof FORMS)[number]): boolean {
  const hasMembers = member(json, "properties") !== undefined;
  const isUntyped = hasMembers && member(json, "type") === undefined;
  return (
    (hasMembers || member(json, "allOf") !== undefined) &&
    listMember(json, form).every((part) => {
      return (
        isObject(part) &&
        Object.keys(part).length > 0 &&
        // A text beside members that name no type is another shape, however it is described.
        !(isUntyped && isOfOtherType(part)) &&
        Object.keys(part).every((key) => RULES.includes(key))
      );
    })
  );
}

function isOfOtherType(part: JsonObject): boolean {
  const type = member(part, "type") ?? "object";
  const types: readonly Json[] = Array.isArray(type) ? (type as readonly Json[]) : [type];
  return types.some((one) => one !== "object");
}

/** Alternatives that only have requirements, by their keyword. */
export function requirementsOf(json: JsonObject): Readonly<Record<string, readonly Json[]>> {
  const forms = FORMS.filter((form) => listMember(json, form).length > 0 && isRequirement(json, form));
  return Object.fromEntries(forms.map((form) => [form, listMember(json, form)]));
}
