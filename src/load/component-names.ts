import { fragmentKeys, toReference } from "../text/json-pointer.js";
import { referenceOf, valueAt, walkTree } from "./walk-tree.js";

type Members = Record<string, unknown>;

/** The names that the root document itself gives to components: `schemas/Order`. */
export type DeclaredNames = ReadonlySet<string>;

/** Reads the declared names. To be called before bundling, which adds components for what other files hold. */
export function readDeclaredNames(document: Members): DeclaredNames {
  const names = new Set<string>();
  for (const [section, components] of sectionsOf(document)) {
    for (const name of Object.keys(components)) names.add(`${section}/${name}`);
  }
  return names;
}

/**
 * Gives components their declared names back. Where the root says `Order: {$ref: ./order-schema.yaml}`, the bundler adds a
 * component `order-schema` and leaves `Order` as a mere reference to it; the author meant one component, `Order`, and a
 * document in one file has only that. Changes the document in place.
 */
export function restoreComponentNames(document: Members, declared: DeclaredNames): void {
  const renamed = new Map<string, readonly string[]>();
  for (const [section, components] of sectionsOf(document)) {
    for (const name of Object.keys(components).sort()) {
      const target = fragmentKeys(referenceOf(components[name]) ?? "#");
      const [first, second, added = ""] = target;
      const isAdded = first === "components" && second === section && target.length === 3;
      if (!isAdded || declared.has(`${section}/${added}`) || !isBare(components[name])) continue;
      const reference = toReference(target);
      if (renamed.has(reference)) continue;
      renamed.set(reference, ["components", section, name]);
      components[name] = valueAt(document, target);
      Reflect.deleteProperty(components, added);
    }
  }
  if (renamed.size > 0) rename(document, renamed);
}

function rename(document: Members, renamed: ReadonlyMap<string, readonly string[]>): void {
  const renameOne = (reference: string) => {
    const keys = fragmentKeys(reference);
    const name = renamed.get(toReference(keys.slice(0, 3)));
    return name === undefined ? reference : toReference([...name, ...keys.slice(3)]);
  };
  walkTree(document, (node) => {
    const reference = referenceOf(node);
    if (reference !== undefined) node["$ref"] = renameOne(reference);
    const mapping = valueAt(node, ["discriminator", "mapping"]);
    if (typeof mapping !== "object" || mapping === null) return;
    for (const [value, target] of Object.entries(mapping)) {
      if (typeof target === "string" && target.startsWith("#")) {
        (mapping as Members)[value] = renameOne(target);
      }
    }
  });
}

/** A reference with siblings says something of its own: it is more than another name. */
function isBare(node: unknown): boolean {
  return typeof node === "object" && node !== null && Object.keys(node).length === 1;
}

function sectionsOf(document: Members): [string, Members][] {
  const components = document["components"];
  if (typeof components !== "object" || components === null) return [];
  return Object.entries(components as Members).filter((entry): entry is [string, Members] => {
    const [section, value] = entry;
    return !section.startsWith("x-") && typeof value === "object" && value !== null && !Array.isArray(value);
  });
}
