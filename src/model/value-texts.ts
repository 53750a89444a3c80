import type { Json, JsonObject } from "../load/loaded-contract.js";
import { isObject } from "./json-members.js";

/** Names of extensions that say of each value of a schema what it means, or what it is called: `x-enumDescriptions`, `x-enum-varnames`. */
const TEXTS = /^x-(?:ms-)?enum[-_]?(?:descriptions?|comments?|names?|varnames?)?$/i;

/** Characters of the longest text that is read. */
const LONGEST = 2000;

/**
 * What extensions of a schema say of one of its values each: a map by value, a list beside `enum`, or objects with a value
 * (`x-ms-enum: { values: [] }`).
 */
export function valueTexts(schema: JsonObject): readonly (readonly [value: string, text: string])[] {
  const { enum: listed } = schema;
  const values: readonly Json[] = Array.isArray(listed) ? listed : [];
  return Object.entries(schema).flatMap(([name, given]) => {
    if (!TEXTS.test(name)) return [];
    const entries = isObject(given) && Array.isArray(given["values"]) ? given["values"] : given;
    if (Array.isArray(entries))
      return entries.flatMap((one: Json, index) =>
        isObject(one)
          ? ofEntry(one)
          : pair(entries.length === values.length ? values[index] : undefined, one),
      );
    return isObject(entries) ? Object.entries(entries).flatMap(([value, one]) => pair(value, one)) : [];
  });
}

function ofEntry({ value, name, description }: JsonObject): readonly (readonly [string, string])[] {
  return [...pair(value, description), ...pair(value, name)];
}

function pair(value: Json | undefined, text: Json | undefined): readonly (readonly [string, string])[] {
  return typeof value === "string" && typeof text === "string" ? [[value, text.slice(0, LONGEST)]] : [];
}
