import type { AnswerModel, OperationModel } from "../../model/api-model.js";
import { codecOf, preferredMedia } from "../media.js";
import { successAnswers } from "../reading/answers.js";
import type { SchemaReader } from "../reading/schema-reader.js";
import type { TypePlan } from "../type-plan.js";
import type { ModelTypes } from "../types/plan-model-types.js";
import { unionType } from "../types/type-builders.js";

const NOTHING: TypePlan = { kind: "keyword", name: "undefined" };

/** The type of what a successful call gives: over all success answers, `undefined` where one has no content. */
export function answerType(operation: OperationModel, types: ModelTypes, reader: SchemaReader): TypePlan {
  const all = successAnswers(operation).map((answer) => contentType(answer, types, reader));
  if (all.length === 0) return NOTHING;
  return unionType(all);
}

function contentType(answer: AnswerModel, types: ModelTypes, reader: SchemaReader): TypePlan {
  const media = preferredMedia(answer.content, reader);
  if (media === undefined) return NOTHING;
  const codec = codecOf(media, reader);
  if (codec === "binary") return { kind: "name", name: "Blob" };
  // What an event's data is depends on the event: the contract describes data at best, and the runtime gives the text.
  if (codec === "events") return stream({ kind: "name", name: "ServerSentEvent" });
  const type: TypePlan =
    media.schema === undefined ? { kind: "keyword", name: "unknown" } : types.typeOf(media.schema, "answer");
  if (codec === "text")
    return media.schema === undefined
      ? { kind: "keyword", name: "string" }
      : textType(type, media.schema, reader);
  return codec === "lines" ? stream(type) : type;
}

function stream(item: TypePlan): TypePlan {
  return { kind: "name", name: "AsyncIterable", arguments: [item] };
}

/** Text stays text, whatever structure the contract sees in it (XML): only a schema of strings says more. */
function textType(
  type: TypePlan,
  schema: Parameters<SchemaReader["resolve"]>[0],
  reader: SchemaReader,
): TypePlan {
  const { kind } = reader.resolve(schema).type;
  return kind === "string" || kind === "enum" || kind === "literal"
    ? type
    : { kind: "keyword", name: "string" };
}
