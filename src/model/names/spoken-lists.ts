import { endsWithNoun, isPlural, isSameNoun } from "../../text/nouns.js";
import type { NamedOperation } from "./named-operation.js";
import { isPreposition, LISTERS } from "./read/verbs.js";

/** What a name is compared with. */
type Unspoken = Omit<NamedOperation, "words">;

/**
 * A name of a `GET` that returns many, with the verb of the rule: `get items` and `find all items` of `GET /orders/{id}/items` →
 * `list items`, as it would be without an operationId. What it is about stays: `get open items by shop` → `list open items by shop`, and
 * `get for project` of the resource itself → `list for project`.
 * A noun that the path does not end in may be what is looked for: behind a verb other than `get` it changes nothing
 * (`find nearby stores`).
 */
export function withListVerb(words: readonly string[], named: Unspoken): readonly string[] {
  const [verb = "", ...object] = words;
  if (named.operation.method !== "GET" || !LISTERS.has(verb)) return words;
  const things = withoutCount(object);
  const related = things.findIndex(isPreposition);
  const noun = related === -1 ? things : things.slice(0, related);
  const rest = related === -1 ? [] : things.slice(related);
  if (related === 0 && verb === "get" && isOfMany(named) && returnsMany(named)) return ["list", ...rest];
  const end = named.route.nouns.at(-1)?.words ?? [];
  const many = ofMany(noun, end);
  if (many.length === 0 || !isPlural(many)) return words;
  const isEnd = endsWithNoun(many, end);
  return (isEnd || verb === "get") && returnsMany(named) ? ["list", ...many, ...rest] : words;
}

/** Whether an operationId has a plural before its first preposition: `getTasksForProject`, whose words of `tasks` are `get for project`. */
function isOfMany({ id: { name } }: Unspoken): boolean {
  return isPlural(name.slice(0, name.findIndex(isPreposition)));
}

/** `all items` and `list of items` → `items`. */
function withoutCount(object: readonly string[]): readonly string[] {
  const [, count = ""] = /^(all |every |list ?of )\S/u.exec(object.join(" ")) ?? [];
  return object.slice(count.split(" ").length - 1);
}

/** `item list` and `items list` of `/items` → `items`. */
function ofMany(noun: readonly string[], end: readonly string[]): readonly string[] {
  const isListOf = noun.length > 1 && noun.at(-1) === "list" && isSameNoun(noun.slice(0, -1), end);
  return isListOf ? end : noun;
}

/** Whether a response is described as a list or a page, and as nothing that is read item by item. */
function returnsMany({ returned, route, listsItems, isSequence }: Unspoken): boolean {
  if (isSequence) return false;
  if (returned === "list" || returned === "more") return true;
  return route.isItem ? listsItems : returned === "page";
}
