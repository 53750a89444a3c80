import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { buildPlan } from "./build-plan.js";
import { mayBeOfSelection, ofSelection } from "./compare-selection.js";
import type { LocatedOverrides } from "./config/client-overrides.js";
import { type ConfiguredDiff, recordedOverrides } from "./config/read-config.js";
import { advisedBump, applyLevels, compareGenerators, concludeReport } from "./diff/conclude.js";
import type { Fact } from "./diff/fact.js";
import type { Bump, ComparedContract, DiffDiagnostic, DiffReport, Finding } from "./diff/finding.js";
import { type JoinedContract, joinSurface } from "./diff/join/join-surface.js";
import { judgeFacts } from "./diff/judge-facts.js";
import { withoutPoliciesOff } from "./diff/policies.js";
import { createSchemaComparison } from "./diff/schema/schema-comparison.js";
import { compareSurfaces } from "./diff/surface/compare-surfaces.js";
import { listRespondedSchemas } from "./diff/wire/read-operations.js";
import { listVersionFacts } from "./diff/wire/compare-versions.js";
import { listWireFacts } from "./diff/wire/list-wire-facts.js";
import type { EmittedClient } from "./emit/emitted-client.js";
import { loadContract } from "./load/load-contract.js";
import type { Json, LoadedContract } from "./load/loaded-contract.js";
import { locateFindings } from "./locate.js";
import { valueAt } from "./openapi/visit.js";
import { createIdentities } from "./model/schema-names/schema-identities.js";
import type { ClientPlan } from "./plan/typescript/client-plan.js";
import { byText } from "./text/by-text.js";
import { canonicalJson } from "./text/canonical-json.js";
import { snapshotName } from "./text/client-files.js";
import { pointerKeys } from "./text/json-pointer.js";
import { product } from "./text/product.js";
import { UserError } from "./text/user-error.js";
import type { PreviousClient } from "./write/previous-client.js";

/** Two versions of a contract, and the clients of both: planned with the same settings and names. */
export interface ContractPair {
  readonly old: LoadedContract;
  readonly now: LoadedContract;
  readonly oldPlan: ClientPlan;
  readonly newPlan: ClientPlan;
  /** ISO 8601 date on which sunset dates are judged. */
  readonly today: string;
  /** Days from then to a new sunset date, at least. Default: 0. */
  readonly sunsetDays?: number | undefined;
  /** Gets what a report must say of the comparison itself. */
  readonly report?: (diagnostic: DiffDiagnostic) => void;
}

/** Every difference between two contracts, judged by the law alone: on the wire and for callers of the client. In any order. */
export function compareContracts(pair: ContractPair): readonly Finding[] {
  const { old, now, oldPlan, newPlan } = pair;
  const judged = judgeFacts(listFacts(pair));
  const responded = listRespondedSchemas(old.document);
  const surface = compareSurfaces(oldPlan, newPlan, responded, () => pair.report?.(CUT_OFF));
  const joined = joinSurface(judged, surface, {
    old: joinedContract(old),
    new: joinedContract(now),
  });
  return ofSelection(joined, old, now);
}

const CUT_OFF: DiffDiagnostic = {
  id: "surface/cut-off",
  level: "warning",
  message:
    "The comparison of the clients was cut off. Parts of the contract combine to more alternatives than are compared (1,000; 16 where there " +
    "are many such parts). Changes for callers in the others are not listed.",
};

function joinedContract({ document }: LoadedContract): JoinedContract {
  const identities = createIdentities(document);
  return { document, pointerOf: (identity) => identities.pointerOf(identity) };
}

/**
 * What the version of the new contract is not raised by.
 *
 * @param findings - all others, with their configured levels and acceptances.
 */
export function compareVersionNumbers(
  { old, now }: Pick<ContractPair, "now" | "old">,
  findings: readonly Finding[],
): readonly Finding[] {
  return judgeFacts(listVersionFacts(old, now, advisedBump(findings)));
}

/** What differs on the wire, within schemas and outside of them. */
function listFacts(pair: ContractPair): readonly Fact[] {
  const { old, now, today, sunsetDays = 0 } = pair;
  const schemas = createSchemaComparison(old, now, today, sunsetDays);
  const addresses = { old: addressesOf(pair.oldPlan), new: addressesOf(pair.newPlan) };
  const facts = listWireFacts(old, now, { schemas, today, sunsetDays, addresses });
  const changed = (fact: Fact): Fact => ({
    ...fact,
    changed: [at(old, fact.old), at(now, fact.new)],
  });
  return [...facts, ...schemas.facts().map(changed)];
}

function addressesOf({ traits }: ClientPlan): ReadonlyMap<string, readonly string[]> {
  return new Map(traits.operations.map(({ method, path, addresses }) => [`${method} ${path}`, addresses]));
}

function at({ document }: LoadedContract, position: Fact["old"]): Json {
  const value = position && valueAt(document, pointerKeys(position.pointer));
  return (value ?? null) as Json;
}

/** A contract as a report names it. */
export function describeContract({ source, document, dialect, digest }: LoadedContract): ComparedContract {
  const { info } = document;
  const text = (name: string): string => {
    const value: unknown = typeof info === "object" && info !== null ? Reflect.get(info, name) : undefined;
    return typeof value === "string" ? value : "";
  };
  return { source, title: text("title"), version: text("version"), openapi: dialect, digest };
}

/** What a generation changes, as `cabinetry diff` reports it. */
export interface ContractChanges extends Pick<DiffReport, "counts" | "findings" | "verdict"> {
  /** The contract is as it was: the settings change the client. */
  readonly ofSettings?: true;
  /** A change of `include` or `exclude` may be what changes operations, and not the contract. */
  readonly mayBeOfSelection?: true;
}

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
 * the previous names and the previous configuration. Nothing is planned again where all of them are as they were.
 *
 * @param directory - of the client, before it is written.
 * @returns undefined when the snapshot is missing, or cannot be read as a contract.
 */
export async function listContractChanges(
  directory: string,
  { names, generatorVersion, settings: { vendor = "vendor" }, configuration }: PreviousClient,
  { contract, plan, client, diff = {}, overrides }: NextClient,
): Promise<ContractChanges | undefined> {
  if (names === undefined) return undefined;
  const path = join(directory, snapshotName);
  const snapshot = await readFile(path, "utf8").catch(() => undefined);
  if (snapshot === undefined) return undefined;
  const isConfigured =
    configuration === undefined || canonicalJson(configuration) === canonicalJson(overrides?.values ?? {});
  const isSame =
    isConfigured && client.files.some((file) => file.path === snapshotName && file.text === snapshot);
  const { bump } = compareGenerators(generatorVersion, product().version);
  if (isSame && namesText(names) === namesText(plan.names)) return conclude([], contract, contract, bump);
  try {
    const old = await loadContract(path);
    const before = isConfigured ? overrides : recordedOverrides(configuration);
    const oldPlan = buildPlan(old, {
      ...{ locked: names, vendor, overrides: before, reportUnfit: true },
      isPreview: true,
    }).plan;
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
    const changes = conclude(locateFindings(governed, old, contract), old, contract, bump);
    if (old.digest === contract.digest) return { ...changes, ofSettings: true };
    return mayBeOfSelection(old, contract) ? { ...changes, mayBeOfSelection: true } : changes;
  } catch (error) {
    // A snapshot in a merge conflict, or one that an earlier Cabinetry took for a contract.
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

function namesText({ client = "", operations, models }: ClientPlan["names"]): string {
  return JSON.stringify([{ client }, operations, models].map((names) => Object.entries(names).sort(byKey)));
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
