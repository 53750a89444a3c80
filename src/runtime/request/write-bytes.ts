import type {
  MediaDescriptor,
  PreparedBody,
} from "../descriptors/media-descriptor.js";
import { matchesRange, readMediaType } from "../http/media-type.js";
import { bytesValue, isByteStream } from "../values/bytes.js";
import { textBody, unwritable } from "./write-body.js";

/**
 * A body of text; bytes that a caller gives are sent as they are.
 *
 * @throws ArgumentError when the value is neither, or its type is not known
 */
export function writeText(
  media: MediaDescriptor,
  value: unknown,
): PreparedBody {
  if (typeof value === "string")
    return textBody(
      value,
      typeWithin(media, "", value) ?? "text/plain;charset=UTF-8",
    );
  return writeBinary(media, value);
}

/**
 * A body of bytes: a Blob, a buffer, a stream, or text.
 *
 * @throws ArgumentError for any other value
 */
export function writeBinary(
  media: MediaDescriptor,
  value: unknown,
): PreparedBody {
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
    "it has no type within that; give a Blob with a type, or name the content type",
  );
}

/** The content type to send; undefined for a range (`image/*`), which cannot be sent. */
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

/** A body of bytes that are at hand. */
export function blobBody(content: Blob, contentType: string): PreparedBody {
  return { content, contentType, bytes: content.size, resendable: true };
}

/** A body that is read while it is sent. */
export function streamBody(
  content: ReadableStream<Uint8Array>,
  contentType: string,
): PreparedBody {
  return { content, contentType, resendable: false };
}
