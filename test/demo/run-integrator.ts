import { join } from "node:path";
import type { Sandbox } from "../../src/sandbox/index.js";
import { runProgram } from "../support/run-program.js";
import type { Workshop } from "./workshop.js";

/** Runs the compiled program with nothing but Node. @throws Error when it fails, or shows its key */
export async function runIntegrator(sandbox: Sandbox, { folder, output }: Workshop): Promise<void> {
  const { exitCode, stdout, stderr } = await runProgram(process.execPath, [join(output, "integrator.js")], {
    cwd: folder,
    env: { ...process.env, BASE_URL: sandbox.baseUrl, ACCESS_KEY: sandbox.accessKey },
    live: true,
  });
  if (exitCode !== 0) throw new Error(`the program ended with exit code ${String(exitCode)}.`);
  if ((stdout + stderr).includes(sandbox.accessKey)) throw new Error("the program showed its access key.");
}
