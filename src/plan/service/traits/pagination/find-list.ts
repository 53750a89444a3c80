import type { SchemaNode } from "../../../../model/schema-model.js";
import { singular } from "../../../../text/nouns.js";
import { singularWord } from "../../../../text/nouns.js";
import { words } from "../../../../text/words.js";
import { alternatives, type SchemaReader } from "../../schema-reader.js";
import { DEEPEST_PATH, MOST_OBJECTS, type Path } from "./paths.js";

/** The list of a page. */
export interface FoundList {
  readonly path: Path;
  /** A page may be without it. */
  readonly optional: boolean;
  /** The schemas that an element may have. */
  readonly items: readonly SchemaNode[];
}

/** Lists beside the items: what went wrong, and what items refer to. */
const ERRORS = /(?:^|_)(?:errors?|warnings?)(?:_|$)/;
const BESIDE = new RegExp(`${ERRORS.source}|^(?:messages|links?|included)$`);

/** What the list of a page is called where nothing else tells it from others. */
const USUAL = new Set(["data", "items", "results", "entries"]);

/** Less usual names of it. */
const SELDOM = new Set(["content", "hits", "nodes", "objects", "records", "resources", "value", "values"]);

/** How deep the list of a response is looked for. */
const DEEPEST = 3;

/**
 * The list of items in a response: the body itself; its only list; of several, the one that a total counts, that has a usual name or a
 * name of the path, or the only one that has objects, or that is required where none has; else the same in the only object of the body that has
 * such a list.
 *
 * @param path - of the operation
 */
export function findList(body: SchemaNode, path: string, reader: SchemaReader): FoundList | undefined {
  const items = itemsOf(body, reader);
  if (items !== undefined)
    return items.some((item) => wrapsList(item, reader)) ? undefined : { path: [], optional: false, items };
  const found = listBelow(body, path, reader, 1, new Map());
  return found?.items.some((item) => wrapsList(item, reader)) === true ? undefined : found;
}

/**
 * The list of a response that has none as near as {@link findList} looks: the one of the nearest level with lists, where a single object of that
 * level has them, and where its name is that of items. A body of many objects is about more than a list.
 *
 * @param path - of the operation
 */
export function findDeepList(body: SchemaNode, path: string, reader: SchemaReader): FoundList | undefined {
  const seen = new Set<SchemaNode>();
  let level: readonly DeepObject[] = [{ node: body, above: [], optional: false }];
  for (let depth = 1; depth <= DEEPEST_PATH; depth += 1) {
    const objects = level.filter(({ node }) => !seen.has(reader.resolve(node)));
    for (const { node } of objects) seen.add(reader.resolve(node));
    if (seen.size > MOST_OBJECTS) return undefined;
    const holders = objects.filter(
      ({ node }) => hasItems(node, path, reader) || hasUntypedItems(node, reader),
    );
    const [only, ...others] = holders;
    if (only !== undefined)
      return depth > DEEPEST && others.length === 0 ? listOf(only, path, reader) : undefined;
    level = objects.flatMap(({ node, above, optional }) =>
      (reader.properties(node) ?? []).flatMap(({ name, required, schema }) =>
        itemsOf(schema, reader) === undefined && !isBesideItems({ path: [name] })
          ? [{ node: schema, above: [...above, name], optional: optional || !required }]
          : [],
      ),
    );
  }
  return undefined;
}

/** An object of a response, and the way to it. */
interface DeepObject {
  readonly node: SchemaNode;
  readonly above: Path;
  readonly optional: boolean;
}

/** Whether an object has a list that is not beside the items. */
function hasItems(node: SchemaNode, path: string, reader: SchemaReader): boolean {
  return (reader.properties(node) ?? []).some(({ name, schema }) => {
    const items = itemsOf(schema, reader);
    return (
      items !== undefined &&
      !isBesideItems({ path: [name] }) &&
      !isAside({ path: [name], optional: true, items }, path, reader)
    );
  });
}

function listOf(
  { node, above, optional }: DeepObject,
  path: string,
  reader: SchemaReader,
): FoundList | undefined {
  const found = hasUntypedItems(node, reader) ? undefined : listIn(node, path, reader);
  // Deep in a response, any list may be a part of one thing: the name has to say that it has the items.
  if (found === undefined || !isCalledItems(found, path)) return undefined;
  if (found.items.some((item) => wrapsList(item, reader))) return undefined;
  return { ...found, path: [...above, ...found.path], optional: optional || found.optional };
}

