import type { JsonObject } from "../../load/loaded-contract.js";
import { appendPointer } from "../../text/json-pointer.js";
import { member, objectMember, sortedMembers } from "../document/json-members.js";
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
 * without any content. One note each.
 */
export function noteUnsendableBodies(
  document: JsonObject,
  operations: readonly RawOperation[],
): readonly SchemaNote[] {
  return operations.flatMap((operation) => {
    const { method, path, json } = operation;
    const pointer = appendPointer(operation.pointer, "requestBody");
    const body = resolveReference(document, member(json, "requestBody"), pointer)?.json;
    if (body === undefined) return [];
    const left = `The body of ${method} ${path} is left out:`;
    if (!takesBody(operation)) return [{ text: `${left} fetch sends none with ${method}.`, pointer }];
    const isEmpty = sortedMembers(objectMember(body, "content")).length === 0;
    return isEmpty ? [{ text: `${left} the contract describes no content for it.`, pointer }] : [];
  });
}
