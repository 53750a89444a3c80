import { writeJson } from "../values/json-text.js";

/** What a page is asked for with: a cursor, an identifier, a page number, an offset or a link. */
export type Position = string | number | bigint;

/** A page as it came. */
export interface ArrivedPage {
  readonly value: unknown;
  readonly headers: Headers;
  readonly items: readonly unknown[];
  /** The items of the last pages with the same items, as JSON, each; this page is added. */
  readonly alike: string[];
}

/** Where the sequence goes on. It is over without a position, and cannot go on with a reason. */
export interface NextPosition {
  readonly position?: Position;
  /** One sentence on why it cannot be told where the sequence goes on. */
  readonly reason?: string;
}

/** The sequence is over. */
export const end: NextPosition = {};

/** Goes on at what a page names, where that is text or a number. */
export function named(position: unknown, otherwise: string): NextPosition {
  if (isPosition(position)) return { position };
  return invalidPosition(otherwise);
}

/**
 * Goes on at a number. A server that takes no notice of numbers, or gives its last page again for all further ones, would be walked for ever: no
 * page has the items of the page before, where items have identifiers. Without any, nine pages can be alike.
 */
export function counted(
  { items, alike }: ArrivedPage,
  position: number,
): NextPosition {
  const text = writeJson(items, "");
  if (text !== alike[0]) alike.length = 0;
  return alike.push(text) > (/id":/i.test(text) ? 1 : 9)
    ? invalidPosition("The server gave the same items again")
    : { position };
}

/** Text or a number, however long. */
export function isPosition(value: unknown): value is Position {
  return ["string", "number", "bigint"].includes(typeof value);
}

/** Why it cannot be told where the sequence goes on. */
export function invalidPosition(reason: string): NextPosition {
  return { reason: `${reason}.` };
}
