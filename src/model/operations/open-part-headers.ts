import type { JsonObject } from "../../load/loaded-contract.js";
import { appendPointer } from "../../text/json-pointer.js";
import { member, objectMember, sortedMembers } from "../document/json-members.js";
import { resolveReference } from "../document/resolve-reference.js";
import type { SchemaNote } from "../schema/schema-note.js";
import { openHeaders } from "./build-encoding.js";
import type { RawOperation } from "./list-raw-operations.js";

/**
 * What a person should know of the headers of multipart parts that the contract does not fix (OpenAPI, Encoding Object):
 * a part is a value of the input, so that nobody can give them. One note a part.
 */
export function noteOpenPartHeaders(
  document: JsonObject,
  operations: readonly RawOperation[],
): readonly SchemaNote[] {
  const notes = operations.flatMap(({ json, pointer }) => {
    const at = appendPointer(pointer, "requestBody");
    const body = resolveReference(document, member(json, "requestBody"), at);
    if (body === undefined) return [];
    return sortedMembers(objectMember(body.json, "content"))
      .filter(([mediaType]) => /^multipart\//i.test(mediaType))
      .flatMap(([mediaType, media]) =>
        notesOfMedia(
          document,
          resolveReference(document, media, appendPointer(body.pointer, "content", mediaType)),
        ),
      );
  });
  return [...new Map(notes.map((note) => [note.pointer, note])).values()];
}

function notesOfMedia(
  document: JsonObject,
  media: ReturnType<typeof resolveReference>,
): readonly SchemaNote[] {
  if (media === undefined) return [];
  return sortedMembers(objectMember(media.json, "encoding")).flatMap(([part, encoding]) => {
    const pointer = appendPointer(media.pointer, "encoding", part);
    const names = openHeaders(document, encoding, pointer).map((name) => JSON.stringify(name));
    if (names.length === 0) return [];
    const text = `The part ${JSON.stringify(part)} is sent without ${names.join(", ")}: the contract fixes no value, and an input has no place for headers of a part.`;
    return [{ text, pointer }];
  });
}
