import { type Diagnostic, diagnostic } from "../../diagnostics/diagnostic.js";
import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { byText } from "../../text/by-text.js";
import { isObject, listMember, member, objectMember, sortedMembers, textMember } from "../json-members.js";
import { declaresNullable } from "./nullable.js";
import {
  type Assertion,
  assertionsOf,
  inAll,
  type PossibleValues,
  possibleValues,
  type SchemaReading,
} from "./possible-values.js";

/** Assertions of a schema that exclude each other, although each alone allows something. */
export interface Contradiction {
  /**
   * Whether no value is valid. False where a bare type is a sibling of references or parts of another
   * type: published contracts do that by mistake, and mean the parts.
   */
  readonly whole: boolean;
  /** Null is still valid. */
  readonly nullable: boolean;
  /** What each assertion allows: `type: string`. */
  readonly parts: readonly string[];
}

/** Diagnostics for a contradiction. */
export function describeContradiction(
  { whole, nullable, parts }: Contradiction,
  pointer: string,
): Diagnostic {
  if (whole) return diagnostic(nullable ? "schema/only-null" : "schema/contradiction", pointer, { parts });
  return diagnostic(nullable ? "schema/type-only-null" : "schema/type-ignored", pointer, { parts });
}

/** Finds what of a schema contradicts itself by `type`, `const` or `enum`; undefined: nothing that those tell. */
export function findContradiction(json: JsonObject, reading: SchemaReading): Contradiction | undefined {
  if (mostAssertions(json, reading) < 2) return undefined;
  const assertions = assertionsOf(json, reading);
  if (assertions.length < 2 || assertions.some(isNothing) || !isNothing(together(assertions)))
    return undefined;
  const others = assertions.filter(({ keyword }) => keyword !== "type");
  const parts = assertions.map(showAssertion);
  if (others.length === assertions.length || hasShape(json) || isNothing(together(others))) {
    // `nullable` adds null to whatever is beside it.
    return { whole: true, nullable: declaresNullable(json), parts };
  }
  // A type that allows null says that beside others too, and is read so: of it, null stays.
  const own = assertions.find(({ keyword }) => keyword === "type");
  return { whole: false, nullable: own?.possible.types.includes("null") === true, parts };
}

function showAssertion({ keyword, possible }: Assertion): string {
  return `${keyword}: ${showValues(possible)}`;
}

/** At least as many assertions as a schema has; most have one, and what that allows need not be known. */
function mostAssertions(json: JsonObject, { siblings }: SchemaReading): number {
  const refers = textMember(json, "$ref") !== undefined;
  if (refers && siblings === "ignored") return 1;
  const own = ["type", "const", "enum"].some((keyword) => member(json, keyword) !== undefined);
  const forms = ["oneOf", "anyOf"].filter((keyword) => member(json, keyword) !== undefined).length;
  return (refers ? 1 : 0) + (own ? 1 : 0) + forms + listMember(json, "allOf").length;
}

/**
 * Tells of the members that parts of a schema describe in ways that exclude each other: without a value, they can only
 * be absent, and where one is required no value of the whole is valid.
 */
export function impossibleMembers(
  json: JsonObject,
  pointer: string,
  reading: SchemaReading,
): readonly Diagnostic[] {
  const found = new Map<string, { readonly keyword: string; readonly schemas: readonly Json[] }[]>();
  for (const { keyword, members } of partsWithMembers(json, reading)) {
    for (const [name, schemas] of members) {
      const others = found.get(name);
      if (others === undefined) found.set(name, [{ keyword, schemas }]);
      else others.push({ keyword, schemas });
    }
  }
  return [...found]
    .filter(([, parts]) => parts.length > 1)
    .map(([name, parts]): readonly [string, readonly Assertion[]] => [
      name,
      parts.map(({ keyword, schemas }) => {
        return { keyword, possible: inAll(schemas.map((schema) => possibleValues(schema, reading))) };
      }),
    ])
    .filter(([, assertions]) => !assertions.some(isNothing) && isNothing(together(assertions)))
    .sort(([left], [right]) => byText(left, right))
    .map(([member, assertions]) =>
      diagnostic("schema/impossible-member", pointer, { member, parts: assertions.map(showAssertion) }),
    );
}

