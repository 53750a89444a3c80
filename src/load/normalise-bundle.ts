import { isInExtension } from "../openapi/keywords.js";
import { visitObjects } from "../openapi/visit.js";
import { fragmentKeys, toPointer, toReference } from "../text/json-pointer.js";
import { UserError } from "../text/user-error.js";
import type { JsonObject } from "./loaded-contract.js";
import { listLocations } from "./problems/problem-frames.js";
import type { ReferenceTargets } from "./read-documents.js";
import { type DeclaredComponents, restoreComponentNames, restoreReferences } from "./restore-references.js";
import { isMembers, referenceOf, restoreExampleData, valueAt, walkTree } from "./walk-tree.js";

/**
 * Takes out of a bundled document what tells how it was split into files, so that the same contract gives the same
 * document and digest; and makes sure of what `LoadedContract` promises: no cycle of objects, every reference leads to
 * something in the document. Changes the document in place.
 *
 * @throws UserError (3) when there is nothing to generate from, a path item contains itself, or a reference does not
 *   lead into the document.
 */
export function normaliseBundle(
  document: Record<string, unknown>,
  declared: DeclaredComponents,
  targets: ReferenceTargets,
): JsonObject {
  refuseEmpty(document);
  inlinePathItems(document);
  restoreComponentNames(document, declared, targets);
  restoreReferences(document, declared, targets);
  spellReferences(document);
  dropEmptyComponents(document);
  restoreExampleData(document);
  return document as JsonObject;
}

function refuseEmpty(document: Record<string, unknown>): void {
  const sections = isMembers(document["components"]) ? Object.values(document["components"]) : [];
  const hasContent = [document["paths"], document["webhooks"], ...sections].some(
    (holder) => isMembers(holder) && Object.keys(holder).length > 0,
  );
  if (hasContent) return;
  throw new UserError(3, "There is nothing to generate: the contract has no paths, webhooks or components.", {
    remedy: 'Name the document that has the "paths"; a file of a split contract is named by its root.',
  });
}

/**
 * One spelling for every reference, whatever characters its author percent-encoded. Those in an extension of a contract in several files, and
 * below a member that OpenAPI does not know, the bundler leaves as they are; nothing depends on them.
 */
function spellReferences(document: Record<string, unknown>): void {
  const dangling: { readonly node: object; readonly shown: string }[] = [];
  walkTree(document, (node, keys) => {
    const reference = referenceOf(node);
    if (reference === undefined) return;
    const target = fragmentKeys(reference);
    if (!reference.startsWith("#/") || valueAt(document, target) === undefined) {
      if (isInExtension(keys)) return;
      dangling.push({ node, shown: `${toPointer(keys)}: ${reference}` });
      return;
    }
    node["$ref"] = toReference(target);
  });
  if (dangling.length === 0) return;
  const known = listKnown(document);
  const lost = dangling.filter(({ node }) => known.has(node)).map(({ shown }) => shown);
  if (lost.length === 0) return;
  throw new UserError(3, "References of the contract have no target in the bundled document.", {
    where: listLocations(lost),
    remedy:
      "Refer to components by file and JSON pointer (#/components/schemas/Name); names are letters, digits, . - _.",
  });
}

/** The objects of a document that are in positions which OpenAPI knows. A path begins with a slash: what another one holds is omitted. */
function listKnown(document: Record<string, unknown>): ReadonlySet<object> {
  const known = new Set<object>();
  visitObjects(
    document,
    (node, _, [section, name]) => {
      if (section === "paths" && name?.startsWith("/") === false) return "skip";
      known.add(node);
      return undefined;
    },
    { follow: document },
  );
  return known;
}

/** The bundler adds `components`, and repairing may empty a section. */
function dropEmptyComponents(document: Record<string, unknown>): void {
  const components = document["components"];
  if (!isMembers(components)) return;
  for (const [section, value] of Object.entries(components)) {
    if (isMembers(value) && Object.keys(value).length === 0) Reflect.deleteProperty(components, section);
  }
  if (Object.keys(components).length === 0) Reflect.deleteProperty(document, "components");
}

type Members = Record<string, unknown>;

/**
 * Puts the path item itself wherever a path, a webhook or a callback only refers to one, as the bundler does with those
 * from other files: a document then reads the same however it was split. Members beside the `$ref` win (they are
 * allowed there, OpenAPI 3.1, Path Item Object). Changes the document in place.
 *
 * @throws UserError (3) when a path item contains itself, as it can through its callbacks: it has no end.
 */
function inlinePathItems(document: Members): void {
  visitObjects(
    document,
    (node, kind) => {
      if (kind === "pathItem") inline(node, document);
      return undefined;
    },
    { follow: document },
  );
  refuseEndless(document);
}

/** The loops among references were refused before bundling; this one ends. */
function inline(item: Members, document: Members): void {
  const reference = referenceOf(item);
  const target = reference === undefined ? undefined : valueAt(document, fragmentKeys(reference));
  if (!isMembers(target)) return;
  inline(target, document);
  // The same object stays in place, because its place in the source is known by its identity.
  Reflect.deleteProperty(item, "$ref");
  for (const [name, value] of Object.entries(target)) {
    if (Object.hasOwn(item, name)) continue;
    // `__proto__` may be a name in a contract; plain assignment would change the prototype instead.
    Object.defineProperty(item, name, { value, enumerable: true, writable: true, configurable: true });
  }
}

/** After this, walking the document always ends. */
function refuseEndless(document: Members): void {
  const open = new Set<object>();
  const done = new Set<object>();
  const keys: string[] = [];
  visit(document);

  function visit(node: unknown): void {
    if (typeof node !== "object" || node === null || done.has(node)) return;
    if (open.has(node)) {
      throw new UserError(
        3,
        "A path item contains itself, through its callbacks or by references that are inlined.",
        {
          where: toPointer(keys),
          remedy: "Break the circle: a callback can be described without the callbacks of its own.",
        },
      );
    }
    open.add(node);
    for (const key of Object.keys(node)) {
      const value = (node as Members)[key];
      if (typeof value !== "object" || value === null) continue;
      keys.push(key);
      visit(value);
      keys.pop();
    }
    open.delete(node);
    done.add(node);
  }
}
