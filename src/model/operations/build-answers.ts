import { appendPointer } from "../../text/json-pointer.js";
import type { AnswerModel, HeaderModel } from "../api-model.js";
import { flagMember, member, objectMember, sortedMembers, textMember } from "../document/json-members.js";
import { type Located, resolveReference } from "../document/resolve-reference.js";
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
        : buildMedia(context, located, /^2/.test(status) ? "Answer" : `Answer${status}`),
      origin: { pointer: located.pointer },
    };
  });
}

function buildHeaders(context: OperationContext, answer: Located): readonly HeaderModel[] {
  return sortedMembers(objectMember(answer.json, "headers")).flatMap(([name, json]) => {
    const header = resolveReference(context.document, json, appendPointer(answer.pointer, "headers", name));
    if (header === undefined) return [];
    const description = textMember(header.json, "description");
    const schema = member(header.json, "schema");
    return [
      {
        name,
        required: flagMember(header.json, "required") === true,
        ...(description === undefined ? {} : { description }),
        ...(schema === undefined
          ? {}
          : {
              schema: context.schemas.node(
                schema,
                appendPointer(header.pointer, "schema"),
                `${context.typeName}Header`,
                context.typeName,
              ),
            }),
      },
    ];
  });
}
