import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { pointerKeys } from "../../text/json-pointer.js";
import { pascal, words } from "../../text/words.js";
import { isObject, member, textMember } from "../document/json-members.js";
import { type AlternativeContent, readAlternative } from "./alternative-content.js";
import { nullAmong } from "./null-among.js";
import type { SchemaReading } from "./possible-values.js";
import { beside, type SchemaPlace } from "./schema-place.js";
import { typedAlternatives } from "./typed-alternatives.js";
import { FEW, isScalarJson } from "./worth-a-name.js";

/** An alternative, and where it stands. */
export interface PlacedAlternative {
  /** With the type that stands beside the alternatives, where it has none. */
  readonly json: Json;
  readonly at: SchemaPlace;
  /** Written as an object, or as any value, it is there for null. */
  readonly isForNull: boolean;
}

/** The alternatives of `oneOf` or `anyOf`, each with the name that it has if it needs one. */
export function placeAlternatives(
  form: "oneOf" | "anyOf",
  json: JsonObject,
  place: SchemaPlace,
  reading: SchemaReading,
): readonly PlacedAlternative[] {
  const alternatives = typedAlternatives(json, form);
  reading.budget.visit(alternatives.length);
  const nulls = new Set(alternatives.filter((part) => nullAmong(part, alternatives, reading) !== undefined));
  const real = alternatives.filter((part) => !isNull(part) && !nulls.has(part)).length;
  const contents = alternatives.map(readAlternative);
  const tells = tellingOf(contents);
  const shape = onlyShape(form, json, alternatives, contents);
  return alternatives.map((typed, index) => {
    // With one real alternative beside null the name is the whole's own, unless the whole has it already.
    const suffix = real === 1 && !place.named ? "" : alternativeName(index, contents[index], tells);
    const at = beside(place, suffix, form, String(index));
    return {
      json: typed,
      at: index === shape ? { ...at, shapeOf: place.pointer } : at,
      isForNull: nulls.has(typed),
    };
  });
}

/**
 * Index of the only alternative with members: what stood there before it was given alternatives, null or others. None
 * where the whole may have a name itself, or more is said beside the alternatives.
 */
function onlyShape(
  form: "oneOf" | "anyOf",
  json: JsonObject,
  alternatives: readonly Json[],
  contents: readonly AlternativeContent[],
): number | undefined {
  const besides = Object.fromEntries(Object.entries(json).filter(([keyword]) => keyword !== form));
  const more = ["discriminator", "required", "if"].some((keyword) => member(json, keyword) !== undefined);
  if (more || !isScalarJson(besides) || alternatives.length > FEW) return undefined;
  const [only, ...others] = [...contents.keys()].filter((index) => {
    const part = alternatives[index];
    const isInline = isObject(part) && textMember(part, "$ref") === undefined;
    return isInline && (contents[index]?.members.length !== 0 || member(part, "allOf") !== undefined);
  });
  return others.length > 0 ? undefined : only;
}

function isNull(part: Json): boolean {
  return isObject(part) && member(part, "type") === "null";
}

/**
 * `Title` of the alternative, else the literal that tells it apart, else a required member (`WithPhone`), a type (`Object`,
 * `List`) or a part (`allOf`, a reference) that no other has, else a number that tells it apart (`404`), else its position.
 */
function alternativeName(index: number, own: AlternativeContent | undefined, tells: Telling): string {
  for (const text of own === undefined ? [] : tellingTexts(own, tells)) {
    const name = pascal(words(text));
    if (name !== "" && name.length <= LONGEST_NAME) return name;
  }
  return `Option${String(index + 1)}`;
}

/** Read as far as somebody asks: most alternatives are references, or are told by the first text. */
function* tellingTexts(own: AlternativeContent, tells: Telling): Iterable<string> {
  yield own.title ?? "";
  yield* own.literals.values();
  yield* tells(own);
  yield* own.numbers.values();
}

/** Letters that still read well at the end of a name. */
const LONGEST_NAME = 40;

const TYPE_WORDS: Readonly<Record<string, string>> = { object: "object", array: "list" };

/** What an alternative has and no other. */
type Telling = (own: AlternativeContent) => readonly string[];

function tellingOf(all: readonly AlternativeContent[]): Telling {
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
