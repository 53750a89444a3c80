import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { pointerKeys } from "../../text/json-pointer.js";
import { pascal, words } from "../../text/words.js";
import { isObject, listMember, member, textMember } from "../json-members.js";
import { type AlternativeContent, readAlternative } from "../schema-names/read-alternative.js";
import { beside, type SchemaPosition } from "../schema-position.js";
import { isNullableAlone } from "./nullable.js";
import { possibleValues, type SchemaReading } from "./possible-values.js";

/** An alternative, and its position. */
export interface PlacedAlternative {
  /** With the sibling `type` of the alternatives, where it has none. */
  readonly json: Json;
  readonly at: SchemaPosition;
  /** Written as an object, or as any value, it is there for null. */
  readonly isForNull: boolean;
}

/** The alternatives of `oneOf` or `anyOf`, each with the name that it has if it needs one. */
export function locateAlternatives(
  form: "oneOf" | "anyOf",
  json: JsonObject,
  position: SchemaPosition,
  reading: SchemaReading,
): readonly PlacedAlternative[] {
  const alternatives = typedAlternatives(json, form);
  reading.budget.visit(alternatives.length, position.pointer);
  const nulls = new Set(alternatives.filter((part) => nullAmong(part, alternatives, reading) !== undefined));
  const real = alternatives.filter((part) => !isNull(part) && !nulls.has(part)).length;
  const contents = alternatives.map(readAlternative);
  const distinctive = distinctiveMembers(contents);
  return alternatives.map((typed, index) => {
    // With one real alternative beside null the name is the whole's own, unless the whole has it already.
    const isWhole = real === 1 && !position.named;
    const suffix = isWhole ? "" : alternativeName(index, contents[index], distinctive);
    const at = beside(position, suffix, form, String(index));
    return {
      json: typed,
      at: isWhole ? { ...at, shapeOf: position.pointer } : at,
      isForNull: nulls.has(typed),
    };
  });
}

function isNull(part: Json): boolean {
  return isObject(part) && member(part, "type") === "null";
}

/**
 * `Title` of the alternative, else the literal that distinguishes it, else a required member (`WithPhone`), a type (`Object`,
 * `List`) or a part (`allOf`, a reference) that no other has, else a number that distinguishes it (`404`), else its position.
 */
function alternativeName(
  index: number,
  own: AlternativeContent | undefined,
  distinctive: ReadDistinctive,
): string {
  for (const text of own === undefined ? [] : distinctiveTexts(own, distinctive)) {
    const name = pascal(words(text));
    if (name !== "" && name.length <= LONGEST_NAME) return name;
  }
  return `Option${String(index + 1)}`;
}

/** Read as far as somebody asks: most alternatives are references, or are told by the first text. */
function* distinctiveTexts(own: AlternativeContent, distinctive: ReadDistinctive): Iterable<string> {
  yield own.title ?? "";
  yield* own.literals.values();
  yield* distinctive(own);
  yield* own.numbers.values();
}

/** Letters that still read well at the end of a name. */
const LONGEST_NAME = 40;

const TYPE_WORDS: Readonly<Record<string, string>> = { object: "object", array: "list" };

/** What an alternative has and no other. */
type ReadDistinctive = (own: AlternativeContent) => readonly string[];

function distinctiveMembers(all: readonly AlternativeContent[]): ReadDistinctive {
  let having: ReadonlyMap<string, number> | undefined;
  let ofType: ReadonlyMap<string, number> | undefined;
  let referring: ReadonlyMap<string, number> | undefined;
  return ({ required, type, references }) => {
    having ??= countOf(all.flatMap(({ members }) => members));
    ofType ??= countOf(all.map((each) => each.type));
    const word = ofType.get(type) === 1 ? TYPE_WORDS[type] : undefined;
    const own = required.filter((name) => having?.get(name) === 1).map((name) => `with ${name}`);
    referring ??= countOf(all.flatMap((each) => [...new Set(each.references)]));
    // What it is made of, `allOf` of `Text` and more.
    const parts = references.filter((reference) => referring?.get(reference) === 1).map(lastName);
    return [...own, ...(word === undefined ? [] : [word]), ...parts];
  };
}

/** `#/components/schemas/Text` → `Text`. */
function lastName(reference: string): string {
  return pointerKeys(reference).at(-1) ?? "";
}

