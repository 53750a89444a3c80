import { fragmentKeys, toPointer } from "../text/json-pointer.js";
import { UserError } from "../text/user-error.js";
import { visitObjects } from "../openapi/visit.js";
import { isMembers, referenceOf, valueAt } from "./walk-tree.js";

type Members = Record<string, unknown>;

/**
 * Puts the path item itself wherever a path, a webhook or a callback only refers to one, as the bundler does with those
 * from other files: a document then reads the same however it was split. Members beside the `$ref` win (they are
 * allowed there, OpenAPI 3.1, Path Item Object). Changes the document in place.
 *
 * @throws UserError (3) when a path item contains itself, as it can through its callbacks: it has no end.
 */
export function inlinePathItems(document: Members): void {
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
    for (const [key, value] of Object.entries(node)) {
      keys.push(key);
      visit(value);
      keys.pop();
    }
    open.delete(node);
    done.add(node);
  }
}
