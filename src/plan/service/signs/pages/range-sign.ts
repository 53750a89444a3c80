import { clausesOf, negates } from "../../../../text/without-denials.js";
import { isOneThing } from "../../traits/pagination/one-thing.js";
import type { Field } from "../../traits/pagination/request-fields.js";
import type { ShownPages } from "../../traits/pagination/shown-pages.js";
import { type FoundSign, lackOfList, shownField } from "./shown-position.js";

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

/** Values of items that have ranges, too. */
const VALUES =
  "(?:amounts?|ages?|characters?|cit(?:y|ies)|costs?|currenc\\w+|dates?|days?|distances?|epoch|hours?|minutes?|months?|prices?|salar(?:y|ies)|times?|timestamps?|unix|weeks?|weights?|years?)";
const OF_VALUES = new RegExp(`\\b${VALUES}\\b`, "iu");
const RANGE_OF_VALUES = new RegExp(
  `\\b${VALUES}\\s(?:range|interval)s?\\b|\\b(?:range|interval)s?\\s(?:for|of)\\s(?:the\\s)?${VALUES}\\b`,
  "iu",
);

/** That a page is one of paper: "First page to print", "Page of the PDF". */
const OF_PAPER =
  /\b(?:books?|documents?|pdf)\b|\b(?:convert|crop|export|extract|merg|preview|print|render|rotat|scan|split|stamp)(?:e|es|s|ed|t?ing)?\b/iu;

/** That pages are those of a list for certain. */
const OF_PAGINATION = /\bpaginat\w*|\bpaging\b/iu;

/** Whether a text names the range of a value of items: "Price range of the results". */
export function isRangeOfValues(text: string): boolean {
  return RANGE_OF_VALUES.test(text);
}

/** Numbers from which on one is a time: seconds since 1973. */
const TIMES = 100_000_000;

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
  // What cannot have a list has pages of its own: a PDF.
  if (shown.list === undefined && !lackOfList(shown).isSayable && !isPaginated([first, last]))
    return undefined;
  const isDescribed = [first, last].every(({ description }) =>
    clausesOf(description)
      .flat()
      .some((clause) => OF_LIST.test(clause) && !negates(clause)),
  );
  if (!isDescribed && !returnsBoth([begins, ends], members)) return undefined;
  return {
    shown: `it takes the range of its items in "${shownField(first)}" and "${shownField(last)}"`,
    missing: "the client does not move both ends of a range",
    lines: [],
  };
}

function isPaginated(ends: readonly Field[]): boolean {
  return ends.some(({ description }) => OF_PAGINATION.test(description));
}

function isEnd({ key, at, kind, description, schema }: Field, name: string): boolean {
  const { type, doc } = schema;
  const isFormatted = type.kind === "string" && /^date|^time/.test(type.format ?? "");
  const isTime = [doc.default, ...doc.examples].some(isTimeValue);
  return (
    key === name &&
    at.in === "query" &&
    kind !== "other" &&
    !isFormatted &&
    !isTime &&
    !OF_VALUES.test(description) &&
    !(OF_PAPER.test(description) && !OF_PAGINATION.test(description))
  );
}

/** Whether a value is a date, or a number that is too large for a place in a list. */
function isTimeValue(value: unknown): boolean {
  return typeof value === "string" ? /^\d{4}-\d/.test(value) : typeof value === "number" && value > TIMES;
}

/** Whether an object of a response has both ends as numbers, and how many items there are. */
function returnsBoth(ends: readonly string[], members: ShownPages["members"]): boolean {
  const numbers = members.filter(
    ({ kind, description }) => kind === "number" && !OF_VALUES.test(description),
  );
  const has = (above: string, name: string) =>
    numbers.some(({ keys }) => keys.slice(0, -1).join("/") === above && keys.at(-1) === name);
  return numbers.some(({ keys }) => {
    const above = keys.slice(0, -1).join("/");
    return keys.at(-1) === "total" && ends.every((name) => has(above, name));
  });
}
