import type { Json } from "../../load/loaded-contract.js";
import type { SchemaNode } from "../../model/schema-model.js";
import { canonicalJson } from "../../text/canonical-json.js";
import { codeSpan } from "../../text/code-span.js";

/** Longest schema that a doc comment repeats, in characters. */
const SHORT = 80;

/**
 * Rules on values that are schemas themselves, in words: conditions, `not`, what depends on what (JSON Schema 2020-12,
 * core 10.2 and 10.3, validation 6.5.4 and 8). Short schemas are shown, longer ones named by their keyword.
 */
export function tellRules({ constraints, type }: SchemaNode): readonly string[] {
  const { not, propertyNames, contentSchema, unevaluatedItems, unevaluatedProperties } = constraints;
  const objects = type.kind === "intersection" ? type.members.map((member) => member.type) : [type];
  const patterns = objects.flatMap((each) =>
    each.kind === "object" ? each.patterns.map(({ pattern }) => codeSpan(pattern)) : [],
  );
  const named = patterns.length === 0 ? [] : [`Described names: ${patterns.join(", ")}`];
  if (Object.keys(constraints).length === 0) return named;
  const further = list(constraints["allOf"]);
  return [
    ...further
      .filter((schema) => !isCondition(schema))
      .map((schema) => `Also matches ${shownSchema(schema, "allOf")}`),
    ...(not === undefined ? [] : [`Does not match ${shownSchema(not, "not")}`]),
    // Each condition is told as one, so that its parts are short enough to show.
    ...[constraints, ...further.filter(isCondition)].flatMap(tellCondition),
    ...tellContains(constraints),
    ...named,
    ...(propertyNames === undefined ? [] : [`Names match ${shownSchema(propertyNames, "propertyNames")}`]),
    ...tellDependent(constraints),
    ...(contentSchema === undefined
      ? []
      : [`Content matches ${shownSchema(contentSchema, "contentSchema")}`]),
    ...tellFurther("items", unevaluatedItems, "unevaluatedItems"),
    ...tellFurther("members", unevaluatedProperties, "unevaluatedProperties"),
  ];
}

type Constraints = SchemaNode["constraints"];

/** Whether a schema is a condition and nothing else. */
function isCondition(schema: Json): schema is { readonly [name: string]: Json } {
  return isObject(schema) && Object.keys(schema).every((name) => CONDITION.includes(name));
}

const CONDITION: readonly string[] = ["if", "then", "else"];

/** `then` and `else` alone assert nothing. */
function tellCondition(constraints: Constraints): readonly string[] {
  const condition = constraints["if"];
  const { then, else: otherwise } = constraints;
  if (condition === undefined || (then === undefined && otherwise === undefined)) return [];
  const rule = shownSchema(condition, "if");
  if (then === undefined)
    return [`Where it does not match ${rule}, also ${shownSchema(otherwise ?? true, "else")}`];
  const rest = otherwise === undefined ? "" : `; otherwise ${shownSchema(otherwise, "else")}`;
  return [`Where it matches ${rule}, also ${shownSchema(then, "then")}${rest}`];
}

function tellContains(constraints: Constraints): readonly string[] {
  const { contains, minContains, maxContains } = constraints;
  if (contains === undefined) return [];
  const least = typeof minContains === "number" ? minContains : 1;
  const bounds = [
    ...(least === 0 ? [] : [`at least ${String(least)}`]),
    ...(typeof maxContains === "number" ? [`at most ${String(maxContains)}`] : []),
  ];
  const match = `matching ${shownSchema(contains, "contains")}`;
  return bounds.length === 0 ? [] : [`Holds ${bounds.join(" and ")} ${match}`];
}

function tellDependent({ dependentRequired, dependentSchemas }: Constraints): readonly string[] {
  const required = members(dependentRequired).flatMap(([name, names]) => {
    const texts = list(names).filter((each) => typeof each === "string");
    return texts.length === 0 ? [] : [`With ${codeSpan(name)} also ${texts.map(codeSpan).join(", ")}`];
  });
  const schemas = members(dependentSchemas).map(
    ([name, schema]) => `With ${codeSpan(name)} also matches ${shownSchema(schema, "dependentSchemas")}`,
  );
  return [...required, ...schemas];
}

function tellFurther(what: string, schema: Json | undefined, keyword: string): readonly string[] {
  if (schema === undefined || schema === true) return [];
  return [schema === false ? `No further ${what}` : `Further ${what} match ${shownSchema(schema, keyword)}`];
}

/**
 * A schema as it is written; a reference by the name that it ends in.
 *
 * @param keyword - names a schema that is too long for that.
 */
export function shownSchema(schema: Json, keyword: string): string {
  const reference = isObject(schema) && Object.keys(schema).length === 1 ? schema["$ref"] : undefined;
  if (typeof reference === "string") return codeSpan(reference.slice(reference.lastIndexOf("/") + 1));
  const text = canonicalJson(schema);
  return text.length > SHORT ? `a further schema (${codeSpan(keyword)} in the contract)` : codeSpan(text);
}

function members(value: Json | undefined): readonly (readonly [string, Json])[] {
  return isObject(value)
    ? Object.entries(value).sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0))
    : [];
}

function isObject(value: Json | undefined): value is { readonly [name: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}
