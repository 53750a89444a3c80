import type { JsonObject } from "../../load/loaded-contract.js";
import { byText } from "../../text/by-text.js";
import {
  isObject,
  listMember,
  member,
  objectMember,
  sortedMembers,
  textMember,
} from "../document/json-members.js";
import type { References } from "./references.js";

/** A component that others extend by `allOf` and that tells them apart by a property (OpenAPI, Discriminator Object). */
export interface InheritanceBase {
  /** Component key. */
  readonly key: string;
  readonly property: string;
  /** Sorted by value: value of the property → component key of the heir. */
  readonly heirs: readonly { readonly value: string; readonly key: string }[];
  /** Component key of the heir for every other value of the property, and for none. */
  readonly fallback?: string;
  /** Keys of every component that extends it, steps between included. */
  readonly family: readonly string[];
}

/**
 * Finds the components that have a discriminator, no alternatives of their own, and heirs. Such a component means two
 * things: what its heirs share, and any one of its heirs.
 *
 * @returns pointer of the component → what it is.
 */
export function findInheritance(
  document: JsonObject,
  references: References,
): ReadonlyMap<string, InheritanceBase> {
  const components = objectMember(objectMember(document, "components"), "schemas");
  const parents = new Map<string, readonly string[]>();
  for (const [key, json] of sortedMembers(components)) {
    if (isObject(json)) parents.set(key, parentKeys(json, `#/components/schemas/${key}`, references));
  }
  const found = new Map<string, InheritanceBase>();
  for (const [key, json] of sortedMembers(components)) {
    const discriminator = isObject(json) && isPlain(json) ? objectMember(json, "discriminator") : undefined;
    const property = textMember(discriminator, "propertyName");
    if (discriminator === undefined || property === undefined) continue;
    const family = [...parents.keys()].filter(
      (heir) => heir !== key && extendsFrom(heir, key, parents, new Set()),
    );
    const mapping = readMapping(objectMember(discriminator, "mapping"), references);
    const heirs = listHeirs(key, family, mapping, parents);
    const others = heirs.some((heir) => heir.key !== key);
    const fallback = readFallback(discriminator, references);
    const rest = heirs.some((heir) => heir.key === fallback) ? fallback : undefined;
    if (!others) continue;
    const base = { key, property, heirs, family, ...(rest === undefined ? {} : { fallback: rest }) };
    found.set(componentPointer(key), base);
  }
  return found;
}

/** Pointer of a component schema. */
export function componentPointer(key: string): string {
  return `#/components/schemas/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** Key of the component schema that a pointer is; undefined for any other place. */
export function componentKey(pointer: string): string | undefined {
  const match = /^#\/components\/schemas\/([^/]+)$/.exec(pointer);
  return match?.[1]?.replaceAll("~1", "/").replaceAll("~0", "~");
}

function isPlain(json: JsonObject): boolean {
  return member(json, "oneOf") === undefined && member(json, "anyOf") === undefined;
}

function parentKeys(json: JsonObject, pointer: string, references: References): readonly string[] {
  return listMember(json, "allOf").flatMap((part) => {
    const reference = isObject(part) ? textMember(part, "$ref") : undefined;
    if (reference === undefined) return [];
    const key = componentKey(references.resolve(reference, pointer).pointer);
    return key === undefined ? [] : [key];
  });
}

function listHeirs(
  base: string,
  family: readonly string[],
  mapping: InheritanceBase["heirs"],
  parents: ReadonlyMap<string, readonly string[]>,
): InheritanceBase["heirs"] {
  const explicit = mapping.filter(({ key }) => key === base || family.includes(key));
  const named = new Set(explicit.map(({ key }) => key));
  // The name of a schema is its implicit value. Who has heirs of its own is a step between, unless the mapping says so.
  const between = new Set(family.flatMap((key) => parents.get(key) ?? []));
  const implicit = family
    .filter((key) => !named.has(key) && !between.has(key))
    .map((key) => ({ value: key, key }));
  return [...explicit, ...implicit].sort((left, right) => byText(left.value, right.value));
}

/** An explicit mapping: value → component key, for the values that lead to a component. */
export function readMapping(
  mapping: JsonObject | undefined,
  references: References,
): readonly { readonly value: string; readonly key: string }[] {
  return sortedMembers(mapping).flatMap(([value, target]) => {
    const key = typeof target === "string" ? mappedKey(target, references) : undefined;
    return key === undefined ? [] : [{ value, key }];
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

function extendsFrom(
  key: string,
  base: string,
  parents: ReadonlyMap<string, readonly string[]>,
  seen: Set<string>,
): boolean {
  if (seen.has(key)) return false;
  seen.add(key);
  return (parents.get(key) ?? []).some(
    (parent) => parent === base || extendsFrom(parent, base, parents, seen),
  );
}
