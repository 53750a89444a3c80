import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

/** Calls that change the disk. */
const changing = ["mkdir", "writeFile", "rename", "rm", "rmdir", "unlink", "chmod", "open"] as const;

type Call = (...words: unknown[]) => unknown;

/**
 * Puts itself before every call of `node:fs/promises` that changes the disk, and before its namesake of `node:fs` that
 * waits (`renameSync`), for modules that import it by name too.
 *
 * @param before - told the number of the call, from 1, its name, and what it was called with; may throw, or end the process.
 * @returns what ends it.
 */
export function disturbFiles(
  before: (step: number, name: string, words: readonly unknown[]) => void,
): () => void {
  let step = 0;
  // Looked up by name to be replaced; the modules declare one type for each function.
  const modules = [
    [fs.promises as unknown as Record<string, Call>, ""],
    [fs as unknown as Record<string, Call>, "Sync"],
  ] as const;
  const originals = modules.flatMap(([calls, suffix]) =>
    changing.map((name) => ({ calls, name, whole: name + suffix, original: calls[name + suffix]! })),
  );
  let isInside = false;
  for (const { calls, name, whole, original } of originals) {
    calls[whole] = (...words) => {
      // A call of another one, as `writeFileSync` calls `openSync`, is no step of its own.
      if (isInside) return original(...words);
      isInside = true;
      try {
        before((step += 1), name, words);
        return original(...words);
      } catch (error) {
        if (whole !== name) throw error;
        return Promise.reject(error instanceof Error ? error : new Error(String(error)));
      } finally {
        isInside = false;
      }
    };
  }
  syncBuiltinESMExports();
  return () => {
    for (const { calls, whole, original } of originals) calls[whole] = original;
    syncBuiltinESMExports();
  };
}
