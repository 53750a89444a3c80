import { join } from "node:path";
import { readTextFile, ReadFailure } from "./read-local.js";

/**
 * The contract snapshot inside the folder of a generated client, as a path below that folder: what its manifest names
 * under `contract.snapshot`.
 *
 * @throws ReadFailure when the folder is no generated client, or its manifest names no snapshot of its own.
 */
export async function snapshotOf(folder: string, byteLimit: number): Promise<string> {
  const notAClient = new ReadFailure(
    `${folder} is a folder, and not that of a generated client.`,
    "Name the contract's file in it; the folder of a client that Cabinetry generated with a contract snapshot serves too.",
  );
  let manifest: unknown;
  try {
    manifest = JSON.parse(await readTextFile(join(folder, "manifest.json"), byteLimit));
  } catch {
    throw notAClient;
  }
  const snapshot = member(member(manifest, "contract"), "snapshot");
  const files = member(manifest, "files");
  // Only a file of the manifest counts: a manifest is input, and must not lead out of its folder.
  const isListed = typeof snapshot === "string" && member(files, snapshot) !== undefined;
  if (!isListed || snapshot.split(/[/\\]/u).includes("..")) throw notAClient;
  return snapshot;
}

function member(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<string, unknown>)[key];
}
