import { negates } from "../../../../text/without-denials.js";
import { isOneThing } from "../../traits/pagination/recognise-pagination.js";
import type { Field } from "../../traits/pagination/request-fields.js";
import type { ShownPages } from "../../traits/pagination/shown-pages.js";
import { type FoundSign, shownField } from "./shown-position.js";

/*
 * Pages that a request names by their first and their last item.
 */

/** Names of both ends of a range. */
const ENDS = new Map([
  ["begin", "end"],
  ["first", "last"],
  ["from", "to"],
  ["start", "end"],
  ["start", "stop"],
]);

/** That an end is one of a list: "The start number of pagination", "First page of the interval", "Index of the last item". */
const OF_LIST =
  /\bpaginat\w*|\bpaging\b|\bpages?\b|\b(?:index|number|position) of the (?:first|last) (?:item|record|result|row)\b|\b(?:start|end)s? the (?:\w+ )?(?:list|results?)\b/iu;

/** That an end is one of something else. */
const OF_OTHERS =
  /\b(?:amounts?|ages?|books?|characters?|cit(?:y|ies)|currenc\w+|dates?|days?|documents?|hours?|months?|pdf|prices?|times?|timestamps?|years?)\b/iu;

/** Both ends of a range of items, by what is written about them, or because the response repeats them beside a total. */
export function rangeSign(shown: ShownPages): FoundSign {
  const { operation, fields, members } = shown;
  if (operation.method !== "GET" || isOneThing(shown)) return undefined;
  const [found, ...others] = [...ENDS].flatMap(([begins, ends]) => {
    const [first] = fields.filter((field) => isEnd(field, begins));
    const [last] = fields.filter((field) => isEnd(field, ends));
    return first === undefined || last === undefined ? [] : [{ begins, ends, first, last }];
  });
  if (found === undefined || others.length > 0) return undefined;
  const { begins, ends, first, last } = found;
  const isDescribed = [first, last].every(
    ({ description }) => OF_LIST.test(description) && !negates(description),
  );
  if (!isDescribed && !returnsBoth([begins, ends], members)) return undefined;
  return {
    shown: `it takes the range of its items in "${shownField(first)}" and "${shownField(last)}"`,
    missing: "the client does not move both ends of a range",
    lines: [],
  };
}

function isEnd({ key, at, kind, description, schema }: Field, name: string): boolean {
  const isTime = schema.type.kind === "string" && /^date|^time/.test(schema.type.format ?? "");
  return key === name && at.in === "query" && kind !== "other" && !isTime && !OF_OTHERS.test(description);
}

/** Whether an object of a response has both ends as numbers, and how many items there are. */
function returnsBoth(ends: readonly string[], members: ShownPages["members"]): boolean {
  const numbers = members.filter(({ kind }) => kind === "number");
  const has = (above: string, name: string) =>
    numbers.some(({ keys }) => keys.slice(0, -1).join("/") === above && keys.at(-1) === name);
  return numbers.some(({ keys }) => {
    const above = keys.slice(0, -1).join("/");
    return keys.at(-1) === "total" && ends.every((name) => has(above, name));
  });
}
