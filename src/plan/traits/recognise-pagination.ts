import type { OperationModel } from "../../model/api-model.js";
import type { PropertyModel } from "../../model/schema-model.js";
import { jsonAnswer } from "../reading/answers.js";
import type { SchemaReader } from "../reading/schema-reader.js";
import { findEnd } from "./find-end.js";
import type { CursorPagination, Trait } from "./trait.js";

/** Names under which contracts hand out the cursor of the next page. */
const NEXT = /^(?:next_?(?:page_?)?(?:cursor|token)|next_?cursor|continuation_?token|end_?cursor)$/i;
/** Names under which they take it back. */
const CURSOR = /^(?:(?:next_?|start_?|page_?|continuation_?)?(?:cursor|token)|after)$/i;

/**
 * Pages by cursor (RES-3, RES-5): the answer has exactly one array and a next cursor beside it, and the request has one
 * parameter or body member that takes a cursor. What the contract words otherwise is configuration, not a guess.
 */
export function recognisePagination(
  operation: OperationModel,
  reader: SchemaReader,
): Trait<CursorPagination> | undefined {
  const { form } = operation;
  if (form !== undefined && form.kind !== "pages") return undefined;
  const answer = jsonAnswer(operation)?.schema;
  const properties = answer === undefined ? undefined : reader.properties(answer);
  if (properties === undefined) return undefined;
  const lists = known(
    properties.filter((property) => reader.resolve(property.schema).type.kind === "array"),
    form?.facts.get("items"),
  );
  const nexts = known(
    properties.filter((property) => NEXT.test(property.name) && isText(property, reader)),
    form?.facts.get("next"),
  );
  const [list] = lists;
  const [next] = nexts;
  if (list === undefined || lists.length > 1 || next === undefined || nexts.length > 1) return undefined;
  const cursor = findCursor(operation, reader);
  if (cursor === undefined) return undefined;
  const { facts: end, reason: until } = findEnd(properties, reader);
  return {
    facts: { items: list.name, next: next.name, cursor, ...end },
    reason:
      `The answer has one array, "${list.name}", and "${next.name}" beside it; ` +
      `"${cursor.name}" in the ${cursor.in} takes the cursor back${until}.`,
  };
}

/** What was there already, where something like it was added since. */
function known<Named extends { readonly name: string }>(
  found: readonly Named[],
  name: string | undefined,
): readonly Named[] {
  const before = found.filter((one) => one.name === name);
  return before.length > 0 ? before : found;
}

function isText(property: PropertyModel, reader: SchemaReader): boolean {
  return reader.resolve(property.schema).type.kind === "string";
}

function findCursor(operation: OperationModel, reader: SchemaReader): CursorPagination["cursor"] | undefined {
  const [, place, name] = /^(query|body)\.(.*)$/su.exec(operation.form?.facts.get("cursor") ?? "") ?? [];
  const query = known(
    operation.parameters.filter(
      (parameter) =>
        parameter.in === "query" &&
        CURSOR.test(parameter.name) &&
        reader.resolve(parameter.schema).type.kind === "string",
    ),
    place === "query" ? name : undefined,
  );
  const [parameter] = query;
  if (parameter !== undefined && place !== "body")
    return query.length === 1 ? { in: "query", name: parameter.name } : undefined;
  const body = operation.body?.content[0]?.schema;
  const members = known(
    (body === undefined ? [] : (reader.properties(body) ?? [])).filter(
      (property) => CURSOR.test(property.name) && isText(property, reader),
    ),
    name,
  );
  const [member] = members;
  return member !== undefined && members.length === 1 ? { in: "body", name: member.name } : undefined;
}
