import type { OperationModel } from "../../model/api-model.js";
import { ownServer } from "../connection/server-template.js";
import type { PlannedOperation } from "../methods/planned-operation.js";
import type { InputPlan, InputParameter } from "../inputs/input-plan.js";
import { onlyValue } from "../inputs/only-value.js";
import { fullName, place } from "../reading/answers.js";
import type { SchemaReader } from "../reading/schema-reader.js";
import type { OperationTraits } from "../traits/trait.js";
import type { DescriptorPlan, JsonValue } from "../client-plan.js";
import { constantName } from "../names.js";
import { findIdentifiers, findParameterIdentifiers, type IdentifierPlan } from "./find-identifiers.js";
import { listLongIntegers } from "./find-long-integers.js";
import { type AnswerSources, planAnswers } from "./plan-answers.js";
import { planEncoding, planMedia } from "./plan-media.js";
import { codeSpan } from "../../text/code-span.js";

/** The constant that tells the runtime how an operation travels (`OperationDescriptor`). */
export function planDescriptor(planned: PlannedOperation, sources: AnswerSources): DescriptorPlan {
  const { model: operation, traits, input, security } = planned;
  const { reader } = sources;
  const value = {
    name: fullName(operation),
    method: operation.method,
    path: operation.path,
    server: ownServer(operation.servers),
    security: security.length === 0 ? undefined : security.map(planAlternative),
    parameters:
      input.parameters.length === 0
        ? undefined
        : input.parameters.map((parameter) => planParameter(parameter, reader)),
    body: planBody(input, reader),
    answers: planAnswers(planned, sources),
    repeat: repeatClass(traits),
    idempotencyHeader: traits.idempotentCreate?.facts.header,
    conditionHeader: traits.conditionalChange?.facts.header,
  };
  return {
    constant: constantName(operation.name.method),
    doc: { text: [codeSpan(place(operation))], tags: [] },
    type: "OperationDescriptor",
    value,
  };
}

function planAlternative(alternative: OperationModel["security"][number]): JsonValue {
  return Object.fromEntries(alternative.map(({ scheme, scopes }) => [scheme, scopes]));
}

/** The column of the repeat table. */
function repeatClass(traits: OperationTraits): "read" | "keyed" | "conditional" | "write" {
  if (traits.safe !== undefined) return "read";
  if (traits.idempotentCreate !== undefined) return "keyed";
  return traits.conditionalChange === undefined ? "write" : "conditional";
}

function planParameter({ model, key }: InputParameter, reader: SchemaReader): JsonValue {
  const identifiers = findParameterIdentifiers(model.schema, reader);
  const style = model.in === "path" || model.in === "header" ? "simple" : "form";
  return {
    name: model.name,
    in: model.in,
    key: key === model.name ? undefined : key,
    required: model.required ? true : undefined,
    only: onlyValue(model, reader),
    style: model.style === style ? undefined : model.style,
    explode:
      model.explode === (model.style === "form" || model.style === "cookie") ? undefined : model.explode,
    allowReserved: model.allowReserved ? true : undefined,
    content: model.content?.mediaType,
    encoding:
      model.in === "querystring" && model.content !== undefined
        ? planEncoding(model.content.encoding)
        : undefined,
    id: identifiers.id ? true : undefined,
    ...listIdentifiers(identifiers),
    longIntegers: listLongIntegers(model.schema, reader),
    sensitive: model.sensitive ? true : undefined,
  };
}

function planBody(input: InputPlan, reader: SchemaReader): JsonValue | undefined {
  const { body } = input;
  if (body === undefined) return undefined;
  const choices = [body, ...body.others];
  const schemas = choices.flatMap(({ media }) => media.schema ?? []);
  return {
    required: body.required ? true : undefined,
    from: body.from,
    chosenBy: body.chosenBy,
    undecided: body.undecided,
    content: choices.map(({ media, codec, from, renamed }) => ({
      ...planMedia(media, codec),
      longIntegers: listLongIntegers(media.schema, reader),
      from: from === body.from ? undefined : from,
      renamed:
        renamed === undefined
          ? undefined
          : Object.fromEntries([...renamed].map(([name, given]) => [given, name])),
    })),
    ...listIdentifiers(findIdentifiers(schemas, reader)),
  };
}

function listIdentifiers({ ids, idGroups }: IdentifierPlan): {
  readonly ids: JsonValue | undefined;
  readonly idGroups: JsonValue | undefined;
} {
  return {
    ids: ids.length === 0 ? undefined : ids,
    idGroups: idGroups.length === 0 ? undefined : idGroups,
  };
}
