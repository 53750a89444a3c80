import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { canonicalJson } from "../../text/canonical-json.js";
import { isObject, listMember, member, textMember } from "../json-members.js";
import type { SchemaNote } from "../notes.js";
import type { SchemaPlace } from "../schema-place.js";
import { nullsAmong, type WrittenNull } from "./alternatives.js";
import type { ShapeSurroundings } from "./build-shape.js";
import {
  type Contradiction,
  findContradiction,
  forbiddenMembers,
  impossibleMembers,
} from "./contradictions.js";
import { isNullableByPart } from "./nullable.js";
import type { SchemaReading } from "./possible-values.js";

/** What telling of a schema asks of the document as a whole. */
interface NoteSurroundings extends Pick<ShapeSurroundings, "follow" | "note"> {
  readonly readingAt: (place: SchemaPlace) => SchemaReading;
}

/**
 * Tells whatever a schema says that is read as something else, or that contradicts itself.
 *
 * @returns what leaves the schema without a value, or without its type.
 */
export function noteOddities(
  json: JsonObject,
  place: SchemaPlace,
  around: NoteSurroundings,
): Contradiction | undefined {
  const reading = around.readingAt(place);
  const contradiction = findContradiction(json, reading);
  const texts = [
    ...noteDialect(json, place.pointer).map(({ text }) => text),
    ...oddities(json, reading),
    ...(isUntypedList(json, place) ? [UNTYPED_LIST] : []),
    ...(contradiction === undefined ? [] : [contradiction.text]),
    ...impossibleMembers(json, reading),
    ...forbiddenMembers(json, reading),
  ];
  for (const text of texts) around.note(text, place);
  const refused = contradiction === undefined ? refusedValues(json, place, around, reading.siblings) : [];
  if (refused.length > 0) {
    const listed = refused.map((value) => JSON.stringify(value)).join(", ");
    around.note(`The list of \`enum\` has values that a list beside it does not: ${listed}.`, place);
  }
  return contradiction;
}

const UNTYPED_LIST =
  "The schema has `items` and no type: it is taken for a list, though to the letter whatever is no list is valid as well.";

/** Whether nothing but its items says that a schema is a list: in a part of others, the whole may say it. */
function isUntypedList(json: JsonObject, { pointer }: SchemaPlace): boolean {
  const others = ["type", "$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "properties", "enum", "const"];
  return (
    isObject(member(json, "items")) &&
    others.every((keyword) => member(json, keyword) === undefined) &&
    !/\/(?:allOf|anyOf|oneOf)\/\d+$|\/(?:if|then|else|not)$/u.test(pointer)
  );
}

/** Values that an enum lists and one that must hold as well, by `$ref` or `allOf`, does not (JSON Schema, 10.2.1.1). */
function refusedValues(
  json: JsonObject,
  place: SchemaPlace,
  { follow }: NoteSurroundings,
  siblings: SchemaReading["siblings"],
): readonly Json[] {
  const own = listMember(json, "enum");
  if (own.length === 0) return [];
  const reference = siblings === "meant" && textMember(json, "$ref") !== undefined ? [json] : [];
  const lists = [...reference, ...listMember(json, "allOf")]
    .map((part) => follow(part, place))
    .flatMap((part) => (isObject(part) && part !== json ? [listMember(part, "enum")] : []))
    .filter((list) => list.length > 0)
    .map((list) => new Set(list.map(canonicalJson)));
  if (lists.length === 0) return [];
  return own.filter((value) => {
    const text = canonicalJson(value);
    return lists.some((list) => !list.has(text));
  });
}

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

/**
 * What schemas may say that they are written in and are read as anyway: JSON Schema 2020-12, and OpenAPI's own dialect
 * of it (OpenAPI 3.1, 4.8.24.5).
 */
const KNOWN = /^https?:\/\/(?:json-schema\.org\/draft\/2020-12\/schema|spec\.openapis\.org\/oas\/3\.\d\/)/u;

const SUBJECTS = [
  ["$schema", "The schema says that it is"],
  ["jsonSchemaDialect", "The contract says that its schemas are"],
] as const;

/** Notes for a document or schema that says that it is written in another dialect, which might mean something else. */
export function noteDialect(json: JsonObject, pointer: string): readonly SchemaNote[] {
  return SUBJECTS.flatMap(([keyword, subject]) => {
    const dialect = textMember(json, keyword);
    if (dialect === undefined || KNOWN.test(dialect)) return [];
    const is = subject.endsWith("is") ? "it is" : "they are";
    const text = `${subject} written in ${JSON.stringify(dialect)}; ${is} read as JSON Schema 2020-12.`;
    return [{ text, pointer }];
  });
}
