import type { PropertyModel, SchemaNode } from "../../../../model/schema-model.js";
import { byText } from "../../../../text/by-text.js";
import { alternatives, isUndescribed, type SchemaReader } from "../../schema-reader.js";
import { keyOf } from "./find-list.js";
import { DEEPEST_PATH, MOST_OBJECTS, type Path } from "./paths.js";
import { positionKind } from "./request-fields.js";

/** A value beside the items of a page. */
export interface Member {
  readonly path: Path;
  /** Names on the way in one spelling: `page_info/next_cursor`. */
  readonly keys: readonly string[];
  readonly kind: "boolean" | "number" | "text";
  readonly schema: SchemaNode;
  /** What the contract says of it, in all places. */
  readonly description: string;
  readonly isUrl: boolean;
  /** Whether every response has a value of it. */
  readonly required: boolean;
  readonly canBeNull: boolean;
  /** Described as a text that says nothing to a client. */
  readonly isToken: boolean;
  /** Whether it is in an object with a list of its own: what it says of pages is of those of that list. */
  readonly isOfOther: boolean;
}

/** Objects of a response that say where its page is: `pagination`, `page_info`, `response_metadata`, `result_info`. */
const ENVELOPE =
  /^(?:\w+_)?(?:pages?|paging|page_info|pagination|paginator|meta|metadata|links?|cursors?|next|next_page|navigation)$|^(?:pagination|paging|results?)_info$|^resultset$/;

/** A text that is called a URL, or a link or path to something; not one that is safe in a URL. */
const URL_TEXT =
  /\bUR[IL]s?\b(?![- ](?:safe|encoded))|^\W*(?:an? |the )?(?:relative |full )?(?:link|path) (?:to|for)\b/i;

/** Names that say by themselves that a value leads to the next page, in an object of whatever name. */
const DECISIVE =
  /^next_(?:page_|start_)?(?:cursor|token|marker|offset)$|^(?:end_cursor|continuation_token|skip_token)$/;

const DEEPEST = 3;

/** An object of a response whose members are read. */
interface Inside {
  readonly node: SchemaNode;
  readonly above: Path;
  readonly isOther: boolean;
  readonly isOfOther: boolean;
}

/**
 * The scalars of a response, at its top, beside its list and in the objects that say where the page is; the most outward first. Of other
 * objects only what says by itself that another page follows: `additional_data.next_cursor`.
 *
 * @param list - the way to the list
 */
export function listMembers(body: SchemaNode, list: Path, reader: SchemaReader): readonly Member[] {
  const found: Member[] = [];
  const queue: Inside[] = [{ node: body, above: [], isOther: false, isOfOther: false }];
  for (const { node, above, isOther, isOfOther } of queue)
    for (const { name, schema, required } of propertiesOf(node, reader)) {
      const path = [...above, name];
      const member = memberOf({ name, schema, required }, path, isOfOther, reader);
      if (member !== undefined) {
        const key = keyOf(name);
        if (!isOther || (member.kind === "boolean" ? MORE : DECISIVE).test(key)) found.push(member);
      } else if (path.length <= Math.max(DEEPEST, list.length)) {
        const isKnown =
          ENVELOPE.test(keyOf(name)) ||
          leadsTo(path, list) ||
          (path.length === 1 && hasMoreFlag(schema, reader));
        const hasList = list.length > 0 && !isKnown && hasListOfObjects(schema, reader);
        if (isKnown || path.length === 1)
          queue.push({ node: schema, above: path, isOther: !isKnown, isOfOther: isOfOther || hasList });
      }
    }
  return inOrder(found);
}

/** The most outward first: what is found does not depend on the order in which a document has it. */
function inOrder(found: readonly Member[]): readonly Member[] {
  return found.toSorted(
    (left, right) =>
      left.path.length - right.path.length || byText(left.path.join("/"), right.path.join("/")),
  );
}

/** A member that is a scalar. */
function memberOf(
  { name, schema, required }: Pick<PropertyModel, "name" | "required" | "schema">,
  path: Path,
  isOfOther: boolean,
  reader: SchemaReader,
): Member | undefined {
  const { type, doc } = reader.resolve(schema);
  const kind = isFlag(name, type)
    ? "boolean"
    : (positionKind(schema, reader) ?? (isOpenToken(name, schema, reader) ? "text" : undefined));
  if (kind === undefined) return undefined;
  const text = `${schema.doc.description ?? ""} ${doc.description ?? ""}`.trim();
  const canBeNull = isNullable(schema, reader);
  return {
    path,
    keys: path.map(keyOf),
    kind,
    schema,
    description: text,
    isUrl: type.kind === "string" && (/^ur[il]/.test(type.format ?? "") || URL_TEXT.test(text)),
    isToken: /\b(?:opaque|encoded|cursor|token)\b/i.test(text),
    isOfOther,
    required: required && !canBeNull,
    canBeNull,
  };
}

