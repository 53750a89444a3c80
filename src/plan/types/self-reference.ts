import type { SchemaModel, SchemaNode, UnionType } from "../../model/schema-model.js";
import { recursiveResults } from "../../openapi/recursive-results.js";
import type { VisitBudget } from "../../openapi/visit-budget.js";

type Schemas = ReadonlyMap<string, SchemaModel>;

/** Answers whether TypeScript needs a union to know the union itself. */
export type NeedsItself = (union: UnionType) => boolean;

/**
 * Whether TypeScript needs a union to know the union itself where it asks for the members that all alternatives share
 * (`keyof`, in `UnlistedMember`): `List` of `(Text | List)[]`, or a discriminator whose own type is the union. TypeScript refuses
 * such an alias (TS2456, TS4109). A union that leads back through any other member (`children`) is fine: the types of members
 * are resolved where somebody reads them.
 *
 * @param budget - that of the contract.
 */
export function createNeedsItself(schemas: Schemas, budget: VisitBudget | undefined): NeedsItself {
  const isInterface = recursiveResults<SchemaNode, boolean>({
    onCycle: false,
    ...(budget && { budget }),
    compute: ({ type }, recurse) => {
      if (type.kind === "object") return type.properties.length > 0;
      if (type.kind !== "intersection") return false;
      return type.members.every((member) => {
        if (member.type.kind !== "ref") return member.type.kind === "object";
        const target = schemas.get(member.type.name)?.node;
        return target !== undefined && (target.type.kind === "object" || recurse(target));
      });
    },
  });
  /** Whether a type has an index signature, which takes the types of all its members. */
  const hasIndex = recursiveResults<SchemaNode, boolean>({
    onCycle: false,
    ...(budget && { budget }),
    compute: ({ type }, recurse) => {
      if (type.kind === "object") return typeof type.additional !== "string" || type.patterns.length > 0;
      if (type.kind === "intersection") return type.members.some(recurse);
      const target = type.kind === "ref" ? schemas.get(type.name)?.node : undefined;
      return target !== undefined && recurse(target);
    },
  });
  return (union) => needsItself(union, schemas, { isInterface, hasIndex }, budget);
}

/** What of a schema is asked for beside one property: all of its members, or the type as such. */
const ALL = Symbol("all");
const TYPE = Symbol("type");

function needsItself(
  union: UnionType,
  schemas: Schemas,
  { isInterface, hasIndex }: Readonly<Record<"isInterface" | "hasIndex", (node: SchemaNode) => boolean>>,
  budget: VisitBudget | undefined,
): boolean {
  const { discriminator } = union;
  const asked = new Set<string>();
  return (
    discriminator !== undefined && union.members.some((member) => shapeNeeds(member, discriminator.property))
  );

  /** What is needed for the names of a type's members, and for the type of the member that tells alternatives apart. */
  function shapeNeeds(node: SchemaNode, only: string | undefined): boolean {
    const { type } = node;
    const property = hasIndex(node) ? undefined : only;
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
        const target = targetOf(type.name, property ?? ALL);
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
        const target = targetOf(type.name, TYPE);
        return target !== undefined && !isInterface(target) && typeNeeds(target);
      }
      default:
        return false;
    }
  }

  /** A named schema; undefined where it was looked at for the same already. */
  function targetOf(name: string, what: string | symbol): SchemaNode | undefined {
    budget?.visit();
    const key = JSON.stringify([name, typeof what === "symbol" ? [what.description] : what]);
    if (asked.has(key)) return undefined;
    asked.add(key);
    return schemas.get(name)?.node;
  }
}
