import { ArgumentError } from "../errors/argument-error.js";
import type { PreparedBody } from "../http/prepared-body.js";
import type { AttemptTarget } from "./address-attempts.js";
import type { Connection } from "./connection.js";

/** One attempt, ready to be sent. */
export interface BuiltRequest {
  /** Absolute. */
  readonly url: string;
  /** Those that are sent: what is added before `send` goes with them. */
  readonly headers: Headers;
  /** Sends it, once. */
  send(): Promise<Response>;
}

/** Methods that every platform's fetch sends. */
const sendable: ReadonlySet<string> = new Set([
  "DELETE",
  "GET",
  "HEAD",
  "OPTIONS",
  "PATCH",
  "POST",
  "PUT",
]);

/**
 * Builds the request of one attempt. Redirects are never followed: a credential goes where it was meant to go and to no
 * other place (TOK-4). The platform makes a `Request` of URL and options itself. One is made here only for a `fetch` of
 * the caller's, and where the platform may refuse it: before it is sent, not in place of a response.
 *
 * @throws ArgumentError when the platform refuses the request (a method that fetch forbids)
 */
export function buildRequest(
  { ownFetch }: Pick<Connection, "ownFetch">,
  method: string,
  target: AttemptTarget,
  body: PreparedBody | undefined,
  signal: AbortSignal,
): BuiltRequest {
  const { headers } = target;
  const href = target.href ?? target.url.href;
  const init = {
    method,
    headers,
    redirect: "manual" as const,
    signal,
    ...(body !== undefined && { body: body.content }),
    ...(body?.repeatable === false && { duplex: "half" as const }),
  };
  const isSendable =
    sendable.has(method) &&
    body?.repeatable !== false &&
    // It may have a user name, which fetch refuses.
    !href.includes("@");
  if (isSendable && ownFetch === undefined)
    return { url: href, headers, send: () => fetch(href, init) };
  try {
    const request = new Request(href, init);
    return {
      url: request.url,
      headers: request.headers,
      send: () => (ownFetch ?? fetch)(request),
    };
  } catch {
    // The platform's error could quote the URL, and a key can be in it.
    throw new ArgumentError({
      happened: `The platform's fetch cannot send this ${method} request.`,
    });
  }
}
