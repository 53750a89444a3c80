import type { MediaDescriptor } from "../call/operation-descriptor.js";
import { ArgumentError } from "../errors/argument-error.js";
import { bytesValue, isByteStream } from "./bytes-value.js";
import { writeJson } from "./json-text.js";
import { matchesRange, readMediaType } from "./media-type.js";
import {
  blobBody,
  type PreparedBody,
  streamBody,
  textBody,
} from "./prepared-body.js";
import { namedParts, positionedParts } from "./multipart-parts.js";
import { writeForm } from "./write-form.js";
import { writeMultipart } from "./write-multipart.js";
import { wholeMultipartType } from "./whole-multipart.js";

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
