import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { canonicalJson } from "../../text/canonical-json.js";
import { listMember, member, textMember } from "../document/json-members.js";
import { type WrittenNull, nullsAmong } from "./null-among.js";
import { isNullableByPart } from "./nullable.js";
import type { SchemaReading } from "./possible-values.js";

/** Keywords that would change a type, were they not ignored beside a `$ref`; all others are told in words there. */
const TYPING: readonly string[] = [
  ...["additionalProperties", "allOf", "anyOf", "enum", "items", "oneOf", "properties", "required"],
];

const NULL_AMONG: Readonly<Record<WrittenNull, string>> = {
  "any value":
    "An alternative that says `nullable`, and nothing else of the value, allows any; it is understood as null.",
  "any object":
    "An alternative that says `type: object` and `nullable`, and nothing else, allows any object; it is understood as null.",
};

/** What a schema writes that is read as something else than it says, or as nothing; sentences. */
export function oddities(json: JsonObject, reading: SchemaReading): readonly string[] {
  const { siblings } = reading;
  const found: string[] = [];
  if (member(json, "readOnly") === true && member(json, "writeOnly") === true)
    found.push("The schema is both read-only and write-only; it is taken as neither.");
  if (isEmpty(json, "enum")) found.push("The list of `enum` is empty: no value is allowed.");
  for (const keyword of ["allOf", "anyOf", "oneOf"].filter((each) => isEmpty(json, each)))
    found.push(`The list of \`${keyword}\` is empty; it is left out.`);
  if (hasForeignValues(json, listMember(json, "enum"), siblings === "ignored"))
    found.push("The list of `enum` has values that `type` does not allow; they are kept.");
  found.push(...oddConstant(json, siblings));
  if (isReferenceAlone(json, siblings) && member(json, "nullable") === true)
    found.push("OpenAPI 3.0 ignores `nullable` beside a `$ref`; it is understood all the same.");
  if (member(json, "nullable") !== true && isNullableByPart(json) && !isReferenceAlone(json, siblings))
    found.push("`nullable` in one part of an `allOf` does not allow null; it is understood of the whole.");
  found.push(...nullsAmong(json, reading).map((written) => NULL_AMONG[written]));
  const ignored = ignoredKeywords(json, siblings);
  if (ignored.length > 0) {
    const listed = ignored.map((keyword) => `\`${keyword}\``).join(", ");
    found.push(
      `OpenAPI 3.0 ignores what stands beside a \`$ref\`: ${listed}. To have it meant, put the reference into an \`allOf\`.`,
    );
  }
  return found;
}

function oddConstant(json: JsonObject, siblings: SchemaReading["siblings"]): readonly string[] {
  const only = member(json, "const");
  if (only === undefined) return [];
  const listed = listMember(json, "enum").map(canonicalJson);
  return [
    ...(hasForeignValues(json, [only], siblings === "ignored")
      ? ["The value of `const` is one that `type` does not allow; it is kept."]
      : []),
    ...(listed.length > 0 && !listed.includes(canonicalJson(only))
      ? ["The value of `const` is none that `enum` lists; it is kept."]
      : []),
  ];
}

function isEmpty(json: JsonObject, keyword: string): boolean {
  return Array.isArray(member(json, keyword)) && listMember(json, keyword).length === 0;
}

/** Whether a schema is the reference that it has, and nothing that stands beside it (OpenAPI 3.0, Reference Object). */
function isReferenceAlone(json: JsonObject, siblings: SchemaReading["siblings"]): boolean {
  return siblings === "ignored" && textMember(json, "$ref") !== undefined;
}

function ignoredKeywords(json: JsonObject, siblings: SchemaReading["siblings"]): readonly string[] {
  if (!isReferenceAlone(json, siblings)) return [];
  return TYPING.filter((keyword) => member(json, keyword) !== undefined);
}

/** Null is meant by who lists it, in 3.0 too, where only `nullable` allows it. */
function hasForeignValues(json: JsonObject, values: readonly Json[], old: boolean): boolean {
  const type = member(json, "type");
  const types = typeof type === "string" ? [type] : listMember(json, "type");
  return (
    types.length > 0 &&
    values.some((value) => {
      if (value === null) return !old && !types.includes("null") && member(json, "nullable") !== true;
      const own = Array.isArray(value) ? "array" : typeof value;
      return (
        !types.includes(own) &&
        !(typeof value === "number" && Number.isInteger(value) && types.includes("integer"))
      );
    })
  );
}
