import type { SchemaNode } from "../../../../model/schema-model.js";
import { alternatives, type SchemaReader } from "../../schema-reader.js";
import type { RequestField } from "../trait.js";
import type { FoundList, Member } from "./response-members.js";
import type { Path } from "./paths.js";
import type { Field } from "./request-fields.js";

/** A token of the response, and what takes it back. */
export interface FoundToken {
  readonly next: Path;
  readonly position: RequestField;
}

/** Names that say that a token is of the next page. */
const NEXT = /^next(?:_|$)|^continuation_token$|^skip_token$|^end_cursor$|^after$/;

/** Names that a token and a position share, and that do not tell which of both is meant. */
const EITHER = /^(?:cursor|marker|page_token|token)$/;

/** Names of positions that take back whatever token a response has. */
const ANY =
  /^(?:cursor|page_token|skip_token|page_cursor|marker|continuation_token|next_token|start_cursor)$/;

/** Names of places in a feed of changes: the server always names one, and there is no last page. */
const FEED = /stream|sync|delta/;

const NEVER = /^(?:before|prev(?:ious)?(?:_.*)?|first(?:_.*)?|last(?:_.*)?|self)$/;

/**
 * How well a token fits a position, less is better: the same name; `next_X` and `X`; `after` and the end of a page; a text `page` or
 * `offset` and the next one; any token and a cursor.
 */
const PAIRS: readonly ((token: string, position: string, path: readonly string[]) => boolean)[] = [
  // An `end_cursor` that is sent may be where a range ends.
  (token, position) => token === position && token !== "end_cursor",
  (token, position) => token === `next_${position}`,
  (token, position, path) =>
    position === "after" && (token === "end_cursor" || token === "next" || path.join("_") === "cursor_after"),
  (token, position, path) =>
    (position === "page" || position === "offset") &&
    (token === "next_page" || token === "next" || path.join("_") === `next_page_${position}`),
  (token, position) => ANY.test(position) && NEXT.test(token),
];

/**
 * A text of the response that is the next cursor by its name, and a text of the request that takes it back.
 *
 * @param hasMore - whether the response says that there is another page: then a token of whatever name is the next one
 */
export function findToken(
  members: readonly Member[],
  fields: readonly Field[],
  hasMore: boolean,
): FoundToken | undefined {
  const tokens = members.filter(({ kind, keys, isUrl, path }) => {
    const key = keys.at(-1) ?? "";
    if (kind === "boolean" || isUrl || NEVER.test(key) || FEED.test(key)) return false;
    return NEXT.test(key) || (EITHER.test(key) && (hasMore || path.length > 1));
  });
  const positions = fields.filter(({ kind, key }) => kind !== "other" && !NEVER.test(key));
  for (const fits of PAIRS) {
    const found = positions.flatMap((position) =>
      tokens
        .filter(
          (token) => isSendable(token, position) && fits(token.keys.at(-1) ?? "", position.key, token.keys),
        )
        .map((token) => ({ token, position })),
    );
    const [first] = found;
    if (first === undefined) continue;
    // What two tokens or two positions fit alike is not known.
    const isOne = found.every(
      ({ token, position }) => token === first.token && position.key === first.position.key,
    );
    // A body that has it comes before a query: descriptions add the same to the query.
    const inBody = found.find(({ position }) => position.at.in === "body");
    const { token, position } = inBody ?? first;
    return isOne ? { next: token.path, position: position.at } : undefined;
  }
  return undefined;
}

/** A number can be sent as a text, but a text not as a number; a number that is a page or an offset is counted, and not a token. */
function isSendable(token: Member, position: Field): boolean {
  if (token.kind === "text") return position.kind === "text";
  return position.kind === "text" || !/page|offset/.test(position.key);
}

/** What the next page begins after: a member of the page (`last_id`), or one of its last item. */
export interface FoundLastItem {
  readonly position: RequestField;
  readonly next?: Path;
  readonly id?: Path;
}

const AFTER = /^(?:starting_after|after|since_id)$/;
const OPPOSITE = new Map([
  ["starting_after", "ending_before"],
  ["after", "before"],
]);

/**
 * A position that is the identifier of the last item, where that is proven: the response names `last_id`, the parameter has the schema of
 * the item's identifier or says that it is one, or it is `starting_after` beside a flag.
 */
export function findLastItem(
  list: FoundList,
  members: readonly Member[],
  fields: readonly Field[],
  hasFlag: boolean,
  reader: SchemaReader,
): FoundLastItem | undefined {
  const position = fields.find(
    ({ key, kind, description }) => AFTER.test(key) && kind !== "other" && !/\bopaque\b/i.test(description),
  );
  if (position === undefined) return undefined;
  const { at, key, description } = position;
  const lastId = members.find(({ keys, path }) => path.length === 1 && keys[0] === "last_id");
  if (lastId !== undefined && hasFlag) return { position: at, next: lastId.path };
  const opposite = OPPOSITE.get(key);
  const items = list.items.flatMap((one) => alternatives(one, reader));
  const hasId = items.length > 0 && items.every((item) => reader.property(item, "id") !== undefined);
  if (key === "starting_after" && hasFlag && hasId) return { position: at, id: ["id"] };
  const [item, ...further] = items;
  const alike = item === undefined || further.length > 0 ? undefined : idLike(position, item, reader);
  if (alike !== undefined && (opposite === undefined || !fields.some((field) => field.key === opposite)))
    return { position: at, id: alike };
  return hasId && /\b(?:ids?|identifier)\b/i.test(description) ? { position: at, id: ["id"] } : undefined;
}

/** The only member of an item that has the named schema of a parameter. */
function idLike({ schema }: Field, item: SchemaNode, reader: SchemaReader): Path | undefined {
  const name = namedSchema(schema);
  if (name === undefined) return undefined;
  const own = (reader.properties(item) ?? []).filter((property) => namedSchema(property.schema) === name);
  const [only, ...others] = own;
  return only !== undefined && others.length === 0 ? [only.name] : undefined;
}

function namedSchema({ type }: SchemaNode): string | undefined {
  return type.kind === "ref" ? type.name : undefined;
}
