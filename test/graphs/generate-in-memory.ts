import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { emitClient } from "../../src/emit/emit-client.js";
import { loadContract } from "../../src/load/load-contract.js";
import { buildPlan } from "../../src/build-plan.js";
import { UserError } from "../../src/text/user-error.js";

/** What a generation came to: the files of a client, or why there is none. */
export type Outcome = { readonly files: ReadonlyMap<string, string> } | { readonly refused: UserError };

/**
 * Runs load → model → plan → emit over a contract, without the safety nets of the command line.
 *
 * @param folder - where the contract is written to be read.
 * @throws whatever is thrown but a UserError with exit code 3.
 */
export async function generateInMemory(contract: unknown, folder: string): Promise<Outcome> {
  const path = join(folder, "openapi.json");
  await writeFile(path, JSON.stringify(contract));
  try {
    const loaded = await loadContract(path);
    const { plan } = buildPlan(loaded, { vendor: "acme" });
    const { files } = await emitClient(plan, loaded);
    return { files: new Map(files.map((file) => [file.path, file.text])) };
  } catch (error) {
    if (error instanceof UserError && error.exitCode === 3) return { refused: error };
    throw error;
  }
}
