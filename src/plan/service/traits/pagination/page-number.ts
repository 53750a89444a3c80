import type { OperationModel } from "../../../../model/api-model.js";
import { words } from "../../../../text/words.js";
import type { SchemaReader } from "../../schema-reader.js";
import type { FoundList } from "./find-list.js";
import type { Field } from "./request-fields.js";

/*
 * What the contract says of the number of a page.
 */

/** That a number is of a page of results, and not of a book. */
const PAGE_TEXT =
  /\bpages? (?:numbers?|index)\b|\bpage (?:through|over)\b|\bpages? of (?:the |a )?(?:results?|list|collection|items|records|entries|data)\b|\bpage to (?:return|fetch|retrieve|get|load|list|show|request|start)\b|\b(?:current|first|next|which|results?) page\b|\bpaginat|\bper page\b|\bitems\b|\bup to \d+ \w+ (?:are|will be) returned (?:by|in|per) (?:a |each |one )?(?:single )?(?:API )?(?:call|request)\b/i;

/** The pages of a book: "from 1 to 604". */
export const FIXED_PAGES = /\b(?:from )?1 ?(?:-|–|to|and|through) ?\d{2,}\b/i;

/** "When it is omitted, all pets are returned", "Defaults to returning all pets". */
const ALL_WITHOUT =
  /\b(?:unspecified|omitted|not (?:given|set|specified|provided))\b[^.]*?\ball\b|\bdefaults? to (?:returning )?all\b|\bonly (?:paginated|paged) (?:if|when)\b/i;

/** Characters of a description that are searched. */
const LONGEST = 2000;

/** Whether a description says that a request without a page is for all items. */
export function isAllWithout(description: string): boolean {
  return ALL_WITHOUT.test(description.slice(0, LONGEST));
}

/** Whether a number is of a page of results: by what the contract says of it, or of the operation. */
export function isPageOfResults(
  { description, schema }: Field,
  operation: Pick<OperationModel, "summary" | "description">,
  list: FoundList,
  reader: SchemaReader,
): boolean {
  const most = schema.constraints["maximum"] ?? reader.resolve(schema).constraints["maximum"];
  if (most !== undefined || FIXED_PAGES.test(description)) return false;
  const own = words(list.path.at(-1) ?? "").join(" ");
  if (own !== "" && new RegExp(`\\bpage of (?:the )?${own}\\b`, "i").test(description)) return true;
  const texts = [operation.summary, operation.description];
  return PAGE_TEXT.test(description) || texts.some((text = "") => /\bpaginat/i.test(text));
}
