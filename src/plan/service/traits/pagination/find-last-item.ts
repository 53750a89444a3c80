import type { SchemaNode } from "../../../../model/schema-model.js";
import { alternatives, type SchemaReader } from "../../schema-reader.js";
import type { FoundList } from "./find-list.js";
import type { RequestField } from "../trait.js";
import type { Path } from "./paths.js";
import { findSize } from "./page-fields.js";
import { type Field, findPositions, positionKind } from "./request-fields.js";
import type { Member } from "./response-members.js";

/** What the next page begins after: a member of the page (`last_id`), or one of its last item. */
export interface FoundLastItem {
  readonly position: RequestField;
  readonly next?: Path;
  readonly id?: Path;
}

const AFTER = /^(?:start(?:ing)?_after|after|since_id|after_(?:id|cursor)|cursor)$/;

const IS_ID = /\b(?:ids?|identifier)\b/i;

/** That an identifier is where a list goes on: "tasks with that identifier" only chooses some. */
const ORDER =
  /\b(?:after|before|begin\w*|behind|beyond|continu\w*|cursor|exclusive|follow\w*|from|great\w*|high\w*|larger|last|newer|next|offset|older|page|paginat\w*|paging|previous|resum\w*|since|start\w*)\b/i;

/** Positions in the direction of time, and what says that one of them is exclusive: items with lower identifiers follow. */
const BEFORE = /^(?:before|(?:before|max|until)_id)$/;
const LOWER = /\b(?:before|older|earlier|lower|smaller|less(?:er)?)\b/i;
const INCLUSIVE = /\bor equal\b|\binclusive\b|\bincluding\b/i;

/** Positions in the other direction: where a request takes both, nothing tells in which order the items come. */
const OPPOSITE: ReadonlyMap<string, readonly string[]> = new Map([
  ["starting_after", ["ending_before"]],
  ["start_after", ["end_before"]],
  ["after", ["before"]],
  ["since_id", ["until_id", "max_id", "before_id"]],
  ["after_id", ["before_id"]],
]);

/**
 * A position that is the identifier of the last item, where that is proven: the response names `last_id`, the parameter has the schema of
 * the item's identifier or says that it is one, every item has a cursor of its own, or it is `starting_after` beside a flag.
 *
 * @param shows - a flag that ends the sequence; words that the newest items come first: then the others are before them
 */
export function findLastItem(
  list: FoundList,
  members: readonly Member[],
  fields: readonly Field[],
  { hasFlag, isNewestFirst }: { readonly hasFlag: boolean; readonly isNewestFirst: boolean },
  reader: SchemaReader,
): FoundLastItem | undefined {
  const before = isNewestFirst ? fields.find(isBeforeId) : undefined;
  const position = before ?? fields.find(({ key, kind }) => AFTER.test(key) && kind !== "other");
  if (position === undefined) return findGreaterThan(list, fields, reader);
  if (findSize(fields) === undefined) return undefined;
  const { at, key, description } = position;
  const items = list.items.flatMap((one) => alternatives(one, reader));
  const has = (name: string) =>
    items.length > 0 && items.every((item) => reader.property(item, name) !== undefined);
  if (before !== undefined) return has("id") ? { position: at, id: ["id"] } : undefined;
  if (isNewestFirst && /^(?:since|after)_id$/.test(key)) return undefined;
  if (/cursor$/.test(key)) return has("cursor") ? { position: at, id: ["cursor"] } : undefined;
  if (/\bopaque\b/i.test(description)) return undefined;
  const lastId = members.find(({ keys, path }) => path.length === 1 && keys[0] === "last_id");
  if (lastId !== undefined && hasFlag) return { position: at, next: lastId.path };
  const hasOpposite = OPPOSITE.get(key)?.some((name) => fields.some((field) => field.key === name)) ?? false;
  const isOfId = key === "starting_after" || (key === "after_id" && description === "" && !hasOpposite);
  if (isOfId && hasFlag && has("id")) return { position: at, id: ["id"] };
  // Stripe's pair of names, of which the contract says no more.
  if (key === "starting_after" && description === "" && fields.some(isUndescribedEnd)) {
    const id = has("id") ? ["id"] : wrappedId(items, reader);
    if (id !== undefined) return { position: at, id };
  }
  const [item, ...further] = items;
  const own = item === undefined || further.length > 0 ? undefined : idLike(position, item, reader);
  if (own !== undefined && !hasOpposite) return { position: at, id: own };
  const isBothWays = hasOpposite && (key === "since_id" || key === "after_id");
  return has("id") && !isBothWays && IS_ID.test(description) && (key !== "after" || ORDER.test(description))
    ? { position: at, id: ["id"] }
    : undefined;
}

