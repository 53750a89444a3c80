import type { Diagnostic } from "../../../diagnostics/diagnostic.js";
import type { SchemaModel, SchemaNode, UnionType } from "../../../model/schema-model.js";
import { recursiveResults } from "../../../openapi/recursive-results.js";
import type { VisitBudget } from "../../../openapi/visit.js";
import { discriminatorReader, type ReadDiscriminator } from "./discriminator-values.js";
import { type ListedValue, listKey } from "./literals.js";
import type { Direction, SchemaDirections } from "./schema-usage.js";

/** From where a type is looked at. */
export interface TypeView {
  readonly direction: Direction;
  /** Whether enums and discriminated unions admit what the contract does not list. */
  readonly open: boolean;
}

/** One declaration that a schema gets: it has two where the directions differ and both are used. */
export interface Variant {
  readonly schema: SchemaModel;
  /** Name of the declaration. */
  readonly name: string;
  readonly direction: Direction;
  /**
   * Whether values come from the server, to stay or to be sent back: enums and discriminated unions are open then,
   * because a new value is not an error. The shapes of both directions are alike in that.
   */
  readonly open: boolean;
}

/** Which declaration stands for which schema. */
export interface SchemaCatalog {
  readonly schemas: ReadonlyMap<string, SchemaModel>;
  /** In the order of the schemas, the response's shape first. */
  readonly variants: readonly Variant[];
  /** `input:` and the identity of a schema → name of its additional declaration. */
  readonly secondShapes: ReadonlyMap<string, string>;
  /** The declaration to use for a schema in a direction; undefined for a name that no schema has. */
  variant(name: string, direction: Direction): Variant | undefined;
  /** Whether a response brings an enum of these values, at any position: what is read then can be sent back. */
  isBrought(values: readonly ListedValue[]): boolean;
  /** Which values lead where in a union. */
  readonly discriminator: ReadDiscriminator;
  /** What of intersections and narrowed unions a type can say. */
  readonly combinations: Combinations;
  /** Which unions TypeScript could not resolve with an unlisted alternative that has what all listed ones share. */
  readonly needsItself: NeedsItself;
  /** Whether every value of a schema is a list or null, through references, alternatives and parts. */
  readonly isListOrNull: (node: SchemaNode) => boolean;
  /** What was found to be beyond TypeScript while types were planned, each sentence once. */
  readonly diagnostics: Diagnostic[];
}

/** What the names of additional declarations depend on. */
export interface ShapeNames {
  /** Names that none of them may get. */
  readonly reserved?: ReadonlySet<string>;
  /** Names of an earlier generation, as {@link SchemaCatalog.secondShapes} has them; no schema has one of them. */
  readonly locked?: ReadonlyMap<string, string>;
}

/** Before the identity of a schema: the shape that requests have of it. */
const INPUT = "input:";

/**
 * Decides the declarations and names the additional ones `<Name>Input`, or as they were.
 */
export function catalogSchemas(
  schemas: ReadonlyMap<string, SchemaModel>,
  directions: SchemaDirections,
  { reserved = new Set(), locked = new Map() }: ShapeNames,
  budget?: VisitBudget,
): SchemaCatalog {
  const waiting = [...locked].flatMap(([identity, name]) => (identity.startsWith(INPUT) ? name : []));
  const own = new Set([...schemas.keys(), ...reserved].map((name) => name.toLowerCase()));
  const taken = new Set([...own, ...waiting.map((name) => name.toLowerCase())]);
  const secondShapes = new Map<string, string>();
  const byName = new Map<string, Readonly<Record<Direction, Variant>>>();
  for (const [name, schema] of schemas) {
    const { request, response } = directions.reached(name);
    const open = !directions.closed && (directions.isRead(name) || !request);
    const single: Variant = { schema, name, direction: request && !response ? "request" : "response", open };
    const two = directions.differs(name);
    if (!request || !response || !two) {
      byName.set(name, { request: single, response: single });
      continue;
    }
    const identity = `${INPUT}${schema.identity}`;
    const before = locked.get(identity);
    const isFree = before !== undefined && !own.has(before.toLowerCase());
    const shape = isFree ? before : freeName(`${name}Input`, taken);
    secondShapes.set(identity, shape);
    taken.add(shape.toLowerCase());
    byName.set(name, {
      request: { schema, name: shape, direction: "request", open },
      response: { schema, name, direction: "response", open },
    });
  }
  return {
    schemas,
    secondShapes,
    discriminator: discriminatorReader(schemas, budget),
    combinations: createCombinations(schemas, budget),
    needsItself: createNeedsItself(schemas, budget),
    isListOrNull: createIsListOrNull(schemas, budget),
    diagnostics: [],
    variants: [...byName.values()].flatMap(({ response, request }) =>
      response === request ? [response] : [response, request],
    ),
    variant: (name, direction) => byName.get(name)?.[direction],
    isBrought: (values) => !directions.closed && directions.brought.has(listKey(values)),
  };
}

