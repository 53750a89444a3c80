import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { member } from "../document/json-members.js";
import type { SchemaNode } from "../schema-model.js";
import { assertionsOf, inAll, type SchemaReading } from "./possible-values.js";

/** One of the schemas that hold at once. */
export interface HeldPart {
  readonly node: SchemaNode;
  /** The keyword that it stands under, `allOf/0`; `type` for what stands in the schema itself. */
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
      return parts.some((other) => other !== part && says(part.node, other.node));
    if (own === undefined || part.node.type.kind === "object" || part.node.type.kind === "array") return true;
    const shared = types.filter((type) => own.includes(type)).length;
    return shared === 0 || shared === types.length;
  });
  return left.length === parts.length ? left.slice(1) : left;
}

/** So many types there are: who allows as many names none. */
const ANY_TYPE = 6;

/**
 * Whether a part has the type of a bare one although it names none: alternatives have it from what stands beside them, and
 * a reference may lead to members or items. `{ pattern }` alone has none.
 */
function says(bare: SchemaNode, { type }: SchemaNode): boolean {
  if (type.kind === "union") return type.members.every((member) => says(bare, member));
  const isScalar = bare.type.kind !== "object" && bare.type.kind !== "array";
  return isScalar ? type.kind === bare.type.kind : type.kind !== "any";
}

/** What a part that is left out says of its items, or of members of any name, as a schema; nothing where it says nothing. */
export function saidBeside({ node, json }: HeldPart): readonly Json[] {
  const { type } = node;
  const told = (inner: SchemaNode, keyword: string): readonly Json[] => {
    const value = member(json as JsonObject, keyword);
    return Object.keys(inner.constraints).length === 0 || value === undefined ? [] : [{ [keyword]: value }];
  };
  if (type.kind === "array") return told(type.items, "items");
  if (type.kind !== "object" || typeof type.additional === "string") return [];
  return told(type.additional, "additionalProperties");
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
