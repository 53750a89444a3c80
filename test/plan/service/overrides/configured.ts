import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { buildPlan } from "../../../../src/build-plan.js";
import type { LocatedOverrides } from "../../../../src/config/client-overrides.js";
import { readConfiguration } from "../../../../src/config/read-config.js";
import type { OperationTraits } from "../../../../src/plan/service/traits/trait.js";
import type { ClientPlan } from "../../../../src/plan/typescript/client-plan.js";
import { UserError } from "../../../../src/text/user-error.js";
import { contractOf } from "../../../model/model-of.js";
import { makeTemporaryFolder } from "../../../support/temporary-folder.js";

/** What a configuration file says of its only client; the given keys stand on its lines from 3 on, from column 3 on. */
export async function overridesOf(keys: string): Promise<LocatedOverrides | undefined> {
  const folder = await makeTemporaryFolder("overrides");
  onTestFinished(() => folder.remove());
  const path = join(folder.path, "cabinetry.yaml");
  const indented = keys.trim().replaceAll("\n", "\n    ");
  writeFileSync(path, `clients:\n  shop:\n    ${indented}\n    contract: a\n    out: b\n`);
  const overrides = (await readConfiguration(path))?.clients[0]?.overrides;
  return overrides && { ...overrides, file: "cabinetry.yaml" };
}

/** The plan of a contract under the keys of a configuration file. */
export async function planUnder(contract: string, keys: string): Promise<ClientPlan> {
  return buildPlan(contractOf(contract), { vendor: "acme", overrides: await overridesOf(keys) }).plan;
}

/** What was decided of an operation, by its emitted name: `pets.list`. */
export async function traitsUnder(contract: string, keys: string, name: string): Promise<OperationTraits> {
  const { traits } = await planUnder(contract, keys);
  const found = traits.operations.find((operation) => operation.name === name);
  if (found === undefined) throw new Error(`No operation is named ${name}.`);
  return found.traits;
}

/** The lines of the error that says what does not fit; empty: everything fits. */
export async function misfitsUnder(contract: string, keys: string): Promise<readonly string[]> {
  try {
    await planUnder(contract, keys);
    return [];
  } catch (error) {
    if (error instanceof UserError && error.exitCode === 2) return (error.where ?? "").split("\n");
    throw error;
  }
}
