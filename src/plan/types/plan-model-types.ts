import type { SchemaModel, SchemaNode } from "../../model/schema-model.js";
import type { VisitBudget } from "../../openapi/visit-budget.js";
import type { MemberPlan, ModelFilePlan, TypePlan } from "../type-plan.js";
import { cutCircles } from "./cut-circles.js";
import { listOpenEnums, type OpenEnum } from "./open-enums.js";
import { planDeclaration } from "./plan-declaration.js";
import { planModelFiles } from "./plan-model-files.js";
import { planType } from "./plan-type.js";
import { resolveMembers } from "./resolve-members.js";
import { catalogSchemas, type ShapeNames } from "./schema-catalog.js";
import { type Direction, type SchemaUsage, traceDirections } from "./schema-usage.js";

export type { Direction, SchemaUsage } from "./schema-usage.js";

/** The TypeScript types of a model. */
export interface ModelTypes {
  /** Sorted by file. */
  readonly files: readonly ModelFilePlan[];
  /** The type of a schema as a request sends it or an answer brings it. */
  typeOf(node: SchemaNode, direction: Direction): TypePlan;
  /**
   * The members of a plain object, through references and `allOf`, sorted by name. Undefined when the schema is not an
   * object, or one that may have members of any name: such a value cannot be spread among others.
   */
  propertiesOf(node: SchemaNode, direction: Direction): readonly MemberPlan[] | undefined;
  /** Second shapes, where directions differ: `input:` (or `answer:`) and the schema's identity → `PetInput`. */
  readonly secondShapes: ReadonlyMap<string, string>;
  /** Identities of the schemas whose own name is that of a request's shape, which an answer's differs from. */
  readonly namedByRequests: ReadonlySet<string>;
  /** Enums that requests leave open, by their values, as the manifest has them. */
  readonly openEnums: ReadonlyMap<string, OpenEnum>;
  /** What no type can say, of the types that were asked for so far. */
  readonly warnings: ReadonlySet<string>;
  /** The file (as in `files`) that declares a name; undefined when none does. */
  fileOf(name: string): string | undefined;
}

/**
 * Decides every type: names, files, interfaces and aliases, two shapes where the directions differ.
 *
 * @param usage - the schemas that operations start from; what they reach is followed here.
 * @param names - names that second shapes cannot have, and those that they had.
 * @param budget - that of the contract.
 */
export function planModelTypes(
  schemas: readonly SchemaModel[],
  usage: SchemaUsage,
  names: ShapeNames = {},
  budget?: VisitBudget,
): ModelTypes {
  const byName = new Map(schemas.map((schema) => [schema.name, schema]));
  const directions = traceDirections(byName, usage);
  const catalog = catalogSchemas(byName, directions, names, budget);
  const planned = catalog.variants
    .filter(({ schema }) => usage.untyped?.has(schema.name) !== true)
    .map((variant) => ({ variant, declaration: planDeclaration(variant, catalog) }));
  const cut = cutCircles(
    planned.map(({ declaration }) => declaration),
    (text) => catalog.warnings.add(text),
  );
  const declared = planned.map(({ variant, declaration }, index) => {
    return { variant, declaration: cut[index] ?? declaration };
  });
  const { files, fileOf } = planModelFiles(declared);
  const view = (direction: Direction) => ({ direction, open: direction === "answer" });
  return {
    files,
    secondShapes: catalog.secondShapes,
    namedByRequests: catalog.namedByRequests,
    warnings: catalog.warnings,
    openEnums: listOpenEnums(byName, usage.request, directions.brought, names.enums),
    fileOf: (name) => fileOf.get(name),
    typeOf: (node, direction) => planType(node, view(direction), catalog),
    propertiesOf: (node, direction) => {
      const members = resolveMembers(node, view(direction), catalog);
      return members?.some((member) => member.kind === "index") === true ? undefined : members;
    },
  };
}
