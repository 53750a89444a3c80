import { lstat } from "node:fs/promises";
import { join } from "node:path";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { EmittedFacts } from "../emit/emitted-client.js";
import { byText } from "../text/by-text.js";
import { manifestName, namesLockName } from "../text/client-folder.js";
import { newestFileOfCheckout, product } from "../text/product.js";
import { hasLeftovers } from "./folder-lock.js";
import { contentHash, type Manifest, normaliseLineEndings, readDiagnostics, sealOf } from "./manifest.js";
import { findFolder } from "./output-folder.js";
import { readBelow } from "./read-folder.js";
import { readManifest } from "./read-manifest.js";

/** What a run would generate from, known once the contract is read. */
export interface RunInputs {
  /** Of the bundled contract. */
  readonly digest: string;
  /** As the manifest would have them. */
  readonly options: EmittedFacts["options"];
  /** What else shapes the client ({@link EmittedFacts.run}). */
  readonly inputs: string;
}

/** A client that a run would write as it is. */
export interface UnchangedClient {
  readonly contract: EmittedFacts["contract"];
  readonly operations: number;
  readonly models: number;
  /** Of model and plan. */
  readonly diagnostics: readonly Diagnostic[];
  /** Every file of the client, the manifest and the lock of names among them, sorted. */
  readonly paths: readonly string[];
}

/**
 * Whether a run would leave the folder as it is: this version of Cabinetry wrote it, from the same contract with the same
 * settings and names, and no file was edited since. It need not build the client then.
 *
 * @returns undefined where any of it is not certain: the client has to be built and compared.
 * @throws UserError (2) when the folder cannot be looked at, or a link or a folder is where a file of the client belongs.
 */
export async function readUnchanged(
  directory: string,
  { digest, options, inputs }: RunInputs,
): Promise<UnchangedClient | undefined> {
  const folder = await findFolder(directory);
  if (folder === undefined || (await hasLeftovers(folder))) return undefined;
  const text = normaliseLineEndings(readBelow(folder, manifestName) ?? "");
  const lock = normaliseLineEndings(readBelow(folder, namesLockName) ?? "");
  const manifest = readSealed(text, lock, inputs);
  if (manifest?.run === undefined || manifest.contract.digest !== digest) return undefined;
  const { generator, contract, run } = manifest;
  if (JSON.stringify([generator, manifest.options]) !== JSON.stringify([product(), options]))
    return undefined;
  const diagnostics = readDiagnostics(run.diagnostics);
  if (diagnostics === undefined || !(await isNewest(join(folder, manifestName)))) return undefined;
  const files = readManifest(text)?.files ?? new Map<string, never>();
  for (const [path, { hashes }] of files) {
    const current = readBelow(folder, path);
    if (current === undefined || !hashes.has(contentHash(current))) return undefined;
  }
  const paths = [...files.keys(), manifestName, namesLockName].sort(byText);
  return { contract, operations: run.operations, models: run.models, diagnostics, paths };
}

/** The manifest, when every byte of it and of the lock is as Cabinetry wrote it, for these inputs. */
function readSealed(text: string, lock: string, inputs: string): Manifest | undefined {
  try {
    const { seal, ...manifest } = JSON.parse(text) as Manifest;
    const isWhole = `${JSON.stringify({ ...manifest, seal }, null, 2)}\n` === text;
    return isWhole && seal === sealOf(manifest, lock, inputs) ? manifest : undefined;
  } catch {
    // Absent, damaged, or in a merge conflict.
    return undefined;
  }
}

/** In a checkout of Cabinetry itself, its code changes without its version. */
async function isNewest(manifest: string): Promise<boolean> {
  const newest = newestFileOfCheckout();
  return newest === undefined || (await lstat(manifest)).mtimeMs > newest;
}
