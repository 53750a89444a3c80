import type { SchemaModel, SchemaNode } from "../../model/schema-model.js";
import { recursiveResults } from "../../openapi/recursive-results.js";
import type { VisitBudget } from "../../openapi/visit-budget.js";
import { discriminatorReader, type ReadDiscriminator } from "./discriminator-values.js";
import { type Combinations, createCombinations } from "./bounded-parts.js";
import { freeName } from "./free-name.js";
import { type ListedValue, listKey } from "./listed-values.js";
import { createNeedsItself, type NeedsItself } from "./self-reference.js";
import type { Direction, SchemaDirections } from "./schema-usage.js";

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
  /** In the order of the schemas, the answer's shape first. */
  readonly variants: readonly Variant[];
  /** `input:`, or `answer:`, and the identity of a schema → name of its additional declaration. */
  readonly secondShapes: ReadonlyMap<string, string>;
  /** Identities of the schemas whose own name is that of a request's shape, which an answer's differs from. */
  readonly namedByRequests: ReadonlySet<string>;
  /** The declaration to use for a schema in a direction; undefined for a name that is no schema's. */
  variant(name: string, direction: Direction): Variant | undefined;
  /** Whether an answer brings an enum of these values, wherever it stands, or did: what is read then can be sent back. */
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
  readonly warnings: Set<string>;
}

/** What the names of additional declarations depend on. */
export interface ShapeNames {
  /** Names that none of them may get. */
  readonly reserved?: ReadonlySet<string>;
  /** Names of an earlier generation, as {@link SchemaCatalog.secondShapes} has them; no schema has one of them. */
  readonly kept?: ReadonlyMap<string, string>;
  /** Those of an earlier generation, as {@link SchemaCatalog.namedByRequests} has them. */
  readonly requests?: ReadonlySet<string>;
  /** Enums that requests left open in an earlier generation (`ModelTypes.openEnums`), by their values. */
  readonly enums?: ReadonlyMap<string, string>;
}

/**
 * Decides the declarations and names the additional ones `<Name>Input`, or as they were. What requests alone had keeps its
 * name where answers bring it later, with another shape: theirs is `<Name>Answer`, so that what was sent compiles.
 */
export function catalogSchemas(
  schemas: ReadonlyMap<string, SchemaModel>,
  directions: SchemaDirections,
  { reserved = new Set(), kept = new Map(), requests = new Set(), enums = new Map() }: ShapeNames,
  budget?: VisitBudget,
): SchemaCatalog {
  const waiting = [...kept].flatMap(([identity, name]) => (/^(?:input|answer):/u.test(identity) ? name : []));
  const own = new Set([...schemas.keys(), ...reserved].map((name) => name.toLowerCase()));
  const taken = new Set([...own, ...waiting.map((name) => name.toLowerCase())]);
  const secondShapes = new Map<string, string>();
  const namedByRequests = new Set<string>();
  const byName = new Map<string, Readonly<Record<Direction, Variant>>>();
  for (const [name, schema] of schemas) {
    const { request, answer } = directions.reached(name);
    const open = directions.isRead(name) || !request;
    const single: Variant = { schema, name, direction: request && !answer ? "request" : "answer", open };
    const two = directions.differs(name);
    const isRequests = two && request && (!answer || requests.has(schema.identity));
    if (isRequests) namedByRequests.add(schema.identity);
    if (!request || !answer || !two) {
      byName.set(name, { request: single, answer: single });
      continue;
    }
    const identity = `${isRequests ? "answer" : "input"}:${schema.identity}`;
    const before = kept.get(identity);
    const isFree = before !== undefined && !own.has(before.toLowerCase());
    const shape = isFree ? before : freeName(`${name}${isRequests ? "Answer" : "Input"}`, taken);
    secondShapes.set(identity, shape);
    taken.add(shape.toLowerCase());
    const [sent, brought] = isRequests ? [name, shape] : [shape, name];
    byName.set(name, {
      request: { schema, name: sent, direction: "request", open },
      answer: { schema, name: brought, direction: "answer", open },
    });
  }
  return {
    schemas,
    secondShapes,
    namedByRequests,
    discriminator: discriminatorReader(schemas, budget),
    combinations: createCombinations(schemas, budget),
    needsItself: createNeedsItself(schemas, budget),
    isListOrNull: createIsListOrNull(schemas, budget),
    warnings: new Set(),
    variants: [...byName.values()].flatMap(({ answer, request }) =>
      answer === request ? [answer] : [answer, request],
    ),
    variant: (name, direction) => byName.get(name)?.[direction],
    isBrought: (values) => {
      const key = listKey(values);
      return directions.brought.has(key) || enums.has(key);
    },
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
