import { byText } from "../../text/by-text.js";
import { type LoadBudget, LimitFailure } from "../load-budget.js";
import type { Origins } from "../origins.js";
import { isMembers, valueAt } from "../walk-tree.js";

/** What a merge takes part in. */
export interface MergeContext {
  readonly budget: LoadBudget;
  readonly origins: Origins;
  /** Name of the overlay, for messages. */
  readonly where: string;
}

type Kind = "a list" | "an object" | "a value";

/** What a value is, as far as merging distinguishes values. */
export function kindOf(value: unknown): Kind {
  if (Array.isArray(value)) return "a list";
  return isMembers(value) ? "an object" : "a value";
}

/**
 * Why a value cannot be merged into another (Overlay Specification, Action Object); undefined where it can.
 *
 * @param isTarget - a list that an action selects takes a single element too.
 */
export function mergeProblem(target: unknown, update: unknown, isTarget = true): string | undefined {
  const [have, given] = [kindOf(target), kindOf(update)];
  if (have === "a list" && isTarget) return undefined;
  if (have !== given) return `the contract has ${have}, the overlay ${given}`;
  if (!isMembers(target) || !isMembers(update)) return undefined;
  for (const [key, value] of Object.entries(update)) {
    if (!Object.hasOwn(target, key)) continue;
    const problem = mergeProblem(target[key], value, false);
    if (problem !== undefined) return `${problem}, at ${JSON.stringify(key)}`;
  }
  return undefined;
}

/**
 * Merges a value into one that it fits (`mergeProblem`): members are added, elements appended, other values replaced. Changes the
 * target in place.
 *
 * @returns what is in the place of the target then.
 * @throws LimitFailure where the result is too large or too deep.
 */
export function mergeValue(target: unknown, update: unknown, depth: number, context: MergeContext): unknown {
  if (Array.isArray(target)) {
    const added: readonly unknown[] = Array.isArray(update) ? update : [update];
    for (const element of added) target.push(copyValue(element, depth + 1, context));
    return target;
  }
  if (!isMembers(target) || !isMembers(update)) return copyValue(update, depth, context);
  for (const [key, value] of Object.entries(update)) {
    const merged = Object.hasOwn(target, key)
      ? mergeValue(target[key], value, depth + 1, context)
      : copyValue(value, depth + 1, context);
    setMember(target, key, merged);
  }
  sortMembers(target);
  return target;
}

/** A copy of a value, so that no two places share an object; each object of it was written where the original was. */
export function copyValue(value: unknown, depth: number, context: MergeContext): unknown {
  const { budget, origins, where } = context;
  budget.spendValue(false, where);
  if (typeof value !== "object" || value === null) return value;
  if (depth >= budget.limits.depth)
    throw new LimitFailure(
      `An overlay nests values deeper than ${String(budget.limits.depth)} levels.`,
      where,
    );
  const copy: unknown[] | Record<string, unknown> = Array.isArray(value) ? [] : {};
  origins.copy(value, copy);
  for (const [key, child] of Object.entries(value)) {
    const copied = copyValue(child, depth + 1, context);
    if (Array.isArray(copy)) copy.push(copied);
    else setMember(copy, key, copied);
  }
  return copy;
}

/** Gives an object a member, whatever its name. */
export function setMember(holder: Record<string, unknown>, key: string, value: unknown): void {
  // `__proto__` is a legal name; plain assignment would change the prototype instead.
  Object.defineProperty(holder, key, { value, enumerable: true, writable: true, configurable: true });
}

/** Nothing depends on the order of keys in a contract, nor on what an overlay added. */
function sortMembers(node: Record<string, unknown>): void {
  const entries = Object.entries(node).sort(([left], [right]) => byText(left, right));
  for (const [key] of entries) Reflect.deleteProperty(node, key);
  for (const [key, value] of entries) setMember(node, key, value);
}

/** Takes values out of what they are in, whatever their order. */
export function removeValues(root: unknown, paths: readonly (readonly string[])[]): void {
  const lists = new Map<unknown[], Set<number>>();
  for (const keys of paths) {
    const holder = valueAt(root, keys.slice(0, -1));
    const key = keys.at(-1) ?? "";
    if (Array.isArray(holder)) lists.set(holder, (lists.get(holder) ?? new Set()).add(Number(key)));
    else if (isMembers(holder)) Reflect.deleteProperty(holder, key);
  }
  for (const [list, indexes] of lists) {
    const remaining = list.filter((_, index) => !indexes.has(index));
    list.splice(0, list.length);
    for (const element of remaining) list.push(element);
  }
}
