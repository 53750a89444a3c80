import type { Json, JsonObject } from "../../load/loaded-contract.js";
import type { EncodingModel } from "../api-model.js";
import {
  flagMember,
  isObject,
  listMember,
  member,
  objectMember,
  sortedMembers,
  textMember,
} from "../document/json-members.js";
import { resolveReference } from "../document/resolve-reference.js";

/** OpenAPI, Encoding Object, by member of the body. */
export function buildEncoding(
  document: JsonObject,
  json: JsonObject | undefined,
  pointer: string,
): Readonly<Record<string, EncodingModel>> {
  const entries = sortedMembers(json).flatMap(([name, encoding]) => {
    if (!isObject(encoding)) return [];
    const contentType = textMember(encoding, "contentType");
    const style = textMember(encoding, "style");
    const explode = flagMember(encoding, "explode");
    const allowReserved = flagMember(encoding, "allowReserved");
    const headers = fixedHeaders(document, objectMember(encoding, "headers"), pointer);
    const model: EncodingModel = {
      ...(contentType === undefined ? {} : { contentType }),
      ...(style === undefined ? {} : { style }),
      ...(explode === undefined ? {} : { explode }),
      ...(allowReserved === undefined ? {} : { allowReserved }),
      ...(Object.keys(headers).length === 0 ? {} : { headers }),
    };
    return [[name, model] as const];
  });
  return Object.fromEntries(entries);
}

/**
 * Headers of a part whose value the contract fixes: `const`, the only value of an enum, or the default of a required
 * one. A part is a value of the input and has no place for others. `Content-Type` is said by `contentType` alone.
 */
function fixedHeaders(
  document: JsonObject,
  headers: JsonObject | undefined,
  pointer: string,
): Readonly<Record<string, string>> {
  const entries = sortedMembers(headers).flatMap(([name, json]) => {
    const text = isContentType(name) ? undefined : fixedValue(document, json, pointer);
    return text === undefined ? [] : [[name, text] as const];
  });
  return Object.fromEntries(entries);
}

/** Names of the headers of a part that the contract describes and nothing fixes: no caller can give them. */
export function openHeaders(document: JsonObject, encoding: Json, pointer: string): readonly string[] {
  return sortedMembers(objectMember(isObject(encoding) ? encoding : undefined, "headers"))
    .filter(([name, json]) => !isContentType(name) && fixedValue(document, json, pointer) === undefined)
    .map(([name]) => name);
}

function isContentType(name: string): boolean {
  return name.toLowerCase() === "content-type";
}

function fixedValue(document: JsonObject, json: Json, pointer: string): string | undefined {
  const header = resolveReference(document, json, pointer)?.json;
  const schema = resolveReference(document, member(header, "schema"), pointer)?.json;
  const values = listMember(schema, "enum");
  const fallback = flagMember(header, "required") === true ? member(schema, "default") : undefined;
  return scalarText(member(schema, "const") ?? (values.length === 1 ? values[0] : fallback));
}

function scalarText(value: Json | undefined): string | undefined {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : undefined;
}
