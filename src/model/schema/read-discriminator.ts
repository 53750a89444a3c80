import type { Json, JsonObject } from "../../load/loaded-contract.js";
import {
  isObject,
  listMember,
  member,
  objectMember,
  sortedMembers,
  textMember,
} from "../document/json-members.js";
import { componentKey, componentPointer } from "./component-pointer.js";
import type { References } from "./references.js";

/** A value of a discriminator's property, and the component key of the schema that it leads to. */
export interface LeadingValue {
  readonly value: string;
  readonly key: string;
}

/**
 * The discriminator of a schema (OpenAPI, Discriminator Object): its own, or that of an inline part of its `allOf`, the
 * last one first. A part that has alternatives keeps its discriminator for those.
 */
export function ownDiscriminator(json: Json | undefined): JsonObject | undefined {
  if (!isObject(json)) return undefined;
  const parts = listMember(json, "allOf").filter((part) => isObject(part) && isPlain(part));
  return [json, ...parts.toReversed()]
    .map((part) => (isObject(part) ? objectMember(part, "discriminator") : undefined))
    .find((discriminator) => discriminator !== undefined);
}

/** Whether a schema has no alternatives that its discriminator could tell apart. */
export function isPlain(json: JsonObject): boolean {
  return member(json, "oneOf") === undefined && member(json, "anyOf") === undefined;
}

/** The value that a schema says itself leads to it (`x-ms-discriminator-value`, Microsoft's AutoRest). */
export function statedValue(json: Json | undefined): string | undefined {
  return isObject(json) ? textMember(json, "x-ms-discriminator-value") : undefined;
}

/** An explicit mapping: value → component key, for the values that lead to a component. */
export function readMapping(
  mapping: JsonObject | undefined,
  references: References,
): readonly LeadingValue[] {
  return sortedMembers(mapping).flatMap(([value, target]) => {
    const key = typeof target === "string" ? mappedKey(target, references) : undefined;
    return key === undefined ? [] : [{ value, key }];
  });
}

/**
 * What of a mapping leads to no schema that it could lead to: `from "lynx" to "Lynx"`.
 *
 * @param keys - component keys of those that it could lead to.
 */
export function strayValues(
  discriminator: JsonObject,
  mapping: readonly LeadingValue[],
  keys: ReadonlySet<string>,
): readonly string[] {
  const known = new Map(mapping.map(({ value, key }) => [value, key]));
  return sortedMembers(objectMember(discriminator, "mapping")).flatMap(([value, target]) => {
    const key = known.get(value);
    const leads = key !== undefined && keys.has(key);
    return leads ? [] : [`from ${JSON.stringify(value)} to ${JSON.stringify(target)}`];
  });
}

/** Component key of the schema for every value that no mapping names, and for none (OpenAPI 3.2, `defaultMapping`). */
export function readFallback(discriminator: JsonObject, references: References): string | undefined {
  const target = textMember(discriminator, "defaultMapping");
  return target === undefined ? undefined : mappedKey(target, references);
}

/** A mapping names a schema by its component key or by a URI reference (OpenAPI, Discriminator Object). */
function mappedKey(target: string, references: References): string | undefined {
  const direct = references.find(componentPointer(target)) ?? references.find(target);
  return direct === undefined ? undefined : componentKey(direct.pointer);
}
