import type {
  MediaDescriptor,
  PreparedBody,
} from "../descriptors/media-descriptor.js";
import { writeCanonicalJson } from "../values/canonical-json.js";
import { writeJson } from "../values/json-text.js";
import { textBody, unwritable } from "./write-body.js";

/**
 * A body of newline-delimited JSON.
 *
 * @throws ArgumentError when the body is not a list, or an item has no JSON text
 */
export function writeLines(
  media: MediaDescriptor,
  value: unknown,
  isKeyed = false,
): PreparedBody {
  return writeTexts(media, value, "", isKeyed);
}

/**
 * A body of JSON texts (RFC 7464).
 *
 * @throws ArgumentError when the body is not a list, or an item has no JSON text
 */
export function writeSequence(
  media: MediaDescriptor,
  value: unknown,
  isKeyed = false,
): PreparedBody {
  return writeTexts(media, value, "\u001E", isKeyed);
}

/** JSON texts, each with a line feed after it, and with a record separator before it where RFC 7464 wants one. */
function writeTexts(
  media: MediaDescriptor,
  value: unknown,
  before: "" | "\u001E",
  isKeyed: boolean,
): PreparedBody {
  const write = isKeyed ? writeCanonicalJson : writeJson;
  if (!Array.isArray(value)) throw unwritable(media, "it must be a list");
  return textBody(
    value.map((item: unknown) => `${before}${write(item, "body")}\n`).join(""),
    media.mediaType,
  );
}
