import { takesToken } from "../traits/pagination/find-token.js";
import type { ShownPages } from "../traits/pagination/recognise-pagination.js";
import { type Field, findOffset, findPageNumber } from "../traits/pagination/request-fields.js";
import type { Member } from "../traits/pagination/response-members.js";
import type { LostSign } from "./sign.js";

/*
 * What a request has of a position, where it is not recognised how the operation is paged.
 */

/** What a sign of pages says; undefined where an operation does not have it. */
export type FoundSign = Pick<LostSign, "shown" | "missing" | "lines"> | undefined;

/** What to say where nothing of the request can take a position: then there are no lines that could be filled in. */
export const UNDECLARED = {
  missing: "nothing of the request takes a position: the contract, or an overlay, has to declare one first",
  lines: [],
};

/** Whether a request takes anything beside a size that could be a position. */
export function takesPosition({ fields, size }: ShownPages): boolean {
  return fields.some((field) => field !== size && field.kind !== "other");
}

/** A position that is one by its name alone, in a request that has no page otherwise. */
const POSITION =
  /^(?:cursor|page_token|page_cursor|next_token|continuation_token|skip_token|marker|after|starting_after|offset|skip|start_(?:index|position|row)|page|page_(?:number|no|num|index))$/;

/** The position of a request; of several types, one that can take the token. */
export function positionOf({ fields, reader }: ShownPages, token?: Member): Field | undefined {
  const named = fields.find(({ key, kind, schema, description }) => {
    const { type } = reader.resolve(schema);
    const isTime = type.kind === "string" && /^date/.test(type.format ?? "");
    const canTake = token?.kind !== "text" || kind === "text";
    const isPosition =
      POSITION.test(key) || takesToken({ description }) || (key === "start" && /\bpage\b/i.test(description));
    return kind !== "other" && isPosition && !isTime && canTake;
  });
  return named ?? (token === undefined ? (findPageNumber(fields) ?? findOffset(fields)) : undefined);
}