/** Whether a response says near its top that another page follows. */
export function leadsOn(members: readonly Member[]): boolean {
  return members.some(({ keys }) => keys.some((key) => LEADS.test(key)));
}

/** Names of what may lead to the next page. */
const LEADS = /next|more|cursor|token|continu|last|link|marker/;

/** Objects that are of pages, wherever they are. */
const OF_PAGES = /^(?:\w+_)?(?:continuation|cursors?|next|pages?|pager|paging|page_info|paginat(?:ion|or))$/;

/** Whether a text says by its name that it leads to the next page of this list: an object of pages has it, or a position takes it by the same name. */
function leadsOnDeep({ keys, kind }: Member, positions: ReadonlySet<string>): boolean {
  const [key = "", above = ""] = keys.toReversed();
  if (kind === "boolean" || !DECISIVE.test(key)) return false;
  const isTaken = positions.has(key) || positions.has(key.replace(/^next_(?:page_)?/, ""));
  return isTaken || ENVELOPE.test(above) || keys.slice(0, -1).some((one) => OF_PAGES.test(one));
}

/**
 * The scalars of the only object, of the nearest level that has one, with a member that says by its name that it leads to the next page:
 * for a response that has none where {@link listMembers} looks.
 *
 * @param positions - names of the positions of the request, in one spelling
 */
export function listDeepMembers(
  body: SchemaNode,
  members: readonly Member[],
  positions: ReadonlySet<string>,
  reader: SchemaReader,
): readonly Member[] {
  const seen = new Set<SchemaNode>();
  let level: readonly { readonly node: SchemaNode; readonly above: Path }[] = [{ node: body, above: [] }];
  for (let depth = 1; depth <= DEEPEST_PATH; depth += 1) {
    const objects = level.filter(({ node }) => !seen.has(reader.resolve(node)));
    for (const { node } of objects) seen.add(reader.resolve(node));
    if (seen.size > MOST_OBJECTS) return members;
    const leading = objects.flatMap(({ node, above }) => {
      const own = propertiesOf(node, reader).flatMap(
        (one) => memberOf(one, [...above, one.name], false, reader) ?? [],
      );
      const isLeading = own.some((member) => leadsOnDeep(member, positions));
      return isLeading ? [{ own, isOfOther: hasListOfObjects(node, reader) }] : [];
    });
    const [only, ...others] = leading;
    if (only !== undefined)
      return others.length > 0 || only.isOfOther ? members : inOrder([...members, ...only.own]);
    level = objects.flatMap(({ node, above }) =>
      propertiesOf(node, reader).map(({ name, schema }) => ({ node: schema, above: [...above, name] })),
    );
  }
  return members;
}

/** Members of an object, or of any of its alternatives; none where the value may be a text in place of an object. */
function propertiesOf(node: SchemaNode, reader: SchemaReader): readonly PropertyModel[] {
  const own = reader.properties(node);
  if (own !== undefined) return own;
  const ones = alternatives(node, reader);
  if (ones.some((one) => reader.resolve(one).type.kind === "string")) return [];
  const all = ones.flatMap((one) => reader.properties(one) ?? []);
  return [...new Map(all.map((property) => [property.name, property])).values()];
}

/** Whether a value can be null by its own schema, or by one that it refers to. */
function isNullable({ type }: SchemaNode, reader: SchemaReader): boolean {
  if (type.kind === "union") return type.members.some((member) => member.type.kind === "null");
  const named = type.kind === "ref" ? reader.named(type.name) : undefined;
  return named?.type.kind === "union" && isNullable(named, reader);
}

/** Whether an object without members that can be null has the name of a token: stacks that read types at run time write `string | null` so. */
function isOpenToken(name: string, schema: SchemaNode, reader: SchemaReader): boolean {
  const isNamed = DECISIVE.test(keyOf(name)) && isNullable(schema, reader);
  const ones = isNamed ? alternatives(schema, reader) : [];
  return ones.length > 0 && ones.every((one) => isUndescribed(one, reader));
}

