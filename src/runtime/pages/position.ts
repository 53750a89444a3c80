import { writeJson } from "../values/json-text.js";

/** What a page is asked for with: a cursor, an identifier, a page number, an offset or a link. */
export type Position = string | number | bigint;

/** A page as it came. */
export interface ArrivedPage {
  readonly value: unknown;
  readonly headers: Headers;
  readonly items: readonly unknown[];
  /** Items of the page before, in this sequence; empty for the first. */
  readonly before: readonly unknown[];
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
 * page has the items of the page before, where items have identifiers. Without any they can be alike.
 */
export function counted(
  { items, before }: ArrivedPage,
  position: number,
): NextPosition {
  const text = writeJson(items, "");
  return /id":/i.test(text) && text === writeJson(before, "")
    ? invalidPosition("The server gave the same items twice in one sequence")
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
