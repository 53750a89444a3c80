import type { JsonObject } from "../../load/loaded-contract.js";
import { objectMember, sortedMembers } from "../document/json-members.js";
import { neverHasContent } from "../operations/contentless-answers.js";
import type { RawOperation } from "../operations/list-raw-operations.js";
import { locateAnswers } from "../operations/locate-answers.js";
import type { SchemaNote } from "../schema/schema-note.js";
import { noteWebhookParameters } from "./webhook-parameters.js";

/** What a person should know of what webhooks and callbacks bring, or are to be answered with, that is in no type. */
export function noteWebhooks(
  document: JsonObject,
  requests: readonly { readonly name: string; readonly raw: RawOperation }[],
): readonly SchemaNote[] {
  return [...noteWebhookParameters(document, requests), ...noteAnswers(document, requests)];
}

/** Of content to answer with: one note an answer. */
function noteAnswers(
  document: JsonObject,
  requests: readonly { readonly raw: RawOperation }[],
): readonly SchemaNote[] {
  const answers = requests
    .flatMap(({ raw }) => locateAnswers(document, raw))
    .filter(({ status }) => !neverHasContent(status))
    .filter(({ located }) => sortedMembers(objectMember(located.json, "content")).length > 0);
  return [...new Set(answers.map(({ located }) => located.pointer))].map((pointer) => ({
    text: "What a webhook or callback is answered with is in no type: write it as the contract describes it.",
    pointer,
  }));
}
