import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { listMember, member } from "../document/json-members.js";
import type { SchemaNode } from "../schema-model.js";
import { assertionsOf, inAll, possibleValues, type SchemaReading } from "./possible-values.js";

/** The type of values that keywords speak of which stand without a `type`. */
type Shape = "object" | "array";

/**
 * The type that a schema's own keywords speak of where it names none: `properties` say nothing of a text, `items` nothing
 * of an object (JSON Schema Validation, section 6). Undefined where it names its type or values.
 */
export function impliedShape(json: JsonObject, own: SchemaNode | undefined): Shape | undefined {
  if (own === undefined || ["type", "const", "enum"].some((name) => member(json, name) !== undefined))
    return undefined;
  return own.type.kind === "array" || own.type.kind === "tuple" ? "array" : "object";
}

/** Whether everything beside them excludes the values that such keywords speak of. */
export function saysNothing(shape: Shape, json: JsonObject, reading: SchemaReading): boolean {
  const others = assertionsOf(json, reading).filter(({ keyword }) => keyword !== "type");
  return !inAll(others.map(({ possible }) => possible)).types.includes(shape);
}

/**
 * The keyword of alternatives of which some are no such values, null aside: what is said beside them is said of the others
 * alone. Undefined where there is none; with two such keywords everything is said of all.
 *
 * @param forms - those of the schema.
 */
export function formOfSome<Form extends "oneOf" | "anyOf">(
  shape: Shape,
  forms: readonly Form[],
  json: JsonObject,
  reading: SchemaReading,
): { readonly form: Form; readonly of: (alternative: Json) => boolean } | undefined {
  const [form, ...more] = forms;
  if (form === undefined || more.length > 0) return undefined;
  const of = (alternative: Json): boolean => possibleValues(alternative, reading).types.includes(shape);
  const others = listMember(json, form).filter((alternative) => !of(alternative));
  const isSome = others.some((each) => possibleValues(each, reading).types.some((type) => type !== "null"));
  return isSome ? { form, of } : undefined;
}
