import { literalPattern } from "../../../../text/literal-pattern.js";
import type { SchemaNode } from "../../../../model/schema-model.js";
import type { SchemaReader } from "../../schema-reader.js";
import type { FoundList } from "./find-list.js";
import type { RequestField } from "../trait.js";
import type { Path } from "./paths.js";
import { findSize } from "./page-fields.js";
import type { Field } from "./request-fields.js";
import { isOther, leadsElsewhere, namesPages, type OwnNouns } from "./other-things.js";
import { findNextUrl, isAddress, isCount, type Member } from "./response-members.js";

/** A token of the response, and what takes it back. */
export interface FoundToken {
  readonly next: Path;
  readonly position: RequestField;
  /** Whether the contract describes either as a matter of pages. */
  readonly isDescribed: boolean;
}

/** What tokens are looked for in. */
interface PagesWithList {
  readonly members: readonly Member[];
  readonly fields: readonly Field[];
  readonly list: FoundList;
  readonly size: Field | undefined;
  readonly flag: { readonly more?: Path };
  readonly nouns: OwnNouns;
  readonly reader: SchemaReader;
}

/** Names that say that a token is of the next page. */
const NEXT =
  /^next(?:_|$)|^(?:continuation|skip)_?token$|^continuation$|^end_cursor$|^after(?:_(?:cursor|token))?$|^cursor_after$|^last_?evaluated_?key$/;

/** Names that a token and a position share, and that do not tell which of both is meant. */
const EITHER = /^(?:cursor|iterator|marker|page_?token|token)$/;

/** Names of positions that take back whatever token a response has. */
const ANY =
  /^(?:(?:page_?|start_)?cursor|iterator|marker|(?:page|paging|pagination|skip|continuation|next)_?token)$/;

/** Names of places in a feed of changes: the server always names one, and where no flag tells it, no page is the last. */
const FEED = /stream|sync|delta/;

/** That a cursor is for later changes. */
export const FEED_TEXT = /\b(?:poll|stream|sync|delta)|\bchanges\b/i;

/** Names of texts that, on both sides, can be absent only where no page follows. */
const OPTIONAL =
  /^(?:cursor|iterator|marker|page_?token|offset|bookmark|resume_?token|scroll_?id|page_?state)$/;

/** Names that an echo of the request has as well: they have to be described as a matter of pages. */
const OPTIONAL_IF_PAGED =
  /^(?:paging_?(?:token|state)|anchor|scroll_?token|start_?(?:cursor|key|token)|after_?key|search_?after)$/;

/** Words that are of pages, and of nothing else that begins somewhere. */
const OF_PAGE = /\b(?:pages?|paginat\w*|paging)\b/i;

/** Names that lead to no next page, however they are described; and those that can, where they are described so. */
const NEVER = /^(?:before|prev(?:ious)?)(?:_|$)/;
const SELDOM = /^(?:first|last)(?:_|$)|^(?:self|page)$/;

/** That a text leads to the next page, whatever it is called. */
const NEXT_PAGE =
  /\b(?:next|subsequent|more|additional) (?:\w+ ){0,2}?(?:pages?|sets?|batch|slice|chunk|results|records|items|entries|rows)\b|\bpaginat(?:e|ing|ion)\b|\bcontinuation token\b/i;

/** That a cursor came with the page before. */
const PREVIOUS =
  /\b(?:previous|prior|last|subsequent) (?:\w+ ){0,2}?(?:requests?|responses?|calls?|pages?|quer(?:y|ies))\b/i;

/** Names of what chooses, orders and searches the items, whatever pages are requested. */
const CHOICE = /^(?:filters?|order(?:_?by)?|q|query|search|sort(?:_?by)?)$/;

/** That a text is a flag. */
const FLAG_TEXT = /^\W*true\b/i;

/** That a position is a value of a response. */
const IN_RESPONSE = /\b(?:field|member|property|value) (?:in|of) (?:the )?(?:previous |last )?response\b/i;

