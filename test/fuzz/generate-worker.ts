import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parentPort } from "node:worker_threads";
import { generate } from "../../src/generate.js";
import { UserError } from "../../src/text/user-error.js";

/** A contract to generate a client of. */
export interface GenerateJob {
  readonly text: string;
  /** Absolute path; the contract is written beside it. */
  readonly folder: string;
}

/** What came of it; a crash or a hang of the worker is for its owner to notice. */
export interface GenerateResult {
  readonly exitCode: 0 | 2 | 3 | 4;
  /** What was said, or the stack of a defect. */
  readonly text: string;
  readonly milliseconds: number;
}

async function run({ text, folder }: GenerateJob): Promise<GenerateResult> {
  await mkdir(dirname(folder), { recursive: true });
  const contract = join(dirname(folder), "openapi.json");
  await writeFile(contract, text);
  const start = performance.now();
  const outcome = await generate({ contract, out: folder, vendor: "fuzz" }).then(
    () => ({ exitCode: 0, text: "" }) as const,
    describe,
  );
  const milliseconds = performance.now() - start;
  // A rejection that nobody handles is raised before the next job, as an error of this worker.
  await new Promise((resolve) => setImmediate(resolve));
  return { ...outcome, milliseconds };
}

function describe(error: unknown): { readonly exitCode: 2 | 3 | 4; readonly text: string } {
  if (error instanceof UserError) return { exitCode: error.exitCode, text: error.message };
  return { exitCode: 4, text: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

parentPort?.on("message", (job: GenerateJob) => {
  void run(job).then((result) => parentPort?.postMessage(result));
});
