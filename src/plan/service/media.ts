import type { MediaModel } from "../../model/api-model.js";
import type { SchemaNode, SchemaType } from "../../model/schema-model.js";
import type { SchemaReader } from "./schema-reader.js";

/** How the runtime turns bytes of a media type into a value; the same words as its `Codec`. */
export type CodecName =
  "json" | "form" | "multipart" | "parts" | "text" | "binary" | "lines" | "sequence" | "events";

/** Names of JSON texts one a line: no registered one, and those that are in use; `stream+json` is Spring's. */
const LINES =
  /^application\/(?:x-)?(?:ndjson|jsonl|jsonlines|json-lines|stream\+json|json-stream)$|[/+-](?:ndjson|jsonl)$/;

/** How Kubernetes names lines of JSON that say what changes; its media type is `application/json` (API concepts, watches). */
export const WATCH = /^application\/json\s*;(?:.*;)?\s*stream=watch\s*(?:;|$)/;

/** What a body can be given in pieces, and as a whole. */
const PIECES: ReadonlySet<CodecName> = new Set(["multipart", "lines", "sequence"]);

/** What has no members with names, which are all that a form has. */
const NAMELESS: ReadonlySet<string> = new Set([
  "array",
  "tuple",
  "string",
  "number",
  "boolean",
  "enum",
  "literal",
  "binary",
] satisfies SchemaType["kind"][]);

/**
 * The codec of a body: that of its media type, but one of parts or lines whose schema is text or bytes is given whole, as
 * what its schema says (documents of the OASIS OData converter describe a batch so, others a file of lines). A form of
 * what has no members is given as the text that it is: frameworks list that media type for every body.
 */
export function codecOf(media: MediaModel, reader: SchemaReader): CodecName {
  const codec = namedCodec(media, reader);
  const kind = media.schema === undefined ? undefined : reader.resolve(media.schema).type.kind;
  if (codec === "form" && kind !== undefined && NAMELESS.has(kind)) return "text";
  if (!PIECES.has(codec) || media.schema === undefined || media.perItem === true) return codec;
  if (isBytes(media, reader)) return "binary";
  return isString(media.schema, reader) ? "text" : codec;
}

/**
 * The codec of a media type, by its name (RFC 6838), and for `*`+`/*` by what the schema says of it. A text that the
 * contract calls bytes is bytes: a file, in whatever encoding and of any size.
 */
function namedCodec(media: MediaModel, reader: SchemaReader): CodecName {
  const essence = essenceOf(media.mediaType);
  if (LINES.test(essence) || WATCH.test(media.mediaType)) return "lines";
  if (isJsonMedia(media.mediaType)) return "json";
  if (essence === "application/x-www-form-urlencoded") return "form";
  if (essence.startsWith("multipart/")) return isList(media, reader) ? "parts" : "multipart";
  if (essence === "text/event-stream") return "events";
  if (essence === "application/json-seq" || essence.endsWith("+json-seq")) return "sequence";
  if (essence.includes("*")) return wildcardCodec(media, reader);
  return isTextName(essence) && !isBytes(media, reader) ? "text" : "binary";
}

/** Media types that carry JSON: `application/json` and `+json` (RFC 6839 section 3.1). */
export function isJsonMedia(mediaType: string): boolean {
  return /^[^;]*[/+]json\s*(?:;|$)/.test(mediaType);
}

/** Ranges that have JSON in them. */
const JSON_RANGES: ReadonlySet<string> = new Set(["*/*", "application/*"]);

/**
 * Whether a client reads content of a response as JSON: by the name of its media type, or by its schema where the contract
 * gives a range that has JSON in it (`*`+`/*`), as frameworks do that negotiate it.
 */
export function isReadAsJson(media: MediaModel, reader: SchemaReader): boolean {
  const essence = essenceOf(media.mediaType);
  if (essence.includes("*") && !isJsonMedia(essence) && !JSON_RANGES.has(essence)) return false;
  return responseCodecOf(media, reader) === "json";
}

/** Whether a media type names a syntax of text. */
export function isTextName(mediaType: string): boolean {
  return /^text\/|[/+]xml$|^application\/(?:yaml|javascript|graphql|sql)$|[/+]yaml$/.test(
    essenceOf(mediaType),
  );
}

