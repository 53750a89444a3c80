import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { repository } from "./repository.js";
import { runProgram } from "./run-program.js";

/** The compilers that a client must compile under: the oldest, the usual and the newest. */
export const compilers = ["typescript-5-4", "typescript", "typescript-7"] as const;

/** What every compiler of these knows of the strictest settings. */
const strict = {
  target: "ES2022",
  lib: ["ES2022", "DOM", "DOM.Iterable"],
  types: [],
  module: "nodenext",
  moduleResolution: "nodenext",
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  isolatedModules: true,
  verbatimModuleSyntax: true,
  skipLibCheck: true,
  noEmit: true,
};

/** The same with what came later. */
const strictest = { ...strict, erasableSyntaxOnly: true };

/**
 * Compiles a program with a compiler of its own, as its command line does.
 *
 * @param folder - absolute; it gets the project's files.
 * @param files - paths from the folder; what they import is compiled too.
 * @returns one line a complaint, paths from the folder.
 * @throws Error when the compiler ends without saying why.
 */
export async function compileWith(
  compiler: (typeof compilers)[number],
  folder: string,
  files: readonly string[],
): Promise<readonly string[]> {
  const project = `tsconfig.${compiler}.json`;
  const compilerOptions = compiler === "typescript-5-4" ? strict : strictest;
  await writeFile(join(folder, "package.json"), '{ "type": "module" }\n');
  await writeFile(join(folder, project), JSON.stringify({ compilerOptions, files }));
  const bin = join(repository, "node_modules", compiler, "bin/tsc");
  const { exitCode, stdout, stderr } = await runProgram(
    process.execPath,
    [bin, "-p", project, "--pretty", "false"],
    { cwd: folder, timeout: 120_000 },
  );
  const complaints = `${stdout}${stderr}`.split("\n").filter((line) => /^\S/u.test(line));
  if (exitCode !== 0 && complaints.length === 0)
    throw new Error(`${compiler} ended with ${String(exitCode)} and said nothing.`);
  return complaints;
}
