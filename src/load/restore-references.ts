import { toReference } from "../text/json-pointer.js";
import {
  componentSections,
  discriminatorReferences,
  isBareReference,
  type DeclaredComponents,
} from "./component-names.js";
import { isInExtension } from "../openapi/places.js";
import { ObjectPlaces } from "./object-places.js";
import type { ReferenceTargets } from "./reference-targets.js";
import { restoreDeclared } from "./restore-declared.js";
import { isMembers, referenceOf, walkTree } from "./walk-tree.js";

type Members = Record<string, unknown>;

/**
 * Lets the references of a contract in several files lead where they would in one file. Where one leads into another
 * file, to a part of a component or of a path (`./pet.yaml#/properties/owner`), the bundler adds a component `owner` beside
 * the part; and of references in a row it keeps the last. Here they lead to what they were written for, which still stands
 * in the document, and the added components go. What stands in an extension stays as it is. Changes the document in place.
 */
export function restoreReferences(
  document: Members,
  declared: DeclaredComponents,
  targets: ReferenceTargets,
): void {
  if (targets.size === 0) return;
  restoreDeclared(document, declared);
  const places = new ObjectPlaces(document, declared);
  const aliases = readAliases(document, targets, places);
  walkTree(document, (node, at) => {
    if (referenceOf(node) === undefined || isInExtension(at)) return;
    const keys = placeOf(node, targets, places, aliases);
    if (keys !== undefined) node["$ref"] = toReference(keys);
  });
  dropAdded(document, declared, places);
}

/**
 * A file may hold a reference alone: `Alias: {$ref: ./alias.yaml}`, and there `$ref: ./pet.yaml`. The bundler skips it; who
 * refers to it means the component that is declared by it.
 *
 * @returns reference that is not in the document → the declared component that stands for it.
 */
function readAliases(
  document: Members,
  targets: ReferenceTargets,
  places: ObjectPlaces,
): ReadonlyMap<object, object> {
  const aliases = new Map<object, object>();
  for (const [, components] of componentSections(document)) {
    for (const component of Object.values(components)) {
      if (!isBareReference(component)) continue;
      for (let at = targets.get(component); at !== undefined; at = targets.get(at)) {
        if (places.keysOf(at) !== undefined || aliases.has(at)) break;
        aliases.set(at, component);
      }
    }
  }
  return aliases;
}

/** The keys of what a reference leads to; undefined where that is known by the name that the bundler gave it. */
function placeOf(
  reference: object,
  targets: ReferenceTargets,
  places: ObjectPlaces,
  aliases: ReadonlyMap<object, object>,
): string[] | undefined {
  for (
    let at = targets.get(reference);
    at !== undefined;
    at = isBareReference(at) ? targets.get(at) : undefined
  ) {
    const alias = aliases.get(at);
    const stands = alias === undefined || alias === reference ? at : alias;
    const keys = places.keysOf(stands);
    if (keys !== undefined) return keys;
  }
  return undefined;
}

/** What was added for references that lead elsewhere now goes, unless a discriminator's mapping names it. */
function dropAdded(document: Members, declared: DeclaredComponents, places: ObjectPlaces): void {
  const used = new Set(discriminatorReferences(document).map(({ reference }) => reference));
  walkTree(document, (node) => {
    const reference = referenceOf(node);
    if (reference !== undefined) used.add(reference);
  });
  for (const [section, components] of componentSections(document)) {
    for (const [name, component] of Object.entries(components)) {
      const isPart = isMembers(component) && places.isPart(component);
      if (!isPart || declared.has(`${section}/${name}`)) continue;
      if (!used.has(toReference(["components", section, name]))) Reflect.deleteProperty(components, name);
    }
  }
}
