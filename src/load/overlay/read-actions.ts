import { runInNewContext } from "node:vm";
import type { Source } from "@redocly/openapi-core";
import { exec, type JsonValue } from "jsonpath-rfc9535";
import parsePath from "jsonpath-rfc9535/parser";
import { pointerKeys, toPointer } from "../../text/json-pointer.js";
import { UserError } from "../../text/user-error.js";
import { LimitFailure, type LoadBudget } from "../load-budget.js";
import type { Origins } from "../origins.js";
import { parseTree, SyntaxFailure, TreeFailure } from "../parse-document.js";
import { displayName, locateSource } from "../problems/problem-frames.js";
import { isMembers, valueAt } from "../walk-tree.js";

/** One action of an overlay (Overlay Specification, Action Object). */
export interface Action {
  /** Position in the overlay. */
  readonly pointer: string;
  /** JSONPath. */
  readonly target: string;
  readonly change:
    | { readonly kind: "copy"; readonly from: string }
    | { readonly kind: "none" }
    | { readonly kind: "remove" }
    | { readonly kind: "update"; readonly value: unknown };
}

/** A problem of an overlay, and its position there. */
export interface OverlayProblem {
  readonly pointer: string;
  /** What is wrong, as a sentence. */
  readonly message: string;
}

/**
 * Reads the actions of an overlay that has the shape of one (`docs/overlay.schema.json`).
 *
 * @throws UserError (2) with the place of everything that is wrong.
 */
export function readActions(source: Source, budget: LoadBudget, origins: Origins): readonly Action[] {
  const root = parse(source, budget, origins);
  const problems: OverlayProblem[] = [];
  const listed = valueAt(root, ["actions"]);
  const actions = (Array.isArray(listed) ? (listed as unknown[]) : []).flatMap((entry, index) =>
    isMembers(entry) ? [readAction(entry, toPointer(["actions", String(index)]), root, problems)] : [],
  );
  for (const { pointer, target, change } of actions) {
    checkPath(target, `${pointer}/target`, problems);
    if (change.kind === "copy") checkPath(change.from, `${pointer}/copy`, problems);
  }
  if (problems.length > 0) throw refuseOverlay(source, problems);
  return actions;
}

function parse(source: Source, budget: LoadBudget, origins: Origins): unknown {
  try {
    return parseTree(source, budget, origins);
  } catch (error) {
    if (!(error instanceof SyntaxFailure || error instanceof TreeFailure)) throw error;
    throw refuseOverlay(source, [{ pointer: "#", message: error.message }]);
  }
}

/** A reusable action (Overlay Specification 1.2) has what the entry that refers to it lacks. */
function readAction(
  entry: Readonly<Record<string, unknown>>,
  pointer: string,
  root: unknown,
  problems: OverlayProblem[],
): Action {
  const reference = entry["$ref"];
  const shared = typeof reference === "string" ? valueAt(root, pointerKeys(reference)) : {};
  if (!isMembers(shared))
    problems.push({ pointer: `${pointer}/$ref`, message: `The action ${String(reference)} was not found.` });
  const fields: unknown = isMembers(shared) ? shared["fields"] : undefined;
  const action = { ...(isMembers(fields) && fields), ...entry };
  return { pointer, target: String(action["target"]), change: changeOf(action) };
}

/** `remove` outweighs the others, and `update` outweighs `copy`. */
function changeOf(action: Readonly<Record<string, unknown>>): Action["change"] {
  if (action["remove"] === true) return { kind: "remove" };
  if (Object.hasOwn(action, "update")) return { kind: "update", value: action["update"] };
  if (typeof action["copy"] === "string") return { kind: "copy", from: action["copy"] };
  return { kind: "none" };
}

function checkPath(path: string, pointer: string, problems: OverlayProblem[]): void {
  const problem = pathProblem(path);
  if (problem !== undefined)
    problems.push({ pointer, message: `${path} is not a JSONPath (RFC 9535): ${problem}.` });
}

/** The error for an overlay that is broken, or does not fit the contract. */
export function refuseOverlay(source: Source, problems: readonly OverlayProblem[]): UserError {
  const where = problems.map(({ pointer, message }) => {
    const { file, line, column } = locateSource({ source, pointer });
    return `${line === undefined ? file : `${file}:${String(line)}:${String(column ?? 1)}`} ${message}`;
  });
  return new UserError(2, `The overlay ${displayName(source)} cannot be applied.`, {
    where: where.join("\n"),
    remedy: "Correct the overlay, or take it out of `overlays` in cabinetry.yaml.",
  });
}

/** Why a text is not a JSONPath; undefined where it is one (RFC 9535). */
export function pathProblem(path: string): string | undefined {
  try {
    parsePath(path);
    return undefined;
  } catch (error) {
    const { found, location } = error as {
      found?: string | null;
      location?: { start?: { column?: number } };
    };
    const column = location?.start?.column;
    if (column === undefined) return error instanceof Error ? error.message : String(error);
    const what =
      found === null || found === undefined ? "it ends too early" : `${JSON.stringify(found)} is unexpected`;
    return `at character ${String(column)}, ${what}`;
  }
}

/** Milliseconds that one query may take: patterns in filters can take forever on long texts. */
const LONGEST = 10_000;

/** Values that one query may select, each counted as often as it is found. */
const MOST = 1_000_000;

/**
 * The values that a JSONPath selects in a document, each once, as the keys that lead to them.
 *
 * @param where - name of the overlay, for messages.
 * @param limit - milliseconds.
 * @throws LimitFailure where that takes too long, or too many are selected.
 */
export function selectValues(
  document: unknown,
  path: string,
  where: string,
  limit = LONGEST,
): readonly (readonly string[])[] {
  const found = new Map<string, readonly string[]>();
  let count = 0;
  const run = () => {
    exec(document as JsonValue, path, (_, steps) => {
      count += 1;
      if (count > MOST) throw new LimitFailure(`A JSONPath selects more than ${String(MOST)} values.`, where);
      const keys = steps.map((step) => (typeof step === "number" ? String(step) : unescape(step)));
      found.set(JSON.stringify(keys), keys);
    });
  };
  try {
    // Nothing else ends a query that runs: a new context is there for its time limit alone.
    runInNewContext("run()", { run }, { timeout: limit });
  } catch (error) {
    if (!isTimeout(error)) throw error;
    throw new LimitFailure(`A JSONPath takes longer than ${String(limit / 1000)} s.`, where);
  }
  return [...found.values()];
}

/** The error comes from the other context: `instanceof Error` does not hold for it. */
function isTimeout(error: unknown): boolean {
  const code: unknown = typeof error === "object" && error !== null ? Reflect.get(error, "code") : undefined;
  return code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
}

const escapes: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

/** The library gives keys as they are in a normalised path (RFC 9535, section 2.7). */
function unescape(key: string): string {
  return key.replace(/\\(?:u([0-9a-f]{4})|(.))/gu, (_, code: string | undefined, character: string) =>
    code === undefined ? (escapes[character] ?? character) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}
