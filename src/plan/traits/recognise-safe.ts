import type { AnswerModel, OperationModel } from "../../model/api-model.js";
import { findHeader, findIdempotencyHeader } from "../reading/answers.js";
import type { Trait } from "./trait.js";

/** Methods that are safe by definition (RFC 9110 section 9.2.1), and QUERY (RFC 9110's newer sibling). */
const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS", "TRACE", "QUERY"]);

/** An operation that may be repeated at will: a safe method, or a POST that only reads. */
export function recogniseSafe(operation: OperationModel): Trait<object> | undefined {
  if (SAFE_METHODS.has(operation.method)) {
    return { facts: {}, reason: `${operation.method} is a safe method (RFC 9110 section 9.2.1).` };
  }
  if (operation.method !== "POST" || findIdempotencyHeader(operation) !== undefined) return undefined;
  if (operation.answers.some(startsSomething)) return undefined;
  const scopes = operation.security.flat().flatMap((need) => need.scopes);
  if (scopes.length === 0 || !scopes.every((scope) => /[:.]read$/.test(scope))) return undefined;
  return {
    facts: {},
    reason: `A POST that only reads: it has no Idempotency-Key and needs only ${quoted(scopes)}, which may read and no more.`,
  };
}

/** An answer that tells of something new: 201, 202, or a `Location`. Whatever the scopes say, that is no read. */
function startsSomething(answer: AnswerModel): boolean {
  const created = answer.status === "201" || answer.status === "202";
  return created || (answer.status.startsWith("2") && findHeader(answer, "Location") !== undefined);
}

function quoted(scopes: readonly string[]): string {
  return [...new Set(scopes)].map((scope) => `"${scope}"`).join(", ");
}
