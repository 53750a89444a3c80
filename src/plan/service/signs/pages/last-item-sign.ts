import { literalPattern } from "../../../../text/literal-pattern.js";
import type { SchemaNode } from "../../../../model/schema-model.js";
import { alternatives, type SchemaReader } from "../../schema-reader.js";
import { keyOf } from "../../traits/pagination/find-list.js";
import { type Path, shownPath } from "../../traits/pagination/paths.js";
import { type Field, positionKind } from "../../traits/pagination/request-fields.js";
import type { ShownPages } from "../../traits/pagination/shown-pages.js";
import { operationLines } from "../sign.js";
import { configuredPath, fieldName, headerOfTexts, itemsOf } from "./paging-lines.js";
import { type FoundSign, shownField } from "./shown-position.js";

/*
 * Positions that take a member of the last item.
 */

/** A start that only its description tells from other places: `from_event`, `from_city`. */
const FROM = /^from_[a-z]+$/;

/** Names of positions that can be the identifier of an item; first those whose direction is that of time. */
const LAST_ITEM = [
  /^(?:before|max)_id$/,
  /^after(?:_id)?$/,
  /^before$/,
  /^(?:last|from|max|since)_(?:[a-z]+_)?id$/,
  FROM,
];

/** Names that are those of positions beside a size, without a description too. */
const OF_ID = /^(?:before|max|since)_id$/;

/** That a position is an identifier which those of the items are compared with. */
const COMPARED =
  /\bids? (?:that (?:is|are) )?(?:lower|smaller|less|greater|higher|larger|older|newer) than\b|\b(?:before|after|from) the (?:one|event|item)\b/i;

/** A position that takes a member of the last item, where the order of the items is not known. */
export function lastItemSign(shown: ShownPages): FoundSign {
  const { operation, list, fields, size, reader } = shown;
  const [item] = list?.items ?? [];
  if (item === undefined || operation.method === "POST") return undefined;
  const named = LAST_ITEM.flatMap((names) => fields.filter(({ key }) => names.test(key))).filter(
    ({ kind }) => kind !== "other",
  );
  const isBare = ({ key, description }: Field) => size !== undefined && description === "" && OF_ID.test(key);
  const position =
    named.find(
      ({ key, description }) =>
        COMPARED.test(description) ||
        (size !== undefined &&
          !(FROM.test(key) && key !== "from_id") &&
          (description !== "" || key.startsWith("last_"))) ||
        /\bpaginat/i.test(description),
    ) ?? named.find(isBare);
  if (position === undefined) return undefined;
  const bare = isBare(position) ? bareLastItemSign(shown) : undefined;
  if (bare !== undefined) return bare;
  const { description, key, kind } = position;
  const members = (reader.properties(item) ?? [])
    .filter(({ schema }) => kind === "text" || positionKind(schema, reader) !== "text")
    .map(({ name }) => name);
  const specified = members.find((name) => isSpecified(name, description));
  const own = key.replace(/^(?:last|from|max|since)_(?:seen_)?/, "");
  const isId =
    /\b(?:ids?|identifier)\b/i.test(description) || COMPARED.test(description) || key.startsWith("last_");
  const id =
    specified ?? (isId ? members.find((name) => [own, `${own}_id`, "id"].includes(keyOf(name))) : undefined);
  if (id === undefined && !isBare(position) && !COMPARED.test(description)) return undefined;
  const isBefore =
    /^(?:before|last|max)/.test(key) || /\b(?:lower|smaller|less|older|before)\b/i.test(description);
  return {
    shown: `it takes "${shownField(position)}"${id === undefined ? " and returns a list" : `, and its items have "${id}"`}`,
    missing: `nothing says that the ${isBefore ? "newest" : "oldest"} items come first`,
    lines: operationLines(operation, [
      `pagination: { style: last-item${itemsOf(shown)}, after: ${fieldName(shown, position)}, id: ${id === undefined ? '"?"' : configuredPath([id])} }`,
    ]),
  };
}

/** "after the specified id" */
function isSpecified(name: string, description: string): boolean {
  return new RegExp(`\\bspecified ${literalPattern(name)}(?!\\w)`).test(description);
}

