import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { byText } from "../../text/by-text.js";
import { isObject, listMember, member, objectMember, sortedMembers, textMember } from "../json-members.js";
import { componentKey, componentPointer } from "../schema-position.js";
import type { References } from "./references.js";

/** A component that others extend by `allOf`, with a property that distinguishes them (OpenAPI, Discriminator Object). */
export interface InheritanceBase {
  /** Component key. */
  readonly key: string;
  readonly property: string;
  /** Sorted by value: value of the property → component key of the subtype. */
  readonly subtypes: readonly LeadingValue[];
  /** Component key of the subtype for every other value of the property, and for none. */
  readonly fallback?: string;
  /** Keys of every component that extends it, steps between included. */
  readonly descendants: ReadonlySet<string>;
}

/** Which components tell those that extend them apart, and by what. */
export interface Inheritance {
  /**
   * Pointer of a component → what it is: those that have a discriminator, no alternatives of their own, and subtypes. Such a
   * component means two things: what its subtypes share, and any one of its subtypes.
   */
  readonly bases: ReadonlyMap<string, InheritanceBase>;
  /**
   * The values that lead to a component where no mapping beside its alternatives says: those of the nearest base that has
   * a discriminator of this property and maps them, or what it states itself; none: its key.
   */
  valuesOf(key: string, property: string): readonly string[];
  /**
   * The discriminator of alternatives that have none themselves: that of the nearest base of them all, if they have one.
   * Its subtypes are those alternatives: a value that leads to a subtype of one of them leads to that one.
   */
  amongSubtypes(
    keys: readonly string[],
  ): Pick<InheritanceBase, "property" | "subtypes" | "fallback"> | undefined;
}

/** A component with a discriminator: what its mapping says in so many words, and who extends it. */
interface Discriminating extends Omit<InheritanceBase, "subtypes"> {
  readonly mapping: ReadonlyMap<string, readonly string[]>;
}

/** Reads the discriminators of all components, and who extends whom. */
export function findInheritance(document: JsonObject, references: References): Inheritance {
  const components = objectMember(objectMember(document, "components"), "schemas") ?? {};
  const children = findChildren(components, references);
  const discriminating = Object.keys(components)
    .sort(byText)
    .flatMap((key) => readDiscriminating(key, components, children, references) ?? []);
  const nearestFirst = discriminating.toSorted(
    (left, right) => left.descendants.size - right.descendants.size,
  );
  const mapped = new Map<string, readonly string[]>();
  for (const { property, mapping } of nearestFirst) {
    for (const [key, values] of mapping) {
      const identity = JSON.stringify([property, key]);
      if (!mapped.has(identity)) mapped.set(identity, values);
    }
  }
  const valuesOf = (key: string, property: string): readonly string[] => {
    const stated = statedValue(member(components, key));
    return mapped.get(JSON.stringify([property, key])) ?? (stated === undefined ? [] : [stated]);
  };
  const all = nearestFirst.map((base): InheritanceBase => {
    const { mapping, ...rest } = base;
    const values = (key: string): readonly string[] => {
      const stated = mapping.get(key) ?? valuesOf(key, base.property);
      if (stated.length > 0) return stated;
      if (key === base.key) return valueAsOthers(key, mapping);
      // The name of a schema is its implicit value; but a schema with subtypes is a step between.
      return children.has(key) ? [] : [key];
    };
    const subtypes = [base.key, ...base.descendants].flatMap((key) =>
      values(key).map((value) => ({ value, key })),
    );
    return { ...rest, subtypes: subtypes.sort(byValue) };
  });
  return {
    valuesOf,
    bases: new Map(
      all
        .filter((base) => isBase(base, components))
        .sort((left, right) => byText(left.key, right.key))
        .map((base) => [componentPointer(base.key), withFallback(base)]),
    ),
    amongSubtypes(keys) {
      const base = all.find(({ key, descendants }) =>
        keys.every((each) => each === key || descendants.has(each)),
      );
      if (base === undefined || new Set(keys).size < 2) return undefined;
      const bases = [...new Set(keys)]
        .map((key) => ({ key, descendants: descendants(key, children) }))
        .sort((left, right) => left.descendants.size - right.descendants.size);
      const subtypes = base.subtypes.flatMap(({ value, key }) => {
        const owner =
          bases.find((each) => each.key === key) ?? bases.find(({ descendants }) => descendants.has(key));
        return owner === undefined ? [] : [{ value, key: owner.key }];
      });
      return { ...base, subtypes };
    },
  };
}

