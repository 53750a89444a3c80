import type { PropertyModel, SchemaNode } from "../../../../model/schema-model.js";
import { byText } from "../../../../text/by-text.js";
import { alternatives, type SchemaReader } from "../../schema-reader.js";
import { keyOf } from "./find-list.js";
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
