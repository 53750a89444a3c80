import type { Json, JsonObject } from "../load/loaded-contract.js";
import { words } from "../text/words.js";
import type { KeyExtension } from "./api-model.js";
import { isObject } from "./json-members.js";

/** Names of extensions about idempotency, by their words: `x-idempotency`, `x-acme-idempotent`, `x-idempotencyKey`. */
const NAME =
  /^x_(?!(?:[a-z0-9]+_){0,3}?(?:non|not|no|never)_)(?:[a-z0-9]+_){0,3}?idempoten(?:cy|ce|t)(?:_(?:enabled|header|key|required|supported|token))*$/;

/** Of those, names that speak of no key: what they mark may be idempotent without one. */
const HINT = /idempotent$/;

/** Characters of the name of an extension that is read. */
const LONGEST_NAME = 100;

/** Values that say no. */
const NO = /^(?:|0|disabled|false|forbidden|ignored|n\/?a|never|no|none|not[ _-]?supported|unsupported)$/i;

/** Members of a value that switch it off where they are `false`. */
const SWITCHES = ["enabled", "required", "supported"];

/** Members of a value that name the header. */
const HEADERS = ["header", "headerName", "header_name", "name", "key"];

/** A name of a header for a key; of another header, as headers are written: `X-Once`. */
const HEADER = /^(?:[a-z0-9]{1,30}-){0,4}idempoten(?:cy|ce|t)-(?:key|token|id)$/i;
const OTHER_HEADER = /^[A-Z][A-Za-z0-9]{0,30}(?:-[A-Z][A-Za-z0-9]{0,30}){1,5}$/;

/** What an extension of an operation says of an idempotency key: a flag, the name of a header, or an object that has one. */
export function keyExtension(operation: JsonObject): KeyExtension | undefined {
  for (const [name, value] of Object.entries(operation)) {
    if (name.length > LONGEST_NAME) continue;
    const wording = words(name).join("_");
    if (!NAME.test(wording) || isDenied(value)) continue;
    const header = headerOf(value);
    const isHint = header === undefined && HINT.test(wording);
    return { name, ...(header !== undefined && { header }), ...(isHint && { isHint }) };
  }
  return undefined;
}

function isDenied(value: Json): boolean {
  if (!isObject(value)) return typeof value === "string" ? NO.test(value.trim()) : !value;
  const { in: where } = value;
  return (
    SWITCHES.some((name) => value[name] === false) ||
    (typeof where === "string" && where.toLowerCase() !== "header")
  );
}

function headerOf(value: Json): string | undefined {
  const values = isObject(value) ? HEADERS.map((name) => value[name]) : [value];
  return values.find(
    (one): one is string => typeof one === "string" && (HEADER.test(one) || OTHER_HEADER.test(one)),
  );
}
