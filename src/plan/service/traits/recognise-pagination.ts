import type { OperationModel } from "../../../model/api-model.js";
import type { PropertyModel } from "../../../model/schema-model.js";
import { byText } from "../../../text/by-text.js";
import { jsonResponse } from "../responses.js";
import type { SchemaReader } from "../schema-reader.js";
import type { CursorPagination, Trait } from "./trait.js";

/** Names under which contracts hand out the cursor of the next page. */
const NEXT = /^(?:next_?(?:page_?)?(?:cursor|token)|next_?cursor|continuation_?token|end_?cursor)$/i;
/**
 * Those of them that no request has for anything else: where query or body has the very same name, it takes the cursor back.
 * An `end_cursor` that is sent may be where a range ends.
 */
const BACK = /^(?:next|continuation)/i;

/** Names under which they take it back. */
const CURSOR = /^(?:(?:next_?|start_?|page_?|continuation_?)?(?:cursor|token)|after)$/i;

/** A name that says of a cursor in a response neither that it is the next one nor that it is the one that was sent. */
const EITHER = /^cursor$/i;

/**
 * Pages by cursor (RES-3, RES-5): the response has exactly one array and a next cursor beside it, and the request has one
 * parameter or body member that takes a cursor. What the contract words otherwise is configuration, not a guess.
 *
 * A `cursor` in the response is the next one where a flag beside it says whether there are more pages, and the same operation
 * takes it back under that name.
 */
export function recognisePagination(
  operation: OperationModel,
  reader: SchemaReader,
): Trait<CursorPagination> | undefined {
  const body = jsonResponse(operation)?.schema;
  const properties = body === undefined ? undefined : reader.properties(body);
  if (properties === undefined) return undefined;
  const lists = properties.filter((property) => reader.resolve(property.schema).type.kind === "array");
  const nexts = properties.filter((property) => NEXT.test(property.name) && isText(property, reader));
  const [list] = lists;
  const sure = nexts.length === 1 ? nexts.find(({ name }) => BACK.test(name))?.name : undefined;
  const cursor = findCursor(operation, reader, sure);
  if (list === undefined || lists.length > 1 || cursor === undefined) return undefined;
  const { facts: end, reason: until } = findEnd(properties, reader);
  const described =
    nexts.length > 0 || end.more === undefined
      ? nexts
      : properties.filter(
          ({ name, schema }) =>
            EITHER.test(name) && name === cursor.name && reader.resolve(schema).type.kind === "string",
        );
  const [next] = described;
  if (next === undefined || described.length > 1) return undefined;
  return {
    facts: {
      items: list.name,
      ...(list.required ? {} : { itemsOptional: true as const }),
      next: next.name,
      cursor,
      ...end,
    },
    reason:
      `The response has one array, "${list.name}", and "${next.name}" beside it; ` +
      `"${cursor.name}" in the ${cursor.in} takes the cursor back${until}.`,
  };
}

/** What has the name, where several could be meant; all of them where none has it. */
function named<Named extends { readonly name: string }>(
  found: readonly Named[],
  name: string | undefined,
): readonly Named[] {
  const exact = found.filter((one) => one.name === name);
  return exact.length > 0 ? exact : found;
}

function isText(property: PropertyModel, reader: SchemaReader): boolean {
  return reader.resolve(property.schema).type.kind === "string";
}

/**
 * What takes the cursor back.
 *
 * @param next - name of the response's cursor, if a request member of that name must be the cursor
 */
function findCursor(
  operation: OperationModel,
  reader: SchemaReader,
  next: string | undefined,
): CursorPagination["cursor"] | undefined {
  const takes = (named: string) => named === next || CURSOR.test(named);
  const query = named(
    operation.parameters.filter(
      (parameter) =>
        parameter.in === "query" &&
        takes(parameter.name) &&
        reader.resolve(parameter.schema).type.kind === "string",
    ),
    next,
  );
  const [parameter] = query;
  const body = operation.body?.content[0]?.schema;
  const members = named(
    (body === undefined ? [] : (reader.properties(body) ?? [])).filter(
      (property) => takes(property.name) && isText(property, reader),
    ),
    next,
  );
  const [member] = members;
  // What the body has as well, it is read from: descriptions of AWS add the same to the query. And what it has under the
  // very name comes before a `token` of the query, which may be an access token.
  const isInBody = member !== undefined && (member.name === parameter?.name || member.name === next);
  if (parameter !== undefined && !isInBody)
    return query.length === 1 ? { in: "query", name: parameter.name } : undefined;
  return member !== undefined && members.length === 1 ? { in: "body", name: member.name } : undefined;
}

/**
 * Names under which a response says that there is another page, whatever cursor it has. `isTruncated` counts, as services
 * of storage have it; `truncated` alone does not: elsewhere it says that something of this page was cut off, and pages that
 * ended with it would be lost.
 */
const MORE =
  /^(?:has_?more(?:_?(?:pages|items|results|data))?|has_?next(?:_?page)?|is_?truncated|more_?(?:pages|results|available))$/i;
/** Names under which it says that there is none. */
const LAST = /^(?:is_?)?last(?:_?page)?$/i;

/**
 * The flag of a response that ends a sequence of pages: one that tells of more before one that tells of the last, the first
 * by name. The reason is the end of a sentence; empty where there is none.
 */
function findEnd(
  properties: readonly PropertyModel[],
  reader: SchemaReader,
): Trait<Pick<CursorPagination, "more" | "last">> {
  const flags = properties
    .filter(({ schema }) => reader.resolve(schema).type.kind === "boolean")
    .map(({ name }) => name)
    .sort(byText);
  const more = flags.find((name) => MORE.test(name));
  if (more !== undefined) return { facts: { more }, reason: `, until "${more}" is false` };
  const last = flags.find((name) => LAST.test(name));
  return last === undefined
    ? { facts: {}, reason: "" }
    : { facts: { last }, reason: `, until "${last}" is true` };
}
