import type { AnswerModel } from "../api-model.js";
import { upperFirst } from "../../text/words.js";
import { textMember } from "../document/json-members.js";
import { buildHeaders } from "./build-headers.js";
import { buildMedia } from "./build-media.js";
import { neverHasContent } from "./contentless-answers.js";
import type { RawOperation } from "./list-raw-operations.js";
import { locateAnswers } from "./locate-answers.js";
import type { OperationContext } from "./operation-context.js";

/** The answers of an operation: codes, then ranges (`4XX`), then `default`. */
export function buildAnswers(context: OperationContext, operation: RawOperation): readonly AnswerModel[] {
  return locateAnswers(context.document, operation).map(({ status, located }) => {
    const description = textMember(located.json, "description");
    return {
      status,
      ...(description === undefined ? {} : { description }),
      headers: buildHeaders(context, located),
      content: neverHasContent(status)
        ? []
        : buildMedia(context, located, /^2/.test(status) ? "Answer" : `Answer${upperFirst(status)}`),
      origin: { pointer: located.pointer },
    };
  });
}
