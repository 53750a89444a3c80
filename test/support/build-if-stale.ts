import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { repository } from "./repository.js";
import { runProgram } from "./run-program.js";

/**
 * Builds `dist` when a source is newer than it, so that what runs is never yesterday's command.
 *
 * @returns whether it had to
 * @throws Error with the compiler's complaints when the build fails
 */
export async function buildIfStale(): Promise<boolean> {
  const built = await stat(join(repository, "dist/command/main.js")).catch(() => undefined);
  if (built !== undefined && built.mtimeMs >= (await newestSource())) return false;
  const { exitCode, stdout, stderr } = await runProgram("npm", ["run", "--silent", "build"], {
    cwd: repository,
  });
  if (exitCode !== 0) throw new Error(`\`npm run build\` failed:\n${stdout}${stderr}`);
  return true;
}

/** Milliseconds since the epoch. */
async function newestSource(): Promise<number> {
  const entries = await readdir(join(repository, "src"), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const times = await Promise.all(files.map(({ parentPath, name }) => stat(join(parentPath, name))));
  return Math.max(...times.map(({ mtimeMs }) => mtimeMs));
}
