import type { JsonObject } from "../load/loaded-contract.js";
import { tokenMembers } from "../text/token-members.js";
import { withoutDenials } from "../text/without-denials.js";
import type { DescribedExchange } from "./api-model.js";

/** Characters of a text that are searched: of an object of its own, and of the contract. */
const LONGEST = 4000;
const LONGEST_OF_CONTRACT = 20_000;

/** Words of a token exchange: of the standard, or of a key that comes to a token. */
const EXCHANGE =
  /token[-_ ]exchange|rfc[-_ ]?8693|\b(?:key|credential)s?\b[^.]{0,80}\bexchang[^.]{0,60}\b(?:token|jwt)|\bexchang[^.]{0,60}\b(?:key|credential)s?\b[^.]{0,40}\bfor\b[^.]{0,40}\b(?:token|jwt)/i;

/** Words that nothing but a token exchange has: of the standard, or of an access key that comes to a token. */
const STANDARD =
  /rfc[-_ ]?8693|grant-type:token-exchange|\bsubject_token\b|\bkeys?\s(?:is|are)\sexchanged\s(?:[\w-]{1,20}\s){0,4}for\b[^.]{0,60}\b(?:token|jwt)|\bexchang[^.]{0,60}\bkeys?\b(?:[^.]|\.(?=\S)){0,120}?\bfor\b[^.]{0,40}\b(?:token|jwt)/i;

/** Words of the standard alone: what gives the tokens of OAuth 2 takes keys for them, too. */
const RFC_8693 = /rfc[-_ ]?8693|grant-type:token-exchange|\bsubject_token\b/i;

/** What an object is about: where tokens of a scheme come from; anything, or anything where that scheme is one of OAuth 2 (RFC 6749). */
const WORDS = { tokens: EXCHANGE, anything: STANDARD, oauth: RFC_8693 };

/** An address of tokens, what a text has after `POST`, or a path after a placeholder or in code marks. */
const ENDPOINT =
  /https?:\/\/[^\s"'`<>{}]*token[\w/-]*|\bPOST\s[`"']?(?:\{\w+\})?(\/[\w/.-]*\w)|(?:\{\w+\}|(?<=[`"']))(\/[\w/.-]*token[\w/-]*)/iu;

/** Values that a text has after the name of a field; that of the access key may leave the word of the service for a reader to fill in. */
const SUBJECT_TYPE =
  /\bsubject_token_type\b["'`]?\s*(?:[=:|]|is|must be)?\s*["'`]?(urn:(?:(?:<[^<>\s]{1,50}>|\$?\{[^{}\s]{1,50}\}):)?[\w:.-]*\w)(?![\w:<{-])/iu;
const REQUESTED_TYPE =
  /\brequested_token_type\b["'`]?\s*(?:[=:|]|is|must be)?\s*["'`]?(urn:[\w:.-]*\w)(?![\w:<{-])/iu;

/** The same of an address or a URN; of an address whose host is for a reader to fill in, the path. */
const RESOURCE =
  /\bresource\b["'`]?\s*(?:[=:|]|is|must be)?\s*["'`]?(?:\{\w+\}(?=\/)|<\w+>(?=\/))?((?:https?:\/\/|urn:|(?<=[}>])\/)[^\s"'`<>{},;()]*[\w/])/iu;

/**
 * What a security scheme, an operation, or the Info Object or the document above it, says in a description or an extension of where its tokens come from.
 *
 * @param about - what decides which words show it: what is not about tokens has to name the standard, or a key that is exchanged
 * @returns undefined: not from an exchange
 */
export function describedExchange(
  json: JsonObject,
  about: keyof typeof WORDS,
): DescribedExchange | undefined {
  const named = WORDS[about];
  const longest = about === "tokens" ? LONGEST : LONGEST_OF_CONTRACT;
  const found = Object.entries(json).flatMap(([name, value]) => {
    if (name !== "description" && !/^x-/i.test(name)) return [];
    const written = (typeof value === "string" ? value : JSON.stringify(value)).slice(0, longest);
    if (!named.test(`${name} ${written}`)) return [];
    const text = `${name} ${typeof value === "string" ? withoutDenials(written) : written}`;
    return named.test(text) ? [text] : [];
  });
  if (found.length === 0) return undefined;
  const text = found.join(" ");
  const member = (...names: readonly string[]) =>
    names.flatMap((name) => new RegExp(`"${name}":\\s?"([^"<>{}]+)"`, "iu").exec(text)?.[1] ?? []).at(0);
  const [address, posted, templated] = ENDPOINT.exec(text) ?? [];
  const url =
    member("token_?url", "token_?endpoint", "url", "endpoint", "path") ?? posted ?? templated ?? address;
  const written = (pattern: RegExp) => pattern.exec(text)?.[1];
  const types = text.match(/\burn:[\w-]+:params:oauth:token-type:[\w-]+/giu) ?? [];
  const subjectTokenType =
    member("subject_?token_?type") ??
    written(SUBJECT_TYPE) ??
    types.find((type) => !/token-type:(?:access_token|jwt)$/iu.test(type));
  const responseFields = tokenMembers(text);
  const requestedTokenType = member("requested_?token_?type") ?? written(REQUESTED_TYPE);
  const resource = member("resource", "audience") ?? written(RESOURCE);
  return {
    ...(url === undefined ? {} : { url }),
    ...(subjectTokenType === undefined ? {} : { subjectTokenType }),
    ...(requestedTokenType === undefined ? {} : { requestedTokenType }),
    ...(resource === undefined ? {} : { resource }),
    ...(responseFields.length === 0 ? {} : { responseFields }),
  };
}
