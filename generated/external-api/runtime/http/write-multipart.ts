import type {
  EncodingDescriptor,
  MediaDescriptor,
} from "../call/operation-descriptor.js";
import { ArgumentError } from "../errors/argument-error.js";
import { bytesValue, isByteStream } from "./bytes-value.js";
import { concatenate, type Piece } from "./concatenate.js";
import { writeJson } from "./json-text.js";
import { checkHeader } from "./header-value.js";
import { isJson, readMediaType } from "./media-type.js";
import { namedParts, type Part, positionedParts } from "./multipart-parts.js";
import { scalarText } from "./plain-value.js";
import { blobBody, type PreparedBody, streamBody } from "./prepared-body.js";

/**
 * A multipart body (RFC 2046 section 5.1, RFC 7578; OpenAPI, Encoding Object), written once: `FormData` would choose
 * another boundary for every repeat, and cannot give a content type to a part that is not a file.
 *
 * Files and bytes are parts with a file name where parts have names; objects are JSON; a stream makes the whole body one
 * that cannot be repeated.
 *
 * @throws ArgumentError when a part has no such form
 */
export function writeMultipart(
  media: MediaDescriptor,
  parts: readonly Part[],
): PreparedBody {
  const { pieces, contentType } = multipart(media.mediaType, parts);
  if (pieces.some(isByteStream))
    return streamBody(concatenate(pieces), contentType);
  return blobBody(
    new Blob(
      pieces.filter((piece): piece is string | Blob => !isByteStream(piece)),
    ),
    contentType,
  );
}

function multipart(
  mediaType: string,
  parts: readonly Part[],
): { readonly pieces: readonly Piece[]; readonly contentType: string } {
  const boundary = `part-${crypto.randomUUID()}`;
  const named = readMediaType(mediaType)?.essence;
  const essence =
    named === undefined || named.includes("*") ? "multipart/form-data" : named;
  return {
    pieces: [
      ...parts.flatMap((part) => partPieces(boundary, part)),
      `--${boundary}--\r\n`,
    ],
    contentType: `${essence}; boundary=${boundary}`,
  };
}

function partPieces(boundary: string, part: Part): readonly Piece[] {
  const content = partContent(part);
  const fixed = Object.entries(part.encoding.headers ?? {});
  for (const [name, text] of fixed) checkHeader(name, text);
  const isPlaced = fixed.some(([name]) => /^content-disposition$/i.test(name));
  const headers: readonly (readonly [string, string])[] = [
    ...(isPlaced ? [] : disposition(part.name, content.fileName)),
    ...(content.type === undefined
      ? []
      : [["Content-Type", checkType(part.where, content.type)] as const]),
    ...fixed,
  ];
  const lines = headers.map(([name, text]) => `${name}: ${text}\r\n`);
  return [`--${boundary}\r\n${lines.join("")}\r\n`, ...content.pieces, "\r\n"];
}

/** Only a part with a name says what it is for; the others are known by their position. */
function disposition(
  name: string | undefined,
  fileName: string | undefined,
): readonly (readonly [string, string])[] {
  if (name === undefined) return [];
  const file = fileName === undefined ? "" : `; filename="${quote(fileName)}"`;
  return [["Content-Disposition", `form-data; name="${quote(name)}"${file}`]];
}

interface PartContent {
  readonly pieces: readonly Piece[];
  readonly type?: string;
  readonly fileName?: string;
}

function partContent({ name, where, value, encoding }: Part): PartContent {
  const declared = declaredType(encoding);
  const bytes = bytesValue(value);
  if (bytes !== undefined) {
    const type =
      bytes.type === "" ? (declared ?? "application/octet-stream") : bytes.type;
    const fileName = fileNameOf(bytes) ?? name;
    return {
      pieces: [bytes],
      type,
      ...(fileName !== undefined && { fileName }),
    };
  }
  if (isByteStream(value))
    return {
      pieces: [value],
      type: declared ?? "application/octet-stream",
      ...(name !== undefined && { fileName: name }),
    };
  const essence = readMediaType(declared ?? null)?.essence;
  if (essence?.startsWith("multipart/") === true && typeof value === "object")
    return nested(essence, value ?? {}, encoding);
  const asJson =
    declared === undefined ? typeof value === "object" : isJson(essence ?? "");
  if (asJson)
    return {
      pieces: [writeJson(value, where)],
      type: declared ?? "application/json",
    };
  // Without a word, the text of a part is US-ASCII (RFC 2046 section 5.1); that of a form is UTF-8 (RFC 7578).
  const type =
    declared ?? (name === undefined ? "text/plain;charset=UTF-8" : undefined);
  return {
    pieces: [scalarText(value, where)],
    ...(type !== undefined && { type }),
  };
}

/** A part that is multipart itself (RFC 2046 section 5.1.1). */
function nested(
  essence: string,
  value: object,
  { encoding, positions }: EncodingDescriptor,
): PartContent {
  const parts = Array.isArray(value)
    ? positionedParts(value, positions)
    : namedParts(value, encoding);
  const { pieces, contentType } = multipart(essence, parts);
  return { pieces, type: contentType };
}

/** The first content type that the contract gives a part; undefined where it gives none or a range. */
function declaredType({ contentType }: EncodingDescriptor): string | undefined {
  const [first] = (contentType ?? "").split(",").map((type) => type.trim());
  return first === undefined || first === "" || first.includes("*")
    ? undefined
    : first;
}

/** A `File` has a name; asked for by member, because Node 18 types and some runtimes have no global `File`. */
function fileNameOf(blob: Blob): string | undefined {
  return "name" in blob && typeof blob.name === "string" && blob.name !== ""
    ? blob.name
    : undefined;
}

/** Escapes as browsers do (WHATWG HTML, multipart/form-data encoding algorithm). */
function quote(text: string): string {
  return text
    .replaceAll("\r", "%0D")
    .replaceAll("\n", "%0A")
    .replaceAll('"', "%22");
}

function checkType(where: string, type: string): string {
  if (/^[\x20-\x7E]+$/.test(type)) return type;
  throw new ArgumentError({
    happened: `The content type of the part "${where}" cannot be sent.`,
  });
}
