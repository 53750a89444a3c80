import { ArgumentError } from "../errors/argument-error.js";

/**
 * JSON text of a value; a bigint becomes an integer of full precision, which `JSON.stringify` refuses.
 *
 * @param where - what the caller knows the value by, for the error
 * @throws ArgumentError when the value has no JSON text: a cycle, a function, NaN or an infinity
 */
export function writeJson(value: unknown, where: string): string {
  const mark = `${crypto.randomUUID()}:`;
  const text = stringify(value, where, (member) => {
    if (typeof member === "number" && !Number.isFinite(member))
      throw unwritable(where, "holds NaN or an infinity");
    return typeof member === "bigint" ? mark + member.toString() : member;
  });
  return text.includes(mark)
    ? text.replace(new RegExp(`"${mark}(-?\\d+)"`, "g"), "$1")
    : text;
}

function stringify(
  value: unknown,
  where: string,
  replace: (member: unknown) => unknown,
): string {
  let text: unknown;
  try {
    text = JSON.stringify(value, (_, member: unknown) => replace(member));
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
 * @param bigints - places of 64-bit integers, steps joined by `/` with `*` for every element: they become bigints,
 * without loss. Integers elsewhere become numbers, as JSON.parse has it
 * @throws SyntaxError when the text is not JSON
 */
export function readJson(
  text: string,
  bigints: readonly string[] = [],
): unknown {
  const plain = text.startsWith("\uFEFF") ? text.slice(1) : text;
  if (bigints.length === 0) return JSON.parse(plain);
  const mark = `${crypto.randomUUID()}:`;
  const value: unknown = JSON.parse(markLongIntegers(plain, mark));
  const root = { value };
  for (const place of bigints)
    widen(
      root,
      ["value", ...place.split("/").filter((step) => step !== "")],
      mark,
    );
  narrow(root, mark);
  return root.value;
}

/** Puts integers with too many digits for a number into marked strings; strings are stepped over whole. */
function markLongIntegers(text: string, mark: string): string {
  return text.replace(
    /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g,
    (token) => (/^-?\d{16,}$/.test(token) ? `"${mark}${token}"` : token),
  );
}

function widen(holder: object, steps: readonly string[], mark: string): void {
  const [step = "", ...rest] = steps;
  const names = step === "*" ? Object.keys(holder) : [step];
  for (const name of names) {
    const member: unknown = Reflect.get(holder, name);
    if (rest.length > 0) {
      if (typeof member === "object" && member !== null)
        widen(member, rest, mark);
    } else if (typeof member === "number" && Number.isInteger(member)) {
      Reflect.set(holder, name, BigInt(member));
    } else if (typeof member === "string" && member.startsWith(mark)) {
      Reflect.set(holder, name, BigInt(member.slice(mark.length)));
    }
  }
}

/** What was marked and is no 64-bit integer of the contract is the number that JSON.parse would have made of it. */
function narrow(holder: object, mark: string): void {
  for (const [name, member] of Object.entries(holder) as [string, unknown][]) {
    if (typeof member === "string" && member.startsWith(mark)) {
      Reflect.set(holder, name, Number(member.slice(mark.length)));
    } else if (typeof member === "object" && member !== null)
      narrow(member, mark);
  }
}
