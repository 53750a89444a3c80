import { isObject, type Json, type JsonObject } from "../../determinism/json-tree.js";
import { covers } from "./check-request.js";
import { findValue, isTextBody } from "./find-value.js";
import { isFile } from "./make-value.js";
import type { PublishedDocument } from "./published-document.js";
import type { PublishedAnswer, PublishedMedia, PublishedOperation } from "./published-operations.js";
import type { SchemaBook } from "./schema-book.js";

/** An answer that the document allows. */
export interface MadeAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly content: Buffer;
  /** What the text of a JSON answer stands for; undefined for others. */
  readonly json: unknown;
}

/** Headers that HTTP itself writes, or that would change what is tested. */
const notMade = [
  "content-type",
  "content-length",
  "content-encoding",
  "transfer-encoding",
  "link",
  "set-cookie",
];

/** Where an answer leads. */
const MADE_URL = "https://api.example.com/made";

/**
 * A valid answer of success: each combination of status and media type in turn.
 *
 * @param accept - value of the request's `Accept`: the rest is not sent (RFC 9110 section 12.5.1)
 * @param turn - which of them, and the seed
 * @throws Error when there is no value for it
 */
export function makeAnswer(
  document: PublishedDocument,
  book: SchemaBook,
  operation: PublishedOperation,
  accept: string,
  turn: number,
): MadeAnswer {
  const possible = successes(operation).flatMap(
    (answer): readonly [PublishedAnswer, PublishedMedia | undefined][] =>
      answer.content.length === 0 ? [[answer, undefined]] : answer.content.map((media) => [answer, media]),
  );
  const accepted = possible.filter(([, media]) => media === undefined || isAccepted(accept, media.mediaType));
  const choices = accepted.length > 0 ? accepted : possible;
  const [answer, media] = choices[turn % choices.length] ?? [
    { status: "204", content: [], headers: [] },
    undefined,
  ];
  const status = answer.status === "default" ? 200 : Number(answer.status.replace("XX", "00"));
  const headers = Object.fromEntries([
    ...(String(status).startsWith("3") ? [["Location", MADE_URL] as const] : []),
    ...answer.headers.flatMap((header) => makeHeader(document, book, header, turn)),
  ]);
  // A status that has no content has none, whatever the document says (RFC 9110 section 15.3.5).
  if (media === undefined || status === 204)
    return { status, headers, content: Buffer.from(""), json: undefined };
  const mediaType = concrete(media);
  const { content, json } = makeContent(document, book, media.schema, mediaType, turn);
  return { status, headers: { ...headers, "content-type": mediaType }, content, json };
}

function isAccepted(accept: string, mediaType: string): boolean {
  return accept.split(",").some((range) => covers(range, mediaType));
}

/** Answers of success; the redirects of an operation without one, else what it says of all others. */
export function successes({ answers }: PublishedOperation): readonly PublishedAnswer[] {
  const kinds = ["2", "3", "default"].map((kind) => answers.filter(({ status }) => status.startsWith(kind)));
  return kinds.find((found) => found.length > 0) ?? [];
}

function makeContent(
  document: PublishedDocument,
  book: SchemaBook,
  schema: Json | undefined,
  mediaType: string,
  turn: number,
): { readonly content: Buffer; readonly json: unknown } {
  if (!mediaType.includes("json")) {
    const text = isTextBody(schema, mediaType) ? "some text, ü" : "\u0000\u0001binary";
    return { content: Buffer.from(text), json: undefined };
  }
  const optional = turn % 2 === 0 ? "required" : "everything";
  const purpose = { optional, alphabet: "any", files: false, text: false, direction: "answer" } as const;
  const json = findValue(document, book, schema ?? true, purpose, turn);
  // A file that happens to be JSON is given as the bytes that it is.
  if (isObject(schema) && isFile(schema))
    return { content: Buffer.from(JSON.stringify(json)), json: undefined };
  return { content: Buffer.from(JSON.stringify(json)), json };
}

function makeHeader(
  document: PublishedDocument,
  book: SchemaBook,
  [name, header]: readonly [string, JsonObject],
  turn: number,
): readonly [string, string][] {
  if (notMade.includes(name.toLowerCase())) return [];
  if (name.toLowerCase() === "etag") return [[name, `"v${String(turn)}"`]];
  if (name.toLowerCase() === "location") return [["Location", MADE_URL]];
  const purpose = {
    optional: "required",
    alphabet: "header",
    files: false,
    text: true,
    direction: "answer",
  } as const;
  const value = findValue(document, book, header["schema"] ?? true, purpose, turn);
  const text = Array.isArray(value)
    ? value.join(",")
    : isObject(value as Json)
      ? JSON.stringify(value)
      : String(value);
  return [[name, text]];
}

/** A range names no type that could be sent; any type at all is that of JSON where the schema is of no text. */
function concrete({ mediaType, schema }: PublishedMedia): string {
  if (mediaType === "*/*")
    return schema === undefined || isTextBody(schema, mediaType) || (isObject(schema) && isFile(schema))
      ? "application/octet-stream"
      : "application/json";
  return mediaType.endsWith("/*") ? mediaType.replace("*", "x-made") : mediaType;
}
