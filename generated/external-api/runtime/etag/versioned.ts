import type { ApiResponse } from "../call/call.js";
import type { OperationDescriptor } from "../call/operation-descriptor.js";
import { UnexpectedResponseError } from "../errors/unexpected-response-error.js";
import { safeHeaders } from "../secrets/safe-headers.js";
import { isStrongETag } from "./parse-strong-etag.js";
import type { Versioned } from "./strong-etag.js";

/**
 * Puts the value of an answer together with its validator.
 *
 * @throws UnexpectedResponseError when the contract promises a strong validator and the answer has none, or a weak one,
 * which must not be used for a change (ETG-4)
 */
export function versioned<Value, Of extends string>(
  descriptor: OperationDescriptor,
  response: ApiResponse<unknown>,
): ApiResponse<Versioned<Value, Of>> {
  const etag = response.headers.get("etag") ?? "";
  if (isStrongETag<Of>(etag))
    return { ...response, value: { value: response.value as Value, etag } };
  const what =
    etag === ""
      ? "without the validator"
      : etag.startsWith("W/")
        ? "with a weak validator"
        : "with a malformed one";
  throw new UnexpectedResponseError({
    call: {
      operation: descriptor.name,
      method: descriptor.method,
      path: descriptor.path,
    },
    attempts: response.attempts,
    waited: response.waited,
    answer: { status: response.status, headers: safeHeaders(response.headers) },
    happened: `The server answered with success, but ${what} that a change of this resource needs.`,
    remedy:
      descriptor.repeat === "read"
        ? "Look for a proxy on the way that changes `ETag` (by compressing, for example)."
        : "The change was made; read the resource to see its state and validator.",
  });
}
