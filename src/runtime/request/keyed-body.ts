import type {
  MediaDescriptor,
  PreparedBody,
} from "../descriptors/media-descriptor.js";
import { writeCanonicalJson } from "../values/canonical-json.js";
import { jsonBody } from "./write-body.js";

/**
 * A JSON body under an idempotency key: equal values have equal bytes, because servers compare them.
 *
 * @throws ArgumentError when the value has no JSON text
 */
export function writeKeyedJson(
  media: MediaDescriptor,
  value: unknown,
): PreparedBody {
  return jsonBody(media, writeCanonicalJson(value, "body"));
}
