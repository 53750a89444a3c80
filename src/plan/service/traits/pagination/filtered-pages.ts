import type { ShownPages } from "./shown-pages.js";

/*
 * Pages that a service filters after it has taken their range, by what texts say.
 */

/** Characters of a description that are searched. */
const LONGEST = 4000;

const FILTERED: readonly RegExp[] = [
  // "filters are applied after paging", "filtered after the page is read"; not "filter: items after the page was archived"
  /\b(?:filtered|filtering|filters?\s(?:is|are))\b[^.:;]{0,30}\bafter\s(?:the\s|each\s)?(?:page\s(?:has|is|was)|pag(?:inated|inating|ination|ing))\b/iu,
  // not "may return fewer", which is of a service that bounds what a request asks for, and not the last page
  /^(?!.*\b(?:final|last)\b).*\b(?:normally|often|typically|usually)\s(?:returns?|has|have|contains?)\s(?:fewer|less)\s(?:\w+\s){1,4}than\b/iu,
];

/**
 * Whether a text says that pages are filtered after their range was taken. Then the number of its items says nothing of where the next page
 * begins, and a page without items is not the last one.
 */
export function isFiltered({ operation, size }: Pick<ShownPages, "operation" | "size">): boolean {
  return [operation.summary, operation.description, size?.description].some((text = "") =>
    text
      .slice(0, LONGEST)
      .split(/(?<=[.;!?])\s+|\n/u)
      .some((sentence) => FILTERED.some((pattern) => pattern.test(sentence))),
  );
}
