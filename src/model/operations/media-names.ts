import type { JsonObject } from "../../load/loaded-contract.js";
import { appendPointer } from "../../text/json-pointer.js";
import { member, objectMember, sortedMembers } from "../document/json-members.js";
import { type Located, resolveReference } from "../document/resolve-reference.js";
import type { SchemaNote } from "../schema/schema-note.js";
import type { RawOperation } from "./list-raw-operations.js";
import { locateAnswers } from "./locate-answers.js";

/** Whether a key of `content` is a media type or a range of them (RFC 9110 sections 8.3.1 and 12.5.1). */
export function isMediaType(name: string): boolean {
  return /^(?:\*|[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+)\s*(?:;|$)/.test(name);
}

/** What a person should know of content under a name that no media type has, as `undefined`: one note a place. */
export function noteMediaNames(
  document: JsonObject,
  operations: readonly RawOperation[],
): readonly SchemaNote[] {
  const notes = operations
    .flatMap((operation) => locateContents(document, operation))
    .flatMap(({ json, pointer }) => {
      const names = sortedMembers(objectMember(json, "content")).map(([name]) => name);
      const others = names.filter((name) => !isMediaType(name));
      const kept = others.length === names.length ? others[0] : undefined;
      return others.map((name) => ({
        text: `${JSON.stringify(name)} is no media type; ${name === kept ? "what it describes is taken for content of any type" : "it is left out"}.`,
        pointer: appendPointer(pointer, "content", name),
      }));
    });
  return [...new Map(notes.map((note) => [note.pointer, note])).values()];
}

/** The body and the answers of an operation. */
function locateContents(document: JsonObject, operation: RawOperation): readonly Located[] {
  const pointer = appendPointer(operation.pointer, "requestBody");
  const body = resolveReference(document, member(operation.json, "requestBody"), pointer);
  return [
    ...(body === undefined ? [] : [body]),
    ...locateAnswers(document, operation).map(({ located }) => located),
  ];
}
