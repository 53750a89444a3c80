import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { listMember, member } from "../document/json-members.js";
import type { SchemaNode } from "../schema-model.js";
import type { SaidOfSome } from "./join-said.js";
import { type OtherSurroundings, otherValues, type Shape } from "./other-values.js";
import type { PlacedAlternative } from "./place-alternatives.js";
import { ALL_TYPES, assertionsOf, inAll, possibleValues, type SchemaReading } from "./possible-values.js";

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
 * The keyword of alternatives of which some are no such values, or not all that they allow is, null aside: what is said
 * beside them is said of the others alone. Undefined where there is none; with two such keywords everything is said of all.
 *
 * @param forms - those of the schema.
 */
export function formOfSome<Form extends "oneOf" | "anyOf">(
  shape: Shape,
  forms: readonly Form[],
  json: JsonObject,
  reading: SchemaReading,
  around: OtherSurroundings,
): { readonly form: Form; readonly said: Omit<SaidOfSome, "join"> } | undefined {
  const [form, ...more] = forms;
  if (form === undefined || more.length > 0) return undefined;
  const typesOf = (alternative: Json) => possibleValues(alternative, reading).types;
  const isSome = listMember(json, form).some((alternative) => {
    const types = typesOf(alternative);
    const others = types.filter((type) => type !== shape && type !== "null");
    // An alternative that says nothing of types is one of those that are told more.
    return others.length > 0 && types.length < ALL_TYPES.length;
  });
  const said = {
    of: (alternative: PlacedAlternative) => typesOf(alternative.json).includes(shape),
    ofNode: (node: SchemaNode) => mayBe(shape, node),
    besides: (alternative: PlacedAlternative) => otherValues(shape, alternative, around),
  };
  return isSome ? { form, said } : undefined;
}

/** Whether a schema can be such a value; references and what is joined from several can. */
function mayBe(shape: Shape, { type }: SchemaNode): boolean {
  switch (type.kind) {
    case "object":
      return shape === "object";
    case "array":
    case "tuple":
      return shape === "array";
    case "any":
    case "ref":
    case "union":
    case "intersection":
      return true;
    default:
      return false;
  }
}