/** That a response repeats what was sent. */
const ECHO =
  /\byou (?:specified|sent|passed|provided)\b|\b(?:was|were) (?:specified|sent|passed)\b|\b(?:of|for|refetch) the current page\b/i;

/** A size that a text about the next token speaks of. */
const OF_SIZE =
  /\b(?:amount|limit|maximum|number|size)\b[^.;]{0,40}\b(?:you (?:specified|sent|passed|provided)|(?:was|were) (?:specified|sent|passed))\b/gi;

/** That a text of the request is a token, whatever it is called. */
const TAKES_TOKEN =
  /\b(?:page|paging|pagination|continuation) (?:token|cursor)\b|\b(?:token|cursor) for (?:paging|pagination)\b|\b(?:token|cursor|marker) (?:for|of|to (?:fetch|get|list|request|retrieve)) (?:the )?next (?:page|set|batch)\b|^\W*(?:an? |the )?(?:opaque )?cursor\b/i;

/** Whether a text of the request is a token of pages: it is described so, or its name and that the request before gave it say so. */
export function takesToken({ key, description }: Pick<Field, "key" | "description">): boolean {
  return TAKES_TOKEN.test(description) || (TOKEN_NAME.test(key) && PREVIOUS.test(description));
}

/** Words of names of texts that may lead to a page. */
const TOKEN_NAME = /(?:^|_)(?:after|continu\w*|cursor|mark(?:er)?|next|offset|page|start|sync|token)(?:_|$)/;

/** Names of a next token, and of nothing else that may come next. */
const IS_TOKEN = /^next$|^next_.*(?:page|cursor|token|marker|key|id|offset)$/;

/** Last words of names of positions in pages. */
const PAGE_POSITION =
  /(?:cursor|mark(?:er)?|token)$|(?:^|_)(?:after|anchor|bookmark|continuation|offset|page|start)$/;

/** Those of positions in anything: a `next_index` that is described as another thing leads to no page. */
const ANY_POSITION = /(?:^|_)(?:batch|from|id|index|item|key|link|number|position|record|row|seq|since)$/;

/** Words about pages; and about what has bytes or pages of its own. */
export const PAGE_WORDS =
  /\b(?:pages?|subsequent|pagin\w*|paging|cursor|token|results?|records?|items?|entries|rows?|list|batch|chunk|ids?|identifier|continu\w+|more|offset|skip|start\w*)\b/i;
const OTHER_WORDS = /\b(?:bytes?|pixels?|characters?|books?|pdf|files?|print\w*|landing|timestamp|epoch)\b/i;

/** Whether a description says that a value leads to a page, or there is none. */
export function mayBeOfPages({ description }: { readonly description: string }): boolean {
  return description === "" || (PAGE_WORDS.test(description) && !isOfOtherThing({ description }));
}

/** Whether a description speaks of what has bytes or pages of its own. */
export function isOfOtherThing({ description }: { readonly description: string }): boolean {
  return OTHER_WORDS.test(description);
}

/** Whether a position and its token, by the name of the position and what is written about both, are of pages. */
function isOfPages({ token, position }: Pair): boolean {
  if (describes(NEXT_PAGE, token, position)) return true;
  if (PAGE_POSITION.test(position.key)) return !isTime(token);
  return ANY_POSITION.test(position.key) && mayBeOfPages(token) && mayBeOfPages(position);
}

/** Whether a value is a time, and therefore not a cursor. */
function isTime({ schema: { type } }: Member): boolean {
  return type.kind === "string" && /^date/.test(type.format ?? "");
}

/** A token of a response, what could take it back, and the names of both without separators. */
interface Pair {
  readonly token: Member;
  readonly position: Field;
  readonly gives: string;
  readonly takes: string;
  /** Whether a token whose name does not tell it is the next one. */
  readonly isProven: boolean;
  /** Whether a page can be without the token, and never without the list beside it. */
  readonly canEnd: boolean;
}

