import type { OperationModel, ParameterModel } from "../../model/api-model.js";
import { codecOf, preferredMedia } from "../media.js";
import type { SchemaReader } from "../reading/schema-reader.js";
import type { OperationTraits } from "../traits/trait.js";
import type { MemberPlan, TypePlan } from "../type-plan.js";
import type { ModelTypes } from "../types/plan-model-types.js";
import { unionType } from "../types/type-builders.js";
import { parameterDoc } from "./parameter-doc.js";
import type { InputBody, InputParameter, InputPlan } from "./input-plan.js";
import { codeSpan } from "../../text/code-span.js";

/**
 * Plans the one argument that carries an operation's parameters and body. The members of an object body stand beside
 * the parameters; any other body, and one with a member that is named like a parameter, is the member `body`. Every
 * method takes `(input, options)`, and a bare value may stand for an input whose only required member is a path
 * parameter: so that a contract which grows by optional members never changes how a call is written.
 */
export function planInput(
  operation: OperationModel,
  traits: OperationTraits,
  types: ModelTypes,
  reader: SchemaReader,
): InputPlan {
  const given = operation.parameters.filter((parameter) => !isSetByClient(parameter, traits));
  const body = planBody(operation, given, traits, types, reader);
  const parameters = nameParameters(given, body !== undefined && body.from === "body");
  const members = parameters.map((parameter) => parameterMember(parameter, types));
  const parts = bodyParts(body, types);
  const all = [...members, ...parts.members];
  const required = [
    ...all.filter((member) => member.kind === "property" && !member.optional),
    ...parts.inherited.filter((member) => member.kind === "property" && !member.optional),
  ];
  const base = { optional: required.length === 0, parameters, ...(body === undefined ? {} : { body }) };
  if (all.length === 0 && parts.extends === undefined) return base;
  if (all.length === 0 && parts.extends !== undefined && body?.setByClient === undefined)
    return { ...base, type: parts.extends };
  return withDeclaration(operation, base, all, required, parts.extends, reader);
}

/** What may stand bare for an input: an object could not be told from the input itself. */
const SCALARS = new Set(["string", "number", "boolean", "literal", "enum"]);

function withDeclaration(
  operation: OperationModel,
  base: InputPlan,
  members: readonly MemberPlan[],
  required: readonly MemberPlan[],
  parent: TypePlan | undefined,
  reader: SchemaReader,
): InputPlan {
  const name = `${operation.name.type}Input`;
  const [only] = required;
  const path = base.parameters.find(({ model }) => model.in === "path");
  const scalar = path !== undefined && SCALARS.has(reader.resolve(path.model.schema).type.kind);
  const bare =
    required.length === 1 && only?.kind === "property" && scalar && path.key === only.name ? only : undefined;
  const shorthand = bare === undefined ? {} : { shorthand: { name: bare.name, type: bare.type } };
  // Nothing but that one parameter: the bare value is the input, until the contract grows.
  if (bare !== undefined && members.length === 1 && parent === undefined) {
    return { ...base, type: bare.type, ...shorthand };
  }
  const doc = { text: [`Input of \`${operation.name.resource}.${operation.name.method}\`.`], tags: [] };
  const type: TypePlan = { kind: "name", name };
  return {
    ...base,
    type: bare === undefined ? type : unionType([bare.type, type]),
    declaration: {
      kind: "interface",
      name,
      doc,
      extends: parent === undefined ? [] : [parent],
      members,
    },
    ...shorthand,
  };
}

/** Header parameters that a trait of the operation supplies: key and validator. */
function isSetByClient(parameter: ParameterModel, traits: OperationTraits): boolean {
  const headers = [traits.idempotentCreate?.facts.header, traits.conditionalChange?.facts.header];
  return parameter.in === "header" && headers.includes(parameter.name);
}

/** One member each; the same name in a second place says where it goes: `idInQuery`. */
function nameParameters(given: readonly ParameterModel[], hasBody: boolean): readonly InputParameter[] {
  const taken = new Set(hasBody ? ["body"] : []);
  return given.map((model) => {
    const place = model.in.slice(0, 1).toUpperCase() + model.in.slice(1);
    const key = taken.has(model.name) ? `${model.name}In${place}` : model.name;
    taken.add(key);
    return { model, key };
  });
}

function planBody(
  operation: OperationModel,
  given: readonly ParameterModel[],
  traits: OperationTraits,
  types: ModelTypes,
  reader: SchemaReader,
): InputBody | undefined {
  const { body } = operation;
  const media = body === undefined ? undefined : preferredMedia(body.content, reader);
  if (body === undefined || media === undefined) return undefined;
  const codec = codecOf(media, reader);
  const structured = codec === "json" || codec === "form" || codec === "multipart";
  const members =
    structured && media.schema !== undefined ? types.propertiesOf(media.schema, "request") : undefined;
  const chosen = traits.streaming?.facts.member;
  const hasChosen = members?.some((member) => member.kind === "property" && member.name === chosen) === true;
  const plan = {
    required: body.required,
    media,
    codec,
    ...(chosen !== undefined && hasChosen && { setByClient: chosen }),
  };
  const inherits = media.schema === undefined ? undefined : types.typeOf(media.schema, "request");
  if (members === undefined || inherits?.kind !== "name") return { ...plan, from: "body" };
  const names = new Set(members.map((member) => (member.kind === "property" ? member.name : "")));
  const clashes = given.some((parameter) => names.has(parameter.name));
  const partial = !body.required && members.some((member) => member.kind === "property" && !member.optional);
  return { ...plan, from: clashes || partial ? "body" : "members" };
}

interface BodyParts {
  readonly members: readonly MemberPlan[];
  readonly extends?: TypePlan;
  readonly inherited: readonly MemberPlan[];
}

function bodyParts(body: InputBody | undefined, types: ModelTypes): BodyParts {
  if (body === undefined) return { members: [], inherited: [] };
  const { schema } = body.media;
  const type = bodyType(body, types);
  if (body.from === "members") {
    return {
      members: [],
      extends: type,
      inherited: (schema === undefined ? [] : (types.propertiesOf(schema, "request") ?? [])).filter(
        (member) => member.kind === "index" || member.name !== body.setByClient,
      ),
    };
  }
  const doc = { text: [`The request body, ${codeSpan(body.media.mediaType)}.`], tags: [] };
  return {
    members: [{ kind: "property", name: "body", optional: !body.required, type, doc }],
    inherited: [],
  };
}

/** The type of the body as a caller gives it: without the member that the client sets. */
function bodyType({ media: { schema }, setByClient }: InputBody, types: ModelTypes): TypePlan {
  if (schema === undefined) return { kind: "name", name: "Blob" };
  const type = types.typeOf(schema, "request");
  if (setByClient === undefined) return type;
  return { kind: "name", name: "Omit", arguments: [type, { kind: "literal", value: setByClient }] };
}

function parameterMember({ model, key }: InputParameter, types: ModelTypes): MemberPlan {
  return {
    kind: "property",
    name: key,
    optional: !model.required,
    type: types.typeOf(model.schema, "request"),
    doc: parameterDoc(model),
  };
}
