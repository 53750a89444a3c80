import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { buildPlan } from "./build-plan.js";
import { compareContracts, compareVersionNumbers, describeContract } from "./compare-contracts.js";
import type { LocatedOverrides } from "./config/client-overrides.js";
import type { ConfiguredDiff } from "./config/read-config.js";
import { applyLevels, compareGenerators, concludeReport } from "./diff/conclude.js";
import type { Bump, DiffReport, Finding } from "./diff/finding.js";
import { withoutPoliciesOff } from "./diff/policies.js";
import type { EmittedClient } from "./emit/emitted-client.js";
import { loadContract } from "./load/load-contract.js";
import type { LoadedContract } from "./load/loaded-contract.js";
import { locateFindings } from "./locate.js";
import type { ClientPlan } from "./plan/typescript/client-plan.js";
import { byText } from "./text/by-text.js";
import { snapshotName } from "./text/client-folder.js";
import { product } from "./text/product.js";
import { UserError } from "./text/user-error.js";
import type { PreviousClient } from "./write/previous-client.js";

/** What a generation changes, as `cabinetry diff` reports it. */
export type ContractChanges = Pick<DiffReport, "counts" | "findings" | "verdict">;

/** The client that is to be written. */
interface NextClient {
  readonly contract: LoadedContract;
  readonly plan: ClientPlan;
  readonly client: EmittedClient;
  /** Levels and policies of the configuration file. */
  readonly diff: ConfiguredDiff | undefined;
  /** What the configuration file says of the contract. */
  readonly overrides: LocatedOverrides | undefined;
}

/**
 * What a generation changes on the wire and for callers: the contract is compared with the snapshot in the folder, planned with
 * the previous names. Nothing is planned again where contract and names are as they were.
 *
 * @param directory - of the client, before it is written.
 * @returns undefined when the snapshot is missing, or cannot be read as a contract.
 */
export async function listContractChanges(
  directory: string,
  { names, generatorVersion, settings: { vendor = "vendor" } }: PreviousClient,
  { contract, plan, client, diff = {}, overrides }: NextClient,
): Promise<ContractChanges | undefined> {
  if (names === undefined) return undefined;
  const path = join(directory, snapshotName);
  const snapshot = await readFile(path, "utf8").catch(() => undefined);
  if (snapshot === undefined) return undefined;
  const isSame = client.files.some((file) => file.path === snapshotName && file.text === snapshot);
  const { bump } = compareGenerators(generatorVersion, product().version);
  if (isSame && namesText(names) === namesText(plan.names)) return conclude([], contract, contract, bump);
  try {
    const old = await loadContract(path);
    const oldPlan = buildPlan(old, { locked: names, vendor, overrides, reportUnfit: true }).plan;
    const today = new Date().toISOString().slice(0, 10);
    const found = compareContracts({
      old,
      now: contract,
      oldPlan,
      newPlan: plan,
      today,
      sunsetDays: diff.policies?.sunsetDays,
    });
    const levelled = applyLevels(found, diff.levels ?? {});
    const versions = applyLevels(compareVersionNumbers({ old, now: contract }, levelled), diff.levels ?? {});
    const governed = withoutPoliciesOff([...levelled, ...versions], diff.policies ?? {});
    return conclude(locateFindings(governed, old, contract), old, contract, bump);
  } catch (error) {
    // A snapshot in a merge conflict, or one that an earlier Cabinetry took for a contract.
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

function namesText({ operations, models }: ClientPlan["names"]): string {
  return JSON.stringify([operations, models].map((names) => Object.entries(names).sort(byKey)));
}

function byKey([left]: readonly [string, string], [right]: readonly [string, string]): number {
  return byText(left, right);
}

function conclude(
  given: readonly Finding[],
  old: LoadedContract,
  now: LoadedContract,
  generatorBump: Bump,
): ContractChanges {
  const { counts, findings, verdict } = concludeReport({
    old: describeContract(old),
    new: describeContract(now),
    findings: given,
    diagnostics: [],
    failOn: "none",
    generatorBump,
  });
  return { counts, findings, verdict };
}
