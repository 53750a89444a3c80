import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { byText } from "../../text/by-text.js";
import { isObject, listMember, member, objectMember, textMember } from "../document/json-members.js";
import type { DiscriminatorModel } from "../schema-model.js";
import { componentKey } from "./component-pointer.js";
import { absentDiscriminator } from "./note-absent.js";
import { mappingContradictions, unlikelyNames } from "./note-mappings.js";
import type { SchemaReading } from "./possible-values.js";
import {
  type LeadingValue,
  ownDiscriminator,
  readFallback,
  readMapping,
  statedValue,
  strayValues,
} from "./read-discriminator.js";
import type { SchemaIndex } from "./schema-index.js";
import type { SchemaPlace } from "./schema-place.js";

/** What reading the discriminator of alternatives asks of the document. */
type Known = Pick<SchemaIndex, "byKey" | "components" | "inheritance" | "references">;

/** Says something about how a schema was understood. */
type Note = (text: string, place: SchemaPlace) => void;

/** The discriminator of alternatives: their own, or that of the base that all of them, component references, extend. */
export function readDiscriminator(
  index: Known,
  json: JsonObject,
  place: SchemaPlace,
  note: Note,
  reading: SchemaReading,
): DiscriminatorModel | undefined {
  const parts = [...listMember(json, "oneOf"), ...listMember(json, "anyOf")];
  const members = referredComponents(index, parts, place);
  const discriminator = ownDiscriminator(json);
  const property = textMember(discriminator, "propertyName");
  if (discriminator !== undefined && property !== undefined)
    return readOwn(index, { discriminator, property, members, count: parts.length }, place, note, reading);
  const inherited = index.inheritance.amongHeirs(members);
  if (inherited === undefined) return undefined;
  for (const text of absentDiscriminator(inherited, index.components, reading)) note(text, place);
  const { property: shared, heirs, fallback } = inherited;
  return modelOf({ property: shared, members, inPlace: false }, heirs, index.byKey, fallback);
}

/** Keys of the components that are among alternatives. */
function referredComponents(
  { references }: Known,
  parts: readonly Json[],
  { pointer }: SchemaPlace,
): readonly string[] {
  return parts.flatMap((part) => {
    const reference = isObject(part) ? textMember(part, "$ref") : undefined;
    if (reference === undefined) return [];
    return componentKey(references.resolve(reference, pointer).pointer) ?? [];
  });
}

/** A discriminator, its implicit values made explicit: an alternative that no mapping names answers to its key. */
function readOwn(
  index: Known,
  told: {
    readonly discriminator: JsonObject;
    readonly property: string;
    readonly members: readonly string[];
    /** Of all alternatives. */
    readonly count: number;
  },
  place: SchemaPlace,
  note: Note,
  reading: SchemaReading,
): DiscriminatorModel | undefined {
  const { references, components, inheritance, byKey } = index;
  const { discriminator, property, members } = told;
  const mapping = readMapping(objectMember(discriminator, "mapping"), references);
  for (const value of strayValues(discriminator, mapping, new Set(members))) {
    note(`The discriminator leads ${value}, which is none of the alternatives; it is left out.`, place);
  }
  const explicit = mapping.filter(({ key }) => members.includes(key));
  const named = new Set(explicit.map(({ key }) => key));
  const implicit = [...new Set(members)]
    .filter((key) => !named.has(key))
    .flatMap((key): readonly LeadingValue[] => {
      const values = inheritance.valuesOf(key, property);
      return (values.length === 0 ? [key] : values).map((value) => ({ value, key }));
    });
  const stated = implicit.filter(({ value, key }) => statedValue(member(components, key)) === value);
  for (const text of mappingContradictions(property, [...explicit, ...stated], components, reading))
    note(text, place);
  const unnamed = implicit.flatMap(({ value, key }) => (value === key ? [key] : []));
  for (const text of unlikelyNames(property, unnamed, components, reading)) note(text, place);
  const fallback = readFallback(discriminator, references);
  const other = textMember(discriminator, "defaultMapping");
  if (other !== undefined && (fallback === undefined || !members.includes(fallback)))
    note(
      `The discriminator leads from every other value to ${JSON.stringify(other)}, which is none of the alternatives; it is left out.`,
      place,
    );
  const heirs = [...explicit, ...implicit];
  const apart = { property, heirs, ...(fallback === undefined ? {} : { fallback }) };
  for (const text of absentDiscriminator(apart, components, reading)) note(text, place);
  const inPlace = members.length < told.count;
  return modelOf({ property, members, inPlace }, heirs, byKey, fallback);
}

/** What a discriminator tells apart. */
interface Alternatives {
  readonly property: string;
  /** Component keys of those that are references. */
  readonly members: readonly string[];
  /** Whether others are written in place: what leads to them are their own literals, and no mapping. */
  readonly inPlace: boolean;
}

/**
 * Component keys made names.
 *
 * @param fallback - component key of the member for every other value, which no list of them tells apart.
 */
function modelOf(
  { property, members, inPlace }: Alternatives,
  leading: readonly LeadingValue[],
  nameOf: ReadonlyMap<string, string>,
  fallback: string | undefined,
): DiscriminatorModel | undefined {
  const mapping = leading.flatMap(({ value, key }) => {
    const schema = nameOf.get(key);
    return schema === undefined || key === fallback ? [] : [{ value, schema }];
  });
  if (mapping.length === 0 && !inPlace) return undefined;
  const rest = fallback === undefined || !members.includes(fallback) ? undefined : nameOf.get(fallback);
  return {
    property,
    mapping: mapping.sort((left, right) => byText(left.value, right.value)),
    ...(rest === undefined ? {} : { fallback: rest }),
  };
}
