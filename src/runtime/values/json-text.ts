import { ArgumentError } from "../errors/argument-error.js";
import { isBytes } from "./bytes.js";
import { isObject } from "./is-object.js";

/**
 * JSON text of a value; a bigint becomes an integer of full precision, which `JSON.stringify` refuses.
 *
 * @param where - what the caller knows the value by, for the error
 * @param arrange - puts the text into another form while bigints are texts in it, which keep their digits
 * @throws ArgumentError when the value has no JSON text, or `JSON.stringify` would drop a part of it: a cycle, a function or
 * symbol, NaN or an infinity, a list with gaps, bytes, a Map or another object that is not plain data. A member that is
 * undefined is omitted
 */
export function writeJson(
  value: unknown,
  where: string,
  arrange = (text: string): string => text,
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
    if (isObject(member) && !isPlain(member))
      throw unwritable(where, "holds an object that is not plain data");
    if (isObject(member) && hidesData(member))
      throw unwritable(
        where,
        "holds an instance of a class without members of its own, whose data would be lost",
      );
    return typeof member === "bigint" ? mark + member.toString() : member;
  });
  const text = arrange(plain);
  return text.includes(mark)
    ? text.replace(new RegExp(`"${mark}(-?\\d+)"`, "g"), "$1")
    : text;
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
      "cannot be written as JSON: it contains itself, or a member refuses",
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
 * Whether an object may keep its data where JSON does not see it: it has no members of its own, but a class with accessors or
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
 * @throws SyntaxError when the text is not JSON
 */
export function readJson(text: string): unknown {
  return JSON.parse(text.startsWith("\uFEFF") ? text.slice(1) : text);
}
