import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { isObject, textMember } from "../document/json-members.js";
import { describedMembers } from "./described-members.js";
import { inAll, possibleValues, type SchemaReading } from "./possible-values.js";

/** A value of a discriminator's mapping, and the component schema that it leads to. */
interface Mapped {
  readonly value: string;
  readonly key: string;
}

/**
 * Says which values of a mapping contradict the literals that the member declares itself: the value never stands in it,
 * and the literals are what tells the member (OpenAPI, Discriminator Object: every schema still has to match).
 *
 * @param property - name of the discriminator.
 * @param components - component key → schema.
 * @returns sentences, in the order of the mapping.
 */
export function mappingContradictions(
  property: string,
  mapping: readonly Mapped[],
  components: JsonObject,
  reading: SchemaReading,
): readonly string[] {
  return mapping.flatMap(({ value, key }) => {
    const values = literalsOf(property, components[key] ?? true, reading);
    if (values === undefined || values.some((each) => isWritten(each, value))) return [];
    const own = values.map((each) => JSON.stringify(each)).join(" or ");
    return [
      `The discriminator leads from ${JSON.stringify(value)} to ${JSON.stringify(key)}, whose ${JSON.stringify(property)} can only be ${own}; what the schema itself says holds.`,
    ];
  });
}

/**
 * Says which members answer to the names of their schemas (OpenAPI, Discriminator Object, implicit mapping), although what
 * they say of the property makes another value likely: a `default`, else an example. Nothing is read from those: a
 * default holds where nothing is written, and an example is none of many.
 *
 * @param keys - component keys of the members that no mapping names.
 * @returns one sentence, or none.
 */
export function unlikelyNames(
  property: string,
  keys: readonly string[],
  components: JsonObject,
  reading: SchemaReading,
): readonly string[] {
  const unlikely = keys.flatMap((key) => {
    const json = components[key] ?? true;
    if (literalsOf(property, json, reading) !== undefined) return [];
    const schemas = describedMembers(json, reading).get(property) ?? [];
    const said = schemas.flatMap((schema) =>
      isObject(schema) ? (textMember(schema, "default") ?? textMember(schema, "example") ?? []) : [],
    );
    const other = said.find((value) => value !== key);
    return other === undefined || said.includes(key) ? [] : [{ key, other }];
  });
  const [first] = unlikely;
  if (first === undefined) return [];
  const more = unlikely.length === 1 ? "" : `, and ${String(unlikely.length - 1)} more`;
  return [
    `No mapping of the discriminator leads to ${JSON.stringify(first.key)}${more}: its ${JSON.stringify(property)} is taken to be that name, although the schema mentions ${JSON.stringify(first.other)}. Write a mapping where that is meant.`,
  ];
}

/** Keys of a mapping are text whatever the property is: `"1.0"` is 1, and some write `True` for true. */
export function isWritten(value: Json, text: string): boolean {
  if (typeof value === "number") return text.trim() !== "" && Number(text) === value;
  return typeof value === "boolean" ? text.toLowerCase() === String(value) : value === text;
}

/** The only values of a member of a schema; undefined where it may have others, or contradicts itself. */
export function literalsOf(
  property: string,
  json: Json,
  reading: SchemaReading,
): readonly Json[] | undefined {
  const schemas = describedMembers(json, reading).get(property) ?? [];
  const { values } = inAll(schemas.map((schema) => possibleValues(schema, reading)));
  return values === undefined || values.length === 0 ? undefined : values;
}
