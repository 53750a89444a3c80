import { existsSync } from "node:fs";
import { cp, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { repository } from "../support/repository.js";
import { runProgram } from "../support/run-program.js";
import { makeTemporaryFolder } from "../support/temporary-folder.js";
import { applyMutant } from "./apply-mutant.js";
import type { Mutant } from "./mutant.js";

/** The tracked files of the repository as they stand in its working tree, in a folder of their own. */
export interface ProjectCopy {
  /** Absolute. */
  readonly folder: string;
  /** Does `work` while the patch is in place, and puts the file back as it was. @throws Error as `applyMutant` does */
  patched<Result>(mutant: Mutant, work: () => Promise<Result>): Promise<Result>;
  remove(): Promise<void>;
}

/** Copies the project; its packages, which have to be installed, are linked. @throws Error when git does not list it */
export async function copyProject(): Promise<ProjectCopy> {
  const listed = await runProgram("git", ["ls-files", "-z"], { cwd: repository });
  if (listed.exitCode !== 0) throw new Error(`git does not list the files: ${listed.stderr}`);
  const { path: folder, remove } = await makeTemporaryFolder("mutation");
  // What is deleted and not committed yet is still listed.
  const paths = listed.stdout.split("\0").filter((path) => path !== "" && existsSync(join(repository, path)));
  for (const path of paths) await cp(join(repository, path), join(folder, path));
  await symlink(join(repository, "node_modules"), join(folder, "node_modules"), "junction");
  return {
    folder,
    remove,
    patched: async (mutant, work) => {
      const path = join(folder, mutant.file);
      const original = await readFile(path, "utf8");
      await writeFile(path, applyMutant(original, mutant));
      try {
        return await work();
      } finally {
        await writeFile(path, original);
      }
    },
  };
}