/**
 * The same for a response: the platform takes no multipart body but a form apart, so that any other is bytes. A whole
 * content of JSON (or lines of it) that is described as bytes is a file to some services and a JSON string to others: bytes
 * are both. Frameworks that negotiate write a range for JSON: a schema under it that allows any value describes JSON. Bytes have none
 * there, or one that names them.
 */
export function responseCodecOf(media: MediaModel, reader: SchemaReader): CodecName {
  if (isAnyText(media, reader)) return "text";
  const codec = isAnyValue(media, reader) ? "json" : namedCodec(media, reader);
  const isJson = codec === "json" || codec === "lines" || codec === "sequence";
  if (isJson && media.perItem !== true && isBytes(media, reader)) return "binary";
  const isForm = codec === "multipart" && essenceOf(media.mediaType) === "multipart/form-data";
  return (codec === "multipart" || codec === "parts") && !isForm ? "binary" : codec;
}

/** What any media type is that the contract calls a string, as frameworks do that name none: text, and no bytes. */
function isAnyText(media: MediaModel, reader: SchemaReader): boolean {
  const essence = essenceOf(media.mediaType);
  if (essence === "text/*") return isShapeless(media, reader);
  return essence === "*/*" && media.schema !== undefined && isString(media.schema, reader);
}

/** Whether content under a range that has JSON in it has a schema, and that allows any value: not one that speaks of bytes. */
function isAnyValue({ mediaType, schema }: MediaModel, reader: SchemaReader): boolean {
  if (schema === undefined || !JSON_RANGES.has(essenceOf(mediaType)) || !isAny(schema, reader)) return false;
  return !OF_BYTES.test((reader.resolve(schema).doc.description ?? "").slice(0, 400));
}

