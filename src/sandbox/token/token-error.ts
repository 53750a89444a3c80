import { jsonResponse, type SandboxResponse } from "../server/sandbox-response.js";

/** Error codes of the token exchange (RFC 6749 section 5.2, RFC 8693 section 2.2.2). */
export type TokenErrorCode =
  "invalid_request" | "invalid_scope" | "invalid_target" | "unsupported_grant_type" | "server_error";

/** An exchange that is refused. */
export class TokenError extends Error {
  readonly code: TokenErrorCode;
  readonly status: number;

  /** @param description what happened, without the access key */
  constructor(code: TokenErrorCode, description: string, status = 400) {
    super(description);
    this.name = "TokenError";
    this.code = code;
    this.status = status;
  }
}

/** The error body of RFC 6749 section 5.2. */
export function buildTokenError(error: TokenError): SandboxResponse {
  const body = { error: error.code, error_description: error.message };
  return jsonResponse(error.status, body, { "Cache-Control": "no-store" });
}
