import type { JsonObject } from "../../load/loaded-contract.js";
import { appendPointer } from "../../text/json-pointer.js";
import { listMember, member, objectMember, sortedMembers } from "../document/json-members.js";
import { resolveReference } from "../document/resolve-reference.js";
import type { SchemaNote } from "../schema/schema-note.js";
import type { RawOperation } from "./list-raw-operations.js";

/**
 * What a person should know of forms in parts whose schema is a list: every part of `multipart/form-data` has a name (RFC
 * 7578 section 4.2), and a list has none to give. Documents of some services describe an upload so.
 */
export function noteNamelessParts(
  document: JsonObject,
  operations: readonly RawOperation[],
): readonly SchemaNote[] {
  return operations.flatMap(({ json, pointer }) => {
    const at = appendPointer(pointer, "requestBody");
    const body = resolveReference(document, member(json, "requestBody"), at);
    return sortedMembers(objectMember(body?.json, "content"))
      .filter(([name]) => /^multipart\/form-data\s*(?:;|$)/i.test(name))
      .flatMap(([name, json]) => {
        const place = appendPointer(body?.pointer ?? at, "content", name);
        const media = resolveReference(document, json, place)?.json;
        const schema = resolveReference(document, member(media, "schema"), place)?.json;
        const isPlaced = ["prefixEncoding", "itemEncoding"].some((key) => member(media, key) !== undefined);
        return isList(schema) && !isPlaced ? [{ text: TEXT, pointer: place }] : [];
      });
  });
}

const TEXT =
  "The parts of this form are the elements of a list, and have no names, which a form needs (RFC 7578 section 4.2): a server will hardly read them. Describe an object whose members are the parts.";

function isList(schema: JsonObject | undefined): boolean {
  const types = [member(schema, "type"), ...listMember(schema, "type")];
  return types.includes("array") || member(schema, "prefixItems") !== undefined;
}
