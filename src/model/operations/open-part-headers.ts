import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { appendPointer } from "../../text/json-pointer.js";
import { listMember, member, objectMember, sortedMembers } from "../document/json-members.js";
import { type Located, resolveReference } from "../document/resolve-reference.js";
import type { SchemaNote } from "../schema/schema-note.js";
import { openHeaders } from "./build-encoding.js";
import type { RawOperation } from "./list-raw-operations.js";

/**
 * What a person should know of the headers of multipart parts that the contract does not fix (OpenAPI, Encoding Object):
 * a part is a value of the input, so that nobody can give them, one note a part; and of parts that are described twice.
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

function notesOfMedia(document: JsonObject, media: Located | undefined): readonly SchemaNote[] {
  if (media === undefined) return [];
  const { json, pointer } = media;
  const counted = ["prefixEncoding", "itemEncoding"].filter((keyword) => member(json, keyword) !== undefined);
  const both = member(json, "encoding") !== undefined && counted.length > 0;
  return [
    ...(both ? [{ text: BOTH, pointer }] : []),
    ...sortedMembers(objectMember(json, "encoding")).flatMap(([part, encoding]) =>
      noteOf(document, JSON.stringify(part), encoding, appendPointer(pointer, "encoding", part)),
    ),
    ...listMember(json, "prefixEncoding").flatMap((encoding, index) =>
      noteOf(document, String(index + 1), encoding, appendPointer(pointer, "prefixEncoding", index)),
    ),
    ...noteOf(document, "of every further element", member(json, "itemEncoding"), `${pointer}/itemEncoding`),
  ];
}

/** OpenAPI 3.2, Media Type Object. */
const BOTH =
  "The parts of the body are described by name (encoding) and by position: what its schema is, an object or a list, decides.";

/** @param part - what the note calls it. */
function noteOf(
  document: JsonObject,
  part: string,
  encoding: Json | undefined,
  pointer: string,
): readonly SchemaNote[] {
  if (encoding === undefined) return [];
  const names = openHeaders(document, encoding, pointer).map((name) => JSON.stringify(name));
  if (names.length === 0) return [];
  const text = `The part ${part} is sent without ${names.join(", ")}: the contract fixes no value, and an input has no place for headers of a part.`;
  return [{ text, pointer }];
}
