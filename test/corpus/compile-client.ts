import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { repository } from "../support/repository.js";
import { runProgram } from "../support/run-program.js";

/** "Where it must run and compile" of the client's design, and what strict projects add to it. */
const compilerOptions = {
  target: "ES2022",
  lib: ["ES2022", "DOM", "DOM.Iterable"],
  // The platform's own declarations beside the web's are not needed, and must not be.
  types: [],
  module: "nodenext",
  moduleResolution: "nodenext",
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  isolatedModules: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  skipLibCheck: true,
  noEmit: true,
};

/**
 * Compiles a client with TypeScript 7's native compiler under the strictest settings.
 *
 * @param folder - an absolute path; the folder above it gets the project's files.
 * @returns one line a complaint, paths relative to the client.
 * @throws Error when the compiler ends without saying why.
 */
export async function compileClient(folder: string): Promise<readonly string[]> {
  const above = join(folder, "..");
  const project = {
    compilerOptions,
    include: [`${folder}/**/*.ts`],
  };
  await writeFile(join(above, "package.json"), '{ "type": "module" }\n');
  await writeFile(join(above, "tsconfig.json"), JSON.stringify(project));
  const compiler = join(repository, "node_modules/typescript-7/bin/tsc");
  const words = [compiler, "-p", above, "--pretty", "false"];
  const { exitCode, stdout, stderr } = await runProgram(process.execPath, words, {
    cwd: folder,
    timeout: 600_000,
  });
  const complaints = stdout.split("\n").filter((line) => /\berror TS\d+:/.test(line));
  if (exitCode !== 0 && complaints.length === 0)
    throw new Error(`The compiler ended with ${String(exitCode)}: ${stdout}${stderr}`);
  return complaints;
}
