import { isObject, type Json } from "../../determinism/json-tree.js";
import { isFile, makeValue, type Wish } from "./make-value.js";
import type { PublishedDocument } from "./published-document.js";
import type { SchemaBook } from "./schema-book.js";
import { seeded } from "../../support/seeded.js";

/** Guesses before a schema is given up. */
const GUESSES = 120;

/** What a value is for, but for the chance in it. */
export type Purpose = Pick<Wish, "optional" | "alphabet" | "files" | "text" | "direction">;

/**
 * A valid value of a schema: guessed until the validator agrees. The same seed gives the same value.
 *
 * @throws Error when no guess was valid; it says what the last one was blamed for
 */
export function findValue(
  document: PublishedDocument,
  book: SchemaBook,
  schema: Json,
  purpose: Purpose,
  seed: number,
): unknown {
  let last = "";
  for (let guess = 0; guess < GUESSES; guess += 1) {
    // What was wished for first; then anything, with chance in it.
    const optional = guess < 8 ? purpose.optional : guess < 16 ? "required" : seeded(seed + guess)();
    try {
      const value = makeValue(document, schema, { ...purpose, optional, random: seeded(seed * 131 + guess) });
      const [complaint] = book.complaints(schema, withoutFiles(value), purpose.direction);
      if (complaint === undefined) return value;
      last = complaint;
    } catch (error) {
      last = error instanceof Error ? error.message : String(error);
    }
  }
  throw new Error(`No value was found: ${last}`);
}

/** What a validator sees of bytes: a string. */
export function withoutFiles(value: unknown): unknown {
  if (value instanceof Blob) return "bytes";
  if (Array.isArray(value)) return value.map(withoutFiles);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutFiles(member)]));
}

/** Whether a body of this schema, which is neither JSON nor a form, is text. */
export function isTextBody(schema: Json | undefined, mediaType: string): boolean {
  if (mediaType.startsWith("text/")) return true;
  return isObject(schema) && schema["type"] === "string" && !isFile(schema) && schema["format"] !== "base64";
}
