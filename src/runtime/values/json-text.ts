import { ArgumentError } from "../errors/argument-error.js";

/**
 * JSON text of a value; a bigint becomes an integer of full precision, which `JSON.stringify` refuses.
 *
 * @param where - what the caller knows the value by, for the error
 * @param isCanonical - in the one form of RFC 8785, so that equal values have equal texts; a bigint keeps its digits
 * @throws ArgumentError when the value has no JSON text, or `JSON.stringify` would drop a part of it: a cycle, a function or
 * symbol, NaN or an infinity, a list with gaps, bytes, a Map or another object that is not plain data. A member that is
 * undefined is omitted
 */
export function writeJson(
  value: unknown,
  where: string,
  isCanonical = false,
): string {
  const mark = `${crypto.randomUUID()}:`;
  const plain = stringify(value, where, (member, isElement) => {
    if (isElement && member === undefined)
      throw unwritable(where, "holds a list with a gap or undefined in it");
    if (typeof member === "function" || typeof member === "symbol")
      throw unwritable(
        where,
        `holds a ${typeof member}, which JSON does not have`,
      );
    if (typeof member === "number" && !Number.isFinite(member))
      throw unwritable(where, "holds NaN or an infinity");
    if (isBytes(member))
      throw unwritable(where, "holds bytes, which JSON does not have");
    if (typeof member === "object" && member !== null && !isPlain(member))
      throw unwritable(where, "holds an object that is not plain data");
    if (typeof member === "object" && member !== null && hidesData(member))
      throw unwritable(
        where,
        "holds an instance of a class without members of its own, whose data would be lost",
      );
    return typeof member === "bigint" ? mark + member.toString() : member;
  });
  const text = isCanonical ? canonical(JSON.parse(plain)) : plain;
  return text.includes(mark)
    ? text.replace(new RegExp(`"${mark}(-?\\d+)"`, "g"), "$1")
    : text;
}

/**
 * RFC 8785: members in the order of their names' UTF-16 code units, no white space. Text and numbers are those of
 * ECMAScript, which the RFC prescribes.
 */
function canonical(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  const members = Object.entries(value).sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(",")}}`;
}

function stringify(
  value: unknown,
  where: string,
  replace: (member: unknown, isElement: boolean) => unknown,
): string {
  let text: unknown;
  try {
    text = JSON.stringify(
      value,
      function (this: unknown, _: string, member: unknown) {
        return replace(member, Array.isArray(this));
      },
    );
  } catch (error) {
    // The platform's own error would name members, whose names can be data.
    if (error instanceof ArgumentError) throw error;
    throw unwritable(
      where,
      "cannot be written as JSON: it contains itself, or one of its members refuses",
    );
  }
  if (typeof text !== "string")
    throw unwritable(
      where,
      `is of type ${typeof value}, which JSON does not have`,
    );
  return text;
}

/**
 * Whether an object may keep its data where nobody reads it: it has no members of its own, but a class with accessors or
 * methods, or a prototype with members. It would be sent as `{}`. An instance of a class that declares fields alone, none
 * of them set, is empty, and so is a literal, of this realm or another.
 */
export function hidesData(value: object): boolean {
  const tag = Object.prototype.toString.call(value);
  // A list, or a wrapped value, is data itself.
  if (tag !== "[object Object]" && plainTags.has(tag)) return false;
  if (Object.keys(value).length > 0) return false;
  let prototype = prototypeOf(value);
  while (prototype !== null) {
    const next = prototypeOf(prototype);
    // The last one is that of all objects.
    if (next === null) return false;
    if (Reflect.ownKeys(prototype).some((name) => name !== "constructor"))
      return true;
    prototype = next;
  }
  return false;
}

function prototypeOf(value: object): object | null {
  return Object.getPrototypeOf(value) as object | null;
}

/** What JSON writes whole: a list, an object by its members, or a wrapped string, number or boolean. */
function isPlain(value: object): boolean {
  return plainTags.has(Object.prototype.toString.call(value));
}

const plainTags: ReadonlySet<string> = new Set([
  "[object Array]",
  "[object Boolean]",
  "[object Number]",
  "[object Object]",
  "[object String]",
]);

function unwritable(where: string, what: string): ArgumentError {
  return new ArgumentError({
    happened: `"${where}" ${what}.`,
    remedy:
      "Give plain data: objects, lists, strings, finite numbers, booleans, null.",
  });
}

/**
 * Parses JSON text, with or without a byte order mark (RFC 8259 section 8.1).
 *
 * @param longIntegers - members that hold 64-bit integers (`MediaDescriptor`): beyond 2^53 they become bigints, without
 * loss. Everything else is as JSON.parse has it
 * @throws SyntaxError when the text is not JSON
 */
export function readJson(
  text: string,
  longIntegers: readonly string[] = [],
): unknown {
  const plain = text.startsWith("\uFEFF") ? text.slice(1) : text;
  if (longIntegers.length === 0) return JSON.parse(plain);
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

/** Whether an odd number of backslashes stands before a character of a string. */
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
      else if (typeof member === "object" && member !== null)
        holders.push({ holder: member, inside: is });
    }
  }
  return root[""];
}

function integer(digits: string, long: boolean): number | bigint {
  const rounded = Number(digits);
  return long && !Number.isSafeInteger(rounded) ? BigInt(digits) : rounded;
}

/** A value that is bytes, or undefined: bytes are copied into a Blob, so that later changes do not reach a repeat. */
export function bytesValue(value: unknown): Blob | undefined {
  if (value instanceof Blob) return value;
  if (value instanceof ArrayBuffer) return new Blob([value]);
  if (!ArrayBuffer.isView(value)) return undefined;
  const copy = new Uint8Array(value.byteLength);
  copy.set(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
  return new Blob([copy]);
}

/** Whether a value is a stream of bytes, also one of another realm or of Node's own `stream/web`. */
export function isByteStream(
  value: unknown,
): value is ReadableStream<Uint8Array> {
  return (
    typeof value === "object" &&
    value !== null &&
    "getReader" in value &&
    typeof value.getReader === "function"
  );
}

/** Whether a value is bytes at hand or a stream of them. */
export function isBytes(value: unknown): boolean {
  return (
    value instanceof Blob ||
    value instanceof ArrayBuffer ||
    ArrayBuffer.isView(value) ||
    isByteStream(value)
  );
}
