import type { PropertyModel, SchemaNode } from "../../../../model/schema-model.js";
import { byText } from "../../../../text/by-text.js";
import { words } from "../../../../text/words.js";
import { alternatives, type SchemaReader } from "../../schema-reader.js";
import type { Path } from "./paths.js";

/** A value beside the items of a page. */
export interface Member {
  readonly path: Path;
  /** Names on the way in one spelling: `page_info/next_cursor`. */
  readonly keys: readonly string[];
  readonly kind: "boolean" | "number" | "text";
  readonly schema: SchemaNode;
  readonly isUrl: boolean;
  /** Described as a text that says nothing to a client. */
  readonly isToken: boolean;
}

/** Objects of a response that say where its page is. */
const ENVELOPE =
  /^(?:page|pages|paging|page_info|pagination|paginator|meta|metadata|response_metadata|links?|cursors?|next|next_page|navigation|resultset)$/;

const DEEPEST = 3;

/**
 * The scalars of a response, at its top, beside its list and in the objects that say where the page is; the most outward first.
 *
 * @param list - the way to the list
 */
export function listMembers(body: SchemaNode, list: Path, reader: SchemaReader): readonly Member[] {
  const found: Member[] = [];
  const queue: { readonly node: SchemaNode; readonly above: Path }[] = [{ node: body, above: [] }];
  for (const { node, above } of queue)
    for (const { name, schema } of propertiesOf(node, reader)) {
      const path = [...above, name];
      const { type, doc } = reader.resolve(schema);
      const text = `${doc.description ?? ""} ${schema.doc.description ?? ""}`;
      if (type.kind === "boolean" || type.kind === "number" || type.kind === "string") {
        const isUrl =
          type.kind === "string" && (/^ur[il]/.test(type.format ?? "") || /\bURLs?\b|\bURIs?\b/i.test(text));
        const kind = type.kind === "string" ? "text" : type.kind;
        const isToken = /\b(?:opaque|cursor|token)\b/i.test(text);
        found.push({ path, keys: path.map(keyOf), kind, schema, isUrl, isToken });
      } else if (path.length <= DEEPEST && (ENVELOPE.test(keyOf(name)) || leadsTo(path, list)))
        queue.push({ node: schema, above: path });
    }
  // What is found does not depend on the order in which a document has it.
  return found.sort(
    (left, right) =>
      left.path.length - right.path.length || byText(left.path.join("/"), right.path.join("/")),
  );
}

/** Members of an object, or of any of its alternatives. */
function propertiesOf(node: SchemaNode, reader: SchemaReader): readonly PropertyModel[] {
  const own = reader.properties(node);
  if (own !== undefined) return own;
  const all = alternatives(node, reader).flatMap((one) => reader.properties(one) ?? []);
  return [...new Map(all.map((property) => [property.name, property])).values()];
}

function leadsTo(path: Path, list: Path): boolean {
  return path.length < list.length && path.every((name, index) => name === list[index]);
}

const LINKS = /^_*(?:links?|paging|pagination|pages?)$/;
const NEXT_URL = /^next(?:_page)?_ur[il]$/;

/** The address of the next page: `links.next`, `next_page_url`, or a `next…` that is described as a URL. */
export function findNextUrl(members: readonly Member[]): Member | undefined {
  return members.find(({ kind, keys, isUrl, isToken }) => {
    if (kind !== "text" || (isToken && !isUrl)) return false;
    const names = keys.at(-1) === "href" ? keys.slice(0, -1) : keys;
    const [key = "", above] = names.toReversed();
    if (NEXT_URL.test(key)) return true;
    if (key === "next" && above !== undefined) return LINKS.test(above);
    return isUrl && /^next(?:_page|_link)?$/.test(key);
  });
}

const MORE =
  /^(?:has_more(?:_(?:pages|items|results|data))?|has_next(?:_page)?|is_truncated|more_(?:pages|results|available)|next_page|more)$/;
const LAST = /^(?:is_)?last(?:_page)?$/;

