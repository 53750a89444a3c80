import { Rejection } from "../problems/rejection.js";
import { headerOf, mediaTypeOf, type Incoming } from "./incoming.js";

/**
 * The JSON value of a body.
 * @param mediaType the media type that the contract asks for
 * @param limit bytes that a body may have
 * @throws Refusal `unsupported_media_type`, `request_too_large` or `malformed_request`
 */
export function readJsonBody(incoming: Incoming, mediaType: string, limit: number): unknown {
  const encoding = headerOf(incoming, "content-encoding") ?? "identity";
  if (mediaTypeOf(incoming) !== mediaType || encoding !== "identity") {
    throw new Rejection("unsupported_media_type", `Send the body as ${mediaType}, not encoded.`);
  }
  if (incoming.body.tooLarge) throw new Rejection("request_too_large", `The body may have ${limit} bytes.`);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(incoming.body.bytes));
  } catch {
    // What the parser says quotes the body, which may be sensitive.
    throw new Rejection("malformed_request", "The body is not valid JSON in UTF-8.");
  }
}
