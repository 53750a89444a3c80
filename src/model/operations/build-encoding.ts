import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { appendPointer } from "../../text/json-pointer.js";
import type { EncodingModel, MediaModel, OperationModel } from "../api-model.js";
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
import type { SchemaNote } from "../schema/schema-note.js";

/** How the members or elements of a body are written: OpenAPI, Media Type Object and Encoding Object. */
export function buildEncodings(
  document: JsonObject,
  owner: JsonObject | undefined,
  pointer: string,
): Pick<MediaModel, "encoding" | "positions"> {
  const build = (json: Json): readonly EncodingModel[] =>
    isObject(json) ? [buildEncoding(document, json, pointer)] : [];
  const prefix = listMember(owner, "prefixEncoding").flatMap(build);
  const [items] = build(member(owner, "itemEncoding") ?? null);
  const encoding = sortedMembers(objectMember(owner, "encoding")).flatMap(([name, json]) =>
    build(json).map((model) => [name, model] as const),
  );
  return {
    encoding: Object.fromEntries(encoding),
    ...(prefix.length > 0 || items !== undefined
      ? { positions: { prefix, ...(items === undefined ? {} : { items }) } }
      : {}),
  };
}

const STYLES = ["form", "spaceDelimited", "pipeDelimited", "deepObject"] as const;

/** What a person should know of the parts of bodies whose style is none: one note an operation. */
export function noteIgnoredPartStyles(operations: readonly OperationModel[]): readonly SchemaNote[] {
  return operations.flatMap(({ body, origin }) => {
    const encodings = (body?.content ?? []).flatMap((media) => Object.entries(media.encoding));
    const parts = encodings.flatMap(([name, { ignoredStyle }]) =>
      ignoredStyle === undefined ? [] : [`${JSON.stringify(name)} (${JSON.stringify(ignoredStyle)})`],
    );
    if (parts.length === 0) return [];
    const text = `The style of these parts is ignored, because a part of a body cannot have it: ${parts.join(", ")}.`;
    return [{ text, pointer: appendPointer(origin.pointer, "requestBody") }];
  });
}

function buildEncoding(document: JsonObject, encoding: JsonObject, pointer: string): EncodingModel {
  const contentType = textMember(encoding, "contentType");
  const written = textMember(encoding, "style");
  const style = STYLES.find((candidate) => candidate === written);
  const explode = flagMember(encoding, "explode");
  const allowReserved = flagMember(encoding, "allowReserved");
  const headers = fixedHeaders(document, objectMember(encoding, "headers"), pointer);
  const inside = buildEncodings(document, encoding, pointer);
  return {
    ...(contentType === undefined ? {} : { contentType }),
    ...(style === undefined ? {} : { style }),
    ...(style === undefined && written !== undefined ? { ignoredStyle: written } : {}),
    ...(explode === undefined ? {} : { explode }),
    ...(allowReserved === undefined ? {} : { allowReserved }),
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...(Object.keys(inside.encoding).length === 0 ? {} : { encoding: inside.encoding }),
    ...(inside.positions === undefined ? {} : { positions: inside.positions }),
  };
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
