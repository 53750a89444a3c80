import type { AnswerModel, MediaModel, OperationModel } from "../../model/api-model.js";
import { codecOf, preferredMedia } from "../media.js";
import { filledUrl } from "../connection/filled-url.js";
import type { PlannedOperation } from "../methods/planned-operation.js";
import type { InputPlan, InputParameter } from "../inputs/input-plan.js";
import { fullName, place, successAnswers } from "../reading/answers.js";
import type { SchemaReader } from "../reading/schema-reader.js";
import type { OperationTraits } from "../traits/trait.js";
import type { DescriptorPlan, JsonValue } from "../client-plan.js";
import { constantName } from "../names.js";
import { findIdentifiers, isIdentifier } from "./find-identifiers.js";
import { codeSpan } from "../../text/code-span.js";

/** The constant that tells the runtime how an operation travels (`OperationDescriptor`). */
export function planDescriptor(
  { model: operation, traits, input, security }: PlannedOperation,
  reader: SchemaReader,
): DescriptorPlan {
  const [server] = operation.servers ?? [];
  const value = {
    name: fullName(operation),
    method: operation.method,
    path: operation.path,
    server: server === undefined ? undefined : filledUrl(server),
    security: security.length === 0 ? undefined : security.map(planAlternative),
    parameters:
      input.parameters.length === 0
        ? undefined
        : input.parameters.map((parameter) => planParameter(parameter, reader)),
    body: planBody(input, reader),
    answers: planAnswers(operation, reader),
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
  const style = model.in === "query" || model.in === "cookie" ? "form" : "simple";
  return {
    name: model.name,
    in: model.in,
    key: key === model.name ? undefined : key,
    required: model.required ? true : undefined,
    style: model.style === style ? undefined : model.style,
    explode:
      model.explode === (model.style === "form" || model.style === "cookie") ? undefined : model.explode,
    allowReserved: model.allowReserved ? true : undefined,
    content: model.content,
    id: isIdentifier(model.schema, reader) ? true : undefined,
    sensitive: model.sensitive ? true : undefined,
  };
}

function planBody(input: InputPlan, reader: SchemaReader): JsonValue | undefined {
  const { body } = input;
  if (body === undefined) return undefined;
  const ids = body.media.schema === undefined ? [] : findIdentifiers(body.media.schema, reader);
  return {
    required: body.required ? true : undefined,
    from: body.from,
    content: [planMedia(body.media, reader)],
    ids: ids.length === 0 ? undefined : ids,
  };
}

function planMedia(media: MediaModel, reader: SchemaReader): JsonValue {
  const encoding = Object.entries(media.encoding);
  return {
    mediaType: media.mediaType,
    codec: codecOf(media, reader),
    encoding:
      encoding.length === 0
        ? undefined
        : Object.fromEntries(
            encoding.map(([name, { contentType, style, explode, allowReserved }]) => [
              name,
              { contentType, style, explode, allowReserved: allowReserved === true ? true : undefined },
            ]),
          ),
  };
}

/** Answers with the same content share an entry; of a success's media types the one that its type speaks of stays. */
function planAnswers(operation: OperationModel, reader: SchemaReader): JsonValue {
  const success = new Set<AnswerModel>(successAnswers(operation));
  const groups = new Map<string, { statuses: string[]; content: readonly JsonValue[] }>();
  for (const answer of operation.answers) {
    const preferred = preferredMedia(answer.content, reader);
    const media = success.has(answer) && preferred !== undefined ? [preferred] : answer.content;
    const content = media.map((one) => planMedia(one, reader));
    const key = JSON.stringify([success.has(answer), content]);
    const group = groups.get(key) ?? { statuses: [], content };
    group.statuses.push(answer.status);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ statuses, content }) => ({ statuses, content }));
}
