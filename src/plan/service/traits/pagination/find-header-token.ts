import type { OperationModel, ResponseModel } from "../../../../model/api-model.js";
import { clausesOf, negates, withoutDenials } from "../../../../text/without-denials.js";
import { words } from "../../../../text/words.js";
import type { SchemaReader } from "../../schema-reader.js";
import { FEED_TEXT, isOfOtherThing } from "./find-token.js";
import { findSize } from "./page-fields.js";
import { type Field, listHeaderFields } from "./request-fields.js";

/** A header of a response that has the position of the next page, and what takes it back. */
export interface FoundHeaderToken {
  readonly header: string;
  readonly position: Field;
  /** Whether the response declares the header; else the description of the position names it. */
  readonly isDeclared: boolean;
}

/** Names of positions that take a token. */
const TAKES =
  /^(?:(?:page_?|start_)?cursor|iterator|marker|(?:page|paging|pagination|skip|continuation|next)_?token)$/;

/** Names of positions that may take one where their description names its header. */
const MAY_TAKE = /cursor|token|next|marker|continu|after|from|start|page|position/;

/** A header in a description: ``the response header `X-Next-Cursor` ``. */
const NAMED = /\b[A-Za-z]+(?:-[A-Za-z]+)+\b/g;

/** Characters of a description that are searched. */
const LONGEST = 2000;

/**
 * A text of the request that takes back what a response header has: a header of the same name; one that the response declares and whose name says that it is the
 * next token, or one that the description of the text names as a header. The `Link` header has addresses instead.
 */
export function findHeaderToken({
  operation,
  response: { headers },
  fields,
  reader,
}: {
  readonly operation: OperationModel;
  readonly response: Pick<ResponseModel, "headers">;
  readonly fields: readonly Field[];
  readonly reader: SchemaReader;
}): FoundHeaderToken | undefined {
  const requestHeaders = listHeaderFields(operation, reader);
  const [same, ...moreOfSame] = findSameHeaders(headers, requestHeaders);
  const hasSize = findSize([...fields, ...requestHeaders]) !== undefined;
  if (same !== undefined && moreOfSame.length === 0 && !FEED_TEXT.test(same.text))
    if (hasSize || PAGED.test(`${same.header} ${same.text}`)) return same;
  const declared = headers.map(({ name }) => name).filter(isNextToken);
  const texts = fields.filter(({ kind, isNumeric }) => kind === "text" && !isNumeric);
  const usual = texts.filter(({ key }) => TAKES.test(key));
  const found = (usual.length > 0 ? usual : texts.filter(({ key }) => MAY_TAKE.test(key))).flatMap(
    (position): FoundHeaderToken[] => {
      const named = namedHeaders(position.description);
      const spelled = new Set(named.map((name) => name.toLowerCase()));
      const described = declared.filter((name) => spelled.has(name.toLowerCase()));
      const own = described.length === 0 && TAKES.test(position.key) ? declared : described;
      const [header, ...others] = own.length > 0 ? own : named;
      // Which of two headers has the token is not known.
      if (header === undefined || others.length > 0) return [];
      return [{ header, position, isDeclared: own.length > 0 }];
    },
  );
  // Which of two takes the token is not known.
  return found.length === 1 ? found[0] : undefined;
}

/** A request header that takes back the response header of the same name. */
interface SameHeader extends FoundHeaderToken {
  /** What the contract says of both. */
  readonly text: string;
}

/** Words of pages, in the name of a header or in what is written about it. */
const PAGED = /\b(?:pages?|paginat\w*|paging)\b/i;

/** What has tokens of its own: a header that speaks of it is that of no page. */
const OTHERS = [
  "access",
  "auth",
  "csrf",
  "login",
  "nonce",
  "otp",
  "refresh",
  "session",
  "trace",
  "transaction",
  "xsrf",
];
const OTHER_TEXT =
  /\b(?:auth\w*|csrf|log[- ]?ins?|otps?|one[- ]time|passwords?|sessions?|trac(?:es?|ing)|transactions?|xsrf)\b/i;

/** Headers of a response that are called the next token, and that the request has, too, unless they are described as another thing. */
export function findSameHeaders(
  headers: ResponseModel["headers"],
  requestHeaders: readonly Field[],
): readonly SameHeader[] {
  return headers.flatMap(({ name, description = "" }) => {
    const position = requestHeaders.find(
      ({ at, kind }) => at.name.toLowerCase() === name.toLowerCase() && kind === "text",
    );
    const text = `${description} ${position?.description ?? ""}`;
    if (position === undefined || !isNextToken(name)) return [];
    if (OTHER_TEXT.test(text) || isOfOtherThing({ description: text })) return [];
    return [{ header: name, position, isDeclared: true, text }];
  });
}

/** Last words of names of headers that have a cursor. */
const CURSOR_HEADER = /(?:^|_)(?:continuation(?:_token)?|cursor|marker|(?:page|next|pagination)_token)$/;

/** Whether a header has the name of a cursor, and no text says that it is that of another thing: `X-Cursor`. */
export function isCursorHeader({
  name,
  description = "",
}: {
  readonly name: string;
  readonly description?: string | undefined;
}): boolean {
  const own = words(name);
  return (
    CURSOR_HEADER.test(own.join("_")) &&
    !OTHERS.some((word) => own.includes(word)) &&
    !OTHER_TEXT.test(description) &&
    !isOfOtherThing({ description })
  );
}

/** Whether a header is called the next cursor or token, or a continuation: `X-Next-Page-Token`. */
function isNextToken(name: string): boolean {
  const own = new Set(words(name));
  const isToken = ["cursor", "marker", "token"].some((word) => own.has(word));
  return !OTHERS.some((word) => own.has(word)) && ((own.has("next") && isToken) || own.has("continuation"));
}

/** The headers that a description names as such, where they are called the next token. */
function namedHeaders(description: string): readonly string[] {
  const text = clausesOf(withoutDenials(description.slice(0, LONGEST)))
    .filter((sentence) => !sentence.some(negates))
    .flat()
    .join("\n");
  if (!/\bheaders?\b/i.test(text)) return [];
  const names = [...text.matchAll(NAMED)].map(([name]) => name).filter(isNextToken);
  return [...new Set(names)];
}
