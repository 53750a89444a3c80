import type { SchemaNode } from "../../../../model/schema-model.js";
import { alternatives, type SchemaReader } from "../../schema-reader.js";
import type { FoundList } from "./find-list.js";
import type { RequestField } from "../trait.js";
import type { Path } from "./paths.js";
import type { Field } from "./request-fields.js";
import type { Member } from "./response-members.js";

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
