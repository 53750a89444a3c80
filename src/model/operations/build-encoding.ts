import { type Diagnostic, diagnostic } from "../../diagnostics/diagnostic.js";
import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { appendPointer } from "../../text/json-pointer.js";
import type { EncodingModel, MediaModel, OperationModel } from "../api-model.js";
import {
  flagMember,
  isObject,
  listMember,
  type Located,
  member,
  objectMember,
  resolveReference,
  sortedMembers,
  textMember,
} from "../json-members.js";
import type { RawOperation } from "./list-raw-operations.js";

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

/** Diagnostics for parts of bodies with an invalid style: one per operation. */
export function diagnoseIgnoredPartStyles(operations: readonly OperationModel[]): readonly Diagnostic[] {
  return operations.flatMap(({ body, origin }) => {
    const encodings = (body?.content ?? []).flatMap((media) => Object.entries(media.encoding));
    const pointer = appendPointer(origin.pointer, "requestBody");
    return encodings.flatMap(([part, { ignoredStyle }]) =>
      ignoredStyle === undefined
        ? []
        : [diagnostic("body/part-style", pointer, { part, style: ignoredStyle })],
    );
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
function openHeaders(document: JsonObject, encoding: Json, pointer: string): readonly string[] {
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

/**
 * Diagnostics for headers of multipart parts that the contract does not fix (OpenAPI, Encoding Object), one per part: a
 * part is a value of the input, so a caller cannot give its headers. Also for parts that are described twice.
 */
export function diagnoseOpenPartHeaders(
  document: JsonObject,
  operations: readonly RawOperation[],
): readonly Diagnostic[] {
  return operations.flatMap(({ json, pointer }) => {
    const at = appendPointer(pointer, "requestBody");
    const body = resolveReference(document, member(json, "requestBody"), at);
    if (body === undefined) return [];
    return sortedMembers(objectMember(body.json, "content"))
      .filter(([mediaType]) => /^multipart\//i.test(mediaType))
      .flatMap(([mediaType, media]) =>
        diagnosticsOfMedia(
          document,
          resolveReference(document, media, appendPointer(body.pointer, "content", mediaType)),
        ),
      );
  });
}

function diagnosticsOfMedia(document: JsonObject, media: Located | undefined): readonly Diagnostic[] {
  if (media === undefined) return [];
  const { json, pointer } = media;
  const counted = ["prefixEncoding", "itemEncoding"].filter((keyword) => member(json, keyword) !== undefined);
  const both = member(json, "encoding") !== undefined && counted.length > 0;
  return [
    ...(both ? [diagnostic("body/parts-described-twice", pointer)] : []),
    ...sortedMembers(objectMember(json, "encoding")).flatMap(([part, encoding]) =>
      diagnosticsOf(
        document,
        `the part ${JSON.stringify(part)}`,
        encoding,
        appendPointer(pointer, "encoding", part),
      ),
    ),
    ...listMember(json, "prefixEncoding").flatMap((encoding, index) =>
      diagnosticsOf(
        document,
        `part ${String(index + 1)}`,
        encoding,
        appendPointer(pointer, "prefixEncoding", index),
      ),
    ),
    ...diagnosticsOf(document, "every further part", member(json, "itemEncoding"), `${pointer}/itemEncoding`),
  ];
}

/** @param part - what the message calls it. */
function diagnosticsOf(
  document: JsonObject,
  part: string,
  encoding: Json | undefined,
  pointer: string,
): readonly Diagnostic[] {
  if (encoding === undefined) return [];
  const headers = openHeaders(document, encoding, pointer);
  return headers.length === 0 ? [] : [diagnostic("body/part-headers", pointer, { part, headers })];
}

/**
 * Diagnostics for forms in parts whose schema is a list: every part of `multipart/form-data` has a name (RFC
 * 7578 section 4.2), and a list has none to give. Documents of some services describe an upload so.
 */
export function diagnoseNamelessParts(
  document: JsonObject,
  operations: readonly RawOperation[],
): readonly Diagnostic[] {
  return operations.flatMap(({ json, pointer }) => {
    const at = appendPointer(pointer, "requestBody");
    const body = resolveReference(document, member(json, "requestBody"), at);
    return sortedMembers(objectMember(body?.json, "content"))
      .filter(([name]) => /^multipart\/form-data\s*(?:;|$)/i.test(name))
      .flatMap(([name, json]) => {
        const pointer = appendPointer(body?.pointer ?? at, "content", name);
        const media = resolveReference(document, json, pointer)?.json;
        const schema = resolveReference(document, member(media, "schema"), pointer)?.json;
        const isPlaced = ["prefixEncoding", "itemEncoding"].some((key) => member(media, key) !== undefined);
        return isList(schema) && !isPlaced ? [diagnostic("body/parts-without-names", pointer)] : [];
      });
  });
}

function isList(schema: JsonObject | undefined): boolean {
  const types = [member(schema, "type"), ...listMember(schema, "type")];
  return types.includes("array") || member(schema, "prefixItems") !== undefined;
}
