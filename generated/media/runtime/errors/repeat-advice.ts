import type { SentKey } from "./error-facts.js";

/**
 * What to do about a change that may have been made or not: with a key it can be sent again as it was (IDM-3).
 *
 * @param retryAt - when the server will take it again, where it said so
 */
export function repeatAdvice(
  { idempotencyKey }: SentKey,
  retryAt?: Date,
): string {
  return idempotencyKey === undefined
    ? "Read the resource to see whether the change was made before repeating it."
    : `Make the same call again with the same \`idempotencyKey\` (or intent)${notBefore(retryAt)}: it cannot happen twice.`;
}

function notBefore(retryAt: Date | undefined): string {
  return retryAt === undefined ? "" : `, not before ${retryAt.toISOString()}`;
}