/** The identifier of items that are wrapped in an object each: `data.id`. */
function wrappedId(items: readonly SchemaNode[], reader: SchemaReader): Path | undefined {
  const [name, ...others] = new Set(
    items.flatMap((item) =>
      (reader.properties(item) ?? []).flatMap((property) =>
        isWrapper(property.name, item) && reader.property(property.schema, "id") !== undefined
          ? [property.name]
          : [],
      ),
    ),
  );
  return name === undefined || others.length > 0 ? undefined : [name, "id"];

  // Any other object of an item is something that the item refers to.
  function isWrapper(member: string, item: SchemaNode): boolean {
    return /^(?:data|item|node|record)$/.test(member) || reader.properties(item)?.length === 1;
  }
}

const NEWEST_FIRST =
  /\b(?:newest|latest|most recent(?:ly \w+)?)(?: \w+){0,2}? first\b|\breverse[- ]chronological\b/i;

/** Words of a sentence about what a request can choose. */
const CHOICE = /\b(?:can|could|either|if|may|or|set|use|when|with)\b/i;

/** Whether a text says that the first page has the newest items, whatever is requested. */
export function statesNewestFirst(text: string): boolean {
  return text.split(/\.\s/).some((sentence) => NEWEST_FIRST.test(sentence) && !CHOICE.test(sentence));
}

function isUndescribedEnd({ key, description }: Field): boolean {
  return key === "ending_before" && description === "";
}

function isBeforeId({ key, kind, description }: Field): boolean {
  const isLower = LOWER.test(description) && !INCLUSIVE.test(description);
  return BEFORE.test(key) && kind !== "other" && isLower && IS_ID.test(description);
}

/** "Items with an ItemNumber greater than the offset": a position that its description compares with what numbers every item. */
const GREATER_THAN =
  /\b(\w*(?:[Ii][Dd]|[Nn]umber|[Ss]equence)) (?:that is |which is |is )?greater than\b(?! or)/;

function findGreaterThan(
  { items }: FoundList,
  fields: readonly Field[],
  reader: SchemaReader,
): FoundLastItem | undefined {
  const found = findPositions(fields).flatMap(({ at, description, kind }) => {
    const [, name = ""] = GREATER_THAN.exec(description) ?? [];
    const isNumbered = items.every((item) => {
      const own = reader.property(item, name);
      return own !== undefined && positionKind(own.schema, reader) === kind;
    });
    return isNumbered ? [{ position: at, id: [name] }] : [];
  });
  return found.length === 1 ? found[0] : undefined;
}

/** The only member of an item that has the named schema of a parameter, or that its description names as code. */
function idLike({ schema, description }: Field, item: SchemaNode, reader: SchemaReader): Path | undefined {
  const name = namedSchema(schema);
  const own = (reader.properties(item) ?? []).filter((property) =>
    name === undefined
      ? /(?:^|_)id$/.test(property.name) && description.includes(`\`${property.name}\``)
      : namedSchema(property.schema) === name,
  );
  const [only, ...others] = own;
  return only !== undefined && others.length === 0 ? [only.name] : undefined;
}

function namedSchema({ type }: SchemaNode): string | undefined {
  return type.kind === "ref" ? type.name : undefined;
}
