import { writeJson } from "./json-text.js";
import { isObject } from "./is-object.js";

/**
 * JSON text in the one form of RFC 8785, so that equal values have equal texts; a bigint keeps its digits.
 *
 * @param where - what the caller knows the value by, for the error
 * @throws ArgumentError as {@link writeJson}
 */
export function writeCanonicalJson(value: unknown, where: string): string {
  return writeJson(value, where, (text) => canonical(JSON.parse(text)));
}

/**
 * RFC 8785: members in the order of their names' UTF-16 code units, no white space. Text and numbers are those of
 * ECMAScript, which the RFC prescribes.
 */
function canonical(value: unknown): string {
  if (!isObject(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  const members = Object.entries(value).sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(",")}}`;
}
