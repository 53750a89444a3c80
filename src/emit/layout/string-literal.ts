import { isIdentifier } from "../../text/constant-reference.js";

/** What must not stand in source text as it is: controls, line separators, direction overrides, lone surrogates. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;

/** The sign of a source map's address (ECMA-426), which tools look for without parsing: within texts as well. */
const SOURCE_MAP = /(?<=\/[/*])[#@](?=\s*source(?:Mapping)?URL)/gi;

/**
 * A string as a TypeScript literal, in the quotes that prettier prefers: double, or single where that saves escapes.
 * Whatever could end a line or turn the reading direction is written as an escape.
 */
export function stringLiteral(text: string): string {
  const doubles = text.split('"').length - 1;
  const singles = text.split("'").length - 1;
  const quote = doubles > singles ? "'" : '"';
  const escaped = text
    .replaceAll("\\", "\\\\")
    .replaceAll(quote, `\\${quote}`)
    .replace(UNSAFE, escapeCharacter)
    .replace(SOURCE_MAP, escapeCharacter);
  return `${quote}${escaped}${quote}`;
}

/**
 * The type of every string that begins with a text and ends with another, a template literal: nothing of the texts can end it
 * or add to it.
 */
export function patternLiteral(start: string, end = ""): string {
  const [before, after] = [start, end].map((text) =>
    text
      .replace(/[\\`$]/g, "\\$&")
      .replace(UNSAFE, escapeCharacter)
      .replace(SOURCE_MAP, escapeCharacter),
  );
  return `\`${before ?? ""}\${string}${after ?? ""}\``;
}

/** The name of a property as an object type or literal writes it: quoted only where TypeScript needs it. */
export function propertyName(name: string): string {
  return isIdentifier(name) ? name : stringLiteral(name);
}

const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escapeCharacter(character: string): string {
  const short = SHORT[character];
  if (short !== undefined) return short;
  return Array.from({ length: character.length }, (_, index) => unit(character.charCodeAt(index))).join("");
}

function unit(code: number): string {
  return `\\u${code.toString(16).padStart(4, "0")}`;
}
