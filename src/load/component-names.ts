import { fragmentKeys, toReference } from "../text/json-pointer.js";
import { visitObjects } from "../openapi/visit.js";
import type { ReferenceTargets } from "./reference-targets.js";
import { isMembers, referenceOf, valueAt, walkTree } from "./walk-tree.js";

type Members = Record<string, unknown>;

/** What the root document itself declares as components: `schemas/Order` → what it says there. */
export type DeclaredComponents = ReadonlyMap<string, unknown>;

/** Reads the declared components. To be called before bundling, which adds some for what other files hold. */
export function readDeclaredComponents(document: Members): DeclaredComponents {
  const declared = new Map<string, unknown>();
  for (const [section, components] of componentSections(document)) {
    for (const [name, component] of Object.entries(components)) declared.set(`${section}/${name}`, component);
  }
  return declared;
}

/**
 * Gives components their declared names back. Where the root says `Order: {$ref: ./order-schema.yaml}`, the bundler adds a
 * component `order-schema` and leaves `Order` as a mere reference to it; the author meant one component, `Order`, and a
 * document in one file has only that. Of several names for it, the first takes it that refers to it without going through
 * another file. Changes the document in place.
 */
export function restoreComponentNames(
  document: Members,
  declared: DeclaredComponents,
  targets: ReferenceTargets,
): void {
  const renamed = new Map<string, readonly string[]>();
  for (const [section, components] of componentSections(document)) {
    for (const name of directFirst(components, document, targets)) {
      const target = fragmentKeys(referenceOf(components[name]) ?? "#");
      const [first, second, added = ""] = target;
      const isAdded = first === "components" && second === section && target.length === 3;
      if (!isAdded || declared.has(`${section}/${added}`) || !isBareReference(components[name])) continue;
      const reference = toReference(target);
      if (renamed.has(reference)) continue;
      renamed.set(reference, ["components", section, name]);
      components[name] = valueAt(document, target);
      Reflect.deleteProperty(components, added);
    }
  }
  if (renamed.size > 0) rename(document, renamed);
}

/** The names of components, sorted; those before the others that refer to what they mean, and to no reference to it. */
function directFirst(components: Members, document: Members, targets: ReferenceTargets): readonly string[] {
  const names = Object.keys(components).sort();
  const isDirect = (name: string): boolean => {
    const component = components[name];
    const reference = referenceOf(component);
    if (reference === undefined) return false;
    return targets.get(component as object) === valueAt(document, fragmentKeys(reference));
  };
  const direct = new Set(names.filter(isDirect));
  return [...direct, ...names.filter((name) => !direct.has(name))];
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
  });
  for (const { holder, name, reference } of discriminatorReferences(document)) {
    if (reference.startsWith("#")) holder[name] = renameOne(reference);
  }
}

/** A value of a discriminator that leads to a schema, and where it stands. */
interface DiscriminatorReference {
  readonly holder: Members;
  readonly name: string;
  readonly reference: string;
}

/**
 * What the discriminators of a document lead to, by `mapping` and `defaultMapping`: references, or names of schemas. Data that looks like a
 * discriminator, and names that are those of keywords, are none.
 */
export function discriminatorReferences(document: Members): readonly DiscriminatorReference[] {
  const found: DiscriminatorReference[] = [];
  const add = (holder: Members, name: string) => {
    const reference = valueAt(holder, [name]);
    if (typeof reference === "string") found.push({ holder, name, reference });
  };
  visitObjects(
    document,
    (node, kind) => {
      if (kind !== "discriminator") return undefined;
      add(node, "defaultMapping");
      const mapping = node["mapping"];
      if (isMembers(mapping)) for (const value of Object.keys(mapping)) add(mapping, value);
      return undefined;
    },
    { follow: document },
  );
  return found;
}

/** Whether an object is a reference and no more: one with siblings says something of its own. */
export function isBareReference(node: unknown): node is { $ref: string } {
  return referenceOf(node) !== undefined && Object.keys(node as object).length === 1;
}

/** The sections of a document's components, by name; no extensions. */
export function componentSections(document: Members): [string, Members][] {
  const components = document["components"];
  if (typeof components !== "object" || components === null) return [];
  return Object.entries(components as Members).filter((entry): entry is [string, Members] => {
    const [section, value] = entry;
    return !section.startsWith("x-") && typeof value === "object" && value !== null && !Array.isArray(value);
  });
}
