/** What is sent back, before it is serialised. */
export interface SandboxResponse {
  readonly status: number;
  /** With the names that the contract writes, `Content-Type` included. */
  readonly headers: Readonly<Record<string, string>>;
  /** A JSON value, or bytes that are not JSON. */
  readonly body: unknown;
}

/** A JSON response. @param headers headers besides `Content-Type` */
export function jsonResponse(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): SandboxResponse {
  return { status, headers: { "Content-Type": "application/json", ...headers }, body };
}
