import { ArgumentError } from "../errors/argument-error.js";
import { isBytes } from "./bytes.js";
import { hidesData } from "./json-text.js";
import { isObject } from "./is-object.js";

/**
 * A frozen copy of plain data: what the caller changes afterwards does not reach it. Lists and object literals are
 * copied; everything else (dates, Blobs, instances that know how they are sent) stays what it is.
 */
export function snapshot<Value>(value: Value): Value {
  return copyOf(value, new Map(), (members) => members) as Value;
}

/** As {@link snapshot}, with the members of every object in the order of their names (by UTF-16 code units). */
export function sortedSnapshot<Value>(value: Value): Value {
  return copyOf(value, new Map(), (members) =>
    members.sort(([one], [other]) => (one < other ? -1 : 1)),
  ) as Value;
}

/**
 * A frozen copy in which every object that says how it is written as JSON is what it says: `toJSON` is called once, and
 * wrapped numbers, strings and booleans are unwrapped (ECMA-262, SerializeJSONProperty). What is checked is then what is
 * sent. Bytes, and objects without readable members, stay as they are.
 *
 * @param where - what the caller knows the value by, for the error
 * @throws ArgumentError when a `toJSON` raises
 */
export function resolvedSnapshot(value: unknown, where: string): unknown {
  try {
    return resolvedCopy("", value, new Map());
  } catch {
    // Its own error would name members, whose names can be data.
    throw new ArgumentError({
      happened: `"${where}" cannot be written as JSON: one of its members refuses.`,
      remedy:
        "Give plain data: objects, lists, strings, finite numbers, booleans, null.",
    });
  }
}

function resolvedCopy(
  key: string,
  given: unknown,
  copies: Map<object, unknown>,
): unknown {
  const value = isBytes(given) ? given : resolved(key, given);
  if (!isObject(value) || isBytes(value)) return value;
  const known = copies.get(value);
  if (known !== undefined) return known;
  if (Array.isArray(value)) {
    const list: unknown[] = [];
    copies.set(value, list);
    for (const [index, element] of value.entries())
      list.push(resolvedCopy(String(index), element, copies));
    return Object.freeze(list);
  }
  const isPlain = Object.prototype.toString.call(value) === "[object Object]";
  if (!isPlain || hidesData(value)) return value;
  const members = {};
  copies.set(value, members);
  for (const [name, member] of Object.entries(value)) {
    // It was called; its result does not have it.
    if (name === "toJSON" && typeof member === "function") continue;
    Object.defineProperty(members, name, {
      value: resolvedCopy(name, member, copies),
      enumerable: true,
    });
  }
  return Object.freeze(members);
}

/** What JSON has in place of a value, one level deep. */
function resolved(key: string, value: unknown): unknown {
  const own: unknown =
    isObject(value) && "toJSON" in value && typeof value.toJSON === "function"
      ? Reflect.apply(value.toJSON, value, [key])
      : value;
  return own instanceof Number ||
    own instanceof String ||
    own instanceof Boolean
    ? own.valueOf()
    : own;
}

type Order = (members: [string, unknown][]) => [string, unknown][];

function copyOf(
  value: unknown,
  copies: Map<object, unknown>,
  order: Order,
): unknown {
  if (!isObject(value)) return value;
  const known = copies.get(value);
  if (known !== undefined) return known;
  if (Array.isArray(value)) {
    const list: unknown[] = [];
    copies.set(value, list);
    for (const element of value) list.push(copyOf(element, copies, order));
    return Object.freeze(list);
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  const members: object =
    prototype === null ? (Object.create(null) as object) : {};
  copies.set(value, members);
  for (const [name, member] of order(Object.entries(value))) {
    Object.defineProperty(members, name, {
      value: copyOf(member, copies, order),
      enumerable: true,
    });
  }
  return Object.freeze(members);
}
