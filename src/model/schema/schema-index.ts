import type { Json, JsonObject } from "../../load/loaded-contract.js";
import {
  isObject,
  listMember,
  member,
  objectMember,
  sortedMembers,
  textMember,
} from "../document/json-members.js";
import type { DiscriminatorModel } from "../schema-model.js";
import { discriminatorOf } from "./build-union.js";
import { isNullable } from "./build-node.js";
import { type EndlessReferences, findEndlessReferences } from "./endless-references.js";
import {
  componentKey,
  componentPointer,
  findInheritance,
  type InheritanceBase,
  readFallback,
  readMapping,
} from "./inheritance.js";
import { SPLIT } from "./kept-shapes.js";
import { mappingContradictions } from "./note-mappings.js";
import type { SchemaReading } from "./possible-values.js";
import { indexReferences, type References } from "./references.js";
import { createSchemaNames, nameComponents, type SchemaNames } from "./schema-names.js";
import { createIdentities, type SchemaIdentities } from "./schema-identities.js";
import type { SchemaNote } from "./schema-note.js";
import type { SchemaPlace } from "./schema-place.js";

/** What is known of a document's schemas before any of them is built. */
export interface SchemaIndex {
  /** Component key → schema, as in the document. */
  readonly components: JsonObject;
  /** Component key → name. */
  readonly byKey: ReadonlyMap<string, string>;
  readonly names: SchemaNames;
  readonly identities: SchemaIdentities;
  readonly references: References;
  readonly endless: EndlessReferences;
  /** Pointer of a component → the base it is to its heirs, and the name of what they share. */
  readonly bases: ReadonlyMap<string, NamedBase>;
}

export interface NamedBase extends InheritanceBase {
  /** `PetBase`: what the heirs share; `Pet` is any of them. */
  readonly baseName: string;
}

/** What the shared part of an inheritance base is known by between generations. */
export function baseIdentity(pointer: string): string {
  return `base:${pointer}`;
}

/**
 * @param reserved - type names that belong to the client itself.
 * @param kept - names of an earlier generation, by identity.
 */
export function indexSchemas(
  document: JsonObject,
  reserved: ReadonlySet<string>,
  kept: ReadonlyMap<string, string>,
  notes: SchemaNote[],
): SchemaIndex {
  const components = objectMember(objectMember(document, "components"), "schemas") ?? {};
  const references = indexReferences(document);
  const places = [...kept.keys()].map((identity) => identity.replace(/^[a-z]+:/u, ""));
  const identities = createIdentities(document, places);
  const names = createSchemaNames(reserved, stillThere(kept, identities, components));
  const byKey = nameComponents(Object.keys(components), names, notes);
  const bases = new Map(
    [...findInheritance(document, references)].map(([pointer, base]): [string, NamedBase] => {
      return [
        pointer,
        { ...base, baseName: names.claim(`${byKey.get(base.key) ?? base.key}Base`, baseIdentity(pointer)) },
      ];
    }),
  );
  const endless = findEndlessReferences(
    references,
    (pointer) =>
      (bases.get(pointer)?.heirs ?? [])
        .map((heir) => componentPointer(heir.key))
        .filter((to) => to !== pointer),
    (from, target) => extendsBase(bases.get(target), from),
  );
  return { components, byKey, names, identities, references, endless, bases };
}

/** The names of schemas that the contract still has, by what they are known by now: those of all others are free again. */
function stillThere(
  kept: ReadonlyMap<string, string>,
  identities: SchemaIdentities,
  components: JsonObject,
): ReadonlyMap<string, string> {
  const found = [...kept].flatMap(([identity, name]) => {
    const [, kind = "", place = ""] = /^([a-z]+:)?(.*)$/su.exec(identity) ?? [];
    const now = identities.find(place);
    if (now === undefined) return [];
    const moved = movedTo(now.json, kind, name, components);
    const known = moved === undefined || kept.has(moved) ? `${kind}${now.identity}` : moved;
    return [{ known, name, same: known === identity }];
  });
  // What is known by the same as ever comes last, and so before what was found elsewhere.
  const ordered = [...found.filter(({ same }) => !same), ...found.filter(({ same }) => same)];
  return new Map(ordered.map(({ known, name }) => [known, name]));
}