interface PartWithMembers {
  readonly keyword: string;
  /** Name → every schema that the part has for it. */
  readonly members: ReadonlyMap<string, readonly Json[]>;
}

/** None where only one part can describe a member. */
function partsWithMembers(json: JsonObject, reading: SchemaReading): readonly PartWithMembers[] {
  const reference = textMember(json, "$ref");
  const parts: readonly (readonly [string, Json])[] = [
    ...(reference === undefined ? [] : [["$ref", { $ref: reference }] as const]),
    ...listMember(json, "allOf").map((part, index) => [`allOf/${String(index)}`, part] as const),
  ];
  const properties = member(json, "properties") ?? {};
  const more = isObject(properties) && Object.keys(properties).length > 0 ? 1 : 0;
  if (parts.length + more < 2 || (reference !== undefined && reading.siblings === "ignored")) return [];
  const own = { keyword: "properties", members: describedMembers({ properties }, reading) };
  return [own, ...parts.map(([keyword, part]) => ({ keyword, members: describedMembers(part, reading) }))];
}

function together(assertions: readonly Assertion[]): Pick<Assertion, "possible"> {
  return { possible: inAll(assertions.map(({ possible }) => possible)) };
}

function isNothing({ possible }: Pick<Assertion, "possible">): boolean {
  return possible.types.length === 0;
}

/** Whether the schema says more about values of its type than the type. */
function hasShape(json: JsonObject): boolean {
  return [
    "properties",
    "required",
    "additionalProperties",
    "patternProperties",
    "items",
    "prefixItems",
    "format",
  ].some((keyword) => member(json, keyword) !== undefined);
}

/** As many values still read well in a sentence. */
const FEW = 5;

function showValues({ types, values }: PossibleValues): string {
  if (values === undefined) return types.join(" or ");
  const listed = values.slice(0, FEW).map((value) => JSON.stringify(value));
  const more = values.length - listed.length;
  return [...listed, ...(more === 0 ? [] : [`${String(more)} further values`])].join(" or ");
}

/**
 * Tells of members that one part of a schema describes and another forbids: `additionalProperties: false` knows the
 * `properties` beside it in the same schema alone (JSON Schema 2020-12, core 10.3.2.3). Published contracts
 * mean all parts together, as `unevaluatedProperties: false` does.
 */
export function forbiddenMembers(
  json: JsonObject,
  pointer: string,
  reading: SchemaReading,
): readonly Diagnostic[] {
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
    const at = keyword === "" ? "properties" : keyword;
    return [diagnostic("schema/closed-part", pointer, { part: at, members: forbidden })];
  });
}

function followed(json: Json, { follow }: SchemaReading): JsonObject | undefined {
  const target = textMember(isObject(json) ? json : undefined, "$ref") === undefined ? json : follow(json);
  return isObject(target) ? target : undefined;
}

/**
 * The members that a schema describes, through references and what it is made of: name → each schema that is there for
 * it.
 *
 * @param forms - what it is made of; by default `allOf` alone, for what holds for every value.
 */
export function describedMembers(
  json: Json,
  reading: SchemaReading,
  forms: readonly ("allOf" | "anyOf" | "oneOf")[] = ["allOf"],
): ReadonlyMap<string, readonly Json[]> {
  const found = new Map<string, Json[]>();
  const seen = new Set<Json>();
  const read = (schema: Json): void => {
    if (!isObject(schema) || seen.has(schema)) return;
    seen.add(schema);
    const reference = textMember(schema, "$ref");
    if (reference !== undefined) read(reading.follow({ $ref: reference }));
    if (reference !== undefined && reading.siblings === "ignored") return;
    for (const [name, described] of sortedMembers(objectMember(schema, "properties"))) {
      const known = found.get(name);
      if (known === undefined) found.set(name, [described]);
      else known.push(described);
    }
    for (const form of forms) listMember(schema, form).forEach(read);
  };
  read(json);
  return found;
}
