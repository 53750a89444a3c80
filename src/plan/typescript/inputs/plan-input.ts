import type { OperationModel, ParameterModel } from "../../../model/api-model.js";
import { isNullable, type SchemaReader } from "../../service/schema-reader.js";
import type { OperationTraits } from "../../service/traits/trait.js";
import type { MemberPlan, TypePlan } from "../type-plan.js";
import { inOrder } from "../types/merge-members.js";
import { unionType } from "../types/type-builders.js";
import { type BodyShape, bodyShapes, extendedBy } from "./body-shapes.js";
import type { InputParameter, InputPlan } from "./input-plan.js";
import { nameParameters, parameterMember } from "./name-parameters.js";
import { planBody } from "./plan-body.js";
import type { TypeSources } from "./representations.js";

/**
 * Plans the one argument that carries an operation's parameters and body. The members of an object body are beside
 * the parameters; any other body, and one with a member that is named like a parameter, is the member `body`. Every
 * method takes `(input, options)`, and a bare value may stand for an input whose only required member is a path
 * parameter: so that a contract which grows by optional members never changes how a call is written. Where a write
 * requires a body, it is written out, be it `{}`: a caller does not mean a change without anything to change.
 */
export function planInput(
  operation: OperationModel,
  traits: OperationTraits,
  sources: TypeSources,
): InputPlan {
  const given = operation.parameters.filter((parameter) => !isSetByClient(parameter, traits));
  const body = planBody(operation, given, traits, sources);
  const shapes = bodyShapes(body, sources);
  const besides = shapes.flatMap(({ members: own, inherited }) => [...own, ...inherited]);
  const parameters = nameParameters(given, besides, body?.chosenBy);
  const members = parameters.map((parameter) => parameterMember(parameter, sources));
  const [first = { members: [], inherited: [], mediaTypes: [], word: "" }] = shapes;
  const all = [...members, ...first.members];
  const least = shapes.find(({ isBare }) => isBare) ?? first;
  const required = [...members, ...least.members, ...least.inherited].filter(
    (member) => member.kind === "property" && !member.optional,
  );
  const writesBody = body?.required === true && traits.safe === undefined;
  const base = {
    optional: required.length === 0 && !writesBody,
    parameters,
    variants: [],
    ...(body === undefined ? {} : { body }),
  };
  if (all.length === 0 && first.extends === undefined) return base;
  if (all.length === 0 && first.extends !== undefined && body?.setByClient === undefined)
    return { ...base, type: first.extends };
  const bare = writesBody ? undefined : bareMember(base.parameters, required, sources.reader);
  if (shapes.length > 1) return withVariants(operation, base, members, shapes, bare);
  return withDeclaration(operation, base, all, bare, extendedBy(first));
}

/** Bodies of different types: an interface for each, by media type, and their union. */
function withVariants(
  operation: OperationModel,
  base: InputPlan,
  members: readonly MemberPlan[],
  shapes: readonly BodyShape[],
  bare: PropertyPlan | undefined,
): InputPlan {
  const method = `${operation.name.resource}.${operation.name.method}`;
  const words = new Map(shapes.flatMap(({ mediaTypes, word }) => mediaTypes.map((one) => [one, word])));
  const isOptional = shapes.length === 2 && shapes.some(({ isBare }) => isBare);
  const variants = shapes.map((shape): InputPlan["variants"][number] => ({
    kind: "interface",
    name: `${operation.name.type}${shape.word}Input`,
    doc: { text: [`Input of \`${method}\`, one of several.`], tags: [] },
    extends: extendedBy(shape),
    members: inOrder([...members, ...shape.members]),
  }));
  const name = `${operation.name.type}Input`;
  return {
    ...base,
    type: withBare(bare, { kind: "name", name }),
    ...shorthandOf(bare),
    variants,
    words,
    declaration: {
      kind: "alias",
      name,
      doc: {
        text: [
          `Input of \`${method}\`, ${isOptional ? "with its body or without" : "by the media type of its body"}.`,
        ],
        tags: [],
      },
      type: unionType(variants.map((variant) => ({ kind: "name", name: variant.name }))),
    },
  };
}

/** What may be given bare for an input: an object could not be told from the input itself. */
const SCALARS = new Set(["string", "number", "boolean", "literal", "enum"]);

type PropertyPlan = Extract<MemberPlan, { kind: "property" }>;

/** The path parameter that a bare value may stand for: the only member that is required, and a scalar. */
function bareMember(
  parameters: readonly InputParameter[],
  required: readonly MemberPlan[],
  reader: SchemaReader,
): PropertyPlan | undefined {
  const [only] = required;
  const path = parameters.find(({ model }) => model.in === "path");
  if (path === undefined || only?.kind !== "property" || required.length > 1) return undefined;
  const { schema, content } = path.model;
  // As JSON null has a text, and is a value that a call can name; alone it would be no input at all.
  if (content !== undefined && isNullable(schema, reader)) return undefined;
  const scalar = SCALARS.has(reader.resolve(schema).type.kind);
  return scalar && path.key === only.name ? only : undefined;
}

function withDeclaration(
  operation: OperationModel,
  base: InputPlan,
  members: readonly MemberPlan[],
  bare: PropertyPlan | undefined,
  parents: readonly TypePlan[],
): InputPlan {
  const name = `${operation.name.type}Input`;
  const shorthand = shorthandOf(bare);
  // Nothing but that one parameter: the bare value is the input, until the contract grows.
  if (bare !== undefined && members.length === 1 && parents.length === 0) {
    return { ...base, type: bare.type, ...shorthand };
  }
  const doc = { text: [`Input of \`${operation.name.resource}.${operation.name.method}\`.`], tags: [] };
  const type: TypePlan = { kind: "name", name };
  return {
    ...base,
    type: withBare(bare, type),
    declaration: {
      kind: "interface",
      name,
      doc,
      extends: parents,
      members: inOrder(members),
    },
    ...shorthand,
  };
}

function withBare(bare: PropertyPlan | undefined, type: TypePlan): TypePlan {
  return bare === undefined ? type : unionType([bare.type, type]);
}

function shorthandOf(bare: PropertyPlan | undefined): Pick<InputPlan, "shorthand"> {
  return bare === undefined ? {} : { shorthand: { name: bare.name, type: bare.type } };
}

/** Header parameters that a trait of the operation supplies: key and validator. */
function isSetByClient(parameter: ParameterModel, traits: OperationTraits): boolean {
  const headers = [traits.idempotentCreate?.facts.header, traits.conditionalChange?.facts.header];
  return parameter.in === "header" && headers.includes(parameter.name);
}
