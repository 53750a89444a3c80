import { isInExtension } from "../openapi/keywords.js";
import { visitObjects } from "../openapi/visit.js";
import { fragmentKeys, toReference } from "../text/json-pointer.js";
import type { ReferenceTargets } from "./read-documents.js";
import { isMembers, referenceOf, valueAt, walkTree } from "./walk-tree.js";

type Members = Record<string, unknown>;

/**
 * Lets the references of a contract in several files lead where they would in one file. Where one leads into another
 * file, to a part of a component or of a path (`./pet.yaml#/properties/owner`), the bundler adds a component `owner` beside
 * the part; and of references in a row it keeps the last. Here they lead to what they were written for, which is still
 * in the document, and the added components go. Extensions stay as they are. Changes the document in place.
 */
export function restoreReferences(
  document: Members,
  declared: DeclaredComponents,
  targets: ReferenceTargets,
): void {
  if (targets.size === 0) return;
  restoreDeclared(document, declared);
  const objects = new ObjectPointers(document, declared);
  const aliases = readAliases(document, targets, objects);
  walkTree(document, (node, at) => {
    if (referenceOf(node) === undefined || isInExtension(at)) return;
    const keys = pointerOf(node, targets, objects, aliases);
    if (keys !== undefined) node["$ref"] = toReference(keys);
  });
  dropAdded(document, declared, objects);
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
  objects: ObjectPointers,
): ReadonlyMap<object, object> {
  const aliases = new Map<object, object>();
  for (const [, components] of componentSections(document)) {
    for (const component of Object.values(components)) {
      if (!isBareReference(component)) continue;
      for (let at = targets.get(component); at !== undefined; at = targets.get(at)) {
        if (objects.keysOf(at) !== undefined || aliases.has(at)) break;
        aliases.set(at, component);
      }
    }
  }
  return aliases;
}

/** The keys of what a reference leads to; undefined where that is known by the name that the bundler gave it. */
function pointerOf(
  reference: object,
  targets: ReferenceTargets,
  objects: ObjectPointers,
  aliases: ReadonlyMap<object, object>,
): string[] | undefined {
  for (
    let at = targets.get(reference);
    at !== undefined;
    at = isBareReference(at) ? targets.get(at) : undefined
  ) {
    const alias = aliases.get(at);
    const target = alias === undefined || alias === reference ? at : alias;
    const keys = objects.keysOf(target);
    if (keys !== undefined) return keys;
  }
  return undefined;
}

/** What was added for references that lead elsewhere now goes, unless a discriminator's mapping names it. */
function dropAdded(document: Members, declared: DeclaredComponents, objects: ObjectPointers): void {
  const used = new Set(discriminatorReferences(document).map(({ reference }) => reference));
  walkTree(document, (node) => {
    const reference = referenceOf(node);
    if (reference !== undefined) used.add(reference);
  });
  for (const [section, components] of componentSections(document)) {
    for (const [name, component] of Object.entries(components)) {
      const isPart = isMembers(component) && objects.isPart(component);
      if (!isPart || declared.has(`${section}/${name}`)) continue;
      if (!used.has(toReference(["components", section, name]))) Reflect.deleteProperty(components, name);
    }
  }
}

/**
 * Gives declared components back what the root says there, where the bundler put a part of something else in its place: what
 * the component refers to (`Owner: {$ref: ./pet.yaml#/properties/owner}`, with `Pet` declared), or what is like it. A part of
 * what no other component declares becomes the component that is declared for it. Changes the document in place.
 */
function restoreDeclared(document: Record<string, unknown>, declared: DeclaredComponents): void {
  const parts = new Set<object>();
  const seen = new Set<object>();
  eachObject(document, (node, { key }, section) => {
    if (section === undefined) parts.add(node);
    else if (!declared.has(`${section}/${key}`)) return false;
    const isNew = !seen.has(node);
    seen.add(node);
    return isNew;
  });
  for (const [section, components] of componentSections(document)) {
    for (const [name, component] of Object.entries(components)) {
      const before = declared.get(`${section}/${name}`);
      const isPart = typeof component === "object" && component !== null && parts.has(component);
      if (isPart && before !== undefined) components[name] = before;
    }
  }
}

/**
 * The positions of the objects of a bundled document, one each. The bundler makes a component of whatever another file
 * refers to, and leaves it where it was as well: such a component has its place inside of what it is a part of, unless the
 * root declares it.
 */
class ObjectPointers {
  readonly #parts = new Set<object>();
  readonly #steps = new Map<object, Step>();
  readonly #root: object;

  /** @param document - a bundled document without cycles of objects. */
  constructor(document: Record<string, unknown>, declared: DeclaredComponents) {
    this.#root = document;
    const own = new Set<object>();
    const seen = new Set<object>();
    eachObject(document, (node, { key }, section) => {
      if (section === undefined) this.#parts.add(node);
      else if (declared.has(`${section}/${key}`)) own.add(node);
      const isNew = !seen.has(node);
      seen.add(node);
      return isNew;
    });
    for (const node of own) this.#parts.delete(node);
    eachObject(document, (node, step, section) => {
      const isElsewhere = section === undefined ? own.has(node) : this.#parts.has(node);
      if (isElsewhere || this.#steps.has(node)) return false;
      this.#steps.set(node, step);
      return true;
    });
  }

  /** Whether an object is a part of something, and no component of its own. */
  isPart(node: object): boolean {
    return this.#parts.has(node);
  }

  /** The keys that lead to an object; undefined if it is not in the document. */
  keysOf(node: object): string[] | undefined {
    const keys: string[] = [];
    let at = node;
    for (let step = this.#steps.get(at); step !== undefined; step = this.#steps.get(at)) {
      keys.push(step.key);
      at = step.holder;
    }
    return at === this.#root ? keys.reverse() : undefined;
  }
}

/** The parent of an object, and the object's key in it. */
export interface Step {
  readonly holder: object;
  readonly key: string;
}

/**
 * Gets an object, its position, and the section whose component it is, if any. Returns whether to visit its children.
 */
type Enter = (node: object, step: Step, section: string | undefined) => boolean;

/**
 * Visits the objects in a bundled document at every position, parents first. `enter` decides whether children are
 * visited, and must end the visit where objects are shared.
 */
function eachObject(document: Record<string, unknown>, enter: Enter): void {
  const components = document["components"];
  const sections = new Map<unknown, string>();
  if (isMembers(components)) {
    for (const [section, holder] of Object.entries(components)) {
      if (!section.startsWith("x-")) sections.set(holder, section);
    }
  }
  visit(document);

  function visit(holder: object): void {
    const section = sections.get(holder);
    for (const [key, child] of Object.entries(holder) as [string, unknown][]) {
      if (typeof child !== "object" || child === null) continue;
      if (enter(child, { holder, key }, section)) visit(child);
    }
  }
}

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

/** A value of a discriminator that leads to a schema, and its position. */
interface DiscriminatorReference {
  readonly holder: Members;
  readonly name: string;
  readonly reference: string;
}

/**
 * The targets of a document's discriminators, by `mapping` and `defaultMapping`: references, or names of schemas. Data
 * that looks like a discriminator does not count, nor do names that are keywords.
 */
function discriminatorReferences(document: Members): readonly DiscriminatorReference[] {
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
function isBareReference(node: unknown): node is { $ref: string } {
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
