import { isObject } from "./is-object.js";

/**
 * A place inside a JSON value: member names joined by `/`, with `~1` for a slash and `~0` for a tilde in a name
 * (the reference tokens of RFC 6901, without the leading slash). `name=value` is the first entry of a list whose member `name` is
 * that text. Empty: the value itself.
 */
export type MemberPath = string;

/** The value at that place; undefined when any part of the way is missing, or the place is. Own members only. */
export function memberAt(
  value: unknown,
  path: MemberPath | undefined,
): unknown {
  if (path === "") return value;
  if (path === undefined) return undefined;
  let at = value;
  for (const token of path.split("/")) {
    const name = token.replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(at) && name.includes("=")) {
      const [member = "", ...text] = name.split("=");
      at = at.find((entry) => memberAt(entry, member) === text.join("="));
      continue;
    }
    if (!isObject(at) || !Object.hasOwn(at, name)) return undefined;
    at = Reflect.get(at, name);
  }
  return at;
}

/** A string that is not empty, or undefined. */
export function textAt(
  value: unknown,
  path: MemberPath | undefined,
): string | undefined {
  const found = memberAt(value, path);
  return typeof found === "string" && found !== "" ? found : undefined;
}

/** A finite number, or undefined; of a bigint the nearest number, which is enough for a limit or a total. */
export function numberAt(
  value: unknown,
  path: MemberPath | undefined,
): number | undefined {
  const found = memberAt(value, path);
  if (typeof found === "bigint") return Number(found);
  return typeof found === "number" && Number.isFinite(found)
    ? found
    : undefined;
}
