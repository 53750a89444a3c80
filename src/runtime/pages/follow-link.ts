import { registerLink, type ServerLink } from "../call/own-options.js";
import { UnexpectedResponseError } from "../errors/call-errors.js";
import { memberAt } from "../values/member-at.js";
import type { LinkPaging } from "./paging-descriptor.js";
import {
  type ArrivedPage,
  end,
  invalidPosition,
  type NextPosition,
  type Position,
} from "./position.js";

/** Goes on at the link of the page: in a member, else in its header. */
export function followLink(
  paging: LinkPaging,
  page: ArrivedPage,
  _at: Position | undefined,
  more: boolean | undefined,
): NextPosition {
  const link =
    paging.next === undefined
      ? nextLink(page.headers.get("link"))
      : memberAt(page.value, paging.next);
  if (link === undefined || link === null || link === "")
    return more
      ? invalidPosition(
          "The page says that there is another, and names no link",
        )
      : end;
  return typeof link === "string"
    ? { position: link }
    : invalidPosition("The next link is not text");
}

/**
 * Target of the first link with the relation `next` (RFC 8288 section 3): a URL reference, unchanged. One whose parameter `results`
 * is "false" leads to an empty page, and ever on.
 *
 * @returns undefined when there is none
 */
function nextLink(header: string | null): string | undefined {
  const links = (header ?? "").matchAll(
    /<([^<>]*)>((?:\s*;\s*[^\s=;,]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s;,"]*))?)*)/g,
  );
  for (const [, target, parameters = ""] of links) {
    const relations = parameterOf(parameters, "rel").toLowerCase().split(/\s+/);
    if (target && relations.includes("next"))
      return parameterOf(parameters, "results") === "false"
        ? undefined
        : target;
  }
  return undefined;
}

/** The first value of a parameter of a link; empty where it has none. What another has in quotes does not count. */
function parameterOf(parameters: string, name: string): string {
  const all = parameters.matchAll(
    /;\s*([^\s=;,]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/g,
  );
  for (const [, own, quoted, plain = ""] of all)
    if (own?.toLowerCase() === name) return quoted ?? plain;
  return "";
}

/**
 * A link that the server gave, to its next page.
 *
 * @param address - URL reference (RFC 3986), as the server wrote it
 */
export function linkTarget(address: string): ServerLink {
  return registerLink({ address, resolve: (url) => linkedUrl(address, url) });
}

/**
 * A link that the server gave; credentials go to no other origin than its own.
 *
 * @throws UnexpectedResponseError for an invalid URL reference (RFC 3986), for another origin, and for a user name or a
 * password in it: `fetch` throws for those, but the server wrote them, and not the caller
 */
function linkedUrl(target: string, url: string): string {
  const own = new URL(url);
  if (!URL.canParse(target, own.href))
    throw new UnexpectedResponseError({
      happened: "The server linked to an address that is not a URL.",
      remedy: "Report it to the people who run the server.",
    });
  const linked = new URL(target, own);
  if (linked.origin !== own.origin)
    throw new UnexpectedResponseError({
      happened:
        "The server linked to another origin, which gets no credentials.",
      remedy: "Fetch the link without credentials, if you trust it.",
    });
  if (linked.username === "" && linked.password === "") return linked.href;
  throw new UnexpectedResponseError({
    happened: "The server linked to an address with a user name or a password.",
    remedy: "Report it to the people who run the server.",
  });
}
