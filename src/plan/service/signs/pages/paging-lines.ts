import { pointerKeys } from "../../../../text/json-pointer.js";
import { yamlScalar } from "../../../../text/yaml-scalar.js";
import { jsonContent } from "../../responses.js";
import { firstPage } from "../../traits/pagination/first-number.js";
import { countsOthers, isIdentifier, startsWithPage } from "../../traits/pagination/page-fields.js";
import { type Path, shownPath } from "../../traits/pagination/paths.js";
import type { ShownPages } from "../../traits/pagination/shown-pages.js";
import type { Field } from "../../traits/pagination/request-fields.js";
import { operationLines } from "../sign.js";

/*
 * How `cabinetry.yaml` says where a page has its parts.
 */

/** The line of a cursor for one operation. */
export function linesOf(shown: ShownPages, ...parts: readonly string[]): readonly string[] {
  return operationLines(shown.operation, [
    `pagination: { style: cursor${itemsOf(shown)}, ${parts.join(", ")} }`,
  ]);
}

/** Where the items are; empty where the body is the list: the configuration finds that by itself. */
export function itemsOf({ list }: ShownPages): string {
  if (list === undefined) return ', items: "?"';
  return list.path.length === 0 ? "" : `, items: ${configuredPath(list.path)}`;
}

/** A path as `cabinetry.yaml` takes it. */
export function configuredPath(path: Path): string {
  return yamlScalar(shownPath(path));
}

/** A position as `cabinetry.yaml` takes it: a name is that of a query parameter first. */
export function fieldName({ operation }: ShownPages, { at }: Field): string {
  if (at.in === "query")
    return at.member === undefined
      ? yamlScalar(at.name)
      : configuredPath([at.name, ...pointerKeys(`/${at.member}`)]);
  const name = at.in !== "body" ? yamlScalar(at.name) : configuredPath(pointerKeys(`/${at.name}`));
  const isShadowed = operation.parameters.some(
    (one) => one.in !== "cookie" && one.in !== at.in && one.name === at.name,
  );
  return isShadowed ? `{ in: ${at.in}, name: ${name} }` : name;
}

/** A header that has the next token, in a text: "the header `X-Next-Page-Token`". */
const NEXT_HEADER = /\b(?:X-)?(?:[A-Za-z]{1,20}-)?(?:Next|Continuation)(?:-[A-Za-z]{1,20}){1,3}\b/u;

/** The header that a text says to have the next token. */
export function describedHeader(text: string): string | undefined {
  return /\bheader\b/iu.test(text) ? NEXT_HEADER.exec(text.slice(0, 4000))?.[0] : undefined;
}

/** The header that the texts of an operation say to have the next token. */
export function headerOfTexts({ operation, response }: ShownPages): string | undefined {
  return describedHeader([operation.summary, operation.description, response?.description].join("\n"));
}

/** Where a person says what leads to the next page: a header beside a bare list, or a member, which may have to be said to be one. */
export function nextPlaceholder(shown: ShownPages): string {
  const { members, list, response, reader } = shown;
  const header = headerOfTexts(shown);
  if (header !== undefined) return `next: { header: ${yamlScalar(header)} }`;
  if (list?.path.length === 0) return 'next: { header: "?" }';
  const isOpen = response !== undefined && jsonContent(response, reader)?.schema === undefined;
  return isOpen || members.some(({ kind }) => kind !== "boolean")
    ? 'next: "?"'
    : 'next: { member: "?", undeclared: true }';
}

/** That a number is that of the first item: "First row to fetch", "row number to start from". */
export const FIRST_ITEM =
  /\bfirst (?:entry|item|record|result|row) to (?:display|fetch|get|list|load|request|retrieve|return|show)\b|\b(?:item|record|result|row) (?:index|number) (?:from which|to (?:begin|start))\b/iu;

/** Whether a number is described as the place of the first item. */
function isCalledStart({ isNumeric, description }: Field): boolean {
  const isNamed = /\b(?:offset|start(?:ing)?[ -](?:index|position|row))\b/i.test(description);
  return isNumeric && (isNamed || FIRST_ITEM.test(description));
}

/** Names of numbers that count the items before a page; the identifier of one does not. */
const COUNTED = /^(?!seq)(?!.*(?:id|key)$).*(?:offset|skip|start)/;

/**
 * The lines of a position: what it counts, or a cursor whose next value a person says. None where it has the name of a count, and is
 * the identifier of an item: the client can compute no such position.
 */
export function positionLines(shown: ShownPages, position: Field): readonly string[] {
  const { key, kind, isNumeric } = position;
  if (isNumeric && COUNTED.test(key) && isIdentifier(position)) return [];
  const name = fieldName(shown, position);
  const isPage = key.includes("page") || startsWithPage(position);
  const style = isPage ? "number" : COUNTED.test(key) || isCalledStart(position) ? "offset" : undefined;
  // A list alone, and a response without a header of pages, gives no token that a text called page could take back.
  const isAlone = shown.list?.path.length === 0 && headerOfTexts(shown) === undefined;
  const isText = kind !== "number" && isAlone && /^page(?:_(?:number|no|num|index))?$/.test(key);
  const isUntyped = kind === "other" && COUNTED.test(key);
  if (!(isNumeric || isText || isUntyped) || style === undefined || countsOthers(position))
    return linesOf(shown, nextPlaceholder(shown), `cursor: ${name}`);
  const isZero = style === "number" && firstPage(position, shown.reader) === 0;
  return operationLines(shown.operation, [
    `pagination: { style: ${style}${itemsOf(shown)}, ${style}: ${name}${isZero ? ", first: 0" : ""} }`,
  ]);
}
