import type { Json } from "../../load/loaded-contract.js";
import { isObject, listMember, textMember } from "../document/json-members.js";
import type { References } from "./references.js";

/** Asks whether a reference closes a circle in which no property and no item stands: a schema made of itself. */
export interface EndlessReferences {
  /**
   * @param within - pointer of the reference target that the reference is an immediate part of.
   * @param target - pointer that it points at.
   */
  has(within: string | undefined, target: string): boolean;
  /** Whether a schema is, or is made of, the one at a pointer for the very same value. */
  leads(json: Json, pointer: string, target: string): boolean;
}

/**
 * Finds the references that make a schema consist of itself (`A: { allOf: [A] }`, `A: B` with `B: A`). They assert
 * nothing (a value is valid if it is valid), and TypeScript refuses such types; the one that closes a circle is left
 * out. Walks the targets in sorted order, so that the same one is found whatever the order of the document.
 *
 * @param edges - further targets that a target stands for: a base and its heirs.
 * @param ignore - references that are answered with something else: an heir's own base.
 */
export function findEndlessReferences(
  references: References,
  edges: (pointer: string) => readonly string[],
  ignore: (from: string, target: string) => boolean,
): EndlessReferences {
  const closing = new Set<string>();
  const state = new Map<string, "open" | "done">();
  const enter = (pointer: string): void => {
    state.set(pointer, "open");
    const next = [...immediate(references.find(pointer)?.json, pointer, references), ...edges(pointer)];
    for (const target of next) {
      if (ignore(pointer, target)) continue;
      if (state.get(target) === "open") closing.add(edge(pointer, target));
      if (!state.has(target)) enter(target);
    }
    state.set(pointer, "done");
  };
  for (const pointer of [...references.targets].sort()) if (!state.has(pointer)) enter(pointer);
  const leadingTo = finderOfLeading(references);
  return {
    has: (within, target) => within !== undefined && closing.has(edge(within, target)),
    leads: (json, pointer, target) => {
      const leading = leadingTo(target);
      return immediate(json, pointer, references).some((next) => leading.has(next));
    },
  };
}

/** Finds all that is, or is made of, the schema at a pointer for the very same value; walks the document's references once. */
function finderOfLeading(references: References): (target: string) => ReadonlySet<string> {
  let users: ReadonlyMap<string, readonly string[]> | undefined;
  const known = new Map<string, ReadonlySet<string>>();
  return (target) => {
    const before = known.get(target);
    if (before !== undefined) return before;
    users ??= usersOf(references);
    const found = new Set([target]);
    for (const pointer of found) for (const user of users.get(pointer) ?? []) found.add(user);
    known.set(target, found);
    return found;
  };
}

/** Pointer → those whose immediate part it is. */
function usersOf(references: References): ReadonlyMap<string, readonly string[]> {
  const users = new Map<string, string[]>();
  const reached = new Set(references.targets);
  for (const user of reached) {
    for (const part of immediate(references.find(user)?.json, user, references)) {
      reached.add(part);
      const others = users.get(part);
      if (others === undefined) users.set(part, [user]);
      else others.push(user);
    }
  }
  return users;
}

/** Targets that the schema at `pointer` refers to, or contains, for the very same value. */
function immediate(json: Json | undefined, pointer: string, references: References): readonly string[] {
  if (!isObject(json)) return [];
  const referred = [textMember(json, "$ref"), textMember(json, "$dynamicRef")].flatMap((reference) =>
    reference === undefined ? [] : [references.resolve(reference, pointer).pointer],
  );
  const parts = ["allOf", "anyOf", "oneOf"].flatMap((keyword) =>
    listMember(json, keyword).flatMap((part, index) => {
      const place = `${pointer}/${keyword}/${String(index)}`;
      return references.targets.has(place) ? [place] : immediate(part, place, references);
    }),
  );
  return [...referred, ...parts];
}

function edge(from: string, target: string): string {
  return `${from} ${target}`;
}
