import type { SchemaModel, SchemaNode } from "../../model/schema-model.js";

/**
 * Whether a schema is an object that is closed to all members: `additionalProperties: false` without `properties`. Beside parts
 * with members contracts mean all parts together, as with `unevaluatedProperties: false`; a type of no members would refuse
 * what the others describe.
 */
export function hasNoMembers(node: SchemaNode, schemas: ReadonlyMap<string, SchemaModel>): boolean {
  const seen = new Set<string>();
  let { type } = node;
  while (type.kind === "ref" && !seen.has(type.name)) {
    seen.add(type.name);
    const target = schemas.get(type.name);
    if (target === undefined) return false;
    ({ type } = target.node);
  }
  return (
    type.kind === "object" &&
    type.additional === "closed" &&
    type.properties.length === 0 &&
    type.patterns.length === 0
  );
}
