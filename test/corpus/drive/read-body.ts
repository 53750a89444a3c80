import type { Json } from "../../determinism/json-tree.js";
import type { PublishedDocument } from "./published-document.js";
import type { PublishedMedia } from "./published-operations.js";
import { readMultipart, type Part } from "./read-multipart.js";
import { formPairs, readPairs, type RawPair, type Readings } from "./read-text.js";
import type { SchemaBook } from "./schema-book.js";
import { type Shapes, shapesOf } from "./shapes-of.js";

/** What arrived as a body, and what is wrong with it. */
export interface ReadBody {
  /** JSON as it is; forms as trees of texts; bytes as they are. */
  readonly value: unknown;
  readonly complaints: readonly string[];
}

/** Reads a body by the document's own words. @throws Error when it is not of its media type */
export function readBody(
  document: PublishedDocument,
  book: SchemaBook,
  media: PublishedMedia,
  body: Buffer,
  contentType: string,
): ReadBody {
  const schema = media.schema ?? true;
  const essence = contentType.split(";")[0]?.trim().toLowerCase() ?? "";
  if (/^(?:application|text)\/(?:json|.+\+json)$/.test(essence)) {
    const value: unknown = JSON.parse(body.toString("utf8"));
    return { value, complaints: book.complaints(schema, value, "request") };
  }
  const encodings = new Map(media.encoding);
  const shapes = shapesOf(document, [schema]);
  if (essence === "application/x-www-form-urlencoded") {
    const value = readForm(document, book, shapes, formPairs(body.toString("utf8")), encodings);
    return { value, complaints: book.complaintsOfText(schema, value, "request") };
  }
  if (essence.startsWith("multipart/")) {
    const value = readParts(document, shapes, readMultipart(body, contentType), encodings);
    return { value, complaints: book.complaintsOfText(schema, value, "request") };
  }
  return { value: body, complaints: [] };
}

/** Members without an encoding: lists repeat the name, objects are JSON (OpenAPI, Encoding Object, `contentType`). */
function readForm(
  document: PublishedDocument,
  book: SchemaBook,
  shapes: Shapes,
  pairs: readonly RawPair[],
  encodings: ReadonlyMap<string, { readonly [name: string]: Json }>,
): Readonly<Record<string, unknown>> {
  const members: [string, unknown][] = [];
  const names = new Set(pairs.map(([name]) => decodeURIComponent(name).replace(/(?<=.)\[.*$/, "")));
  for (const name of names) {
    const schemas = shapes.properties.get(name) ?? [true];
    const own = shapesOf(document, schemas);
    const { style, explode } = encodings.get(name) ?? {};
    const form = typeof style === "string" ? style : "form";
    const styled = style !== undefined || explode !== undefined;
    const { readings } = styled
      ? readPairs(
          pairs,
          { name, style: form, explode: typeof explode === "boolean" ? explode : form === "form" },
          own,
        )
      : { readings: unstyled(document, pairs, name, own) };
    const valid = readings.find((reading) =>
      schemas.some((schema) => book.complaintsOfText(schema, reading, "request").length === 0),
    );
    const value = valid ?? readings[0];
    if (value !== undefined) members.push([name, value]);
  }
  return Object.fromEntries(members);
}

function unstyled(
  document: PublishedDocument,
  pairs: readonly RawPair[],
  name: string,
  shapes: Shapes,
): Readings {
  const values = pairs
    .filter(([key]) => decodeURIComponent(key) === name)
    .map(([, value]) => decodeURIComponent(value));
  const items = shapesOf(document, shapes.items);
  const [first = ""] = values;
  return [
    ...(shapes.list ? [values.map((value) => (items.members ? parsed(value) : value))] : []),
    ...(shapes.members ? [parsed(first)] : []),
    ...(shapes.one && values.length === 1 ? [first] : []),
  ];
}

function parsed(text: string): string {
  try {
    return JSON.parse(text) as string;
  } catch {
    return text;
  }
}

/** A member with a style is written as in a form, one part a pair (OpenAPI 3.1, Encoding Object, `style`). */
function readParts(
  document: PublishedDocument,
  shapes: Shapes,
  parts: readonly Part[],
  encodings: ReadonlyMap<string, { readonly [name: string]: Json }>,
): Readonly<Record<string, unknown>> {
  const pairs = parts.map(
    (part) => [encodeURIComponent(part.name), encodeURIComponent(part.content.toString("utf8"))] as const,
  );
  const taken = new Set<string>();
  const members: [string, unknown][] = [];
  for (const [name, { style, explode }] of encodings) {
    if (typeof style !== "string") continue;
    const own = shapesOf(document, shapes.properties.get(name) ?? [true]);
    const styled = { name, style, explode: typeof explode === "boolean" ? explode : style === "form" };
    const { readings, used } = readPairs(pairs, styled, own);
    for (const [key] of used) taken.add(decodeURIComponent(key));
    if (readings[0] !== undefined) members.push([name, readings[0]]);
  }
  const plain = parts.filter(({ name }) => !taken.has(name));
  for (const name of new Set(plain.map((part) => part.name))) {
    const own = shapesOf(document, shapes.properties.get(name) ?? [true]);
    const values = plain.filter((part) => part.name === name).map(partValue);
    members.push([name, own.list || values.length > 1 ? values : values[0]]);
  }
  return Object.fromEntries(members);
}

function partValue({ mediaType, fileName, content }: Part): unknown {
  if (fileName !== undefined) return "bytes";
  const text = content.toString("utf8");
  return mediaType === "application/json" ? JSON.parse(text) : text;
}
