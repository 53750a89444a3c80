import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { member } from "../json-members.js";
import type { ObjectType, PropertyModel, SchemaNode, SchemaType } from "../schema-model.js";
import type { SchemaPosition } from "../schema-position.js";
import { combineConstraints } from "./constraints.js";
import { assertionsOf, inAll, type SchemaReading } from "./possible-values.js";
import { bareNode, mergeDocs } from "./schema-nodes.js";

/**
 * Several assertions about one value as one schema: empty assertions are omitted, equal ones are
 * merged, inline objects become one, and only the rest is an intersection.
 */
export function joinParts(parts: readonly SchemaNode[], position: SchemaPosition): SchemaNode {
  const [only, ...more] = parts;
  if (only !== undefined && more.length === 0 && only.type.kind !== "intersection") return only;
  const flat = parts.flatMap((part) => (part.type.kind === "intersection" ? part.type.members : [part]));
  const meaningful = withoutVague(mergeObjects(mergeScalars(withoutAny(flat))));
  const [first, ...others] = meaningful;
  if (first === undefined) return parts[0] ?? bareNode({ kind: "any" }, position);
  if (others.length === 0) return withConstraints(first, parts);
  // The constraints of a part without a declaration of its own apply to the whole.
  return withConstraints(bareNode({ kind: "intersection", members: meaningful }, position), flat);
}

function withoutAny(parts: readonly SchemaNode[]): readonly SchemaNode[] {
  return parts.filter((part) => part.type.kind !== "any");
}

/** Constraints and words of parts that became one, earlier ones first. */
function withConstraints(node: SchemaNode, parts: readonly SchemaNode[]): SchemaNode {
  const others = parts.filter((part) => part !== node);
  return others.reduce<SchemaNode>(
    (joined, part) => ({
      ...joined,
      doc: mergeDocs(joined.doc, part.doc),
      sensitive: joined.sensitive || part.sensitive,
      constraints: combineConstraints(joined.constraints, part.constraints),
    }),
    node,
  );
}

/** Strings and numbers: a literal says more than its type, and two of one type are one. */
function mergeScalars(parts: readonly SchemaNode[]): readonly SchemaNode[] {
  const literal = parts.find(({ type }) => type.kind === "literal" || type.kind === "enum");
  const merged: SchemaNode[] = [];
  for (const part of parts) {
    const { type } = part;
    if (
      literal !== undefined &&
      (type.kind === "string" || type.kind === "number" || type.kind === "boolean")
    )
      continue;
    const index = merged.findIndex(
      (other) => sameScalar(other.type, type) || inBoth(other.type, type) !== undefined,
    );
    const other = merged[index];
    if (other === undefined) merged.push(part);
    else {
      const both = inBoth(other.type, type) ?? mergedScalar(other.type, type);
      merged[index] = { ...withConstraints(other, [part]), type: both };
    }
  }
  return merged;
}

/** The values that two lists have in common; undefined where one is not a list, or no value is common. */
function inBoth(left: SchemaType, right: SchemaType): SchemaType | undefined {
  const [one, other] = [valuesOf(left), valuesOf(right)];
  const values = one?.filter((value) => other?.includes(value) === true) ?? [];
  const [first, ...others] = values;
  if (first === undefined) return undefined;
  if (others.length > 0) return { kind: "enum", values };
  return first === null ? { kind: "null" } : { kind: "literal", value: first };
}

function valuesOf(type: SchemaType): readonly (string | number | boolean | null)[] | undefined {
  if (type.kind === "enum") return type.values;
  if (type.kind !== "literal" || (typeof type.value === "object" && type.value !== null)) return undefined;
  return [type.value];
}

function sameScalar(left: SchemaType, right: SchemaType): boolean {
  if (left.kind === "ref" && right.kind === "ref") return left.name === right.name;
  if (left.kind === "literal" && right.kind === "literal") return left.value === right.value;
  return left.kind === right.kind && ["boolean", "null", "number", "string"].includes(left.kind);
}

function mergedScalar(left: SchemaType, right: SchemaType): SchemaType {
  if (left.kind === "number" && right.kind === "number")
    return { ...right, ...left, integer: left.integer || right.integer };
  return left.kind === "string" ? { ...right, ...left } : left;
}

/** Inline objects whose members do not clash are one object. */
function mergeObjects(parts: readonly SchemaNode[]): readonly SchemaNode[] {
  const objects: SchemaNode[] = [];
  for (const part of parts) {
    const index = objects.findIndex((other) => mergedObject(other.type, part.type) !== undefined);
    const other = objects[index];
    const merged = other === undefined ? undefined : mergedObject(other.type, part.type);
    if (other === undefined || merged === undefined) objects.push(part);
    else objects[index] = { ...withConstraints(other, [part]), type: merged };
  }
  return objects;
}

function mergedObject(left: SchemaType, right: SchemaType): ObjectType | undefined {
  if (left.kind !== "object" || right.kind !== "object") return undefined;
  const properties = mergedProperties(left.properties, right.properties);
  const additional = left.additional === "unsaid" ? right.additional : left.additional;
  const open =
    left.additional === "unsaid" || right.additional === "unsaid" || left.additional === right.additional;
  if (properties === undefined || !open) return undefined;
  return { kind: "object", properties, additional, patterns: [...left.patterns, ...right.patterns] };
}

