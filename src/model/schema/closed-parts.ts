import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { byText } from "../../text/by-text.js";
import { isObject, listMember, member, objectMember, textMember } from "../document/json-members.js";
import { describedMembers } from "./described-members.js";
import type { SchemaReading } from "./possible-values.js";

/** As many names still read well in a sentence. */
const FEW = 5;

/**
 * Tells of members that one part of a schema describes and another forbids: `additionalProperties: false` knows the
 * `properties` that stand beside it in the same schema alone (JSON Schema 2020-12, core 10.3.2.3). Published contracts
 * mean all parts together, as `unevaluatedProperties: false` does.
 */
export function forbiddenMembers(json: JsonObject, reading: SchemaReading): readonly string[] {
  const reference = textMember(json, "$ref");
  const all = listMember(json, "allOf");
  if (
    (reference === undefined && all.length === 0) ||
    (reference !== undefined && reading.siblings === "ignored")
  )
    return [];
  const own = Object.fromEntries(
    Object.entries(json).filter(([name]) => name !== "$ref" && name !== "allOf"),
  );
  const parts: readonly (readonly [string, Json])[] = [
    ["", own],
    ...(reference === undefined ? [] : [["$ref", { $ref: reference }] as const]),
    ...all.map((part, index) => [`allOf/${String(index)}`, part] as const),
  ];
  return parts.flatMap(([keyword, part]) => {
    const closed = followed(part, reading);
    if (closed === undefined || member(closed, "additionalProperties") !== false) return [];
    const known = new Set(Object.keys(objectMember(closed, "properties") ?? {}));
    const others = parts.filter(([other]) => other !== keyword);
    const names = others.flatMap(([, other]) => [...describedMembers(other, reading).keys()]);
    const forbidden = [...new Set(names)].filter((name) => !known.has(name)).sort(byText);
    if (forbidden.length === 0 || member(closed, "patternProperties") !== undefined) return [];
    const listed = forbidden.slice(0, FEW).map((name) => JSON.stringify(name));
    const more = forbidden.length > FEW ? ` and ${String(forbidden.length - FEW)} more` : "";
    const where = keyword === "" ? "" : ` of \`${keyword}\``;
    return [
      `\`additionalProperties: false\`${where} forbids members that are described beside it: ${listed.join(", ")}${more}. They are allowed, as with \`unevaluatedProperties: false\`.`,
    ];
  });
}

function followed(json: Json, { follow }: SchemaReading): JsonObject | undefined {
  const target = textMember(isObject(json) ? json : undefined, "$ref") === undefined ? json : follow(json);
  return isObject(target) ? target : undefined;
}
