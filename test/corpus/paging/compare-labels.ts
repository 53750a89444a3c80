import type { Pagination, RequestField } from "../../../src/plan/service/traits/trait.js";
import type { PagingLabel } from "./labels.js";

/** Styles of the labels that a style of ours may be. */
const STYLES: Readonly<Record<NonNullable<Pagination["style"]> | "cursor", readonly string[]>> = {
  // `last_id` of a page is a cursor that is an identifier.
  cursor: ["cursor-param", "body-cursor", "last-id", "token-in-header"],
  link: ["link-header", "next-url"],
  number: ["page-number"],
  offset: ["offset-limit"],
  "last-item": ["last-id"],
};

/** What is wrong with what was recognised: style, items, position, first page and next position; empty: it is right. */
export function compareWithLabel(facts: Pagination, label: PagingLabel): readonly string[] {
  const styles = STYLES[facts.style ?? "cursor"];
  const isMain = styles.includes(label.style ?? "");
  const isOther = (label.also ?? []).some((style) => styles.includes(style));
  const { request = {}, response } = label;
  const items = pathText(facts.items);
  return [
    ...(isMain || isOther ? [] : [`style ${facts.style ?? "cursor"}`]),
    ...differs("items", items, response?.items),
    ...differs("size", facts.size && fieldText(facts.size), request.size),
    // Positions and next positions of another style that is right as well are not labelled.
    ...(isMain
      ? [
          ...differs("position", positionOf(facts), request.position),
          ...differs("next", nextOf(facts), response?.next),
        ]
      : []),
    ...(facts.style === "number" ? differs("first", facts.first, request.first) : []),
  ];
}

function differs<Value>(name: string, found: Value | undefined, want: Value | undefined): readonly string[] {
  return found === undefined || want === undefined || found === want ? [] : [`${name} ${String(found)}`];
}

function positionOf(facts: Pagination): string | undefined {
  switch (facts.style) {
    case undefined:
      return fieldText(facts.cursor);
    case "number":
      return fieldText(facts.number);
    case "offset":
      return fieldText(facts.offset);
    case "last-item":
      return fieldText(facts.after);
    case "link":
      return undefined;
  }
}

function nextOf(facts: Pagination): string | undefined {
  switch (facts.style) {
    case undefined:
      return "nextHeader" in facts ? `header.${facts.nextHeader}` : pathText(facts.next);
    case "link":
      return facts.next === undefined ? "header.Link[rel=next]" : pathText(facts.next);
    case "last-item":
      return `${pathText(facts.items)}[-1].${facts.id.replaceAll("/", ".")}`;
    default:
      return undefined;
  }
}

/** `$.meta.components` */
function pathText(path: string): string {
  return ["$", ...(path === "" ? [] : path.split("/"))].join(".");
}

/** `query.page` */
function fieldText({ in: place, name }: RequestField): string {
  return `${place}.${name.replaceAll("/", ".")}`;
}