/** The flag that ends a sequence: one that tells of more pages before one that tells of the last; the most outward, by name. */
export function findFlag(members: readonly Member[]): { readonly more?: Path; readonly last?: Path } {
  const flags = members.filter(({ kind }) => kind === "boolean");
  const named = (pattern: RegExp) => flags.find(({ keys }) => pattern.test(keys.at(-1) ?? ""));
  const more = named(MORE);
  if (more !== undefined) return { more: more.path };
  const last = named(LAST);
  return last === undefined ? {} : { last: last.path };
}

const TOTAL =
  /^(?:total|count|size)$|^total_(?:count|items|results|records|elements|size)$|^(?:item|result|record)s?_count$|^num_found$/;
const PAGES = /^(?:total_pages|page_count|pages|num_pages|pages_count)$/;

/** Where a response has the number of all items. */
export function findTotal(members: readonly Member[]): Path | undefined {
  return members.find(({ kind, keys }) => kind === "number" && TOTAL.test(keys.at(-1) ?? ""))?.path;
}

/** Where a response has the number of all pages. */
export function findPages(members: readonly Member[]): Path | undefined {
  return members.find(({ kind, keys }) => kind === "number" && PAGES.test(keys.at(-1) ?? ""))?.path;
}

/** The list of a page. */
export interface FoundList {
  readonly path: Path;
  /** A page may be without it. */
  readonly optional: boolean;
  /** The schemas that an element may have. */
  readonly items: readonly SchemaNode[];
}

/** Lists beside the items: what went wrong, and what items refer to. */
const BESIDE = new Set(["errors", "warnings", "messages", "links", "included"]);

/** What the list of a page is called where nothing else tells it from others. */
const USUAL = new Set(["data", "items", "results", "entries"]);

/**
 * The list of items in a response: the body itself; its only list; of several, the one that a total counts, that has a usual name or a
 * name of the path; else the same in the only object of the body that has such a list.
 *
 * @param path - of the operation
 */
export function findList(body: SchemaNode, path: string, reader: SchemaReader): FoundList | undefined {
  const items = itemsOf(body, reader);
  if (items !== undefined) return { path: [], optional: false, items };
  const found = listIn(body, path, reader);
  if (found !== undefined) return found;
  const nested = (reader.properties(body) ?? []).flatMap(({ name, required, schema }) => {
    if (BESIDE.has(keyOf(name))) return [];
    const inner = listIn(schema, path, reader);
    return inner === undefined
      ? []
      : [{ ...inner, path: [name, ...inner.path], optional: inner.optional || !required }];
  });
  return nested.length === 1 ? nested[0] : undefined;
}

function listIn(node: SchemaNode, path: string, reader: SchemaReader): FoundList | undefined {
  const properties = reader.properties(node) ?? [];
  const lists = properties.flatMap(({ name, required, schema }) => {
    const items = itemsOf(schema, reader);
    const { deprecated, description = "" } = schema.doc;
    const isOld = deprecated || /^deprecated\b/i.test(description);
    return items === undefined ? [] : [{ path: [name], optional: !required, items, isOld }];
  });
  if (lists.length < 2) return lists[0];
  const others = lists.filter(({ path: [name = ""], isOld }) => !isOld && !BESIDE.has(keyOf(name)));
  if (others.length < 2) return others[0];
  const names = new Set(properties.map(({ name }) => keyOf(name)));
  const segments = new Set(path.split("/").map(keyOf));
  const only = (test: (key: string) => boolean) => {
    const found = others.filter(({ path: [name = ""] }) => test(keyOf(name)));
    return found.length === 1 ? found[0] : undefined;
  };
  return (
    only((key) => names.has(`total_${key}`)) ??
    only((key) => USUAL.has(key)) ??
    only((key) => segments.has(key))
  );
}

/** The schemas of the elements of a list, or of alternatives that are all lists; undefined for anything else. */
function itemsOf(node: SchemaNode, reader: SchemaReader): readonly SchemaNode[] | undefined {
  const lists = alternatives(node, reader).map((one) => reader.resolve(one).type);
  const items = lists.flatMap((type) => (type.kind === "array" ? [type.items] : []));
  return items.length > 0 && items.length === lists.length ? items : undefined;
}

/** A name in one spelling: `nextCursor` and `next-cursor` are `next_cursor`. */
export function keyOf(name: string): string {
  return words(name).join("_");
}