/** A text about bytes: "The content of the file", "A PDF file", "Raw bytes"; not "Files of a pet". */
const OF_BYTES = /\b(?:binary|bytes|octets)\b|\bfile\W{0,3}$|\bfile(?:['’]s)?\s(?:contents?|data|stream)\b/iu;

function isAny(schema: SchemaNode, reader: SchemaReader): boolean {
  return reader.resolve(schema).type.kind === "any";
}

/** Whether every value of a schema is a text. */
export function isString(schema: SchemaNode, reader: SchemaReader): boolean {
  const { kind } = reader.resolve(schema).type;
  const values = reader.values(schema);
  return kind === "string" || (values.length > 0 && values.every((value) => typeof value === "string"));
}

/** Whether the parts of a multipart body are the elements of a list, and not members with names (OpenAPI 3.2). */
function isList({ schema, perItem, positions }: MediaModel, reader: SchemaReader): boolean {
  const kind = schema === undefined ? "any" : reader.resolve(schema).type.kind;
  if (perItem === true || kind === "array" || kind === "tuple") return true;
  return kind === "any" && positions !== undefined;
}

/** Whether responses of a codec are read while they arrive, item by item. */
export function isSequential(codec: CodecName): boolean {
  return codec === "events" || codec === "lines" || codec === "sequence";
}

/** Order in which content is preferred when the client may choose: what has the most precise type first. */
const BODIES: readonly CodecName[] = [
  "json",
  "form",
  "multipart",
  "parts",
  "lines",
  "sequence",
  "events",
  "text",
  "binary",
];

/** The same for responses, where whole content comes before streamed content. */
const RESPONSE_CODECS: readonly CodecName[] = [
  "json",
  "form",
  "multipart",
  "text",
  "binary",
  "lines",
  "sequence",
  "events",
];

/**
 * The media type that a client speaks where the contract offers several. JSON as such comes before a patch in JSON, one
 * that lists operations after the others, and a patch whose schema cannot be one after everything else.
 */
export function preferredMedia(content: readonly MediaModel[], reader: SchemaReader): MediaModel | undefined {
  return firstBy(content, (media) => {
    if (!fitsPatch(media, reader)) return BODIES.length;
    const patch = { none: 0, object: 0.5, array: 0.6 }[patchKind(media.mediaType) ?? "none"];
    return BODIES.indexOf(codecOf(media, reader)) + patch;
  });
}

/**
 * What the documents of a patch in JSON are: a list of operations (RFC 6902), or the members that change (RFC 7396, and what
 * is called after it); undefined: not a patch, or unknown.
 */
function patchKind(mediaType: string): "array" | "object" | undefined {
  if (/\/json-patch\+json$/.test(essenceOf(mediaType))) return "array";
  return /merge-patch\+json$/.test(essenceOf(mediaType)) ? "object" : undefined;
}

/**
 * Whether a schema can describe the patch of its media type: a list of operations is not an object. Contracts
 * that give one schema to several kinds of patch describe one of them, and servers do not accept it for the others.
 */
function fitsPatch({ mediaType, schema }: MediaModel, reader: SchemaReader): boolean {
  const wanted = patchKind(mediaType);
  const kind = schema === undefined ? "any" : reader.resolve(schema).type.kind;
  return wanted === undefined || kind !== (wanted === "array" ? "object" : "array");
}

/** The media type of a response to a call that does not request one. */
export function preferredResponse(
  content: readonly MediaModel[],
  reader: SchemaReader,
): MediaModel | undefined {
  // JSON without a shape beside bytes is what a service says when it has none: a word, where a video was asked for. Where all have one
  // schema, and each is a syntax of values, they are the same value: frameworks list JSON beside the image or the archive of a download.
  const isOneValue = content.every(
    (media) => hasValueName(media.mediaType) && isSameAny(media, content[0], reader),
  );
  return firstBy(content, (media) => {
    const codec = responseCodecOf(media, reader);
    return codec === "json" && isShapeless(media, reader) && !isOneValue
      ? RESPONSE_CODECS.indexOf("binary") + 0.5
      : RESPONSE_CODECS.indexOf(codec);
  });
}

/** Names of syntaxes in which a service may give one and the same value, and `text/plain`, under which frameworks give JSON. */
const VALUES =
  /^(?:text|application)\/(?:\*|plain|html|(?:[\w.-]{1,100}[+-])?(?:json|xml|yaml|cbor|msgpack|protobuf|bson))$/;

/** Whether a media type names no bytes and no text of a form of its own: not `image/png`, `application/zip` or `text/csv`. */
function hasValueName(mediaType: string): boolean {
  const essence = essenceOf(mediaType);
  return essence === "*/*" || VALUES.test(essence) || LINES.test(essence) || essence === "text/event-stream";
}

/** Whether two media types have schemas that allow any value, and describe it alike. */
function isSameAny(left: MediaModel, right: MediaModel | undefined, reader: SchemaReader): boolean {
  const [one, other] = [left.schema, right?.schema];
  if (one === undefined || other === undefined || !isAny(one, reader) || !isAny(other, reader)) return false;
  return reader.resolve(one).doc.description === reader.resolve(other).doc.description;
}

function firstBy(
  content: readonly MediaModel[],
  rank: (media: MediaModel) => number,
): MediaModel | undefined {
  return [...content].sort((left, right) => rank(left) - rank(right))[0];
}

/** Whether a client can ask for a media type: what a contract writes for one may be any text (RFC 9110, 8.3.1). */
export function isPlainType(mediaType: string): boolean {
  return /^[\w!#$&^.+*/;= -]+$/.test(mediaType);
}

/** Lower case, without parameters. */
export function essenceOf(mediaType: string): string {
  return mediaType.split(";", 1).join("").trim();
}

function wildcardCodec(media: MediaModel, reader: SchemaReader): CodecName {
  return isShapeless(media, reader) ? "binary" : "json";
}

/** Bytes, and not bytes or null. */
function isBytes({ schema }: MediaModel, reader: SchemaReader): boolean {
  return (
    schema !== undefined && schema.type.kind !== "union" && reader.resolve(schema).type.kind === "binary"
  );
}

/** Nothing but text, bytes, or anything at all. */
function isShapeless(media: MediaModel, reader: SchemaReader): boolean {
  if (media.schema === undefined) return true;
  const { kind } = reader.resolve(media.schema).type;
  return kind === "string" || kind === "binary" || kind === "any";
}
