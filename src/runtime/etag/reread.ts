import type { ApiResponse } from "../call/call.js";
import { isEntityTag } from "../http/strong-etag.js";

/** After a change that does not return what its read gives. */
export function rereadAlways(): boolean {
  return true;
}

/**
 * After a response without the validator, which the contract of a change does not promise. One that came is that of the new
 * state (RFC 9110 section 8.8).
 */
export function rereadWithoutETag({ headers }: ApiResponse<unknown>): boolean {
  return !isEntityTag(headers.get("etag") ?? "");
}
