import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { canonicalJson } from "../../text/canonical-json.js";
import { listMember, member } from "../json-members.js";

/** Keywords that say more about values than a type can, by the type of the values that they speak of. */
const CONSTRAINTS: Readonly<Record<string, readonly string[]>> = {
  number: ["maximum", "minimum", "exclusiveMaximum", "exclusiveMinimum", "multipleOf"],
  string: ["maxLength", "minLength", "pattern", "contentSchema"],
  array: [
    ...["maxItems", "minItems", "uniqueItems", "contains", "minContains", "maxContains"],
    "unevaluatedItems",
  ],
  object: [
    ...["maxProperties", "minProperties", "propertyNames", "dependentRequired", "dependentSchemas"],
    "unevaluatedProperties",
  ],
  any: ["not", "if", "then", "else"],
};

/** Keyword → the type that it speaks of. */
const TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries(CONSTRAINTS).flatMap(([type, keywords]) => keywords.map((keyword) => [keyword, type])),
);

/** Of these `false` says nothing; a schema that is `false` says a lot. */
const FLAGS: ReadonlySet<string> = new Set(["uniqueItems", "exclusiveMaximum", "exclusiveMinimum"]);

/** Told of schemas that have no single type of their own; a string or a number has them in its type. */
const FORMATS: readonly string[] = ["format", "contentEncoding", "contentMediaType"];

/**
 * Assertions that types do not express, as written; `required` and `type` are in the type already. OpenAPI 3.0's
 * boolean `exclusiveMinimum` becomes the number it qualifies. Keywords of a type that the schema does not allow
 * have no effect (JSON Schema validation, section 6) and are omitted.
 */
export function readConstraints(json: JsonObject): Readonly<Record<string, Json>> {
  const found: Record<string, Json> = {};
  for (const keyword of Object.keys(json)) {
    const type = TYPES.get(keyword);
    const value = type === undefined || !allows(json, type) ? undefined : json[keyword];
    if (value !== undefined && !(value === false && FLAGS.has(keyword))) found[keyword] = value;
  }
  moveBound(found, "minimum", "exclusiveMinimum");
  moveBound(found, "maximum", "exclusiveMaximum");
  return sorted(found);
}

/** `format` and the like of a schema whose type has no place for them. */
export function readFormats(json: JsonObject): Readonly<Record<string, Json>> {
  return sorted(
    Object.fromEntries(
      FORMATS.flatMap((keyword) => {
        const value = member(json, keyword);
        return typeof value === "string" ? [[keyword, value]] : [];
      }),
    ),
  );
}

/** The bounds of a number alone. */
export function readBounds(json: JsonObject): Readonly<Record<string, Json>> {
  const all = readConstraints(json);
  return Object.fromEntries(Object.entries(all).filter(([name]) => CONSTRAINTS["number"]?.includes(name)));
}

/**
 * The constraints of a value that both hold for: of two bounds the stricter one, and of what cannot be compared the
 * first where it has its place and the other as a schema in `allOf`.
 */
export function combineConstraints(
  first: Readonly<Record<string, Json>>,
  second: Readonly<Record<string, Json>>,
): Readonly<Record<string, Json>> {
  if (!hasMembers(first)) return sorted(second);
  if (!hasMembers(second)) return sorted(first);
  const apart = GROUPS.filter((group) => clashes(group, first, second)).flat();
  const without = Object.entries(second).filter(([keyword]) => !apart.includes(keyword));
  const joined: Record<string, Json> = { ...Object.fromEntries(without), ...first };
  const further: Json[] = GROUPS.filter((group) => group.some((keyword) => apart.includes(keyword))).map(
    (group) => pick(second, group),
  );
  for (const [keyword, other] of without) {
    const own = first[keyword];
    if (own === undefined || canonicalJson(own) === canonicalJson(other)) continue;
    const stricter = stricterBound(keyword, own, other);
    if (stricter !== undefined) joined[keyword] = stricter;
    else if (keyword === "allOf") further.push(...list(other));
    else further.push({ [keyword]: other });
  }
  if (further.length > 0) joined["allOf"] = [...list(first["allOf"]), ...further];
  return sorted(joined);
}

/** Constraints with the digits of numbers that JavaScript rounded, as texts. */
export function withDigits(
  constraints: Readonly<Record<string, Json>>,
  longDigits: ReadonlyMap<number, string>,
): Readonly<Record<string, Json>> {
  if (longDigits.size === 0) return constraints;
  const exact = (value: Json): Json => (typeof value === "number" ? (longDigits.get(value) ?? value) : value);
  return Object.fromEntries(
    Object.entries(constraints).map(([keyword, value]) => [
      keyword,
      keyword === "enum" ? list(value).map(exact) : exact(value),
    ]),
  );
}

/** Keywords that say something together alone (JSON Schema 2020-12, core 10.2.2; validation 6.4.4). */
const GROUPS: readonly (readonly string[])[] = [
  ["if", "then", "else"],
  ["contains", "minContains", "maxContains"],
];

/** Whether both have a group's keywords, and not the same. */
function clashes(
  group: readonly string[],
  first: Readonly<Record<string, Json>>,
  second: Readonly<Record<string, Json>>,
): boolean {
  const [one, other] = [pick(first, group), pick(second, group)];
  return [one, other].every(hasMembers) && canonicalJson(one) !== canonicalJson(other);
}

function pick(
  constraints: Readonly<Record<string, Json>>,
  keywords: readonly string[],
): Readonly<Record<string, Json>> {
  return Object.fromEntries(Object.entries(constraints).filter(([keyword]) => keywords.includes(keyword)));
}

function hasMembers(object: object): boolean {
  return Object.keys(object).length > 0;
}

function stricterBound(keyword: string, one: Json, other: Json): Json | undefined {
  if (typeof one !== "number" || typeof other !== "number") return undefined;
  if (/^(?:min|exclusiveMin)/u.test(keyword)) return Math.max(one, other);
  return /^(?:max|exclusiveMax)/u.test(keyword) ? Math.min(one, other) : undefined;
}

function allows(json: JsonObject, type: string): boolean {
  const declared = member(json, "type");
  if (declared === undefined || type === "any") return true;
  const types = typeof declared === "string" ? [declared] : listMember(json, "type");
  return types.some((name) => name === type || (type === "number" && name === "integer"));
}

function moveBound(found: Record<string, Json>, bound: string, exclusive: string): void {
  const inclusive = found[bound];
  if (found[exclusive] !== true) return;
  Reflect.deleteProperty(found, exclusive);
  if (inclusive === undefined) return;
  found[exclusive] = inclusive;
  Reflect.deleteProperty(found, bound);
}

function sorted(found: Readonly<Record<string, Json>>): Readonly<Record<string, Json>> {
  const members = Object.entries(found);
  if (members.length < 2) return found;
  return Object.fromEntries(members.sort(([left], [right]) => (left < right ? -1 : 1)));
}

function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}
