import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { byText } from "../../text/by-text.js";
import { isObject, listMember, member, objectMember, sortedMembers, textMember } from "../json-members.js";

/** Values of an enum that are told; longer lists are told by these and their length. */
const MOST_VALUES = 12;

/** Characters of a value that are told. */
const LONGEST_VALUE = 60;

/** Schemas within schemas that are looked into: what differs below is seldom all that does. */
const DEPTH = 3;

/**
 * What tells alternatives apart that have members of the same names: `id=string tags=string[] state=open|shut`. For a
 * manifest, where the next generation finds which alternative was which; `[]` before what an array has. A text for comparing, not for reading back: the
 * same schema always gives the same.
 */
export function describeAlternative(json: Json): string {
  const parts = partsOf(json);
  const types = new Map<string, string>();
  for (const part of parts) {
    for (const [name, schema] of Object.entries(objectMember(part, "properties") ?? {})) {
      types.set(name, wordOf(schema, DEPTH));
    }
  }
  const items = isObject(json) ? member(json, "items") : undefined;
  if (types.size === 0 && items !== undefined) return `[] ${describeAlternative(items)}`;
  if (types.size === 0) return escape(wordOf(json, DEPTH));
  const told = [...types].sort(([left], [right]) => byText(left, right));
  return told.map(([name, word]) => `${escape(name).replaceAll("=", "%3D")}=${escape(word)}`).join(" ");
}

/** The smallest statements of a description, each of which may hold of another as well: `state=open`, `state=shut`. */
export function statementsOf(description: string): ReadonlySet<string> {
  const statements = description.split(" ").flatMap((text) => {
    const [, name = "", word = ""] = /^([^=]*=)?(.*)$/su.exec(text) ?? [];
    return word.split("|").map((one) => `${name}${one}`);
  });
  return new Set(statements);
}

