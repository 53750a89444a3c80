import { resolve } from "node:path";
import { Source } from "@redocly/openapi-core";
import { type Diagnostic, diagnostic } from "../../diagnostics/diagnostic.js";
import type { LoadBudget } from "../load-budget.js";
import type { Origins } from "../origins.js";
import { displayName, locateSource } from "../problems/problem-frames.js";
import { isMembers, valueAt } from "../walk-tree.js";
import {
  copyValue,
  kindOf,
  type MergeContext,
  mergeProblem,
  mergeValue,
  removeValues,
  setMember,
} from "./merge-values.js";
import { type Action, type OverlayProblem, readActions, refuseOverlay } from "./read-actions.js";
import { selectValues } from "./select-values.js";

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
