import type { SandboxResponse } from "../server/sandbox-response.js";
import { problemCatalog, type ProblemKind } from "./problem-catalog.js";
import type { Rejection } from "./rejection.js";

/** The media type of Problem Details (RFC 9457 section 3). */
export const problemMediaType = "application/problem+json";

/**
 * The response of a refused request (ERR-1).
 * @param baseUrl `{base_url}`, under which the problems are described
 * @param traceId the trace identifier of the request
 */
export function buildProblem(rejection: Rejection, baseUrl: string, traceId: string): SandboxResponse {
  const response = describeProblem(
    rejection.code,
    problemCatalog[rejection.code],
    rejection.message,
    baseUrl,
    traceId,
  );
  return { ...response, headers: { ...response.headers, ...extraHeaders(rejection, response.status) } };
}

/** A Problem Details response of any kind, those outside the contract included: also one that leaves `retryable` out. */
export function describeProblem(
  code: string,
  kind: Omit<ProblemKind, "retryable"> & { readonly retryable: boolean | undefined },
  detail: string,
  baseUrl: string,
  traceId: string,
): SandboxResponse {
  const { status, title, retryable } = kind;
  const type = `${baseUrl}/problems/${code.replaceAll("_", "-")}`;
  return {
    status,
    headers: { "Content-Type": problemMediaType },
    body: { type, title, status, detail, code, retryable, traceId },
  };
}

function extraHeaders(rejection: Rejection, status: number): Record<string, string> {
  if (rejection.retryAfterSeconds !== undefined)
    return { "Retry-After": String(rejection.retryAfterSeconds) };
  if (status !== 401) return {};
  // RFC 6750 section 3.1: a request without any credentials gets no error code.
  return {
    "WWW-Authenticate": rejection.code === "token_missing" ? "Bearer" : 'Bearer error="invalid_token"',
  };
}
