import type { VisitBudget } from "../../openapi/visit-budget.js";
import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { isObject, member, objectMember, textMember } from "../json-members.js";
import { isNullable } from "./nullable.js";
import {
  type EndlessReferences,
  findEndlessReferences,
  indexReferences,
  type References,
} from "./references.js";
import { componentKey, componentPointer, type SchemaPlace } from "../schema-place.js";
import { findInheritance, type Inheritance, type InheritanceBase } from "./inheritance.js";
import { createSchemaNames, nameComponents, type SchemaNames, SPLIT } from "../schema-names/schema-names.js";
import { createIdentities, type SchemaIdentities } from "../schema-names/schema-identities.js";
import type { SchemaNote } from "../notes.js";

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
  readonly inheritance: Inheritance;
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

/** Where the schema of an identity stands, whatever part or shape of it is meant: `#/a` of `object:#/a`. */
export function placeOf(identity: string): string {
  return identity.replace(/^(?:[a-z]+:)+/u, "");
}

/**
 * @param reserved - type names that belong to the client itself.
 * @param kept - names of an earlier generation, by identity.
 * @param described - what that generation said of its alternatives.
 * @param budget - that of the contract.
 */
export function indexSchemas(
  document: JsonObject,
  reserved: ReadonlySet<string>,
  kept: ReadonlyMap<string, string>,
  notes: SchemaNote[],
  described: ReadonlyMap<string, string>,
  budget: VisitBudget,
): SchemaIndex {
  const components = objectMember(objectMember(document, "components"), "schemas") ?? {};
  const references = indexReferences(document, budget);
  const places = [...kept.keys()].map((identity) => placeOf(identity));
  const identities = createIdentities(document, places, described, budget);
  const names = createSchemaNames(reserved, stillThere(kept, identities, components));
  const byKey = nameComponents(Object.keys(components), names, notes);
  const inheritance = findInheritance(document, references);
  const bases = new Map(
    [...inheritance.bases].map(([pointer, base]): [string, NamedBase] => {
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
  return { components, byKey, names, identities, references, endless, inheritance, bases };
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
  return base !== undefined && key !== undefined && base.family.has(key);
}