/** Lists in objects, by the objects; for each depth. */
type Read = Map<number, Map<SchemaNode, FoundList | undefined>>;

/** @param read - what was found before: an object that many members have is read once */
function listBelow(
  given: SchemaNode,
  path: string,
  reader: SchemaReader,
  depth: number,
  read: Read,
): FoundList | undefined {
  const node = reader.resolve(given);
  const known = read.get(depth) ?? new Map<SchemaNode, FoundList | undefined>();
  read.set(depth, known);
  if (!known.has(node)) known.set(node, readList(node, path, reader, depth, read));
  return known.get(node);
}

function readList(
  node: SchemaNode,
  path: string,
  reader: SchemaReader,
  depth: number,
  read: Read,
): FoundList | undefined {
  const first = listIn(node, path, reader);
  const found = first !== undefined && isAside(first, path, reader) ? undefined : first;
  // What has no type can be the list: its name says so, and that of the other does not.
  if (found !== undefined && !isCalledItems(found, path) && hasUntypedItems(node, reader)) return undefined;
  const isBeside = found !== undefined && isBesideItems(found);
  const isWords = found !== undefined && isOfScalars(found, reader) && !isUsualList(found);
  if (found !== undefined && !isBeside && !isWords) return found;
  if (depth === DEEPEST) return found;
  const nested = (reader.properties(node) ?? []).flatMap(({ name, required, schema }) => {
    const inner =
      itemsOf(schema, reader) === undefined ? listBelow(schema, path, reader, depth + 1, read) : undefined;
    // An object called `messages` can hold the items.
    const isBesideIt = name !== "messages" && isBesideItems({ path: [name] });
    return inner === undefined || isBesideIt || isBesideItems(inner)
      ? []
      : [{ ...inner, path: [name, ...inner.path], optional: inner.optional || !required }];
  });
  const [only, ...others] = nested;
  if (only === undefined || others.length > 0) return found;
  // `messages` can be the items: what has a usual name comes before them.
  const isItems = USUAL.has(keyOf(only.path.at(-1) ?? "")) && !isOfScalars(only, reader);
  const isUsual = isBeside || found === undefined ? isUsualList(only) : isItems;
  return isUsual || found === undefined ? only : found;
}

/** Whether a member without a type has the usual name of the items. */
function hasUntypedItems(node: SchemaNode, reader: SchemaReader): boolean {
  const properties = reader.properties(node) ?? [];
  return properties.some(
    ({ name, schema }) => USUAL.has(keyOf(name)) && reader.resolve(schema).type.kind === "any",
  );
}

/** Whether a list has a name that tells it from others. */
function isUsualList({ path }: Pick<FoundList, "path">): boolean {
  return [USUAL, SELDOM].some((names) => names.has(keyOf(path.at(-1) ?? "")));
}

/** Whether a list says what went wrong or has the links of the response, and the path does not name it: no item is in it. */
function isAside(list: FoundList, path: string, reader: SchemaReader): boolean {
  const isOfErrors = ERRORS.test(keyOf(list.path.at(-1) ?? ""));
  return (isOfErrors || isOfLinks(list, reader)) && !isNamedBy(list, path);
}

/** Whether all elements of a list are links and no more: `[{ "rel": "self", "href": "…" }]`. */
function isOfLinks(list: Pick<FoundList, "items" | "path">, reader: SchemaReader): boolean {
  const isLink = (item: SchemaNode) => {
    const names = (reader.properties(item) ?? []).map(({ name }) => name);
    return names.includes("rel") && names.includes("href") && names.every((name) => OF_LINK.has(name));
  };
  return !isUsualList(list) && list.items.every(isLink);
}

/** The members of a link, as RFC 8288 and HAL have them. */
const OF_LINK = new Set([
  ...["accept", "action", "deprecation", "href", "hreflang", "length", "media", "method", "methods", "name"],
  ...["profile", "rel", "targetSchema", "templated", "title", "type", "types"],
]);

function isBesideItems({ path }: Pick<FoundList, "path">): boolean {
  return BESIDE.test(keyOf(path.at(-1) ?? ""));
}

/** A list that describes the response. */
function isMeta({ path }: Pick<FoundList, "path">): boolean {
  return /^meta(?:data)?$/.test(keyOf(path.at(-1) ?? ""));
}

