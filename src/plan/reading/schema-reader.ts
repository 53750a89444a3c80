import type { PropertyModel, SchemaModel, SchemaNode } from "../../model/schema-model.js";

/** Looks through references and `allOf`: what a schema says in the end. Pure; made once per model. */
export interface SchemaReader {
  /** The schema that stands behind references, `null` alternatives of a union left aside when one other remains. */
  resolve(node: SchemaNode): SchemaNode;
  /** The schema of that name, as it stands; undefined when the model has none. */
  named(name: string): SchemaNode | undefined;
  /** Properties of an object, those of every `allOf` member included; undefined when it is no object. */
  properties(node: SchemaNode): readonly PropertyModel[] | undefined;
  /** The property at a member path. */
  property(node: SchemaNode, name: string): PropertyModel | undefined;
  /** The scalar values that a schema allows, when it says: of a literal or an enum, through unions. */
  values(node: SchemaNode): readonly (string | number | boolean | null)[];
}

/** Reads the named schemas of a model. */
export function createSchemaReader(schemas: readonly SchemaModel[]): SchemaReader {
  const byName = new Map(schemas.map((schema) => [schema.name, schema.node]));

  const resolve = (node: SchemaNode, seen: ReadonlySet<string> = new Set()): SchemaNode => {
    if (node.type.kind === "union") {
      const others = node.type.members.filter((member) => member.type.kind !== "null");
      const [only] = others;
      return others.length === 1 && only !== undefined ? resolve(only, seen) : node;
    }
    if (node.type.kind !== "ref" || seen.has(node.type.name)) return node;
    const target = byName.get(node.type.name);
    return target === undefined ? node : resolve(target, new Set([...seen, node.type.name]));
  };

  const properties = (node: SchemaNode, depth = 0): readonly PropertyModel[] | undefined => {
    const { type } = resolve(node);
    if (type.kind === "object") return type.properties;
    if (type.kind !== "intersection" || depth > 20) return undefined;
    const merged = new Map<string, PropertyModel>();
    for (const member of type.members) {
      for (const property of properties(member, depth + 1) ?? [])
        merged.set(property.name, merge(merged.get(property.name), property));
    }
    return [...merged.values()];
  };

  const values = (node: SchemaNode, depth = 0): readonly (string | number | boolean | null)[] => {
    const { type } = resolve(node);
    if (type.kind === "enum") return type.values;
    if (type.kind === "literal" && !(typeof type.value === "object" && type.value !== null))
      return [type.value];
    if ((type.kind !== "union" && type.kind !== "intersection") || depth > 20) return [];
    return type.members.flatMap((member) => values(member, depth + 1));
  };

  return {
    resolve,
    named: (name) => byName.get(name),
    properties,
    values,
    property: (node, name) => properties(node)?.find((property) => property.name === name),
  };
}

/** Of two parts that have a member, the last that describes it says what it is; one that requires it is enough. */
function merge(known: PropertyModel | undefined, next: PropertyModel): PropertyModel {
  if (known === undefined) return next;
  const described = next.undescribed === true ? known : next;
  return { ...described, required: known.required || next.required };
}
