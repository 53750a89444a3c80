import type { JsonObject } from "../../load/loaded-contract.js";
import { byText } from "../../text/by-text.js";
import { isObject, listMember, member, textMember } from "../document/json-members.js";
import { componentKey, componentPointer } from "./component-pointer.js";
import type { References } from "./references.js";

/** Component key → keys of the components that extend it by `allOf`, sorted. */
export function findChildren(
  components: JsonObject,
  references: References,
): ReadonlyMap<string, readonly string[]> {
  const children = new Map<string, string[]>();
  for (const key of Object.keys(components).sort(byText)) {
    for (const parent of parentKeys(key, components, references)) {
      const known = children.get(parent);
      if (known === undefined) children.set(parent, [key]);
      else known.push(key);
    }
  }
  return children;
}

function parentKeys(key: string, components: JsonObject, references: References): ReadonlySet<string> {
  const json = member(components, key);
  const parts = isObject(json) ? listMember(json, "allOf") : [];
  const parents = parts.flatMap((part) => {
    const reference = isObject(part) ? textMember(part, "$ref") : undefined;
    if (reference === undefined) return [];
    return componentKey(references.resolve(reference, componentPointer(key)).pointer) ?? [];
  });
  return new Set(parents);
}

/** Keys of all components that extend one, in any number of steps. */
export function descendants(
  key: string,
  children: ReadonlyMap<string, readonly string[]>,
): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = [...(children.get(key) ?? [])];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next === key || found.has(next)) continue;
    found.add(next);
    waiting.push(...(children.get(next) ?? []));
  }
  return found;
}
