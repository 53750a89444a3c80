import { join } from "node:path";
import type { Json } from "../../determinism/json-tree.js";
import { repository } from "../../support/repository.js";
import { runProgram } from "../../support/run-program.js";
import type { Variant } from "./write-variant.js";

/** What a variant of a document gave. */
export interface VariantFinding {
  readonly document: string;
  readonly variant: Variant;
  /** The client's manifest; `refused` and why when there is no client. */
  readonly manifest: Json;
}

/** Two hours: it ends long before, and a hanging one must not hang the run. */
const PATIENCE = 7_200_000;

/**
 * Generates every variant of the documents, in a process of another locale and time zone.
 *
 * @throws Error when that process falls over
 */
export async function generateVariants(documents: readonly string[]): Promise<readonly VariantFinding[]> {
  const program = join(repository, "test/corpus/variants/run.ts");
  const env = { ...process.env, TZ: "Pacific/Kiritimati", LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8" };
  const words = ["--import", "tsx", program, ...documents];
  const { exitCode, stdout, stderr } = await runProgram(process.execPath, words, {
    cwd: repository,
    env,
    timeout: PATIENCE,
  });
  if (exitCode !== 0) throw new Error(`The variants were not generated: ${stderr}`);
  return stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as VariantFinding);
}
