import type { RetryBounds } from "./read-retry.js";

/**
 * `read`: GET, HEAD, or a POST that only reads. `keyed`: a create with an idempotency key.
 * `conditional`: a change with `If-Match` alone. `write`: anything else.
 */
export type DeclaredRetryClass = "read" | "keyed" | "conditional" | "write";

/**
 * What a request is to a retry: `read` changes nothing; `keyed` happens once whatever the number of attempts, because
 * of its idempotency header; `idempotent` is a PUT or DELETE, `conditional` one under a condition (RFC 9110 section
 * 13.1), or a change with `If-Match` where problems say what is retryable; `write` is anything else.
 */
export type RetryClass = DeclaredRetryClass | "idempotent";

/** The class of a request. Its headers count: a caller can give a condition or an idempotency header. */
export function retryClassOf(
  {
    retryClass,
    method,
  }: { readonly retryClass: DeclaredRetryClass; readonly method: string },
  headers: Headers,
  { policy, idempotencyHeaders }: RetryBounds,
): RetryClass {
  if (retryClass === "read" || retryClass === "keyed") return retryClass;
  if (idempotencyHeaders.some((name) => headers.has(name))) return "keyed";
  if (policy === "problem") return retryClass;
  if (method !== "PUT" && method !== "DELETE") return "write";
  return conditions.some((name) => headers.has(name))
    ? "conditional"
    : "idempotent";
}

/** Conditions that a change which was made before makes false (RFC 9110 section 13.1). */
const conditions = ["if-match", "if-none-match", "if-unmodified-since"];