/** Whether an object says by a flag whether another page follows, and has no list: whatever its name, it is about the page. */
function hasMoreFlag(schema: SchemaNode, reader: SchemaReader): boolean {
  const own = reader.properties(schema) ?? [];
  const hasFlag = (one: PropertyModel) =>
    /^(?:has|have)/i.test(one.name) &&
    MORE.test(keyOf(one.name)) &&
    isFlag(one.name, reader.resolve(one.schema).type);
  return own.some(hasFlag) && own.every((one) => reader.resolve(one.schema).type.kind !== "array");
}

/** Whether a member is true or false: by its type, or where it has none by its name. Any other value says nothing of pages. */
function isFlag(name: string, { kind }: SchemaNode["type"]): boolean {
  return (
    kind === "boolean" || (kind === "any" && /^(?:ha(?:s|ve)_(?:more|next)|is_truncated$)/.test(keyOf(name)))
  );
}

/** Names of lists that describe a request, and not its results. */
const NOTICES = /^(?:errors|warnings)$/;

/** Whether an object has a list of things, and not only of what went wrong. */
function hasListOfObjects(schema: SchemaNode, reader: SchemaReader): boolean {
  return (reader.properties(schema) ?? []).some((one) => {
    const { type } = reader.resolve(one.schema);
    return (
      type.kind === "array" && !NOTICES.test(keyOf(one.name)) && reader.properties(type.items) !== undefined
    );
  });
}

function leadsTo(path: Path, list: Path): boolean {
  return path.length < list.length && path.every((name, index) => name === list[index]);
}

const LINKS = /^_*(?:links?|paging|pagination|pages?)$/;

/** Names that say that a text is the address of the next page: `next_page_url`, `nextRecordsUrl`, `@odata.nextLink`. */
const NEXT_URL =
  /^next_?(?:page|pages|records?|results?|items?|set|batch)?_?(?:ur[il]|href)$|(?:^|_)next_?(?:page_?)?link$/;

/** Addresses of more of a list, by its name: `more_topics_url` beside `topics`, and not `more_info_url`. */
function leadsToMore(key: string, list: Path): boolean {
  return new RegExp(`^(?:load_)?more_${keyOf(list.at(-1) ?? "")}_ur[il]$`).test(key);
}

/** Names of addresses within an object: `next.href`. */
const ADDRESS = /^(?:href|ur[il]|link|path)$/;

/** Whether a text is an address, and no token: described or called so, or one of the `links`. */
export function isAddress({ keys, isUrl, isToken }: Member): boolean {
  const [key = "", above = ""] = keys.toReversed();
  return isUrl || NEXT_URL.test(key) || ADDRESS.test(key) || (/^links?$/.test(above) && !isToken);
}

/** That a text is the number of a page, and no address. */
const PAGE_NUMBER = /\bpage (?:number|index)\b|\b(?:number|index) of (?:the )?(?:\w+ )?page\b/i;

/** The address of the next page: `links.next`, `next_page_url`, `more_items_url`, or a `next…` that is described as a URL. */
export function findNextUrl(members: readonly Member[], list: Path): Member | undefined {
  return members.find(({ kind, keys, isUrl, isToken, description }) => {
    if (kind !== "text" || (isToken && !isUrl)) return false;
    if (!isUrl && PAGE_NUMBER.test(description)) return false;
    const names = ADDRESS.test(keys.at(-1) ?? "") ? keys.slice(0, -1) : keys;
    const [key = "", above] = names.toReversed();
    if (NEXT_URL.test(key) || leadsToMore(key, list)) return true;
    if (key === "next" && above !== undefined && LINKS.test(above)) return true;
    if (key === "next_page" && /^_*links$/.test(above ?? "")) return true;
    return isUrl && /^next(?:_page)?$/.test(key);
  });
}

const MORE =
  /^(?:has|have)_(?:more|next|additional)(?:_(?:pages?|items|results|data|records|entries))?$|^is_truncated$|^more_(?:pages|results|items|records|available)(?:_in_[a-z]+)?$|^next_page$|^more$/;
const LAST = /^(?:is_)?last(?:_page)?$|^end_of_(?:stream|list|results|data)$/;

/** The flag that ends a sequence: one that tells of more pages before one that tells of the last; the most outward, by name. */
export function findFlag(members: readonly Member[]): { readonly more?: Path; readonly last?: Path } {
  const flags = members.filter(({ kind }) => kind === "boolean");
  const named = (pattern: RegExp) => flags.find(({ keys }) => pattern.test(keys.at(-1) ?? ""));
  const more = named(MORE);
  if (more !== undefined) return { more: more.path };
  // `done` alone may be of the thing that has the list.
  const isIterated = members.some(({ keys }) => keys.at(-1) === "iterator");
  const last = named(LAST) ?? (isIterated ? named(/^done$/) : undefined);
  return last === undefined ? {} : { last: last.path };
}

