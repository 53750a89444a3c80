import type { JsonObject } from "../../load/loaded-contract.js";
import { byText } from "../../text/by-text.js";
import { isObject, member, objectMember, textMember } from "../document/json-members.js";
import { descendants, findChildren } from "./component-family.js";
import { componentPointer } from "./component-pointer.js";
import {
  isPlain,
  type LeadingValue,
  ownDiscriminator,
  readFallback,
  readMapping,
  statedValue,
} from "./read-discriminator.js";
import type { References } from "./references.js";

/** A component that others extend by `allOf` and that tells them apart by a property (OpenAPI, Discriminator Object). */
export interface InheritanceBase {
  /** Component key. */
  readonly key: string;
  readonly property: string;
  /** Sorted by value: value of the property → component key of the heir. */
  readonly heirs: readonly LeadingValue[];
  /** Component key of the heir for every other value of the property, and for none. */
  readonly fallback?: string;
  /** Keys of every component that extends it, steps between included. */
  readonly family: ReadonlySet<string>;
}

/** Which components tell those that extend them apart, and by what. */
export interface Inheritance {
  /**
   * Pointer of a component → what it is: those that have a discriminator, no alternatives of their own, and heirs. Such a
   * component means two things: what its heirs share, and any one of its heirs.
   */
  readonly bases: ReadonlyMap<string, InheritanceBase>;
  /**
   * The values that lead to a component where no mapping beside its alternatives says: those of the nearest base that has
   * a discriminator of this property and maps them, or what it states itself; none: its key.
   */
  valuesOf(key: string, property: string): readonly string[];
  /**
   * The discriminator of alternatives that have none themselves: that of the nearest base of them all, if they have one.
   * Its heirs are those alternatives: a value that leads to an heir of one of them leads to that one.
   */
  amongHeirs(keys: readonly string[]): Pick<InheritanceBase, "property" | "heirs" | "fallback"> | undefined;
}

/** A component with a discriminator: what its mapping says in so many words, and who extends it. */
interface Telling extends Omit<InheritanceBase, "heirs"> {
  readonly mapping: ReadonlyMap<string, readonly string[]>;
}

/** Reads the discriminators of all components, and who extends whom. */
export function findInheritance(document: JsonObject, references: References): Inheritance {
  const components = objectMember(objectMember(document, "components"), "schemas") ?? {};
  const children = findChildren(components, references);
  const telling = Object.keys(components)
    .sort(byText)
    .flatMap((key) => readTelling(key, components, children, references) ?? []);
  const nearestFirst = telling.toSorted((left, right) => left.family.size - right.family.size);
  const mapped = new Map<string, readonly string[]>();
  for (const { property, mapping } of nearestFirst) {
    for (const [key, values] of mapping) {
      const place = JSON.stringify([property, key]);
      if (!mapped.has(place)) mapped.set(place, values);
    }
  }
  const valuesOf = (key: string, property: string): readonly string[] => {
    const stated = statedValue(member(components, key));
    return mapped.get(JSON.stringify([property, key])) ?? (stated === undefined ? [] : [stated]);
  };
  const all = nearestFirst.map((base): InheritanceBase => {
    const { mapping, ...rest } = base;
    const values = (key: string): readonly string[] => {
      const said = mapping.get(key) ?? valuesOf(key, base.property);
      if (said.length > 0) return said;
      if (key === base.key) return valueAsOthers(key, mapping);
      // The name of a schema is its implicit value; but who has heirs of its own is a step between.
      return children.has(key) ? [] : [key];
    };
    const heirs = [base.key, ...base.family].flatMap((key) => values(key).map((value) => ({ value, key })));
    return { ...rest, heirs: heirs.sort(byValue) };
  });
  return {
    valuesOf,
    bases: new Map(
      all
        .filter((base) => isBase(base, components))
        .sort((left, right) => byText(left.key, right.key))
        .map((base) => [componentPointer(base.key), withFallback(base)]),
    ),
    amongHeirs(keys) {
      const base = all.find(({ key, family }) => keys.every((each) => each === key || family.has(each)));
      if (base === undefined || new Set(keys).size < 2) return undefined;
      const families = [...new Set(keys)]
        .map((key) => ({ key, family: descendants(key, children) }))
        .sort((left, right) => left.family.size - right.family.size);
      const heirs = base.heirs.flatMap(({ value, key }) => {
        const owner =
          families.find((each) => each.key === key) ?? families.find(({ family }) => family.has(key));
        return owner === undefined ? [] : [{ value, key: owner.key }];
      });
      return { ...base, heirs };
    },
  };
}

/**
 * The value of a base that its mapping does not name: where that makes every value of the name in one way that is no mere
 * repetition (`#microsoft.graph.attendee` of `microsoft.graph.attendee`), the base has its own as well and can be sent as
 * itself. Names alone tell nothing: most bases are never sent.
 */
function valueAsOthers(key: string, mapping: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const prefixes = new Set(
    [...mapping].flatMap(([heir, values]) =>
      values.map((value) => (value.endsWith(heir) ? value.slice(0, -heir.length) : "")),
    ),
  );
  const [prefix = "", ...others] = prefixes;
  return prefix === "" || others.length > 0 ? [] : [`${prefix}${key}`];
}

function readTelling(
  key: string,
  components: JsonObject,
  children: ReadonlyMap<string, readonly string[]>,
  references: References,
): Telling | undefined {
  const discriminator = ownDiscriminator(member(components, key));
  const property = textMember(discriminator, "propertyName");
  if (discriminator === undefined || property === undefined) return undefined;
  const family = descendants(key, children);
  const mapping = new Map<string, string[]>();
  for (const leading of readMapping(objectMember(discriminator, "mapping"), references)) {
    if (leading.key !== key && !family.has(leading.key)) continue;
    mapping.set(leading.key, [...(mapping.get(leading.key) ?? []), leading.value]);
  }
  const fallback = readFallback(discriminator, references);
  return { key, property, family, mapping, ...(fallback === undefined ? {} : { fallback }) };
}

/** Whether others than the component itself are its heirs. */
function isBase({ key, heirs }: InheritanceBase, components: JsonObject): boolean {
  const json = member(components, key);
  return isObject(json) && isPlain(json) && heirs.some((heir) => heir.key !== key);
}

/** A fallback that is no heir is none. */
function withFallback({ fallback, ...base }: InheritanceBase): InheritanceBase {
  const isHeir = base.heirs.some(({ key }) => key === fallback);
  return fallback === undefined || !isHeir ? base : { ...base, fallback };
}

function byValue(left: LeadingValue, right: LeadingValue): number {
  return byText(left.value, right.value) || byText(left.key, right.key);
}
