import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { byText } from "../../text/by-text.js";
import { isObject, listMember, member, objectMember, sortedMembers, textMember } from "../json-members.js";

/** The content of an alternative (a member of `oneOf`, `anyOf` or `allOf`), whatever its position. */
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

/** Reads an alternative, with the inline parts of its own `allOf`. */
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

/** A schema and the inline parts of its own `allOf`: together they declare its members. */
export function partsOf(json: Json): readonly JsonObject[] {
  if (!isObject(json)) return [];
  return [json, ...listMember(json, "allOf").filter(isObject)];
}

function sortedSet(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort(byText);
}

/** As many members tell an alternative from others. */
const MOST_MEMBERS = 6;

/** What an alternative is known by: the first of what it says of itself. */
function keyOf(content: AlternativeContent): string {
  const { title, literals, numbers, required, members, references, type, items, condition } = content;
  for (const [name, literal] of literals) return `${name}=${literal}`;
  if (title !== undefined) return `title ${title}`;
  for (const [name, digits] of numbers) return `${name}=${digits}`;
  const distinctive = required.length > 0 ? required : members;
  if (distinctive.length > 0) return `{${distinctive.slice(0, MOST_MEMBERS).join(",")}}`;
  if (condition !== undefined) return `if ${keyOf(condition)}`;
  const [reference] = references;
  if (reference !== undefined) return `$ref ${reference.replace(/^.*\//, "")}`;
  return items === undefined ? type || "any" : `array of ${keyOf(items)}`;
}

/**
 * Keys for the items of an `allOf`, `oneOf` or `anyOf`. A key comes from the content of an item and not from its
 * position, so that an item keeps its key when others are added: `kind=cat`, `title Cat`, `{bark,name}`, `$ref Cat`, `array`. Items that say the
 * same are numbered, those with the fewest members first.
 *
 * @returns a key for each item, no two alike.
 */
export function keyAlternatives(items: readonly Json[]): readonly string[] {
  const contents = items.map(readAlternative);
  const ordered = [...contents.entries()].sort(
    ([left, one], [right, other]) => one.members.length - other.members.length || left - right,
  );
  const keys = new Map<number, string>();
  const taken = new Set<string>();
  const numbers = new Map<string, number>();
  for (const [index, content] of ordered) {
    const preferred = keyOf(content);
    let key = preferred;
    let count = numbers.get(preferred) ?? 2;
    for (; taken.has(key); count++) key = `${preferred} ${String(count)}`;
    numbers.set(preferred, count);
    taken.add(key);
    keys.set(index, key);
  }
  return items.map((_, index) => keys.get(index) ?? "");
}