/** The ends of a range of times, beside which `before` and `after` are others of them. */
const RANGE = /^(?:since|to|until|from|start|end)$/;

/** Undescribed positions at either end of a page, in a request that has no other. */
const BESIDE = [/^after(?:_id)?$/, /^before(?:_id)?$/];

/**
 * A position beside a size of which nothing is said, where the response has nothing that a cursor could be: then it takes a member of the
 * last item.
 */
export function bareLastItemSign(shown: ShownPages): FoundSign {
  const { operation, list, fields, members, size, flag, response, reader } = shown;
  if (list === undefined || list.path.length > 1 || size === undefined || operation.method === "POST")
    return undefined;
  const ends = BESIDE.flatMap((names) =>
    fields.filter(({ key, kind, description }) => names.test(key) && kind !== "other" && description === ""),
  );
  const [position, ...others] = ends;
  if (position === undefined || headerOfTexts(shown) !== undefined) return undefined;
  if (fields.some(({ key }) => RANGE.test(key))) return undefined;
  const mayBeCursor = members.some(({ kind }) => kind !== "boolean" && kind === position.kind);
  if (mayBeCursor || response?.headers.some(({ name }) => CURSOR_HEADER.test(name)) === true)
    return undefined;
  const id = isTime(position, reader) ? undefined : idOf(list.items, reader);
  const name = shownField(position);
  const takes = { shown: `it takes "${name}" beside "${shownField(size)}" and returns a list` };
  if (id !== undefined && position.kind === "number" && id.kind === "text")
    return {
      ...takes,
      missing: `"${shownPath(id.path)}" of an item is a text, which "${name}" does not take`,
      lines: [],
    };
  const isUnsure = id === undefined || (position.kind === "number" && id.hasOtherNumbers);
  const first = position.key.startsWith("before") ? "newest" : "oldest";
  const more = flag.more === undefined ? "" : `, more: ${configuredPath(flag.more)}`;
  return {
    ...takes,
    missing:
      others.length > 0
        ? `nothing says that the ${first} items come first`
        : `nothing says which member of the last item "${name}" takes`,
    lines: operationLines(operation, [
      `pagination: { style: last-item${itemsOf(shown)}, after: ${fieldName(shown, position)}, id: ${isUnsure ? '"?"' : configuredPath(id.path)}${more} }`,
    ]),
  };
}

/** Names of response headers that may have a cursor. */
const CURSOR_HEADER = /cursor|continuation|link|marker|next|page|token/i;

function isTime({ schema }: Field, reader: SchemaReader): boolean {
  const { type } = reader.resolve(schema);
  return type.kind === "string" && /^date/.test(type.format ?? "");
}

/** A member of an item that identifies it. */
interface ItemId {
  readonly path: Path;
  readonly kind: "number" | "text";
  /** The item, or the object in it that has the identifier, has another number, such as a time: a position could take that as well. */
  readonly hasOtherNumbers: boolean;
}

/** The identifier of an item: its own, or that of the only object in it that has one. */
function idOf(items: readonly SchemaNode[], reader: SchemaReader): ItemId | undefined {
  const [item, ...others] = items.flatMap((one) => alternatives(one, reader));
  if (item === undefined || others.length > 0) return undefined;
  const members = reader.properties(item) ?? [];
  const own = reader.property(item, "id");
  const found =
    own === undefined
      ? members.flatMap(({ name, schema }) => {
          const id = reader.property(schema, "id");
          const beside = reader.properties(schema) ?? [];
          return id === undefined ? [] : [{ path: [name, "id"], schema: id.schema, beside }];
        })
      : [{ path: ["id"], schema: own.schema, beside: [] }];
  const [only, ...rest] = found;
  if (only === undefined || rest.length > 0) return undefined;
  const kind = positionKind(only.schema, reader);
  if (kind === undefined) return undefined;
  const numbers = [...members, ...only.beside].filter(
    ({ schema }) => schema !== only.schema && positionKind(schema, reader) === "number",
  );
  return { path: only.path, kind, hasOtherNumbers: numbers.length > 0 };
}
