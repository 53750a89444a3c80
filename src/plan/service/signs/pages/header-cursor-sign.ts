import { singularWord } from "../../../../text/nouns.js";
import { withoutDenials } from "../../../../text/without-denials.js";
import { words } from "../../../../text/words.js";
import { yamlScalar } from "../../../../text/yaml-scalar.js";
import { isCursorHeader } from "../../traits/pagination/find-header-token.js";
import { isOneThing } from "../../traits/pagination/one-thing.js";
import type { ShownPages } from "../../traits/pagination/shown-pages.js";
import { deniesPages } from "./described-pages-sign.js";
import { successHeaders } from "./page-headers.js";
import { linesOf, nextPlaceholder } from "./paging-lines.js";
import { isRangeOfValues } from "./range-sign.js";
import { type FoundSign, lackOfList, lackOfPosition } from "./shown-position.js";

/*
 * Positions in headers, of which nothing says how they lead to the next page.
 */

/** A cursor by its name, in a header of the request or of the response. */
export function headerCursorSign(shown: ShownPages): FoundSign {
  const { operation, list } = shown;
  if (operation.method !== "GET" || isOneThing(shown) || deniesPages(shown)) return undefined;
  const headers = successHeaders(shown);
  const takes = operation.parameters.find((one) => {
    const isGiven = ({ name }: { readonly name: string }) => name.toLowerCase() === one.name.toLowerCase();
    // One name is one thing: what a text says of either is of both.
    const both = [one, ...headers.filter(isGiven)];
    const isCursor = both.every(isUsedCursor) && mayBeMarker(both, shown);
    return one.in === "header" && one.content === undefined && isCursor;
  });
  const gives = headers.find((one) => isUsedCursor(one) && mayBeMarker([one], shown));
  const lack = list === undefined ? lackOfList(shown) : undefined;
  if (takes === undefined) {
    // A header alone may be that of all responses; the request decides whether there are pages.
    if (gives === undefined || list === undefined || operation.path.endsWith("}")) return undefined;
    const next = `next: { header: ${yamlScalar(gives.name)} }`;
    return { shown: `its response has the header \`${gives.name}\``, ...lackOfPosition(shown, next) };
  }
  const cursor = `cursor: { in: header, name: ${yamlScalar(takes.name)} }`;
  const next = gives === undefined ? nextPlaceholder(shown) : `next: { header: ${yamlScalar(gives.name)} }`;
  const found =
    gives === undefined
      ? ""
      : gives.name.toLowerCase() === takes.name.toLowerCase()
        ? ", and its response has it"
        : `, and its response has \`${gives.name}\``;
  return {
    shown: `it takes the header \`${takes.name}\`${found}`,
    missing:
      lack?.missing ??
      (gives === undefined
        ? "nothing says how the next position is found"
        : "nothing says that it leads to the next page"),
    lines: lack?.isSayable === false ? [] : linesOf(shown, next, cursor),
  };
}

/** Whether a header has the name of a cursor, and its text says nothing else. */
function isUsedCursor(header: { readonly name: string; readonly description?: string }): boolean {
  return isCursorHeader(header) && isUsed(header);
}

/** Whether the text of a header does not deny that it is used: "Reserved, not supported yet". */
function isUsed({ description = "" }: { readonly description?: string | undefined }): boolean {
  return description === "" || withoutDenials(description.slice(0, 1000), "use").trim() !== "";
}

/** That a marker is one of a place in a list. */
const OF_PLACE =
  /\b(?:continu\w+|cursors?|follow(?:ing|s)|list(?:ed|ing|s)?|next|offsets?|pag(?:e|es|ing|inat\w*)|positions?|resum\w+|starts?)\b/iu;

/**
 * Whether a header is one without the word "marker", or a marker of a place in a list: by its name or its text; without a text by what is
 * beside it, a size or the same header of the response. A pin on a map and a mark of who calls are markers, too.
 *
 * @param both - the header, with that of the response which has its name
 */
function mayBeMarker(both: readonly Described[], { size }: ShownPages): boolean {
  const own = words(both[0]?.name ?? "");
  if (own.at(-1) !== "marker" || OF_PLACE.test(own.join(" "))) return true;
  const texts = both.flatMap(({ description = "" }) =>
    description === "" ? [] : [description.slice(0, 1000)],
  );
  return texts.length > 0 ? texts.some((text) => OF_PLACE.test(text)) : size !== undefined || both.length > 1;
}

/** A header, and what is written about it. */
interface Described {
  readonly name: string;
  readonly description?: string | undefined;
}

/** That a range is one of items: "Pagination control", "resources=0-49". */
const OF_ITEMS =
  /\bpag(?:es?|inat\w*|ing)\b|\b(?:collection|range|set) of (?:the )?\w+ to be returned\b|\b(?:items|records|resources|results|rows)\b/iu;
const RANGE_OF_BYTES = /\bbytes?\b|\bfiles?\b/iu;

/** The same, in words that are about nothing else: beside a name that says what has the range. */
const OF_ITEMS_ALONE = /\bpaginat\w*|\bpaging\b|\b(?:items|records|resources|results|rows)\s?=\s?\d/iu;

/** Words before "range" that do not say what has it, or that say that the items do. */
const PLAIN = new Set(
  "api content http item items list page pages pagination record records request resource resources rest result results row rows x".split(
    " ",
  ),
);

/** A range of items in a header of the request: `REST-Range: resources=0-49`. */
export function headerRangeSign(shown: ShownPages): FoundSign {
  const { operation } = shown;
  if (operation.method !== "GET" || isOneThing(shown) || deniesPages(shown)) return undefined;
  const header = operation.parameters.find((one) => {
    const own = words(one.name);
    if (one.in !== "header" || own.at(-1) !== "range" || !isUsed(one)) return false;
    // `X-Price-Range` is one of a value of the items, `Pets-Range` one of pets.
    const isPlain = own.slice(0, -1).every((word) => PLAIN.has(word) || shown.nouns.has(singularWord(word)));
    const { schema, description = "" } = one;
    const values = [schema.doc.default, ...schema.doc.examples, ...(one.examples ?? [])];
    const texts = [description.slice(0, 1000), ...values.filter((value) => typeof value === "string")];
    const ofItems = isPlain ? OF_ITEMS : OF_ITEMS_ALONE;
    const isOfOthers = texts.some((text) => RANGE_OF_BYTES.test(text) || isRangeOfValues(text));
    return texts.some((text) => ofItems.test(text)) && !isOfOthers;
  });
  if (header === undefined) return undefined;
  return {
    shown: `it takes the range of its items in the header \`${header.name}\``,
    missing: "the client does not move a range",
    lines: [],
  };
}