function isMessages({ path }: Pick<FoundList, "path">): boolean {
  return keyOf(path.at(-1) ?? "") === "messages";
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
  const own = lists.filter((one) => keyOf(one.path[0] ?? "") === lastSegment(path));
  const others = lists.filter(
    (one) =>
      !one.isOld && (own.includes(one) || !(isBesideItems(one) || isMeta(one) || isAside(one, path, reader))),
  );
  if (others.length === 0) return undefined;
  // Values beside `messages` that have members: either can be the items.
  const isOpen =
    others.length === 1 &&
    others.every((one) => isOfScalars(one, reader) && !isUsualList(one)) &&
    lists.some((one) => isMessages(one) && !isOfScalars(one, reader));
  if (others.length === 1) return isOpen ? undefined : others[0];
  const names = new Set(properties.map(({ name }) => keyOf(name)));
  const segments = new Set(path.split("/").map(keyOf));
  const only = (test: (key: string) => boolean, among = others) =>
    onlyOne(among.filter(({ path: [name = ""] }) => test(keyOf(name))));
  const objects = others.filter((one) => !isOfScalars(one, reader));
  const required = others.filter((one) => !one.optional);
  return (
    only((key) => names.has(`total_${key}`)) ??
    only((key) => USUAL.has(key)) ??
    only((key) => segments.has(key)) ??
    only((key) => lastWord(key) === lastWord(lastSegment(path))) ??
    only((key) => SELDOM.has(key), objects.length > 0 ? objects : others) ??
    // Of several lists of objects, a thing requires one, and has the items in another: `/event` has its `events`.
    (objects.length > 1
      ? only((key) => singularOf(key) === singularOf(lastSegment(path)), required)
      : onlyAgreed([required, objects]))
  );
}

/** What says how many there are, and not what they cost. */
const OF_TOTAL = /^total_(?:count|length|number|records|results|size)$/;

/** Whether an element is a list of its own with how many there are: what pages count is in it. */
function wrapsList(item: SchemaNode, reader: SchemaReader): boolean {
  const members = reader.properties(item) ?? [];
  const lists = members.filter(({ schema }) => itemsOf(schema, reader) !== undefined);
  const has = (pattern: RegExp) => members.some(({ name }) => pattern.test(keyOf(name)));
  return (
    lists.length === 1 &&
    (members.length === 2 || has(/^(?:offset|page|page_?number)$/)) &&
    has(members.length === 2 ? OF_TOTAL : /^total$|^total_/)
  );
}

/** The last segment of a path beside parameters: `/accounts/{id}/templates/` gives `templates`. */
export function lastSegment(path: string): string {
  return keyOf(path.split("/").findLast((segment) => /^[^{]/.test(segment)) ?? "");
}

/** `envelope_templates` gives `templates`. */
function lastWord(key: string): string {
  return key.slice(key.lastIndexOf("_") + 1);
}

function singularOf(key: string): string {
  return singular([lastWord(key)]).join("_");
}

/** The only one of the groups that have one only; undefined where they differ. */
function onlyAgreed<One>(groups: readonly (readonly One[])[]): One | undefined {
  const single = groups.filter(({ length }) => length === 1);
  return onlyOne([...new Set(single.flat())]);
}

function onlyOne<One>(found: readonly One[]): One | undefined {
  return found.length === 1 ? found[0] : undefined;
}

/** Whether the name of a list says that it has the items: a usual one, or one of the path. */
export function isCalledItems(list: Pick<FoundList, "path">, path: string): boolean {
  return isUsualList(list) || isNamedBy(list, path);
}

/** Whether a segment of a path has the name of a list. */
function isNamedBy(list: Pick<FoundList, "path">, path: string): boolean {
  const key = keyOf(list.path.at(-1) ?? "");
  const named = new Set(path.split("/").flatMap((segment) => words(segment).map(singularWord)));
  return named.has(singularWord(lastWord(key)));
}

function isOfScalars({ items }: Pick<FoundList, "items">, reader: SchemaReader): boolean {
  return items.every((item) => isScalar(item, reader));
}

const SCALARS: ReadonlySet<string> = new Set(["boolean", "enum", "literal", "number", "string"]);

/** Whether a value has no members: lists of such values say something of the items that are objects. */
function isScalar(node: SchemaNode, reader: SchemaReader): boolean {
  const kinds = alternatives(node, reader).map((one) => reader.resolve(one).type.kind);
  // An alternative without a type says nothing beside one that has it.
  return (
    kinds.some((kind) => SCALARS.has(kind)) && kinds.every((kind) => SCALARS.has(kind) || kind === "any")
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