/**
 * How well a token fits a position, less is better: the same name; `next_X` and `X`; `after` and the end of a page; a text `page` or
 * `offset` and the next one; the same name of what is described as a matter of pages, or is absent where no page follows; one that the
 * description of the other names; any token and a cursor.
 */
const PAIRS: readonly ((pair: Pair) => boolean)[] = [
  // An `end_cursor` that is sent may be where a range ends.
  ({ token, gives, takes, isProven }) =>
    gives === takes && takes !== "endcursor" && (isNext(token) || isInNext(token) || isProven),
  (pair) =>
    (pair.isProven || isOfPages(pair)) &&
    [`next${pair.takes}`, `nextpage${pair.takes}`, `${pair.takes}fornext`, `${pair.takes}next`].includes(
      pair.gives,
    ),
  ({ token, gives, takes }) => takes === `next${gives}` && isEither(token),
  ({ token, position, gives, takes }) =>
    takes === "after" &&
    (/^(?:endcursor|next|aftercursor)$/.test(gives) ||
      token.keys.join("_") === "cursor_after" ||
      (/^next(?:page)?(?:cursor|token)$/.test(gives) && takesText(position, token))),
  ({ token, position, gives, takes }) =>
    /^after(?:cursor)?$/.test(takes) && gives === "cursor" && describes(NEXT_PAGE, token, position),
  ({ gives, takes }) => /^(?:page|offset)$/.test(takes) && /^next(?:page)?$/.test(gives),
  ({ gives, takes }) => takes === "exclusivestartkey" && gives === "lastevaluatedkey",
  ({ token, position, gives, takes }) =>
    gives === takes &&
    (token.kind === "text" || gives.startsWith("last")) &&
    (describes(NEXT_PAGE, token, position) ||
      ((isEither(token) || gives.startsWith("last")) && describes(PREVIOUS, token, position))),
  ({ gives, takes, token, position, canEnd }) =>
    gives === takes &&
    canEnd &&
    (OPTIONAL.test(token.keys.at(-1) ?? "") ||
      (OPTIONAL_IF_PAGED.test(token.keys.at(-1) ?? "") && describes(OF_PAGE, token, position))),
  ({ token, position }) => isNamedBy(token, position) || isNamedBy(position, token),
  ({ token, position }) => ANY.test(position.key) && isNext(token),
  ({ token, position }) =>
    TAKES_TOKEN.test(position.description) &&
    (IS_TOKEN.test(token.keys.at(-1) ?? "") || (isNext(token) && TAKES_TOKEN.test(token.description))),
];

/** Whether a position takes a text that is neither a time nor an identifier. */
function takesText(position: Field, token: Member): boolean {
  const { type } = position.schema;
  const isFormatted = type.kind === "string" && type.format !== undefined;
  return (
    !isFormatted &&
    mayBeOfPages(position) &&
    !/\bids?\b|\bidentifier\b/i.test(position.description) &&
    token.kind === "text"
  );
}

/**
 * A text of the response that is the next cursor, and a text of the request that takes it back: by their names, or by what the contract
 * says of them. Where the response says that there is another page, a token of whatever name is the next one.
 */
export function findToken(shown: PagesWithList): FoundToken | undefined {
  const { members, fields, list } = shown;
  const hasMore = shown.flag.more !== undefined;
  const pairs = listPairs(tokensOf(members, fields, list, hasMore), fields, list, hasMore).filter(
    (pair) => !isPairOfOther(pair, shown),
  );
  for (const fits of PAIRS) {
    const found = pairs.filter(fits);
    const [first] = found;
    if (first === undefined) continue;
    // What two tokens or two positions fit alike is not known.
    const isOne = found.every(
      ({ token, position }) => token === first.token && position.key === first.position.key,
    );
    // A body that has it comes before a query: descriptions add the same to the query.
    const { token, position } = found.find((pair) => pair.position.at.in === "body") ?? first;
    const isDescribed =
      describes(NEXT_PAGE, token, position) ||
      describes(PREVIOUS, token, position) ||
      OF_PAGES.test(bare(token.keys.at(-1)));
    return isOne ? { next: token.path, position: position.at, isDescribed } : undefined;
  }
  return undefined;
}

