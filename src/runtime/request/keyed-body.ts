import type { MediaDescriptor } from "../call/operation-descriptor.js";
import { writeCanonicalJson } from "../values/canonical-json.js";
import { jsonBody, type PreparedBody } from "./write-body.js";

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
