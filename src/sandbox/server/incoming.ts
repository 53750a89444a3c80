import type { RawParameters } from "../contract/request-validator.js";
import type { ReceivedBody } from "./received-body.js";

/** A request to an operation of the contract, as it came in and before anything was checked. */
export interface Incoming extends RawParameters {
  readonly body: ReceivedBody;
  readonly traceId: string;
}

/** The Bearer token (RFC 6750 section 2.1; the scheme's case does not matter); undefined when there is none. */
export function bearerToken(incoming: Incoming): string | undefined {
  return /^bearer +([\w.~+/=-]+)$/i.exec(headerOf(incoming, "authorization") ?? "")?.[1];
}

/** A header that is sent once, or undefined. @param name in lower case */
export function headerOf({ headers }: Pick<Incoming, "headers">, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" ? value : undefined;
}

/** The media type of the body, without parameters and in lower case; empty when none is named. */
export function mediaTypeOf(incoming: Incoming): string {
  return (headerOf(incoming, "content-type") ?? "").split(";", 1).join("").trim().toLowerCase();
}
