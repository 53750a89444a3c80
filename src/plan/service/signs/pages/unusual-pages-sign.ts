import type { SchemaNode } from "../../../../model/schema-model.js";
import { negates } from "../../../../text/without-denials.js";
import { jsonContent } from "../../responses.js";
import { alternatives, type SchemaReader } from "../../schema-reader.js";
import { keyOf } from "../../traits/pagination/find-list.js";
import { shownPath } from "../../traits/pagination/paths.js";
import type { Field } from "../../traits/pagination/request-fields.js";
import type { ShownPages } from "../../traits/pagination/shown-pages.js";
import { configuredPath, fieldName, linesOf, nextPlaceholder } from "./paging-lines.js";
import {
  type FoundSign,
  isCalledFilter,
  isCalledPosition,
  lackOfPosition,
  shownField,
} from "./shown-position.js";

/*
 * Pages that a contract describes in forms which the client does not read.
 */

/** Names of sizes and positions in JSON that a parameter has. */
const OF_PAGE = /^(?:limit|page_size|per_page|next|cursor|offset|page|page_token|next_token)$/;
const SIZE = /^(?:limit|page_size|per_page)$/;

/** A size and a position in parameters that have JSON. */
export function jsonParameterSign({ operation, list, positions, reader }: ShownPages): FoundSign {
  if (list === undefined || operation.method !== "GET" || positions.length > 0) return undefined;
  const found = operation.parameters.flatMap(({ in: where, name, content, schema }) => {
    if (where !== "query" || content === undefined) return [];
    const members = reader.properties(schema) ?? [];
    return members.length === 0 ? [[name]] : members.map((member) => [name, member.name]);
  });
  const named = found.filter((path) => OF_PAGE.test(keyOf(path.at(-1) ?? "")));
  const isSize = (path: readonly string[]) => SIZE.test(keyOf(path.at(-1) ?? ""));
  const size = named.find(isSize);
  const position = named.find((path) => !isSize(path));
  if (size === undefined || position === undefined) return undefined;
  return {
    shown: `it takes "${shownPath(size)}" and "${shownPath(position)}" and returns a list`,
    missing: "they are in a parameter that has JSON, which the client sends as it is given",
    lines: [],
  };
}

/** Links of JSON:API, each of which may be a text or an object with the address. */
export function mixedLinkSign({ operation, response, list, reader }: ShownPages): FoundSign {
  const body = response && jsonContent(response, reader)?.schema;
  if (body === undefined || list === undefined || operation.method === "POST") return undefined;
  const links = (reader.properties(body) ?? []).find(({ name }) => /^_?links$/.test(keyOf(name)));
  const next = links && reader.property(links.schema, "next");
  if (links === undefined || next === undefined || !isMixed(next.schema, reader)) return undefined;
  return {
    shown: `its response has "${shownPath([links.name, "next"])}"`,
    missing: "it may be a text, or an object with the address: the client follows one of both",
    lines: [],
  };
}

/** Whether a value may be a text, and may be an object that has an address. */
function isMixed(node: SchemaNode, reader: SchemaReader): boolean {
  const ones = alternatives(node, reader);
  const isText = ones.some((one) => reader.resolve(one).type.kind === "string");
  return isText && ones.some((one) => reader.property(one, "href") !== undefined);
}

/** Marks before the names of what controls a list, where filters are the other names: `_limit`, `$top`. */
const MARK = /^[_$]/;

/** An undescribed token beside a size, where a mark sets both apart from what lets a caller in: `_token` and `_limit`. */
export function markedTokenSign(shown: ShownPages): FoundSign {
  const { operation, list, fields, size } = shown;
  const mark = MARK.exec(size?.at.name ?? "")?.[0];
  if (list === undefined || size === undefined || mark === undefined || operation.method !== "GET")
    return undefined;
  const token = fields.find(
    (field) =>
      field.at.in === "query" &&
      field.at.name.startsWith(mark) &&
      field.kind === "text" &&
      field.description === "" &&
      (field.key === "token" || isCalledPosition(field)),
  );
  if (token === undefined) return undefined;
  return {
    shown: `it takes "${shownField(token)}" beside "${shownField(size)}" and returns a list`,
    missing: "nothing says how the next position is found",
    lines: linesOf(shown, nextPlaceholder(shown), `cursor: ${fieldName(shown, token)}`),
  };
}

/** Objects of a response that are of its page alone. */
const OF_PAGE_ALONE = /^(?:page_info|paginat(?:ion|or)|paging)$/;

/** A text beside a list, in an object that is of the page: it may say where the next page begins, whatever it is called. */
export function envelopeSign(shown: ShownPages): FoundSign {
  const { operation, list, members, fields, size, reader } = shown;
  if (list === undefined || operation.method !== "GET") return undefined;
  const texts = members.filter(
    ({ kind, keys, schema, description }) =>
      kind === "text" &&
      keys.slice(0, -1).some((key) => OF_PAGE_ALONE.test(key)) &&
      !isCalledFilter(keys.at(-1) ?? "") &&
      reader.values(schema).length === 0 &&
      !negates(description),
  );
  const [next, ...others] = texts;
  if (next === undefined || others.length > 0) return undefined;
  const positions = fields.filter(
    (field) => field !== size && field.at.in === "query" && field.kind === "text" && mayTake(field),
  );
  const [position, ...more] = positions;
  const seen = `its response has "${shownPath(next.path)}"`;
  if (position === undefined)
    return { shown: seen, ...lackOfPosition(shown, `next: ${configuredPath(next.path)}`) };
  const cursor = more.length === 0 ? fieldName(shown, position) : '"?"';
  return {
    shown: seen,
    missing: "nothing says that it is where the next page begins",
    lines: linesOf(shown, `next: ${configuredPath(next.path)}`, `cursor: ${cursor}`),
  };

  function mayTake({ key, schema }: Field): boolean {
    return !isCalledFilter(key) && reader.values(schema).length === 0;
  }
}
