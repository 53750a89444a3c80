import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { VisitBudget } from "../../openapi/visit.js";
import type { JsonObject } from "../../load/loaded-contract.js";
import { operationFields, withoutRoute } from "../../openapi/operations.js";
import { isObject, objectMember, textMember } from "../json-members.js";
import {
  type EndlessReferences,
  findEndlessReferences,
  indexReferences,
  type References,
} from "./references.js";
import { componentKey, componentPointer, isScalarJson, type SchemaPosition } from "../schema-position.js";
import { findInheritance, type Inheritance, type InheritanceBase } from "./inheritance.js";
import { createSchemaNames, nameComponents, type SchemaNames } from "../schema-names/schema-names.js";
import { createIdentities, type SchemaIdentities } from "../schema-names/schema-identities.js";

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
  /** Pointer of a component → the base of its subtypes, and the name of their shared part. */
  readonly bases: ReadonlyMap<string, NamedBase>;
}

export interface NamedBase extends InheritanceBase {
  /** `PetBase`: what the subtypes share; `Pet` is any of them. */
  readonly baseName: string;
}

/** What the shared part of an inheritance base is known by between generations. */
export function baseIdentity(pointer: string): string {
  return `base:${pointer}`;
}

/** The pointer of the schema of an identity, whatever part or shape it means: `#/a` of `object:#/a`. */
export function pointerOf(identity: string): string {
  return identity.replace(/^(?:[a-z]+:)+/u, "");
}

/**
 * @param reserved - type names that belong to the client itself.
 * @param locked - names of an earlier generation, by identity.
 * @param budget - that of the contract.
 */
export function indexSchemas(
  document: JsonObject,
  reserved: ReadonlySet<string>,
  locked: ReadonlyMap<string, string>,
  diagnostics: Diagnostic[],
  budget: VisitBudget,
): SchemaIndex {
  const components = objectMember(objectMember(document, "components"), "schemas") ?? {};
  const references = indexReferences(document, budget);
  const identities = createIdentities(document);
  const names = createSchemaNames(reserved, stillThere(locked, identities));
  const byKey = nameComponents(Object.keys(components), idsBeforeRoutes(document), names, diagnostics);
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
      (bases.get(pointer)?.subtypes ?? [])
        .map((subtype) => componentPointer(subtype.key))
        .filter((to) => to !== pointer),
    (from, target) => extendsBase(bases.get(target), from),
  );
  return { components, byKey, names, identities, references, endless, inheritance, bases };
}

/** The operationIds that end with their route: operationId → what is before it. */
function idsBeforeRoutes(document: JsonObject): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [path, item] of Object.entries(objectMember(document, "paths") ?? {})) {
    if (!isObject(item)) continue;
    for (const method of operationFields) {
      const id = textMember(objectMember(item, method), "operationId") ?? "";
      const before = withoutRoute(id, path, method);
      if (before !== id) found.set(id, before);
    }
  }
  return found;
}

/**
 * The names of schemas that the contract still has; those of all others are free again, and those of schemas
 * that are only a reference or a plain value.
 */
function stillThere(
  locked: ReadonlyMap<string, string>,
  identities: SchemaIdentities,
): ReadonlyMap<string, string> {
  return new Map(
    [...locked].filter(([identity]) => {
      const json = identities.find(pointerOf(identity));
      const isReference = isObject(json) && Object.keys(json).length === 1 && Object.hasOwn(json, "$ref");
      const isComponent = componentKey(pointerOf(identity)) !== undefined;
      return json !== undefined && (isComponent || !(isReference || isScalarJson(json)));
    }),
  );
}

/** The base that a reference means when it is directly in the `allOf` of a subtype, or of a step between. */
export function baseAt(index: SchemaIndex, target: string, position: SchemaPosition): NamedBase | undefined {
  const base = index.bases.get(target);
  const part = /^(.*)\/allOf\/\d+$/.exec(position.pointer);
  return part?.[1] !== undefined && extendsBase(base, part[1]) ? base : undefined;
}

/** Only a component that extends a base shares with it: the base itself is all of its subtypes. */
function extendsBase(base: InheritanceBase | undefined, pointer: string): boolean {
  const key = componentKey(pointer);
  return base !== undefined && key !== undefined && base.descendants.has(key);
}
