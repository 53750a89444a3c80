import type { MediaDescriptor } from "../call/operation-descriptor.js";
import { ArgumentError } from "../errors/argument-error.js";
import { matchesRange, readMediaType } from "../http/media-type.js";
import { bytesValue, isByteStream, writeJson } from "../values/json-text.js";
import { namedParts, positionedParts } from "./multipart-parts.js";
import { writeForm } from "./write-form.js";
import { writeMultipart } from "./write-multipart.js";

/**
 * Serialises a request body, once for all attempts.
 *
 * @param isKeyed - under an idempotency key: equal values have equal bytes
 * @throws ArgumentError when the value cannot be written in that media type
 */
export function writeBody(
  media: MediaDescriptor,
  value: unknown,
  isKeyed = false,
): PreparedBody {
  switch (media.codec) {
    case "json":
      return textBody(
        writeJson(value, "body", isKeyed),
        typeFor(media, "", "application/json"),
      );
    case "form":
      return textBody(
        writeForm(media, objectBody(media, value), "body"),
        media.mediaType,
      );
    case "multipart":
      return writeMultipart(
        media,
        namedParts(objectBody(media, value), media.encoding),
        isKeyed,
      );
    case "parts":
      if (!Array.isArray(value)) throw unwritable(media, "the body is no list");
      return writeMultipart(
        media,
        positionedParts(value, media.positions),
        isKeyed,
      );
    case "text":
      return writeText(media, value);
    case "binary":
      return writeBinary(media, value);
    case "lines":
      return writeTexts(media, value, "", isKeyed);
    case "sequence":
      return writeTexts(media, value, "\u001E", isKeyed);
    case "events":
      throw unwritable(media, "an event stream is an answer, not a request");
  }
}

function writeText(media: MediaDescriptor, value: unknown): PreparedBody {
  if (typeof value === "string")
    return textBody(
      value,
      typeWithin(media, "", value) ?? "text/plain;charset=UTF-8",
    );
  return writeBinary(media, value);
}

function writeBinary(media: MediaDescriptor, value: unknown): PreparedBody {
  const bytes = bytesValue(value);
  if (bytes !== undefined)
    return blobBody(
      bytes,
      typeFor(media, bytes.type, "application/octet-stream"),
    );
  if (isByteStream(value))
    return streamBody(value, typeFor(media, "", "application/octet-stream"));
  if (typeof value === "string")
    return textBody(value, typeFor(media, "", "text/plain;charset=UTF-8"));
  throw unwritable(media, `a value of type ${typeof value} has no bytes`);
}

/** What a body is sent as: the contract's media type; within a range, that of the value, or what stands for any. */
function typeFor(
  media: MediaDescriptor,
  ownType: string,
  otherwise: string,
): string {
  const declared = typeWithin(media, ownType);
  if (declared !== undefined) return declared;
  const type = ownType === "" ? otherwise : ownType;
  const essence = readMediaType(type)?.essence ?? "";
  if (matchesRange(media.mediaType, essence)) return type;
  throw unwritable(
    media,
    `it has no type within that; ${media.codec === "json" ? "" : "give a Blob with a type, or "}name the content type`,
  );
}

/** JSON texts, each with a line feed after it, and with a record separator before it where RFC 7464 wants one. */
function writeTexts(
  media: MediaDescriptor,
  value: unknown,
  before: "" | "\u001E",
  isKeyed: boolean,
): PreparedBody {
  if (!Array.isArray(value)) throw unwritable(media, "the body is no list");
  return textBody(
    value
      .map((item: unknown) => `${before}${writeJson(item, "body", isKeyed)}\n`)
      .join(""),
    media.mediaType,
  );
}

function objectBody(media: MediaDescriptor, value: unknown): object {
  if (typeof value === "object" && value !== null && !Array.isArray(value))
    return value;
  throw unwritable(media, "the body is no object");
}

/** The content type to send; undefined for a range (`image/*`), which is none. */
function typeWithin(
  media: MediaDescriptor,
  ownType: string,
  text?: string,
): string | undefined {
  if (media.mediaType.includes("*")) return undefined;
  const type = wholeMultipartType(media.mediaType, ownType, text);
  if (type !== undefined) return type;
  throw unwritable(
    media,
    text === undefined
      ? "nothing says its boundary; give a Blob whose type does (`new Response(form).blob()`)"
      : "no line of it delimits parts (`--boundary`)",
  );
}

function unwritable(media: MediaDescriptor, why: string): ArgumentError {
  return new ArgumentError({
    happened: `The body cannot be written as ${media.mediaType}: ${why}.`,
  });
}

/**
 * The content type of a multipart body that the caller gives whole. Its parts cannot be told without their boundary (RFC
 * 2046 section 5.1.1): that of the contract, else of the value's own type, else of the first line that delimits parts.
 *
 * @param mediaType - as in the contract; another than a multipart one stays as it is
 * @param ownType - type of a Blob; empty where there is none
 * @returns undefined where nothing names a boundary
 */
function wholeMultipartType(
  mediaType: string,
  ownType: string,
  text = "",
): string | undefined {
  const essence = readMediaType(mediaType)?.essence;
  if (essence?.startsWith("multipart/") !== true || namesBoundary(mediaType))
    return mediaType;
  if (readMediaType(ownType)?.essence === essence && namesBoundary(ownType))
    return ownType;
  const boundary =
    /^--([\w'()+,./:=?\- ]{0,69}[\w'()+,./:=?-])[ \t]*\r?$/m.exec(text)?.[1];
  return boundary === undefined
    ? undefined
    : `${mediaType}; boundary="${boundary}"`;
}

function namesBoundary(mediaType: string): boolean {
  return /;\s*boundary=/i.test(mediaType);
}

/** A request body, serialised once: every repeat sends these very bytes. */
export interface PreparedBody {
  readonly content: string | Blob | ReadableStream<Uint8Array>;
  /** Value of `Content-Type`; absent when neither contract nor value names one. */
  readonly contentType?: string;
  /** Size in bytes; absent for a stream, whose size nobody knows before it ends. */
  readonly bytes?: number;
  /** False for a stream: once it was read it cannot be sent again. */
  readonly repeatable: boolean;
  /** The same body as an idempotency key makes it; absent: the key changes nothing. */
  readonly underKey?: (key: string) => Promise<PreparedBody>;
}

/** A body of text. */
function textBody(content: string, contentType: string): PreparedBody {
  return {
    content,
    contentType,
    bytes: new TextEncoder().encode(content).byteLength,
    repeatable: true,
  };
}

/** A body of bytes that are at hand. */
export function blobBody(content: Blob, contentType: string): PreparedBody {
  return { content, contentType, bytes: content.size, repeatable: true };
}

/** A body that is read while it is sent. */
export function streamBody(
  content: ReadableStream<Uint8Array>,
  contentType: string,
): PreparedBody {
  return { content, contentType, repeatable: false };
}
