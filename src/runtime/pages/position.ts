/** What a page is asked for with: a cursor, an identifier, a page number, an offset or a link. */
export type Position = string | number | bigint;

/** A page as it came. */
export interface ArrivedPage {
  readonly value: unknown;
  readonly headers: Headers;
  readonly items: readonly unknown[];
}

/** Where the sequence goes on; or that it is over; or one sentence on why that cannot be told. */
export type NextPosition =
  | { readonly kind: "next"; readonly position: Position }
  | { readonly kind: "end" }
  | { readonly kind: "unreadable"; readonly reason: string };

/** The sequence is over. */
export const end: NextPosition = { kind: "end" };

/** Goes on at what a page names, where that is text or a number. */
export function named(position: unknown, otherwise: string): NextPosition {
  if (isPosition(position)) return { kind: "next", position };
  return invalidPosition(otherwise);
}

/** Text or a number, however long. */
export function isPosition(value: unknown): value is Position {
  return ["string", "number", "bigint"].includes(typeof value);
}

/** Why it cannot be told where the sequence goes on. */
export function invalidPosition(reason: string): NextPosition {
  return { kind: "unreadable", reason: `${reason}.` };
}