/**
 * What a schema is known by that had its name from its place and is a component by now: where the component has its name,
 * and where both are an object or null.
 */
function movedTo(json: Json, kind: string, name: string, components: JsonObject): string | undefined {
  const reference = isObject(json) && Object.keys(json).length === 1 ? textMember(json, "$ref") : undefined;
  const key = reference === undefined ? undefined : componentKey(reference);
  const component = key === undefined ? undefined : member(components, key);
  if (key === undefined || !isObject(component)) return undefined;
  if (kind === "") return key === name ? componentPointer(key) : undefined;
  return kind === SPLIT && isNullable(component) ? `${kind}${componentPointer(key)}` : undefined;
}

/** The base that a reference means when it stands directly in the `allOf` of one of its heirs, or of a step between. */
export function baseAt(index: SchemaIndex, target: string, place: SchemaPlace): NamedBase | undefined {
  const base = index.bases.get(target);
  const part = /^(.*)\/allOf\/\d+$/.exec(place.pointer);
  return part?.[1] !== undefined && extendsBase(base, part[1]) ? base : undefined;
}

/** Any component that extends a base shares with it; nobody else can: the base itself is all of its heirs. */
function extendsBase(base: InheritanceBase | undefined, pointer: string): boolean {
  const key = componentKey(pointer);
  return base !== undefined && key !== undefined && base.family.includes(key);
}

/** The discriminator of a union of component references, if it has one. */
export function readDiscriminator(
  index: SchemaIndex,
  json: JsonObject,
  place: SchemaPlace,
  note: (text: string, place: SchemaPlace) => void,
  siblings: SchemaReading["siblings"],
): DiscriminatorModel | undefined {
  const discriminator = objectMember(json, "discriminator");
  const property = textMember(discriminator, "propertyName");
  if (discriminator === undefined || property === undefined) return undefined;
  const members = [...listMember(json, "oneOf"), ...listMember(json, "anyOf")].flatMap((part: Json) => {
    const reference = isObject(part) ? textMember(part, "$ref") : undefined;
    const key =
      reference === undefined
        ? undefined
        : componentKey(index.references.resolve(reference, place.pointer).pointer);
    return key === undefined ? [] : [key];
  });
  const { references, byKey } = index;
  const mapping = readMapping(objectMember(discriminator, "mapping"), references);
  for (const value of strayValues(discriminator, mapping, members)) {
    note(`The discriminator leads ${value}, which is none of the alternatives; it is left out.`, place);
  }
  const among = mapping.filter(({ key }) => members.includes(key));
  const reading: SchemaReading = { follow: (schema) => references.follow(schema, place.pointer), siblings };
  for (const text of mappingContradictions(property, among, index.components, reading)) note(text, place);
  const fallback = readFallback(discriminator, references);
  const other = textMember(discriminator, "defaultMapping");
  if (other !== undefined && (fallback === undefined || !members.includes(fallback)))
    note(
      `The discriminator leads from every other value to ${JSON.stringify(other)}, which is none of the alternatives; it is left out.`,
      place,
    );
  return discriminatorOf(property, members, mapping, (key) => byKey.get(key), fallback);
}

/** What of a mapping leads to no alternative: `from "lynx" to "Lynx"`. */
function strayValues(
  discriminator: JsonObject,
  mapping: readonly { readonly value: string; readonly key: string }[],
  members: readonly string[],
): readonly string[] {
  const known = new Map(mapping.map(({ value, key }) => [value, key]));
  return sortedMembers(objectMember(discriminator, "mapping")).flatMap(([value, target]) => {
    const key = known.get(value);
    const leads = key !== undefined && members.includes(key);
    return leads ? [] : [`from ${JSON.stringify(value)} to ${JSON.stringify(target)}`];
  });
}
