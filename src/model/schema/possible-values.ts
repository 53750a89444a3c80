import type { Json, JsonObject } from "../../load/loaded-contract.js";
import type { VisitBudget } from "../../openapi/visit.js";
import { canonicalJson } from "../../text/canonical-json.js";
import { isObject, listMember, member, textMember } from "../json-members.js";
import { declaresNullable } from "./nullable.js";

/** What a value can be as far as `type`, `const` and `enum` tell. */
export interface PossibleValues {
  /** Of `array`, `boolean`, `null`, `number`, `object`, `string`; none: no value is valid. */
  readonly types: readonly string[];
  /** The only values, each of one of the types; undefined: any value of them. */
  readonly values?: readonly Json[];
}

/** One of the things that a schema asserts about a value: all of them hold. */
export interface Assertion {
  /** `type`, `const`, `enum`, `$ref`, `allOf/0`, `oneOf`, `anyOf`. */
  readonly keyword: string;
  readonly possible: PossibleValues;
}

/** How a schema is read. */
export interface SchemaReading {
  /** The schema as the contract has it, at the end of its references. */
  readonly follow: (json: Json) => Json;
  /** OpenAPI 3.0 ignores the siblings of a `$ref`; later versions apply them. */
  readonly siblings: "ignored" | "meant";
  /** What schemas of the document allow that were asked for already; only what is the same from wherever it is asked. */
  readonly known: Map<JsonObject, PossibleValues>;
  /** Name of a member → whether a schema requires it, through references and parts ({@link mayLack}). */
  readonly required: Map<string, (json: Json) => boolean>;
  /** That of the contract. */
  readonly budget: VisitBudget;
}

/** What a schema that says nothing of types allows. */
export const ALL_TYPES: readonly string[] = ["array", "boolean", "null", "number", "object", "string"];
const ANY: PossibleValues = { types: ALL_TYPES };

/**
 * What a schema asserts, assertion by assertion, through references. Each allows at least what the contract does, so
 * that what they exclude together is certainly excluded. Who does not say a type says any.
 */
export function assertionsOf(json: JsonObject, reading: SchemaReading): readonly Assertion[] {
  return reader(reading).assertions(json);
}

/** What a schema allows, all its assertions taken together. */
export function possibleValues(json: Json, reading: SchemaReading): PossibleValues {
  return reader(reading).possible(json);
}

interface Reader {
  readonly assertions: (json: JsonObject) => readonly Assertion[];
  readonly possible: (json: Json) => PossibleValues;
}

function reader({ follow, siblings, known, budget }: SchemaReading): Reader {
  /** What is on the way, or depends on it. */
  const passing = new Map<JsonObject, PossibleValues>();
  /** How often something was met that is on the way, or depends on it. */
  let met = 0;
  const possible = (schema: Json): PossibleValues => {
    if (!isObject(schema)) return schema === false ? { types: [] } : ANY;
    const certain = known.get(schema);
    if (certain !== undefined) return certain;
    const before = passing.get(schema);
    if (before !== undefined) {
      met += 1;
      return before;
    }
    const metBefore = met;
    budget.visit();
    // What leads back to itself adds nothing to what is said on the way.
    passing.set(schema, ANY);
    const found = allowNull(schema, inAll(assertions(schema).map((each) => each.possible)));
    (met > metBefore ? passing : known).set(schema, found);
    return found;
  };
  const assertions = (schema: JsonObject): readonly Assertion[] => {
    const reference = textMember(schema, "$ref");
    const target = reference === undefined ? undefined : follow({ $ref: reference });
    const referred =
      target === undefined ? [] : [{ keyword: "$ref", possible: leadsOn(target) ? ANY : possible(target) }];
    if (target !== undefined && siblings === "ignored") return referred;
    return [
      ...referred,
      ...own(schema),
      ...listMember(schema, "allOf").map((part, index) => {
        return { keyword: `allOf/${String(index)}`, possible: possible(part) };
      }),
      ...["oneOf", "anyOf"].flatMap((keyword) => {
        const parts = listMember(schema, keyword);
        return parts.length === 0 ? [] : [{ keyword, possible: inAny(parts.map(possible)) }];
      }),
    ];
  };
  return { assertions, possible };
}

/** What all assertions allow. */
export function inAll(all: readonly PossibleValues[]): PossibleValues {
  return all.reduce((left, right) => {
    const types = left.types.filter((type) => right.types.includes(type));
    const [values, other] =
      left.values === undefined ? [right.values, left.values] : [left.values, right.values];
    if (values === undefined) return { types };
    const keys = other === undefined ? undefined : new Set(other.map(canonicalJson));
    const both = values.filter(
      (value) => types.includes(typeOf(value)) && (keys === undefined || keys.has(canonicalJson(value))),
    );
    return { types: [...new Set(both.map(typeOf))], values: both };
  }, ANY);
}

/** What at least one of some alternatives allows. */
function inAny(all: readonly PossibleValues[]): PossibleValues {
  const types = ALL_TYPES.filter((type) => all.some((each) => each.types.includes(type)));
  const values = all.map((each) => each.values).filter((list) => list !== undefined);
  return values.length < all.length ? { types } : { types, values: values.flat() };
}

/** The keywords of the schema itself; what an enum lists is meant, whatever the type beside it says. */
function own(json: JsonObject): readonly Assertion[] {
  const only = member(json, "const");
  if (only !== undefined) return [{ keyword: "const", possible: { types: [typeOf(only)], values: [only] } }];
  const values = listMember(json, "enum");
  if (values.length > 0)
    return [{ keyword: "enum", possible: { types: [...new Set(values.map(typeOf))], values } }];
  const declared = member(json, "type");
  const names = typeof declared === "string" ? [declared] : listMember(json, "type");
  const types = names
    .map((name) => (name === "integer" ? "number" : name))
    .filter((name) => typeof name === "string");
  return types.length === 0 ? [] : [{ keyword: "type", possible: { types } }];
}

/** `nullable` adds null to all its siblings allow: published contracts mean that. */
function allowNull(json: JsonObject, possible: PossibleValues): PossibleValues {
  if (!declaresNullable(json) || possible.types.includes("null")) return possible;
  const { types, values } = possible;
  return { types: [...types, "null"], ...(values === undefined ? {} : { values: [...values, null] }) };
}

function leadsOn(json: Json): boolean {
  return isObject(json) && textMember(json, "$ref") !== undefined;
}

function typeOf(value: Json): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}
