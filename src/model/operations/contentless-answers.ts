import type { JsonObject } from "../../load/loaded-contract.js";
import { objectMember, sortedMembers } from "../document/json-members.js";
import type { SchemaNote } from "../schema/schema-note.js";
import type { RawOperation } from "./list-raw-operations.js";
import { locateAnswers } from "./locate-answers.js";

/** RFC 9110 sections 6.4.1 and 15: answers of these statuses end with their headers, whatever a contract describes. */
export function neverHasContent(status: string): boolean {
  return /^(?:1..|204|205|304)$/.test(status);
}

/** What a person should know of content that no server can send: one note an answer. */
export function noteContentless(
  document: JsonObject,
  operations: readonly RawOperation[],
): readonly SchemaNote[] {
  const notes = operations
    .flatMap((operation) => locateAnswers(document, operation))
    .filter(({ status }) => neverHasContent(status))
    .filter(({ located }) => sortedMembers(objectMember(located.json, "content")).length > 0)
    .map(({ status, located: { pointer } }) => ({
      text: `An answer ${status} never has content; what is described for it is left out.`,
      pointer,
    }));
  return [...new Map(notes.map((note) => [`${note.pointer} ${note.text}`, note])).values()];
}
