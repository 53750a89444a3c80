import { ArgumentError } from "../errors/argument-error.js";
import type { PreparedBody } from "../http/prepared-body.js";

/**
 * One attempt as the platform's `Request`. Redirects are never followed: a credential goes where it was meant to go
 * and to no other place (TOK-4).
 *
 * @throws ArgumentError when the platform refuses the request (a method that fetch forbids)
 */
export function buildRequest(
  method: string,
  target: { readonly url: URL; readonly headers: Headers },
  body: PreparedBody | undefined,
  signal: AbortSignal,
): Request {
  const init = {
    method,
    headers: target.headers,
    redirect: "manual" as const,
    signal,
    ...(body !== undefined && { body: body.content }),
    ...(body?.repeatable === false && { duplex: "half" as const }),
  };
  try {
    return new Request(target.url, init);
  } catch {
    // The platform's error could quote the URL, and a key can be in it.
    throw new ArgumentError({
      happened: `The platform's fetch cannot send this ${method} request.`,
    });
  }
}
