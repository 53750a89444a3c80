import type {
  MediaDescriptor,
  PreparedBody,
} from "../descriptors/media-descriptor.js";
import { ArgumentError } from "../errors/argument-error.js";
import { matchesRange } from "../http/media-type.js";
import { writeJson } from "../values/json-text.js";

/**
 * Serialises a request body, once for all attempts: as JSON, unless the descriptor names another way.
 *
 * @param isKeyed - under an idempotency key: equal values have equal bytes
 * @throws ArgumentError when the value cannot be written in that media type
 */
export function writeBody(
  media: MediaDescriptor,
  value: unknown,
  isKeyed = false,
): PreparedBody {
  const { write } = media;
  return write === undefined
    ? jsonBody(media, writeJson(value, "body"))
    : write(media, value, isKeyed);
}

/** A body of JSON text: within a range of the contract (`*`+`/*`), `application/json`. */
export function jsonBody(
  { mediaType }: MediaDescriptor,
  text: string,
): PreparedBody {
  if (!mediaType.includes("*")) return textBody(text, mediaType);
  const type = "application/json";
  if (matchesRange(mediaType, type)) return textBody(text, type);
  throw unwritable(
    { mediaType },
    "it has no type within that; name the content type",
  );
}

/** The error of a value that a media type has no form for. */
export function unwritable(
  { mediaType }: Pick<MediaDescriptor, "mediaType">,
  why: string,
): ArgumentError {
  return new ArgumentError({
    happened: `The body cannot be written as ${mediaType}: ${why}.`,
  });
}

/** A body of text. */
export function textBody(content: string, contentType: string): PreparedBody {
  return {
    content,
    contentType,
    bytes: new TextEncoder().encode(content).byteLength,
    resendable: true,
  };
}
