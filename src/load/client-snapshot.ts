import { stat } from "node:fs/promises";
import { join } from "node:path";
import { journalName, manifestName, snapshotName, workFolderName } from "../text/client-folder.js";
import type { LoadBudget } from "./load-budget.js";
import { readTextFile, ReadFailure } from "./read-local.js";

/** The contract in the folder of a generated client. */
export interface ClientSnapshot {
  /** Path below the folder. */
  readonly path: string;
  /** What is to be told of it. */
  readonly warnings: readonly string[];
}

/**
 * Finds the contract snapshot inside the folder of a generated client. A write that was interrupted is told of: the snapshot may
 * be of the contract before it or after it.
 *
 * @throws ReadFailure when the folder has no manifest, its manifest lists no snapshot, or an interrupted write took it away.
 */
export async function findSnapshot(folder: string, budget: LoadBudget): Promise<ClientSnapshot> {
  const isInterrupted = await isThere(join(folder, workFolderName, journalName));
  const isListed = await listsSnapshot(folder, budget);
  if (isInterrupted && !(isListed && (await isThere(join(folder, snapshotName))))) {
    throw new ReadFailure(
      `The last write to the client folder ${folder} has not finished, and its contract is not in place.`,
      `Run cabinetry generate CONTRACT -o ${folder} with the contract itself: it finishes the write.`,
    );
  }
  if (!isListed) {
    throw new ReadFailure(
      `${folder} is a folder, and not that of a generated client.`,
      "Name the contract's file in it; the folder of a client that Cabinetry generated serves too.",
    );
  }
  const unfinished = `The last write to the client folder ${folder} has not finished. Its contract may be older or newer than its source. Run cabinetry generate CONTRACT -o ${folder} to finish the write.`;
  return { path: snapshotName, warnings: isInterrupted ? [unfinished] : [] };
}

/** Only what the manifest lists counts: an `openapi.json` beside another program's manifest is a file to be named. */
async function listsSnapshot(folder: string, budget: LoadBudget): Promise<boolean> {
  try {
    const manifest: unknown = JSON.parse(await readTextFile(join(folder, manifestName), budget));
    return member(member(manifest, "files"), snapshotName) !== undefined;
  } catch {
    return false;
  }
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function member(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<string, unknown>)[key];
}