function countOf(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/** As what an alternative is written that is there for null. */
export type WrittenNull = "any value" | "any object";

/**
 * How an alternative beside references is written that says `nullable: true`, and of the value nothing, or that it is an
 * object: it is there for null. Generators write `{ type: object, nullable: true }` for every reference that may be null
 * (OpenAPI.NET for the navigation properties and enums of OData), since beside a `$ref` OpenAPI 3.0 has no `nullable`.
 * Read to the letter it allows any object: among texts, or with words or an example of its own, it means one.
 *
 * @returns undefined where it is not there for null.
 */
function nullAmong(
  part: Json,
  alternatives: readonly Json[],
  reading: SchemaReading,
): WrittenNull | undefined {
  if (!isObject(part) || !isNullableAlone(part) || hasExample(part)) return undefined;
  const type = member(part, "type");
  const references = alternatives.filter((other) => !isNullableAlone(other));
  if (references.length === 0 || !references.every(isReference)) return undefined;
  if (type === undefined) return "any value";
  if (type !== "object" || hasWords(part)) return undefined;
  const others = alternatives.filter((other) => other !== part && !isAnyValue(other));
  return others.every((other) => isDescribed(other, reading)) ? "any object" : undefined;
}

/** How the alternatives of a schema are written that are there for null, each way once. */
export function nullsAmong(json: JsonObject, reading: SchemaReading): readonly WrittenNull[] {
  const found = (["oneOf", "anyOf"] as const).flatMap((form) => {
    const parts = typedAlternatives(json, form);
    return parts.flatMap((part) => nullAmong(part, parts, reading) ?? []);
  });
  return [...new Set(found)];
}

function isReference(json: Json): boolean {
  return isObject(json) && textMember(json, "$ref") !== undefined;
}

function hasExample(part: JsonObject): boolean {
  const example = ["default", "example"].some((keyword) => (member(part, keyword) ?? null) !== null);
  return example || member(part, "examples") !== undefined;
}

/** Whether the contract describes the object. A title `null` describes null instead. */
function hasWords(part: JsonObject): boolean {
  if (/^null$/iu.test(textMember(part, "title") ?? "")) return false;
  return ["title", "description", "externalDocs"].some((keyword) => member(part, keyword) !== undefined);
}

/** Whether an alternative says `nullable` and not even that it is an object: it is there for null as well. */
function isAnyValue(json: Json): boolean {
  return isObject(json) && isNullableAlone(json) && member(json, "type") === undefined;
}

/** Whether a schema says of its values what they are: objects, or those that it lists. */
function isDescribed(json: Json, reading: SchemaReading): boolean {
  return possibleValues(json, reading).values !== undefined || isObjects(json, reading, new Map());
}

/**
 * Whether all values of a schema are objects, or null: by their types, or where it names none by the members that it
 * describes, itself or in what it is made of.
 *
 * @param known - what was asked before; what leads back to itself adds nothing.
 */
function isObjects(json: Json, reading: SchemaReading, known: Map<Json, boolean>): boolean {
  const { types } = possibleValues(json, reading);
  if (types.every((type) => type === "object" || type === "null")) return true;
  const schema = reading.follow(json);
  if (!isObject(schema) || member(schema, "type") !== undefined) return false;
  const before = known.get(schema);
  if (before !== undefined) return before;
  known.set(schema, false);
  const isPart = (part: Json) => isObjects(part, reading, known);
  const found =
    member(schema, "properties") !== undefined ||
    listMember(schema, "allOf").some(isPart) ||
    ["oneOf", "anyOf"].some((form) => {
      const parts = listMember(schema, form);
      return parts.length > 0 && parts.every(isPart);
    });
  known.set(schema, found);
  return found;
}

/** The alternatives of a schema; one without a type gets their sibling `type`. */
function typedAlternatives(json: JsonObject, form: "oneOf" | "anyOf"): readonly Json[] {
  return listMember(json, form).map((part) => inheritType(json, part));
}

function inheritType(json: JsonObject, part: Json): Json {
  const type = member(json, "type");
  if (type === undefined || !isObject(part)) return part;
  const own = ["type", "$ref", "const", "enum", "allOf", "anyOf", "oneOf"].some(
    (keyword) => member(part, keyword) !== undefined,
  );
  return own ? part : { type, ...part };
}
