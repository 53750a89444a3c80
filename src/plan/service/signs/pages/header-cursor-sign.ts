import { withoutDenials } from "../../../../text/without-denials.js";
import { words } from "../../../../text/words.js";
import { yamlScalar } from "../../../../text/yaml-scalar.js";
import { isCursorHeader } from "../../traits/pagination/find-header-token.js";
import { isOneThing } from "../../traits/pagination/recognise-pagination.js";
import type { ShownPages } from "../../traits/pagination/shown-pages.js";
import { deniesPages } from "./described-pages-sign.js";
import { successHeaders } from "./page-headers.js";
import { linesOf, nextPlaceholder } from "./paging-lines.js";
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
    return one.in === "header" && one.content === undefined && both.every(isUsedCursor);
  });
  const gives = headers.find(isUsedCursor);
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

/** That a range is one of items: "Pagination control", "resources=0-49". */
const OF_ITEMS =
  /\bpag(?:es?|inat\w*|ing)\b|\b(?:collection|range|set) of (?:the )?\w+ to be returned\b|\b(?:items|records|resources|results|rows)\b/iu;
const OF_BYTES = /\bbytes?\b|\bfiles?\b/iu;

/** A range of items in a header of the request: `REST-Range: resources=0-49`. */
export function headerRangeSign(shown: ShownPages): FoundSign {
  const { operation } = shown;
  if (operation.method !== "GET" || isOneThing(shown) || deniesPages(shown)) return undefined;
  const header = operation.parameters.find((one) => {
    if (one.in !== "header" || words(one.name).at(-1) !== "range" || !isUsed(one)) return false;
    const { schema, description = "" } = one;
    const values = [schema.doc.default, ...schema.doc.examples, ...(one.examples ?? [])];
    const texts = [description, ...values.filter((value) => typeof value === "string")];
    return texts.some((text) => OF_ITEMS.test(text)) && !texts.some((text) => OF_BYTES.test(text));
  });
  if (header === undefined) return undefined;
  return {
    shown: `it takes the range of its items in the header \`${header.name}\``,
    missing: "the client does not move a range",
    lines: [],
  };
}
