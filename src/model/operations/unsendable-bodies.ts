import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { appendPointer } from "../../text/json-pointer.js";
import { isObject, member, objectMember, sortedMembers } from "../document/json-members.js";
import { resolveReference } from "../document/resolve-reference.js";
import type { SchemaNote } from "../schema/schema-note.js";
import type { RawOperation } from "./list-raw-operations.js";

/**
 * Whether `fetch` sends a body with an operation's method (WHATWG Fetch, Request constructor). RFC 9110 sections 9.3.1
 * and 9.3.2 give a body of GET and HEAD no meaning, and OpenAPI 3.0 has it ignored.
 */
export function takesBody({ method }: RawOperation): boolean {
  return method !== "GET" && method !== "HEAD";
}

/**
 * What a person should know of bodies that no client can send: those that `fetch` refuses, and those that are described
 * without any content. The texts name no operation, so that a contract which does so throughout is told of it once.
 */
export function noteUnsendableBodies(
  document: JsonObject,
  operations: readonly RawOperation[],
): readonly SchemaNote[] {
  return operations.flatMap((operation) => {
    const { method, json } = operation;
    const pointer = appendPointer(operation.pointer, "requestBody");
    const body = resolveReference(document, member(json, "requestBody"), pointer)?.json;
    if (body === undefined) return [];
    const content = sortedMembers(objectMember(body, "content"));
    if (takesBody(operation)) {
      const text = "The body is left out: the contract describes no content for it.";
      return content.length === 0 ? [{ text, pointer }] : [];
    }
    if (member(body, "required") !== true && content.every(([, media]) => saysNothing(media))) return [];
    return [{ text: `The body of ${method} is left out: fetch sends none with ${method}.`, pointer }];
  });
}

/** Whether `{}` is all that a Media Type Object allows: some contracts describe a body of every operation so. */
function saysNothing(media: Json): boolean {
  const schema = isObject(media) ? objectMember(media, "schema") : undefined;
  const isClosed = member(schema, "type") === "object" && member(schema, "additionalProperties") === false;
  return isClosed && Object.entries(schema ?? {}).every(([key, value]) => isNothing(key, value));
}

function isNothing(key: string, value: Json): boolean {
  if (key === "properties") return isObject(value) && Object.keys(value).length === 0;
  return /^(?:type|additionalProperties|title|description|x-.*)$/u.test(key);
}