/** Whether a token or its position is of another thing than pages; an `id` needs a size beside it, or `next_id` is that of another thing. */
function isPairOfOther(pair: Pair, { nouns, reader, size, flag }: PagesWithList): boolean {
  const { token, position } = pair;
  const isProven = size !== undefined || flag.more !== undefined;
  const isOpen = !isProven && !describes(NEXT_PAGE, token, position);
  // A text of either that names pages is about both.
  const isPaged =
    namesPages(token) || namesPages(position) || (isNext(token) && names(position.description, token));
  // A time that is taken back as a time is a position in the order of time.
  const formats = [token, position].map(({ schema: node }) => formatOf(node, reader));
  const isAlike = formats[0] !== undefined && formats[0] === formats[1];
  const isOfThing =
    !isAlike &&
    [{ ...token, key: token.keys.at(-1) ?? "" }, position].some((one) => isOther(one, nouns, reader));
  return (
    isOfThing ||
    (!isPaged && !isAlike && leadsElsewhere(token, nouns, reader)) ||
    (isOpen && position.key === "id")
  );
}

/** The format of a text. */
function formatOf(node: SchemaNode, reader: SchemaReader): string | undefined {
  const { type } = reader.resolve(node);
  return type.kind === "string" ? type.format : undefined;
}

/** Whether a text has the name of a token, of two words or more. */
function names(text: string, { keys, path }: Member): boolean {
  return /_/.test(keys.at(-1) ?? "") && text.includes(path.at(-1) ?? "");
}

/** The values of a response that may be the next token. */
function tokensOf(
  members: readonly Member[],
  fields: readonly Field[],
  list: FoundList,
  hasMore: boolean,
): readonly Member[] {
  const hasAddress = findNextUrl(members, list.path) !== undefined;
  return members.filter((member) => {
    const { kind, keys, description } = member;
    const key = keys.at(-1) ?? "";
    if (kind === "boolean" || isAddress(member) || NEVER.test(key)) return false;
    if (!isNext(member) && isCount(member)) return false;
    if (isBesideEnds(member, members) || (FEED.test(key) && !hasMore)) return false;
    const isTaken = hasMore && fields.some((field) => field.key === key);
    const isNamed = () => fields.some((field) => isNamedBy(member, field));
    const isSeldom =
      SELDOM.test(key) && !isNext(member) && !(isTaken && key.startsWith("last_")) && !isNamed();
    if (FLAG_TEXT.test(description)) return false;
    // Beside the address of the next page, a token that is not called so is that of this page.
    if (hasAddress && !isNext(member) && !isEither(member) && !isInNext(member)) return false;
    // "More than the number that you specified" is about a size.
    const isEcho = ECHO.test(isNext(member) ? description.replace(OF_SIZE, "") : description);
    return !isEcho && (!isSeldom || NEXT_PAGE.test(description));
  });
}

/** Each token with each position that can take it. */
function listPairs(
  tokens: readonly Member[],
  fields: readonly Field[],
  list: FoundList,
  hasMore: boolean,
): readonly Pair[] {
  const size = findSize(fields);
  const positions = fields.filter(
    (one) => one.kind !== "other" && one !== size && !NEVER.test(one.key) && !CHOICE.test(one.key),
  );
  return positions.flatMap((position) =>
    tokens
      .filter((token) => isSendable(token, position))
      .map((token) => ({
        token,
        position,
        gives: bare(token.keys.at(-1)),
        takes: bare(position.key),
        canEnd:
          canEnd(token, list) && !position.isNumeric && (size !== undefined || position.key === "offset"),
        isProven: isEither(token) && (hasMore || token.path.length > 1) && !hasNextOf(token, tokens),
      })),
  );
}

