import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

/** Calls that change the disk. */
const changing = ["mkdir", "writeFile", "rename", "rm", "rmdir", "unlink", "chmod", "open"] as const;

type Call = (...words: unknown[]) => Promise<unknown>;

/**
 * Puts itself before every call of `node:fs/promises` that changes the disk, for modules that import it by name too.
 *
 * @param before - told the number of the call, from 1, its name, and what it was called with; may throw, or end the process.
 * @returns what ends it.
 */
export function disturbFiles(
  before: (step: number, name: string, words: readonly unknown[]) => void,
): () => void {
  let step = 0;
  // Looked up by name to be replaced; the module declares one type for each function.
  const calls = fs.promises as unknown as Record<string, Call>;
  const originals = changing.map((name) => [name, calls[name]!] as const);
  for (const [name, original] of originals) {
    calls[name] = async (...words) => {
      before((step += 1), name, words);
      return await original(...words);
    };
  }
  syncBuiltinESMExports();
  return () => {
    for (const [name, original] of originals) calls[name] = original;
    syncBuiltinESMExports();
  };
}
