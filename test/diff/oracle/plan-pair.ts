import { buildPlan } from "../../../src/build-plan.js";
import type { JsonObject, LoadedContract } from "../../../src/load/loaded-contract.js";
import { loadContract } from "../../../src/load/load-contract.js";
import type { LockedNames } from "../../../src/model/names/locked-names.js";
import type { ClientPlan } from "../../../src/plan/typescript/client-plan.js";

/** A contract and the plan of its client. */
export interface PlannedClient {
  readonly contract: LoadedContract;
  readonly plan: ClientPlan;
}

/** Loads a document that is in memory. */
export async function loadDocument(document: JsonObject): Promise<LoadedContract> {
  const input = (async function* () {
    yield await Promise.resolve(Buffer.from(JSON.stringify(document)));
  })();
  return loadContract("-", { input });
}

/** Loads and plans a document that is in memory. */
export async function planDocument(document: JsonObject, locked?: LockedNames): Promise<PlannedClient> {
  const contract = await loadDocument(document);
  const { plan } = buildPlan(contract, { vendor: "acme", ...(locked && { locked }) });
  return { contract, plan };
}

/** Loads and plans a contract in a file. */
export async function planContract(path: string): Promise<PlannedClient> {
  const contract = await loadContract(path);
  const { plan } = buildPlan(contract, { vendor: "acme" });
  return { contract, plan };
}
