import { resolve } from "node:path";
import { Source } from "@redocly/openapi-core";
import { type Diagnostic, diagnostic } from "../../diagnostics/diagnostic.js";
import { byText } from "../../text/by-text.js";
import { LimitFailure, type LoadBudget } from "../load-budget.js";
import type { Origins } from "../origins.js";
import { displayName, locateSource } from "../problems/problem-frames.js";
import { isMembers, valueAt } from "../walk-tree.js";
import {
  type Action,
  type OverlayProblem,
  readActions,
  refuseOverlay,
  selectValues,
} from "./read-actions.js";

/** An overlay that was read, and has the shape of one. */
export interface OverlayFile {
  /** Relative to the current folder, or absolute. */
  readonly path: string;
  readonly text: string;
}

/**
 * Applies overlays to the root document of a contract, one after the other (OpenAPI Overlay Specification 1.0 to 1.2). Changes the
 * document in place.
 *
 * @param root - as it was parsed, before references are read.
 * @returns a diagnostic for each action that selects nothing.
 * @throws UserError (2) with the place of every action that cannot be applied.
 */
export function applyOverlays(
  root: unknown,
  overlays: readonly OverlayFile[],
  { budget, origins }: { readonly budget: LoadBudget; readonly origins: Origins },
): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  // An empty document is reported as what it is.
  if (!isMembers(root)) return found;
  for (const { path, text } of overlays) {
    const source = new Source(resolve(path), text);
    const problems: OverlayProblem[] = [];
    const context = { budget, origins, where: displayName(source) };
    for (const action of readActions(source, budget, origins)) {
      const result = applyAction(root, action, context);
      if (result === "nothing") found.push(nothingSelected(source, action));
      else if (result !== "applied") problems.push({ pointer: action.pointer, message: result.problem });
    }
    if (problems.length > 0) throw refuseOverlay(source, problems);
    budget.requireTime(context.where);
  }
  return found;
}

function nothingSelected(source: Source, { pointer, target }: Action): Diagnostic {
  const at = `${pointer}/target`;
  return {
    ...diagnostic("overlay/nothing-selected", at, { target }),
    location: locateSource({ source, pointer: at }),
  };
}

type Result = "applied" | "nothing" | { readonly problem: string };

function applyAction(
  root: Record<string, unknown>,
  { target, change }: Action,
  context: MergeContext,
): Result {
  const targets = selectValues(root, target, context.where);
  if (targets.length === 0) return "nothing";
  if (change.kind === "none") return "applied";
  if (change.kind === "remove") {
    if (targets.some((keys) => keys.length === 0))
      return { problem: "The whole contract cannot be removed." };
    removeValues(root, targets);
    return "applied";
  }
  if (change.kind === "update") return mergeAll(root, targets, change.value, context);
  const [from, ...others] = selectValues(root, change.from, context.where);
  if (from === undefined) return "nothing";
  if (others.length > 0)
    return { problem: `\`copy\` must select one value (it selects ${String(others.length + 1)}).` };
  // Detached: the value may be, or be in, what it is merged into.
  return mergeAll(root, targets, copyValue(valueAt(root, from), 0, context), context);
}

function mergeAll(
  root: Record<string, unknown>,
  targets: readonly (readonly string[])[],
  update: unknown,
  context: MergeContext,
): Result {
  const kinds = new Set(targets.map((keys) => kindOf(valueAt(root, keys))));
  if (kinds.size > 1)
    return { problem: `The target must select values of one kind (it selects ${[...kinds].join(" and ")}).` };
  for (const keys of targets) {
    const problem = mergeProblem(valueAt(root, keys), update);
    if (problem !== undefined) return { problem: `The value does not fit its target: ${problem}.` };
  }
  for (const keys of targets) {
    const merged = mergeValue(valueAt(root, keys), update, keys.length, context);
    const holder = valueAt(root, keys.slice(0, -1));
    const key = keys.at(-1);
    if (key === undefined) continue;
    if (Array.isArray(holder)) holder[Number(key)] = merged;
    else if (isMembers(holder)) setMember(holder, key, merged);
  }
  return "applied";
}

/** What a merge takes part in. */
interface MergeContext {
  readonly budget: LoadBudget;
  readonly origins: Origins;
  /** Name of the overlay, for messages. */
  readonly where: string;
}

type Kind = "a list" | "an object" | "a value";

/** What a value is, as far as merging distinguishes values. */
function kindOf(value: unknown): Kind {
  if (Array.isArray(value)) return "a list";
  return isMembers(value) ? "an object" : "a value";
}

/**
 * Why a value cannot be merged into another (Overlay Specification, Action Object); undefined where it can.
 *
 * @param isTarget - a list that an action selects takes a single element too.
 */
function mergeProblem(target: unknown, update: unknown, isTarget = true): string | undefined {
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
function mergeValue(target: unknown, update: unknown, depth: number, context: MergeContext): unknown {
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
function copyValue(value: unknown, depth: number, context: MergeContext): unknown {
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
function setMember(holder: Record<string, unknown>, key: string, value: unknown): void {
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
function removeValues(root: unknown, paths: readonly (readonly string[])[]): void {
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
