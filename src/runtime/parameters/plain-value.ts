import { ArgumentError } from "../errors/argument-error.js";
import { hidesData, writeJson } from "../values/json-text.js";
import { scalarText } from "./parameter-text.js";
import { isObject } from "../values/is-object.js";

/** What a parameter or form member can hold, as text: one value, a list, or named members. */
export type PlainValue =
  | { readonly kind: "one"; readonly text: string }
  | { readonly kind: "list"; readonly texts: readonly string[] }
  | {
      readonly kind: "members";
      readonly members: readonly (readonly [name: string, text: string])[];
    };

/**
 * Splits a value for styles that know one level (RFC 6570 section 2.3). Members and elements that are null or
 * undefined are omitted, as RFC 6570 has it. A list or an object with lists or objects in it, for which neither RFC
 * 6570 nor OpenAPI has a form, is one value: its JSON text.
 *
 * @param where - what the caller knows the value by, for the error
 * @throws ArgumentError for what has no text: functions, NaN, files
 */
export function plainValue(value: unknown, where: string): PlainValue {
  if (isNested(value, where))
    return { kind: "one", text: writeJson(value, where) };
  if (Array.isArray(value)) {
    const present = value.filter(
      (element: unknown) => element !== undefined && element !== null,
    );
    return {
      kind: "list",
      texts: present.map((element: unknown) => scalarText(element, where)),
    };
  }
  if (isObject(value)) {
    const present = membersOf(value, where).filter(
      ([, member]) => member !== undefined && member !== null,
    );
    return {
      kind: "members",
      members: present.map(([name, member]) => [
        name,
        scalarText(member, `${where}.${name}`),
      ]),
    };
  }
  return { kind: "one", text: scalarText(value, where) };
}

/** RFC 6570 section 2.3: a list or an object with nothing in it is undefined, unlike an empty text. */
export function isNothing(plain: PlainValue): boolean {
  return (
    (plain.kind === "list" && plain.texts.length === 0) ||
    (plain.kind === "members" && plain.members.length === 0)
  );
}

/**
 * The members of an object that is spread over a query, each as if it were a parameter of its own: a list stays a list.
 * A member with an object in it is its JSON text. Those that are null or undefined are omitted.
 *
 * @param where - what the caller knows the object by, for the error
 * @throws ArgumentError for what has no text
 */
export function spreadMembers(
  value: object,
  where: string,
): readonly (readonly [name: string, value: PlainValue])[] {
  return membersOf(value, where)
    .filter(([, member]) => member !== undefined && member !== null)
    .map(([name, member]) => {
      const plain = plainValue(member, `${where}.${name}`);
      return plain.kind === "members"
        ? [name, { kind: "one", text: writeJson(member, `${where}.${name}`) }]
        : [name, plain];
    });
}

function isNested(value: unknown, where: string): boolean {
  if (!isObject(value)) return false;
  const inside = membersOf(value, where).filter(([, member]) =>
    isObject(member),
  );
  for (const [name, member] of inside) checkPlain(member, `${where}.${name}`);
  return inside.length > 0;
}

/** Deeper than real values; a value that contains itself ends here. */
const deepest = 64;

/** Refuses a date, a file or a function at any depth: JSON would lose it. */
function checkPlain(value: unknown, where: string, depth = 0): void {
  if (depth > deepest) {
    throw new ArgumentError({
      happened: `"${where.slice(0, where.indexOf("."))}" is nested too deeply, or contains itself.`,
    });
  }
  if (!isObject(value)) {
    if (value !== undefined && value !== null) scalarText(value, where);
    return;
  }
  for (const [name, member] of membersOf(value, where))
    checkPlain(member, `${where}.${name}`, depth + 1);
}

/**
 * The members of an object that stands for named values.
 *
 * @throws ArgumentError for dates, maps, files and the like, whose content `Object.entries` does not see
 */
export function membersOf(
  value: object,
  where: string,
): readonly (readonly [name: string, member: unknown])[] {
  const tag = Object.prototype.toString.call(value).slice(8, -1);
  if (tag === "Object" && hidesData(value))
    throw new ArgumentError({
      happened: `"${where}" is an instance of a class without members of its own, whose data would be lost.`,
      remedy: "Give a plain object.",
    });
  if (tag === "Object" || tag === "Array") return Object.entries(value);
  throw new ArgumentError({
    happened: `"${where}" is a ${tag}, which cannot be written as text here.`,
    remedy: "Give its text (dates stay strings), or a plain object.",
  });
}