/** The number or the address of the next page that a page of numbers may have: null where it is the last. */
export function findNullAtEnd(members: readonly Member[]): Member | undefined {
  return members.find(
    ({ keys, kind, canBeNull, isOfOther }) =>
      canBeNull && !isOfOther && kind !== "boolean" && NEXT_PAGE.test(keys.at(-1) ?? ""),
  );
}

const NEXT_PAGE = /^next(?:_page)?(?:_(?:href|link|number|ur[il]))?$/;

/** Names that say that all items are counted, whatever is counted: `total`, `totalSetSize`, `items_total`. */
const TOTAL =
  /^(?:grand_)?total$|^total_(?:count|number|size|items|results|records|elements|entries|rows|hits|objects|resources|matching|matches|set_size|[a-z]+_count)$|^(?:items?|results?|records?|elements|entries|rows|hits)_total$|^n(?:b|um)_(?:hits|found)$/;

/** Names of counts that may be of one page. */
const COUNT = /^(?:count|size|(?:item|result|record)s?_count)$/;

const OF_ALL = /\btotal\b|\boverall\b|\ball\b|\bregardless\b/i;
const OF_PAGE =
  /\b(?:this|the current|each|per|a|one) (?:page|call|response|request|query|set)\b|\breturned\b/i;

const PAGES =
  /^total_pages?(?:_count)?$|^pages?_(?:total|count)$|^pages$|^n(?:b|um)_pages$|^number_of_pages$/;

/** Where a response has the number of all items: by its name, or a count that is described so. That of a page would end a sequence early. */
export function findTotal(members: readonly Member[], list: Path): Path | undefined {
  const numbers = members.filter(({ kind }) => kind === "number");
  const own = `total_${keyOf(list.at(-1) ?? "")}`;
  const named = numbers.find(({ keys }) => TOTAL.test(keys.at(-1) ?? "") || keys.at(-1) === own);
  const described = numbers.find(
    ({ keys, description }) =>
      COUNT.test(keys.at(-1) ?? "") && OF_ALL.test(description) && !OF_PAGE.test(description),
  );
  return (named ?? described)?.path;
}

/** A description that begins with how many things there are: "An integer containing the total number of objects". */
const COUNT_TEXT =
  /^\W*(?:\w+ ){0,3}?(?:total number\b|(?:total|count|number|amount) of (?!the (?:first|item|last|next|page|record)\b))/i;

/** Whether a value is a number of things, by its name or its description: no position begins with it. */
export function isCount({ kind, keys, description }: Member): boolean {
  const key = keys.at(-1) ?? "";
  const isCalledSo = TOTAL.test(key) || COUNT.test(key) || PAGES.test(key);
  return isCalledSo || (kind === "number" && COUNT_TEXT.test(description));
}

/** Whether a response counts its items, all of them or those of a page: `total_rows_pets` counts pets. */
export function hasCount(members: readonly Member[], list: Path): boolean {
  const own = keyOf(list.at(-1) ?? "");
  return members.some(({ kind, keys }) => {
    const key = keys.at(-1) ?? "";
    const isOwn = own !== "" && key.startsWith("total_") && key.endsWith(`_${own}`);
    return kind === "number" && (isOwn || TOTAL.test(key) || COUNT.test(key));
  });
}

/** Names of the number of a page in a response: `number` of Spring, `current_page`. */
const OWN_NUMBER = /^(?:current_|this_)?page(?:_(?:number|no|num|index))?$|^number$|^current$/;

/**
 * Where a response has the number of its own page.
 *
 * @param key - name of what takes the number, in one spelling
 */
export function findOwnNumber(members: readonly Member[], key: string): Member | undefined {
  const numbers = members.filter(({ kind }) => kind === "number");
  return (
    numbers.find(({ keys }) => keys.at(-1) === key) ??
    numbers.find(({ keys }) => OWN_NUMBER.test(keys.at(-1) ?? ""))
  );
}

/** Where a response has the number of the last page, which is that of all where they are counted from 1. */
export function findLastNumber(members: readonly Member[]): Path | undefined {
  return members.find(({ kind, keys }) => kind === "number" && /^(?:last|max)_page$/.test(keys.at(-1) ?? ""))
    ?.path;
}

/** Where a response has the number of all pages. */
export function findPages(members: readonly Member[]): Path | undefined {
  return members.find(({ kind, keys }) => kind === "number" && PAGES.test(keys.at(-1) ?? ""))?.path;
}
