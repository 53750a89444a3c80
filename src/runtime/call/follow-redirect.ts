import { UnexpectedResponseError } from "../errors/call-errors.js";
import { promisedRedirect } from "../response/choose-response.js";
import { shownResponse } from "../secrets/safe-headers.js";
import { strikerOf } from "../secrets/striker.js";
import type { OperationDescriptor } from "../descriptors/operation-descriptor.js";

/** Where a response sends the request on to. */
export interface Redirection {
  readonly url: URL;
  /** It is another origin, or a chain of redirects has been at one: no credential and no header of the call goes there. */
  readonly anonymous: boolean;
}

/** The most redirects of one logical call; a chain that is longer is a loop. */
const most = 10;

/** Same method, and for 307 and 308 the same body (RFC 9110 section 15.4). */
const methodPreserving: ReadonlySet<number> = new Set([307, 308]);
const ofReads: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Where the client follows a redirect to: on the same origin, GET and HEAD by every status that redirects, other methods by
 * 307 and 308 alone, with the same body; to another origin a GET alone, where the client's options allow it.
 *
 * @param crossOrigin - the option of the client
 * @param anonymous - the request that was redirected went out without credentials already
 * @returns undefined for any other response: also for a redirect that the contract promises beside no 2xx, whose address is
 * a value
 */
export function followRedirect(
  { method, responses }: OperationDescriptor,
  sent: { readonly url: string; readonly resendable: boolean },
  { status, headers }: Response,
  crossOrigin: boolean,
  anonymous: boolean,
): Redirection | undefined {
  if (status < 301 || status > 308) return undefined;
  const reads = method === "GET" || method === "HEAD";
  if (!(reads ? ofReads : methodPreserving).has(status) || !sent.resendable)
    return undefined;
  const location = headers.get("location");
  const promised = promisedRedirect(responses, status);
  if (
    location === null ||
    !URL.canParse(location, sent.url) ||
    (promised !== undefined && promised.followed !== true)
  )
    return undefined;
  const from = new URL(sent.url);
  const url = new URL(location, from);
  // An address with a user name carries a credential, which is not the client's to send.
  if (url.username !== "" || url.password !== "") return undefined;
  if (url.origin === from.origin) return { url, anonymous };
  const isWeb = url.protocol === "https:" || url.protocol === from.protocol;
  return crossOrigin && method === "GET" && isWeb
    ? { url, anonymous: true }
    : undefined;
}

/** @throws UnexpectedResponseError for a chain of redirects that does not end */
export function checkRedirects(count: number, response: Response) {
  if (count <= most) return;
  throw new UnexpectedResponseError({
    response: shownResponse(response),
    happened: `The server redirected the request more than ${String(most)} times.`,
    remedy:
      "Correct the base URL of the client: the redirects may form a loop.",
  });
}

/**
 * Where a redirect leads to (RFC 9110 section 10.2.2): an absolute URL, without the credentials of the call, which a server
 * can repeat in it.
 *
 * @param base - the URL that was requested; a relative `Location` is resolved against it without its query, which can hold
 *   a credential: an address goes to whom it may concern
 * @returns undefined where `Location` is absent, or is not a URL
 */
export function redirectAddress(
  headers: Headers,
  base: string,
): string | undefined {
  const striker = strikerOf(headers);
  // Struck before it is resolved and after: a URL spells some characters of a credential in another way.
  const location = striker.whole(headers.get("location") ?? "");
  const from = new URL(base);
  from.search = "";
  return headers.has("location") && URL.canParse(location, from.href)
    ? striker.whole(new URL(location, from).href)
    : undefined;
}