/** `string`, `Pet` of a reference, `string[]`, `{city,street}`, `open|shut`. Null says nothing: most may get it. */
function wordOf(json: Json, depth: number): string {
  if (!isObject(json) || depth === 0) return "any";
  const reference = textMember(json, "$ref");
  if (reference !== undefined) return reference.replace(/^.*\//su, "");
  const values = valuesOf(json);
  if (values.length > 0) return values.join("|");
  const forms = ["anyOf", "oneOf", "allOf"].flatMap((form) => listMember(json, form));
  const names = Object.keys(objectMember(json, "properties") ?? {}).sort(byText);
  if (names.length > 0) return `{${names.join(",")}}`;
  const words = forms.length > 0 ? forms.map((form) => wordOf(form, depth - 1)) : typesOf(json, depth);
  const told = [...new Set(words)].filter((word) => word !== "null");
  return told.join("|") || (words[0] ?? "any");
}

function valuesOf(json: JsonObject): readonly string[] {
  const constant = member(json, "const");
  const values = constant === undefined ? listMember(json, "enum") : [constant];
  const texts = values.filter((value) => value !== null).map((value) => textOf(value));
  const told = [...new Set(texts)].sort(byText);
  const more = told.length > MOST_VALUES ? [`+${String(told.length - MOST_VALUES)}`] : [];
  return [...told.slice(0, MOST_VALUES), ...more];
}

function textOf(value: Json): string {
  const text = typeof value === "object" ? "any" : String(value);
  return text.replaceAll("|", "%7C").slice(0, LONGEST_VALUE);
}

function typesOf(json: JsonObject, depth: number): readonly string[] {
  const type = member(json, "type");
  const types = (Array.isArray(type) ? type : [type]).filter((one) => typeof one === "string");
  const items = member(json, "items");
  const isArray = types.length === 0 ? items !== undefined : types.includes("array");
  const others = types.filter((one) => one !== "array");
  return isArray ? [...others, `${items === undefined ? "any" : wordOf(items, depth - 1)}[]`] : others;
}

/** Spaces part what is said of the members. */
function escape(text: string): string {
  return text.replace(/[\s%]/gu, (character) => (character === "%" ? "%25" : encodeURIComponent(character)));
}

/** What an alternative (a member of `oneOf`, `anyOf` or `allOf`) says of itself, wherever it stands among the others. */
export interface AlternativeContent {
  readonly title: string | undefined;
  /** Properties that can be one text only: name → text, sorted by name. */
  readonly literals: ReadonlyMap<string, string>;
  /** Properties that can be one number only: name → digits, sorted by name. */
  readonly numbers: ReadonlyMap<string, string>;
  /** Names of required properties, sorted. */
  readonly required: readonly string[];
  /** Names of all properties, required ones too, sorted. */
  readonly members: readonly string[];
  /** What it refers to, as written. */
  readonly references: readonly string[];
  /** `string`, `object`, `array`; empty where it does not say, or more than one. */
  readonly type: string;
  /** Of an array: what each of its elements says of itself. */
  readonly items: AlternativeContent | undefined;
  /** Of what holds under a condition (`if`): what the condition says. */
  readonly condition: AlternativeContent | undefined;
}

/** Reads an alternative, with the parts of its own `allOf` that stand in place. */
export function readAlternative(json: Json): AlternativeContent {
  if (!isObject(json)) return read(json);
  const content = known.get(json) ?? read(json);
  known.set(json, content);
  return content;
}

/** A schema is read for its name, and for what it is known by between generations. */
const known = new WeakMap<JsonObject, AlternativeContent>();

function read(json: Json): AlternativeContent {
  const parts = partsOf(json);
  const properties = parts.flatMap((part) => sortedMembers(objectMember(part, "properties")));
  const literals = properties.flatMap(([name, schema]) => {
    const literal = isObject(schema) ? onlyLiteral(schema) : undefined;
    return literal === undefined ? [] : [{ name, literal }];
  });
  const ofType = (type: string) => {
    const own = literals.filter(({ literal }) => typeof literal === type);
    own.sort((left, right) => byText(left.name, right.name));
    return new Map(own.map(({ name, literal }) => [name, String(literal)]));
  };
  const required = parts.flatMap((part) =>
    listMember(part, "required").filter((name) => typeof name === "string"),
  );
  const [type] = parts.flatMap((part) => member(part, "type") ?? []);
  const [items] = parts.flatMap((part) => member(part, "items") ?? []);
  const [condition] = parts.flatMap((part) => member(part, "if") ?? []);
  const own = type === undefined && (properties.length > 0 || required.length > 0) ? "object" : type;
  return {
    title: parts.flatMap((part) => textMember(part, "title") ?? [])[0],
    literals: ofType("string"),
    numbers: ofType("number"),
    required: sortedSet(required),
    members: sortedSet([...properties.map(([name]) => name), ...required]),
    references: parts.flatMap((part) => textMember(part, "$ref") ?? []),
    type: typeof own === "string" ? own : "",
    items: items === undefined ? undefined : readAlternative(items),
    condition: condition === undefined ? undefined : readAlternative(condition),
  };
}

/** The only text or number that a schema allows. */
function onlyLiteral(schema: JsonObject): string | number | undefined {
  const values = listMember(schema, "enum");
  const value = member(schema, "const") ?? (values.length === 1 ? values[0] : undefined);
  return typeof value === "string" || typeof value === "number" ? value : undefined;
}

/** A schema and the parts of its own `allOf` that stand in place: together they say what members there are. */
export function partsOf(json: Json): readonly JsonObject[] {
  if (!isObject(json)) return [];
  return [json, ...listMember(json, "allOf").filter(isObject)];
}

function sortedSet(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort(byText);
}

/** As many members tell an alternative from others. */
const MOST_MEMBERS = 6;

/** What an alternative is known by where nothing was known of it: the first of what it says of itself. */
export function keyOf(content: AlternativeContent): string {
  const { title, literals, numbers, required, members, references, type, items, condition } = content;
  for (const [name, literal] of literals) return `${name}=${literal}`;
  if (title !== undefined) return `title ${title}`;
  for (const [name, digits] of numbers) return `${name}=${digits}`;
  const telling = required.length > 0 ? required : members;
  if (telling.length > 0) return `{${telling.slice(0, MOST_MEMBERS).join(",")}}`;
  if (condition !== undefined) return `if ${keyOf(condition)}`;
  const [reference] = references;
  if (reference !== undefined) return `$ref ${reference.replace(/^.*\//, "")}`;
  return items === undefined ? type || "any" : `array of ${keyOf(items)}`;
}

/** Alternatives with their index, those with the fewest members first: of what is alike, that is the order of numbers. */
export function bySize(
  contents: readonly AlternativeContent[],
): readonly (readonly [number, AlternativeContent])[] {
  return [...contents.entries()].sort(
    ([left, one], [right, other]) => one.members.length - other.members.length || left - right,
  );
}

/** `{a} 2`, the second of what is alike, without its number: `{a}`. */
export function withoutNumber(key: string): string {
  return key.replace(/ \d+$/, "");
}

/** Which of what is alike a key means: the second of `{a} 2`, the first of `{a}`. */
export function numberOf(key: string): number {
  return Number(/ (\d+)$/.exec(key)?.[1] ?? 1);
}
