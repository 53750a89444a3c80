import { readFile } from "node:fs/promises";
import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, type Document } from "yaml";
import { loadContract } from "../contract/checked-contract.js";
import { describePath, FaultPlanError } from "./fault-plan-error.js";
import type { FaultPlan } from "./fault-plan.js";
import { listTargets } from "./fault-target.js";
import { readFaultPlan } from "./read-fault-plan.js";

/** An invalid file of faults. */
export class FaultFileError extends Error {
  /** One line for each thing that is wrong, each with its place in the file. */
  readonly lines: readonly string[];

  constructor(message: string, lines: readonly string[]) {
    super(message);
    this.name = "FaultFileError";
    this.lines = lines;
  }
}

/** Aliases that a file may resolve to; more would be an attack on memory. */
const maxAliasCount = 100;

/**
 * Reads a plan of faults from a file in YAML or JSON.
 * @param path where the file is; shown in errors as it is
 * @throws FaultFileError with everything that is wrong in it, and the error of Node when it cannot be read
 */
export async function readFaultFile(path: string): Promise<FaultPlan> {
  const lineCounter = new LineCounter();
  const document = parseDocument(await readFile(path, "utf8"), { lineCounter });
  const location = (offset: number) => {
    const { line, col } = lineCounter.linePos(offset);
    return `${path}:${line}:${col}`;
  };
  const broken = document.errors.map(
    ({ pos, message }) => `${location(pos[0])} ${message.split("\n", 1).join("")}`,
  );
  if (broken.length > 0) throw new FaultFileError("The faults file is neither YAML nor JSON", broken);
  try {
    const plan: unknown = document.toJS({ maxAliasCount });
    readFaultPlan(plan, listTargets((await loadContract()).contract));
    // Nothing was found wrong with it.
    return plan as FaultPlan;
  } catch (error) {
    throw explain(error, (steps) => location(offsetOf(document, steps)), path);
  }
}

function explain(
  error: unknown,
  pathOf: (steps: readonly (string | number)[]) => string,
  path: string,
): unknown {
  if (error instanceof FaultPlanError) {
    const lines = error.problems.map(
      (problem) => `${pathOf(problem.path)} ${describePath(problem.path)}: ${problem.message}`,
    );
    return new FaultFileError("The faults file is invalid", lines);
  }
  if (error instanceof ReferenceError)
    return new FaultFileError("The faults file cannot be read", [`${path} ${error.message}`]);
  return error;
}

/** The position of something: a member at its name, an element at its beginning; what is missing, at what lacks it. */
function offsetOf(document: Document.Parsed, steps: readonly (string | number)[]): number {
  let node: unknown = document.contents;
  let offset = startOf(node);
  for (const step of steps) {
    if (isAlias(node)) node = node.resolve(document);
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === step);
      if (pair === undefined) return offset;
      offset = startOf(pair.key);
      node = pair.value;
    } else if (isSeq(node) && typeof step === "number") {
      node = node.items[step];
      offset = startOf(node);
    }
  }
  return offset;
}

function startOf(node: unknown): number {
  if (typeof node !== "object" || node === null || !("range" in node)) return 0;
  return Array.isArray(node.range) ? Number(node.range[0]) : 0;
}
