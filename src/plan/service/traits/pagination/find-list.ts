import type { SchemaNode } from "../../../../model/schema-model.js";
import { words } from "../../../../text/words.js";
import { alternatives, type SchemaReader } from "../../schema-reader.js";
import type { Path } from "./paths.js";

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