function createIsListOrNull(
  schemas: ReadonlyMap<string, SchemaModel>,
  budget: VisitBudget | undefined,
): SchemaCatalog["isListOrNull"] {
  return recursiveResults<SchemaNode, boolean>({
    onCycle: true,
    ...(budget && { budget }),
    compute: ({ type }, recurse) => {
      switch (type.kind) {
        case "array":
        case "tuple":
        case "null":
          return true;
        case "literal":
          return type.value === null || Array.isArray(type.value);
        case "union":
          return type.members.every(recurse);
        case "intersection":
          return type.members.some(recurse);
        case "ref": {
          const target = schemas.get(type.name)?.node;
          return target !== undefined && recurse(target);
        }
        default:
          return false;
      }
    },
  });
}

/** Of the parts that hold at once, those that a type can say together. */
interface BoundedParts {
  readonly remaining: readonly SchemaNode[];
  /** How many alternatives all parts together have; of those that are omitted, none. */
  readonly combinations: number;
}

/**
 * TypeScript writes an intersection of unions as a union of all combinations, and refuses 100,000 of them (TS2590). A tenth
 * leaves room for what is intersected with it elsewhere.
 */
const MOST_COMBINATIONS = 10_000;

/** What alternatives of alternatives come to when TypeScript multiplies them out. */
interface Combinations {
  /** Keeps the parts of an intersection, in their order, as long as their alternatives combine to few enough. */
  readonly boundParts: (parts: readonly SchemaNode[]) => BoundedParts;
  /** Whether a type may say more of each of these alternatives, which multiplies out those that are unions themselves. */
  readonly mayNarrow: (alternatives: readonly SchemaNode[]) => boolean;
}

/** @param budget - that of the contract. */
function createCombinations(
  schemas: ReadonlyMap<string, SchemaModel>,
  budget: VisitBudget | undefined,
): Combinations {
  const width = recursiveResults<SchemaNode, number>({
    onCycle: 1,
    ...(budget && { budget }),
    compute: ({ type }, recurse) => {
      if (type.kind === "union") return type.members.reduce((sum, member) => sum + recurse(member), 0);
      if (type.kind === "intersection") return bound(type.members, recurse).product;
      const target = type.kind === "ref" ? schemas.get(type.name) : undefined;
      return target === undefined ? 1 : recurse(target.node);
    },
  });
  return {
    boundParts: (parts) => {
      const { remaining } = bound(parts, width);
      const combinations = parts.reduce((product, part) => product * width(part), 1);
      return { remaining, combinations };
    },
    mayNarrow: (alternatives) =>
      alternatives.reduce((sum, alternative) => sum + width(alternative), 0) <= MOST_COMBINATIONS,
  };
}

function bound(
  parts: readonly SchemaNode[],
  width: (part: SchemaNode) => number,
): { readonly remaining: readonly SchemaNode[]; readonly product: number } {
  const remaining: SchemaNode[] = [];
  let product = 1;
  for (const part of parts) {
    const more = width(part);
    if (remaining.length > 0 && more > 1 && product * more > MOST_COMBINATIONS) continue;
    remaining.push(part);
    product *= more;
  }
  return { remaining, product };
}

type Schemas = ReadonlyMap<string, SchemaModel>;

/** Whether TypeScript needs a union to know the union itself. */
type NeedsItself = (union: UnionType) => boolean;

/**
 * Whether TypeScript needs a union to know the union itself where it asks for the members that all alternatives share
 * (`keyof`, in `UnlistedMember`): `List` of `(Text | List)[]`, or a discriminator whose own type is the union. TypeScript refuses
 * such an alias (TS2456, TS4109). A union that leads back through any other member (`children`) is fine: the types of members
 * are resolved where somebody reads them.
 *
 * @param budget - that of the contract.
 */
function createNeedsItself(schemas: Schemas, budget: VisitBudget | undefined): NeedsItself {
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
  const requested = new Set<string>();
  return (
    discriminator !== undefined && union.members.some((member) => shapeNeeds(member, discriminator.property))
  );

  /** What is needed for the names of a type's members, and for the type of the member that distinguishes alternatives. */
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
        const wanted = isInterface(node) ? property : undefined;
        return type.members.some((member) => shapeNeeds(member, wanted));
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
    if (requested.has(key)) return undefined;
    requested.add(key);
    return schemas.get(name)?.node;
  }
}

/**
 * A name that no other has, in whatever case: the preferred one, or with the first number behind it that is free.
 *
 * @param taken - names in lower case.
 */
export function freeName(preferred: string, taken: ReadonlySet<string>): string {
  let name = preferred;
  for (let count = 2; taken.has(name.toLowerCase()); count++) name = `${preferred}${String(count)}`;
  return name;
}
