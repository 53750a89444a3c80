import type { SchemaModel, SchemaNode, UnionType } from "../../model/schema-model.js";

type Schemas = ReadonlyMap<string, SchemaModel>;

/**
 * Whether TypeScript needs a union to know the union itself where it asks for the members that all alternatives share
 * (`keyof`, in `UnlistedMember`): `List` of `(Text | List)[]`, or a discriminator whose own type is the union. TypeScript refuses
 * such an alias (TS2456, TS4109). A union that leads back through any other member (`children`) is fine: the types of members
 * are resolved where somebody reads them.
 */
export function needsItself(union: UnionType, schemas: Schemas): boolean {
  const { discriminator } = union;
  const asked = new Set<string>();
  return (
    discriminator !== undefined && union.members.some((member) => shapeNeeds(member, discriminator.property))
  );

  /** What is needed for the names of a type's members, and for the type of the member that tells alternatives apart. */
  function shapeNeeds(node: SchemaNode, property: string | undefined): boolean {
    const { type } = node;
    switch (type.kind) {
      case "object":
        return [
          ...type.properties
            .filter(({ name }) => property === undefined || name === property)
            .map(({ schema }) => schema),
          ...(typeof type.additional === "string" ? [] : [type.additional]),
          ...type.patterns.map(({ schema }) => schema),
        ].some(typeNeeds);
      case "ref": {
        const target = targetOf(type.name, property);
        return target !== undefined && shapeNeeds(target, property);
      }
      case "union":
        return typeNeeds(node) || type.members.some((member) => shapeNeeds(member, property));
      case "intersection": {
        // A member that several parts have is resolved, whichever it is: an interface has all parts resolved by then.
        const asks = isInterface(node) ? property : undefined;
        return type.members.some((member) => shapeNeeds(member, asks));
      }
      default:
        return typeNeeds(node);
    }
  }

  /** What is needed for a type as such: all of an alias, and nothing of an interface or a literal of members. */
  function typeNeeds(node: SchemaNode): boolean {
    const { type } = node;
    switch (type.kind) {
      case "array":
        return typeNeeds(type.items);
      case "tuple":
        return [...type.items, ...(type.rest === undefined ? [] : [type.rest])].some(typeNeeds);
      case "union": {
        const { discriminator: own } = type;
        if (own !== undefined && own === discriminator) return true;
        const shapes = own === undefined ? [] : type.members;
        return (
          type.members.some(typeNeeds) || shapes.some((member) => shapeNeeds(member, own?.property ?? ""))
        );
      }
      case "intersection":
        return type.members.some(typeNeeds);
      case "ref": {
        const target = targetOf(type.name);
        return target !== undefined && !isInterface(target) && typeNeeds(target);
      }
      default:
        return false;
    }
  }

  /** A named schema; undefined where it was looked at for the same already. */
  function targetOf(name: string, property = ""): SchemaNode | undefined {
    const key = JSON.stringify([name, property]);
    if (asked.has(key)) return undefined;
    asked.add(key);
    return schemas.get(name)?.node;
  }

  function isInterface({ type }: SchemaNode, seen: ReadonlySet<string> = new Set()): boolean {
    if (type.kind === "object") return type.properties.length > 0;
    if (type.kind !== "intersection") return false;
    return type.members.every((member) => {
      if (member.type.kind !== "ref") return member.type.kind === "object";
      const { name } = member.type;
      const target = seen.has(name) ? undefined : schemas.get(name);
      return target !== undefined && isPart(target.node, new Set([...seen, name]));
    });
  }

  function isPart(node: SchemaNode, seen: ReadonlySet<string>): boolean {
    return node.type.kind === "object" || isInterface(node, seen);
  }
}
