import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { pointerKeys } from "../../text/json-pointer.js";
import { pascal, words } from "../../text/words.js";
import { isObject, member, textMember } from "../document/json-members.js";
import type { DiscriminatorModel, SchemaNode } from "../schema-model.js";
import { type AlternativeContent, readAlternative } from "./alternative-content.js";
import { joinSaid, type SaidOfSome } from "./join-said.js";
import { nullAmong } from "./null-among.js";
import type { SchemaReading } from "./possible-values.js";
import { bareNode, tellOf } from "./schema-nodes.js";
import { beside, type BuildSchema, type SchemaPlace } from "./schema-place.js";
import { typedAlternatives } from "./typed-alternatives.js";
import { FEW, isScalarJson } from "./worth-a-name.js";

/** Literal → name of the member schema, for a union whose members are references. */
export type ReadDiscriminator = (json: JsonObject, place: SchemaPlace) => DiscriminatorModel | undefined;

/** What alternatives ask of the document as a whole. */
export interface UnionSurroundings {
  readonly build: BuildSchema;
  readonly readDiscriminator: ReadDiscriminator;
  /** How what a schema allows is read, for questions that stand at a place. */
  readonly readingAt: (place: SchemaPlace) => SchemaReading;
}

/**
 * The alternatives of `oneOf` or `anyOf` as one schema: alternatives of the same form inside an inline alternative are
 * drawn up, a single one stands for itself.
 *
 * @param said - absent: what stands beside them is joined to the whole by the caller.
 */
export function buildUnion(
  form: "oneOf" | "anyOf",
  json: JsonObject,
  place: SchemaPlace,
  { build, readDiscriminator, readingAt }: UnionSurroundings,
  said?: SaidOfSome,
): SchemaNode {
  const alternatives = typedAlternatives(json, form);
  const reading = readingAt(place);
  const nulls = new Set(alternatives.filter((part) => nullAmong(part, alternatives, reading) !== undefined));
  const real = alternatives.filter((part) => !isNull(part) && !nulls.has(part)).length;
  const contents = alternatives.map(readAlternative);
  const tells = tellingOf(contents);
  const shape = onlyShape(form, json, alternatives, contents);
  const members = alternatives.map((typed, index) => {
    // With one real alternative beside null the name is the whole's own, unless the whole has it already.
    const suffix = real === 1 && !place.named ? "" : alternativeName(index, contents[index], tells);
    const at = beside(place, suffix, form, String(index));
    if (nulls.has(typed)) return bareNode({ kind: "null" }, at);
    return build(typed, index === shape ? { ...at, shapeOf: place.pointer } : at);
  });
  const [first, ...others] = joinSaid(form, members, alternatives, place, said);
  if (first === undefined) return bareNode({ kind: "any" }, place);
  const discriminator = readDiscriminator(json, place);
  if (others.length === 0) return first;
  const type = { kind: "union", form, members: [first, ...others] } as const;
  const node = bareNode(discriminator === undefined ? type : { ...type, discriminator }, place);
  const [only, ...more] = members.filter((member) => member.type.kind !== "null");
  return only === undefined || more.length > 0 ? node : tellOf(only, node);
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
