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

/** Where a schema leads to for the very same value: by a reference, or by a part that is a reference target itself. */
interface Edge {
  readonly target: string;
  readonly isReference: boolean;
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
  const known = new Map<string, readonly Edge[]>();
  const edgesOf = (pointer: string): readonly Edge[] => {
    const before = known.get(pointer);
    if (before !== undefined) return before;
    const found = [
      ...immediate(references.find(pointer)?.json, pointer, references),
      ...edges(pointer).map((target) => ({ target, isReference: false })),
    ].filter(({ target }) => !ignore(pointer, target));
    known.set(pointer, found);
    return found;
  };
  const closing = closingReferences([...references.targets].sort(), edgesOf);
  const leadingTo = finderOfLeading(references);
  return {
    has: (within, target) => within !== undefined && closing.has(edge(within, target)),
    leads: (json, pointer, target) => {
      const leading = leadingTo(target);
      return immediate(json, pointer, references).some((next) => leading.has(next.target));
    },
  };
}

/**
 * References without which no schema is made of itself. Where a circle is closed by a part (`#/A/allOf/0` of `#/A`), nothing
 * can be left out but the last reference before it; then all is looked through again without that.
 */
function closingReferences(
  targets: readonly string[],
  edgesOf: (pointer: string) => readonly Edge[],
): ReadonlySet<string> {
  const closing = new Set<string>();
  for (let isWhole = false; !isWhole;) {
    isWhole = true;
    const state = new Map<string, "open" | "done">();
    const trail: Step[] = [];
    const enter = (pointer: string): void => {
      state.set(pointer, "open");
      for (const { target, isReference } of edgesOf(pointer)) {
        if (closing.has(edge(pointer, target))) continue;
        const isClosing = state.get(target) === "open";
        if (isClosing && isReference) closing.add(edge(pointer, target));
        else if (isClosing) {
          const before = lastReference(trail, target);
          if (before === undefined || closing.has(before)) continue;
          closing.add(before);
          isWhole = false;
        }
        if (state.has(target)) continue;
        trail.push({ from: pointer, ...(isReference ? { reference: edge(pointer, target) } : {}) });
        enter(target);
        trail.pop();
      }
      state.set(pointer, "done");
    };
    for (const pointer of targets) if (!state.has(pointer)) enter(pointer);
  }
  return closing;
}

/** A step on the way through the schemas; its reference, unless it leads to a part. */
interface Step {
  readonly from: string;
  readonly reference?: string;
}

/** The last reference on the part of a way that leads away from a schema. */
function lastReference(trail: readonly Step[], from: string): string | undefined {
  const away = trail.findLastIndex((each) => each.from === from);
  return trail.slice(Math.max(0, away)).findLast((each) => each.reference !== undefined)?.reference;
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
    for (const { target: part } of immediate(references.find(user)?.json, user, references)) {
      reached.add(part);
      const others = users.get(part);
      if (others === undefined) users.set(part, [user]);
      else others.push(user);
    }
  }
  return users;
}

/** Where the schema at `pointer` leads to, by references and by its parts, for the very same value. */
function immediate(json: Json | undefined, pointer: string, references: References): readonly Edge[] {
  if (!isObject(json)) return [];
  const referred = [textMember(json, "$ref"), textMember(json, "$dynamicRef")].flatMap((reference) =>
    reference === undefined
      ? []
      : [{ target: references.resolve(reference, pointer).pointer, isReference: true }],
  );
  const parts = ["allOf", "anyOf", "oneOf"].flatMap((keyword) =>
    listMember(json, keyword).flatMap((part, index) => {
      const target = `${pointer}/${keyword}/${String(index)}`;
      return references.targets.has(target)
        ? [{ target, isReference: false }]
        : immediate(part, target, references);
    }),
  );
  return [...referred, ...parts];
}

function edge(from: string, target: string): string {
  return `${from} ${target}`;
}