/**
 * The value of a base that its mapping does not name: where that makes every value of the name in one way that differs from the name itself
 * (`#microsoft.graph.attendee` of `microsoft.graph.attendee`), the base has its own as well and can be sent as
 * itself. Names alone tell nothing: most bases are never sent.
 */
function valueAsOthers(key: string, mapping: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const prefixes = new Set(
    [...mapping].flatMap(([subtype, values]) =>
      values.map((value) => (value.endsWith(subtype) ? value.slice(0, -subtype.length) : "")),
    ),
  );
  const [prefix = "", ...others] = prefixes;
  return prefix === "" || others.length > 0 ? [] : [`${prefix}${key}`];
}

function readDiscriminating(
  key: string,
  components: JsonObject,
  children: ReadonlyMap<string, readonly string[]>,
  references: References,
): Discriminating | undefined {
  const discriminator = ownDiscriminator(member(components, key));
  const property = textMember(discriminator, "propertyName");
  if (discriminator === undefined || property === undefined) return undefined;
  const members = descendants(key, children);
  const mapping = new Map<string, string[]>();
  for (const leading of readMapping(objectMember(discriminator, "mapping"), references)) {
    if (leading.key !== key && !members.has(leading.key)) continue;
    mapping.set(leading.key, [...(mapping.get(leading.key) ?? []), leading.value]);
  }
  const fallback = readFallback(discriminator, references);
  return { key, property, descendants: members, mapping, ...(fallback === undefined ? {} : { fallback }) };
}

/** Whether others than the component itself are its subtypes. */
function isBase({ key, subtypes }: InheritanceBase, components: JsonObject): boolean {
  const json = member(components, key);
  return isObject(json) && isPlain(json) && subtypes.some((subtype) => subtype.key !== key);
}

/** Removes a fallback that is not a subtype. */
function withFallback({ fallback, ...base }: InheritanceBase): InheritanceBase {
  const isSubtype = base.subtypes.some(({ key }) => key === fallback);
  return fallback === undefined || !isSubtype ? base : { ...base, fallback };
}

function byValue(left: LeadingValue, right: LeadingValue): number {
  return byText(left.value, right.value) || byText(left.key, right.key);
}

/** Component key → keys of the components that extend it by `allOf`, sorted. */
function findChildren(
  components: JsonObject,
  references: References,
): ReadonlyMap<string, readonly string[]> {
  const children = new Map<string, string[]>();
  for (const key of Object.keys(components).sort(byText)) {
    for (const parent of parentKeys(key, components, references)) {
      const known = children.get(parent);
      if (known === undefined) children.set(parent, [key]);
      else known.push(key);
    }
  }
  return children;
}

function parentKeys(key: string, components: JsonObject, references: References): ReadonlySet<string> {
  const json = member(components, key);
  const parts = isObject(json) ? listMember(json, "allOf") : [];
  const parents = parts.flatMap((part) => {
    const reference = isObject(part) ? textMember(part, "$ref") : undefined;
    if (reference === undefined) return [];
    return componentKey(references.resolve(reference, componentPointer(key)).pointer) ?? [];
  });
  return new Set(parents);
}

/** Keys of all components that extend one, in any number of steps. */
function descendants(key: string, children: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = [...(children.get(key) ?? [])];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next === key || found.has(next)) continue;
    found.add(next);
    waiting.push(...(children.get(next) ?? []));
  }
  return found;
}

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
): readonly { readonly value: string; readonly target: string }[] {
  const known = new Map(mapping.map(({ value, key }) => [value, key]));
  return sortedMembers(objectMember(discriminator, "mapping")).flatMap(([value, target]) => {
    const key = known.get(value);
    const leads = key !== undefined && keys.has(key);
    return leads ? [] : [{ value, target: typeof target === "string" ? target : JSON.stringify(target) }];
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
