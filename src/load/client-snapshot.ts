import { join } from "node:path";
import type { LoadBudget } from "./load-budget.js";
import { readTextFile, ReadFailure } from "./read-local.js";

/** Where a client keeps the bundled contract that it was generated from. */
const snapshot = "openapi.json";

/**
 * The contract snapshot inside the folder of a generated client, as a path below that folder.
 *
 * @throws ReadFailure when the folder has no manifest, or its manifest lists no snapshot.
 */
export async function snapshotOf(folder: string, budget: LoadBudget): Promise<string> {
  const notAClient = new ReadFailure(
    `${folder} is a folder, and not that of a generated client.`,
    "Name the contract's file in it; the folder of a client that Cabinetry generated serves too.",
  );
  let manifest: unknown;
  try {
    manifest = JSON.parse(await readTextFile(join(folder, "manifest.json"), budget));
  } catch {
    throw notAClient;
  }
  // Only what the manifest lists counts: an `openapi.json` beside another program's manifest is a file to be named.
  if (member(member(manifest, "files"), snapshot) === undefined) throw notAClient;
  return snapshot;
}

function member(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<string, unknown>)[key];
}
