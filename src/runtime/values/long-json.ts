import { readJson } from "./json-text.js";
import { isObject } from "./is-object.js";

/**
 * Parses JSON text, with or without a byte order mark (RFC 8259 section 8.1).
 *
 * @param longIntegers - members that hold 64-bit integers (`MediaDescriptor`): beyond 2^53 they become bigints, without
 * loss. Everything else is as JSON.parse has it
 * @throws SyntaxError when the text is not JSON
 */
export function readLongJson(
  text: string,
  longIntegers: readonly string[] = [],
): unknown {
  if (longIntegers.length === 0) return readJson(text);
  const plain = text.startsWith("\uFEFF") ? text.slice(1) : text;
  const mark = `${crypto.randomUUID()}:`;
  const marked = markLongIntegers(plain, mark);
  const value: unknown = JSON.parse(marked);
  return marked === plain
    ? value
    : restoreLongIntegers(value, mark, longIntegers);
}

/*
 * JSON.parse rounds integers beyond 2^53. What might be one is put into a
 * marked string before it parses, and taken out of it afterwards.
 */

/** Fewer digits are always a number without loss (2^53 has sixteen). */
const SHORTEST = 16;

/** More digits than a 64-bit integer has (2^64 has twenty). */
const LONGEST = 20;

/**
 * Puts integers of sixteen to twenty digits into marked strings. One pass, without a regular expression: one that
 * steps over strings needs a stack as long as the string.
 *
 * @returns the very same text when it holds none
 */
function markLongIntegers(text: string, mark: string): string {
  // Nearly every text ends here.
  if (!/\d{16}/.test(text)) return text;
  const parts: string[] = [];
  let copied = 0;
  let at = 0;
  while (at < text.length) {
    const character = text.charAt(at);
    if (character === '"') at = endOfString(text, at);
    else if (character === "-" || isDigit(text, at)) {
      const end = endOfNumber(text, at);
      if (isLong(text, at, end)) {
        parts.push(
          text.slice(copied, at),
          `"${mark}`,
          text.slice(at, end),
          '"',
        );
        copied = end;
      }
      at = end;
    } else at += 1;
  }
  return copied === 0 ? text : parts.join("") + text.slice(copied);
}

/** The place after the quotation mark that ends a string; the end of the text when none does. */
function endOfString(text: string, start: number): number {
  let quote = start;
  do {
    quote = text.indexOf('"', quote + 1);
    if (quote < 0) return text.length;
  } while (isEscaped(text, quote));
  return quote + 1;
}

/** Whether an odd number of backslashes precedes a character of a string. */
function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text.charAt(first - 1) === "\\") first -= 1;
  return (at - first) % 2 === 1;
}

/** A number with its fraction and exponent (RFC 8259 section 6); JSON.parse refuses what is not quite one. */
function endOfNumber(text: string, start: number): number {
  let end = start + 1;
  while (isDigit(text, end) || "+-.eE".includes(text.charAt(end) || " "))
    end += 1;
  return end;
}

function isLong(text: string, start: number, end: number): boolean {
  const first = text.charAt(start) === "-" ? start + 1 : start;
  const length = end - first;
  return (
    length >= SHORTEST &&
    length <= LONGEST &&
    /^\d+$/.test(text.slice(first, end))
  );
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
}

/**
 * Takes the marked integers of a parsed value out again: a bigint where the contract has a 64-bit integer and a number
 * would lose something, elsewhere the number that JSON.parse would have made.
 *
 * @param names - members that hold 64-bit integers, alone or in a list or a map; `""`: the value itself does
 */
function restoreLongIntegers(
  value: unknown,
  mark: string,
  names: readonly string[],
): unknown {
  const long = new Set(names);
  const root = { "": value };
  const holders: { readonly holder: object; readonly inside: boolean }[] = [
    { holder: root, inside: false },
  ];
  for (let next = holders.pop(); next !== undefined; next = holders.pop()) {
    const { holder, inside } = next;
    const named = !Array.isArray(holder);
    for (const [name, member] of Object.entries(holder) as [
      string,
      unknown,
    ][]) {
      const is = inside || (named && long.has(name));
      if (typeof member === "string" && member.startsWith(mark))
        Reflect.set(holder, name, integer(member.slice(mark.length), is));
      else if (isObject(member)) holders.push({ holder: member, inside: is });
    }
  }
  return root[""];
}

function integer(digits: string, long: boolean): number | bigint {
  const rounded = Number(digits);
  return long && !Number.isSafeInteger(rounded) ? BigInt(digits) : rounded;
}
