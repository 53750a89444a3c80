import type { Answer } from "../server/answer.js";
import { problemCatalog, type ProblemKind } from "./problem-catalog.js";
import type { Refusal } from "./refusal.js";

/** The media type of Problem Details (RFC 9457 section 3). */
export const problemMediaType = "application/problem+json";

/**
 * The answer of a refused request (ERR-1).
 * @param baseUrl `{base_url}`, under which the problems are described
 * @param traceId the trace identifier of the request
 */
export function buildProblem(refusal: Refusal, baseUrl: string, traceId: string): Answer {
  const answer = describeProblem(
    refusal.code,
    problemCatalog[refusal.code],
    refusal.message,
    baseUrl,
    traceId,
  );
  return { ...answer, headers: { ...answer.headers, ...extraHeaders(refusal, answer.status) } };
}

/** A Problem Details answer of any kind, those outside the contract included: also one that leaves `retryable` out. */
export function describeProblem(
  code: string,
  kind: Omit<ProblemKind, "retryable"> & { readonly retryable: boolean | undefined },
  detail: string,
  baseUrl: string,
  traceId: string,
): Answer {
  const { status, title, retryable } = kind;
  const type = `${baseUrl}/problems/${code.replaceAll("_", "-")}`;
  return {
    status,
    headers: { "Content-Type": problemMediaType },
    body: { type, title, status, detail, code, retryable, traceId },
  };
}

function extraHeaders(refusal: Refusal, status: number): Record<string, string> {
  if (refusal.retryAfterSeconds !== undefined) return { "Retry-After": String(refusal.retryAfterSeconds) };
  if (status !== 401) return {};
  // RFC 6750 section 3.1: a request without any credentials gets no error code.
  return { "WWW-Authenticate": refusal.code === "token_missing" ? "Bearer" : 'Bearer error="invalid_token"' };
}
