import { fragmentKeys, toPointer } from "../text/json-pointer.js";
import { UserError } from "../text/user-error.js";
import { isMembers, referenceOf, valueAt, walkTree } from "./walk-tree.js";

type Members = Record<string, unknown>;

/**
 * Puts the path item itself wherever a path, a webhook or a callback only refers to one, as the bundler does with those
 * from other files: a document then reads the same however it was split. Members beside the `$ref` win (they are
 * allowed there, OpenAPI 3.1, Path Item Object). Changes the document in place.
 *
 * @throws UserError (3) when a path item contains itself, as it can through its callbacks: it has no end.
 */
export function inlinePathItems(document: Members): void {
  const holders = [document["paths"], document["webhooks"], valueAt(document, ["components", "pathItems"])];
  walkTree(document, (node) => {
    const callbacks = node["callbacks"];
    if (isMembers(callbacks)) holders.push(...Object.values(callbacks));
  });
  for (const holder of holders) if (isMembers(holder)) inlineIn(holder, document);
  refuseEndless(document);
}

function inlineIn(holder: Members, document: Members): void {
  for (const key of Object.keys(holder)) {
    const item = holder[key];
    let at = item;
    // The loops among references were refused before bundling; this one ends.
    for (let reference = referenceOf(at); reference !== undefined; reference = referenceOf(at)) {
      at = valueAt(document, fragmentKeys(reference));
    }
    if (at === item || !isMembers(item) || !isMembers(at)) continue;
    // The same object stays in place, because its place in the source is known by its identity.
    Reflect.deleteProperty(item, "$ref");
    Object.assign(item, { ...at, ...item });
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