/**
 * Undefined when both describe one property differently. That one merely requires what the other describes is fine, and
 * a description that always holds stands for one under a condition.
 */
function mergedProperties(
  left: readonly PropertyModel[],
  right: readonly PropertyModel[],
): readonly PropertyModel[] | undefined {
  const merged = new Map(left.map((property) => [property.name, property]));
  for (const property of right) {
    const other = merged.get(property.name);
    if (other === undefined) merged.set(property.name, property);
    else {
      const required = other.required || property.required;
      const [own, others] = [wordOf(property), wordOf(other)];
      if (own === others && own !== word.none) return undefined;
      merged.set(property.name, { ...(own > others ? property : other), required });
    }
  }
  return [...merged.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** How much a description counts beside another one of the same member. */
const word = { none: 0, underCondition: 1, always: 2 };

function wordOf({ schema, conditional }: PropertyModel): number {
  // Required, but described elsewhere.
  if (schema.type.kind === "any" && schema.doc.description === undefined) return word.none;
  return conditional === true ? word.underCondition : word.always;
}

/** An object of which nothing is known adds nothing to what the others say. */
function withoutVague(parts: readonly SchemaNode[]): readonly SchemaNode[] {
  const vague = (node: SchemaNode) =>
    node.type.kind === "object" &&
    node.type.properties.length === 0 &&
    node.type.patterns.length === 0 &&
    typeof node.type.additional === "string";
  const meaningful = parts.filter((part) => !vague(part));
  return meaningful.length > 0 ? meaningful : parts.slice(0, 1);
}

/** One of the schemas that hold at once. */
export interface HeldPart {
  readonly node: SchemaNode;
  /** The keyword that contains it, `allOf/0`; `type` for the schema's own keywords. */
  readonly keyword: string;
  /** As it is written, keyword and all. */
  readonly json: Json;
}

/**
 * Finds the parts that are a type and nothing more where the others say that type themselves: `type: array` beside a
 * reference to a list. A scalar type that takes something from what the others allow stays.
 *
 * @param json - the schema that the parts are of.
 */
export function impliedTypes(
  parts: readonly HeldPart[],
  json: JsonObject,
  reading: SchemaReading,
): readonly HeldPart[] {
  const bare = parts.filter(({ node, keyword }) => {
    return isBareType(node) && (keyword === "type" || node.type.kind === "array");
  });
  if (parts.length < 2 || bare.length === 0) return [];
  const assertions = assertionsOf(json, reading);
  const left = bare.filter((part) => {
    const others = assertions.filter(({ keyword }) => keyword !== part.keyword);
    const { types } = inAll(others.map(({ possible }) => possible));
    if (part.keyword !== "type") return types.length === 1 && types[0] === "array";
    const own = assertions.find(({ keyword }) => keyword === "type")?.possible.types;
    if (types.length === ANY_TYPE)
      return parts.some((other) => other !== part && restates(part.node, other.node));
    if (own === undefined || part.node.type.kind === "object" || part.node.type.kind === "array") return true;
    const shared = types.filter((type) => own.includes(type)).length;
    return shared === 0 || shared === types.length;
  });
  return left.length === parts.length ? left.slice(1) : left;
}

/** So many types there are: who allows as many names none. */
const ANY_TYPE = 6;

/**
 * Whether a part has the type of a bare one although it names none: alternatives have it from their siblings, and
 * a reference may lead to members or items. `{ pattern }` alone has none.
 */
function restates(bare: SchemaNode, { type }: SchemaNode): boolean {
  if (type.kind === "union") return type.members.every((member) => restates(bare, member));
  const isScalar = bare.type.kind !== "object" && bare.type.kind !== "array";
  return isScalar ? type.kind === bare.type.kind : type.kind !== "any";
}

/** The schemas that an omitted part has for its items or for members of any name; empty where it has none. */
export function siblingKeywordsOf({ node, json }: HeldPart): readonly Json[] {
  const { type } = node;
  const asserted = (inner: SchemaNode, keyword: string): readonly Json[] => {
    const value = member(json as JsonObject, keyword);
    return Object.keys(inner.constraints).length === 0 || value === undefined ? [] : [{ [keyword]: value }];
  };
  if (type.kind === "array") return asserted(type.items, "items");
  if (type.kind !== "object" || typeof type.additional === "string") return [];
  return asserted(type.additional, "additionalProperties");
}

/** A type and nothing more. */
function isBareType({ type }: SchemaNode): boolean {
  if (type.kind === "object") {
    const open =
      type.additional === "unsaid" || (type.additional !== "closed" && type.additional.type.kind === "any");
    return type.properties.length === 0 && type.patterns.length === 0 && open;
  }
  if (type.kind === "array") return type.items.type.kind === "any";
  if (type.kind === "string") return type.format === undefined;
  if (type.kind === "union") return type.form === "types" && type.members.every(isBareType);
  return type.kind === "number" || type.kind === "boolean" || type.kind === "null";
}