/** Names that say by themselves that a token is of a page. */
const OF_PAGES = /page|pagination|cursor|continuation|marker/;

/** A name without separators: `pagetoken` is `page_token`. */
function bare(key = ""): string {
  return key.replaceAll("_", "");
}

/** An echo of the request is as optional, but no service has one where it requires the list: that one lists what is always there. */
function canEnd(token: Member, list: FoundList): boolean {
  const { path, kind, required, canBeNull, description } = token;
  if (kind !== "text" || path.length !== list.path.length) return false;
  if (!mayBeOfPages(token) || FEED_TEXT.test(description)) return false;
  return canBeNull || (!required && !list.optional);
}

/** Whether another token is the next one by its name: `marker` beside `next_marker` is that of this page. */
function hasNextOf({ keys }: Member, tokens: readonly Member[]): boolean {
  return tokens.some((other) => bare(other.keys.at(-1)) === `next${bare(keys.at(-1))}`);
}

function isNext({ keys }: Member): boolean {
  return NEXT.test(keys.at(-1) ?? "");
}

/** Whether a text is called `next` beside the first and the last page: then all of them are addresses. */
function isBesideEnds({ keys, kind, isToken }: Member, members: readonly Member[]): boolean {
  if (isToken) return false;
  const above = keys.slice(0, -1).join("/");
  const has = (name: string) =>
    members.some((one) => one.kind === "text" && one.keys.join("/") === `${above}/${name}`);
  return kind === "text" && keys.at(-1) === "next" && above !== "" && has("first") && has("last");
}

/** Whether a text is in an object that is called the next page: `next.starting_after`. */
function isInNext({ keys, kind }: Member): boolean {
  return kind === "text" && /^next(?:_page)?$/.test(keys.at(-2) ?? "");
}

function isEither({ keys }: Member): boolean {
  return EITHER.test(keys.at(-1) ?? "");
}

function describes(pattern: RegExp, ...ones: readonly { readonly description: string }[]): boolean {
  return ones.some(({ description }) => pattern.test(description));
}

/** Whether what the contract says of one, in words about pages, names the other as code or as a parameter. */
function isNamedBy(named: Field | Member, by: Field | Member): boolean {
  const { description } = by;
  const isPosition = "at" in by && (PREVIOUS.test(description) || IN_RESPONSE.test(description));
  if (!NEXT_PAGE.test(description) && !isPosition) return false;
  return namesOf(named).some((name) => {
    const text = literalPattern(name);
    const marks = `[\`"'>]${text}[\`"'<]`;
    const isOrdinary = !("at" in named) && !isNext(named) && !isEither(named);
    const uses = isOrdinary
      ? `${marks} (?:token|cursor|value|property|field)\\b|\\b${text}[\`"'<]? (?:(?:field|member|property|value) )?(?:in|of) (?:the )?(?:(?:previous |last )?response|(?:previous|last) page)\\b`
      : `${marks}|\\b(?:as the|in|set) ${text}\\b|\\b${text} (?:query )?parameter\\b`;
    return new RegExp(uses).test(description);
  });
}

/** What a description calls a value: its name, and its path with dots. */
function namesOf(one: Field | Member): readonly string[] {
  if ("at" in one) return [(one.at.member ?? one.at.name).split("/").at(-1) ?? ""];
  return [one.path.at(-1) ?? "", one.path.join(".")];
}

/** A number can be sent as a text, but a text not as a number; a number that is a page or an offset is counted, and not a token. */
function isSendable(token: Member, position: Field): boolean {
  if (token.kind === "text") return position.kind === "text";
  return position.kind === "text" || !/page|offset/.test(position.key);
}
