import { type Diagnostic, diagnostic } from "../../diagnostics/diagnostic.js";
import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { canonicalJson } from "../../text/canonical-json.js";
import { isObject, listMember, member, textMember } from "../json-members.js";
import { unclearMarks } from "../sensitive-marks.js";
import type { SchemaPosition } from "../schema-position.js";
import { nullsAmong } from "./alternatives.js";
import type { ShapeContext } from "./build-shape.js";
import {
  type Contradiction,
  describeContradiction,
  findContradiction,
  forbiddenMembers,
  impossibleMembers,
} from "./contradictions.js";
import { isNullableByPart } from "./nullable.js";
import type { SchemaReading } from "./possible-values.js";

/** What telling of a schema asks of the document as a whole. */
interface DiagnosticContext extends Pick<ShapeContext, "follow" | "report"> {
  readonly readingAt: (position: SchemaPosition) => SchemaReading;
}

/**
 * Tells whatever a schema says that is read as something else, or that contradicts itself.
 *
 * @returns what leaves the schema without a value, or without its type.
 */
export function diagnoseSchema(
  json: JsonObject,
  position: SchemaPosition,
  context: DiagnosticContext,
): Contradiction | undefined {
  const reading = context.readingAt(position);
  const contradiction = findContradiction(json, reading);
  const { pointer } = position;
  const refused = contradiction === undefined ? refusedValues(json, position, context, reading.siblings) : [];
  const found = [
    ...diagnoseDialect(json, pointer),
    ...schemaDiagnostics(json, pointer, reading),
    ...(isUntypedList(json, position) ? [diagnostic("schema/untyped-list", pointer)] : []),
    ...(contradiction === undefined ? [] : [describeContradiction(contradiction, pointer)]),
    ...impossibleMembers(json, pointer, reading),
    ...forbiddenMembers(json, pointer, reading),
    ...(refused.length === 0
      ? []
      : [
          diagnostic("schema/enum-beyond-sibling", pointer, {
            values: refused.map((value) => JSON.stringify(value)),
          }),
        ]),
  ];
  found.forEach(context.report);
  return contradiction;
}

/** Whether nothing but its items says that a schema is a list: in a part of others, the whole may say it. */
function isUntypedList(json: JsonObject, { pointer }: SchemaPosition): boolean {
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
  position: SchemaPosition,
  { follow }: DiagnosticContext,
  siblings: SchemaReading["siblings"],
): readonly Json[] {
  const own = listMember(json, "enum");
  if (own.length === 0) return [];
  const reference = siblings === "meant" && textMember(json, "$ref") !== undefined ? [json] : [];
  const lists = [...reference, ...listMember(json, "allOf")]
    .map((part) => follow(part, position))
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

/** What a schema writes that is read as something else than it says, or is ignored. */
function schemaDiagnostics(json: JsonObject, pointer: string, reading: SchemaReading): readonly Diagnostic[] {
  const { siblings } = reading;
  const found: Diagnostic[] = [];
  if (member(json, "readOnly") === true && member(json, "writeOnly") === true)
    found.push(diagnostic("schema/read-and-write-only", pointer));
  if (isEmpty(json, "enum")) found.push(diagnostic("schema/empty-enum", pointer));
  for (const keyword of ["allOf", "anyOf", "oneOf"].filter((each) => isEmpty(json, each)))
    found.push(diagnostic("schema/empty-combinator", pointer, { keyword }));
  if (hasForeignValues(json, listMember(json, "enum"), siblings === "ignored"))
    found.push(diagnostic("schema/enum-beyond-type", pointer));
  found.push(...oddConstant(json, pointer, siblings));
  if (isReferenceAlone(json, siblings) && member(json, "nullable") === true)
    found.push(diagnostic("schema/nullable-beside-reference", pointer));
  if (member(json, "nullable") !== true && isNullableByPart(json) && !isReferenceAlone(json, siblings))
    found.push(diagnostic("schema/nullable-part", pointer));
  for (const allowed of nullsAmong(json, reading))
    found.push(diagnostic("schema/null-alternative", pointer, { allowed }));
  for (const name of unclearMarks(json)) found.push(diagnostic("schema/unclear-mark", pointer, { name }));
  const keywords = ignoredKeywords(json, siblings);
  if (keywords.length > 0) found.push(diagnostic("schema/ignored-siblings", pointer, { keywords }));
  return found;
}

function oddConstant(
  json: JsonObject,
  pointer: string,
  siblings: SchemaReading["siblings"],
): readonly Diagnostic[] {
  const only = member(json, "const");
  if (only === undefined) return [];
  const listed = listMember(json, "enum").map(canonicalJson);
  return [
    ...(hasForeignValues(json, [only], siblings === "ignored")
      ? [diagnostic("schema/const-beyond-type", pointer)]
      : []),
    ...(listed.length > 0 && !listed.includes(canonicalJson(only))
      ? [diagnostic("schema/const-beyond-enum", pointer)]
      : []),
  ];
}

function isEmpty(json: JsonObject, keyword: string): boolean {
  return Array.isArray(member(json, keyword)) && listMember(json, keyword).length === 0;
}

/** Whether a schema is only its reference, without the siblings (OpenAPI 3.0, Reference Object). */
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

/** Diagnostics for a document or schema that says that it is written in another dialect, which might mean something else. */
export function diagnoseDialect(json: JsonObject, pointer: string): readonly Diagnostic[] {
  return ["$schema", "jsonSchemaDialect"].flatMap((keyword) => {
    const dialect = textMember(json, keyword);
    return dialect === undefined || KNOWN.test(dialect)
      ? []
      : [diagnostic("schema/dialect", pointer, { keyword, dialect })];
  });
}
