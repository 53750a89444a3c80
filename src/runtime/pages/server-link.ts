import { registerLink, type ServerLink } from "../call/own-options.js";
import { ArgumentError } from "../errors/argument-error.js";
import { UnexpectedResponseError } from "../errors/call-errors.js";

/**
 * A link that the server gave, to its next page.
 *
 * @param address - URL reference (RFC 3986), as the server wrote it
 */
export function serverLink(address: string): ServerLink {
  return registerLink({ address, resolve: (url) => linkedUrl(address, url) });
}

/**
 * A link that the server gave; credentials go to no other origin than its own.
 *
 * @throws UnexpectedResponseError for an invalid URL reference (RFC 3986); ArgumentError for another origin
 */
function linkedUrl(target: string, url: string): string {
  const own = new URL(url);
  if (!URL.canParse(target, own.href))
    throw new UnexpectedResponseError({
      happened: "The server linked to an address that is not a URL.",
      remedy: "Report it to the people who run the server.",
    });
  const linked = new URL(target, own);
  if (linked.origin === own.origin) return linked.href;
  throw new ArgumentError({
    happened:
      "The server linked to another origin, where the client's credentials do not belong.",
    remedy: "Follow the link yourself, without credentials, if you trust it.",
  });
}
