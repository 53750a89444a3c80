import { resolve } from "node:path";
import { buildPlan } from "./build-plan.js";
import { compareContracts, compareVersionNumbers, describeContract } from "./compare-contracts.js";
import { isCounted } from "./diagnostics/is-counted.js";
import { addAcceptances, readAcceptance } from "./config/acceptance-file.js";
import { ContractError } from "./diagnostics/contract-error.js";
import type { Diagnostic } from "./diagnostics/diagnostic.js";
import { sortDiagnostics } from "./diagnostics/group-diagnostics.js";
import { applyAcceptance, pointerOf, withoutEntry } from "./diff/apply-acceptance.js";
import { applyLevels, compareGenerators, concludeReport, diagnoseLevels, isAtGate } from "./diff/conclude.js";
import { listRuleIds } from "./diff/explain-rule.js";
import type { DiffDiagnostic, DiffReport, Finding } from "./diff/finding.js";
import { breaksPolicy, checkPolicies, failsForPromises, withoutPoliciesOff } from "./diff/policies.js";
import { checkVersionPath } from "./diff/version-path.js";
import { type DiffOptions, type DiffSettings, resolveDiff } from "./diff-settings.js";
import type { LoadedContract } from "./load/loaded-contract.js";
import { locateDiagnostics, locateFindings, locateSettings } from "./locate.js";
import type { ClientPlan } from "./plan/typescript/client-plan.js";
import type { ReadConsumer } from "./read-consumer.js";
import { readContract } from "./read-contract.js";
import { requireMatches, type SelectionMatch } from "./select-operations.js";
import { product } from "./text/product.js";
import { settingsLabel } from "./text/settings-label.js";
import { UserError } from "./text/user-error.js";

export { describeRule, explainRule, listExplained } from "./diff/explain-rule.js";
export type { DiffReport, FailOn, Finding } from "./diff/finding.js";
export type { DiffOptions } from "./diff-settings.js";

/** A finished step of a comparison, with the milliseconds that it took. */
export interface DiffStep {
  readonly name: "config" | "diff" | "load" | "plan" | "used-by";
  readonly text: string;
  /** Absent: it takes none. */
  readonly milliseconds?: number;
}

/** What came of a comparison. */
export interface DiffOutcome {
  readonly report: DiffReport;
  /** Of both contracts as they were read; sorted, each with its location. */
  readonly diagnostics: readonly Diagnostic[];
  /** Entries without a reason that were added to the acceptance file of `writeAccept`. */
  readonly drafted: number;
}

/**
 * Compares two contracts: on the wire, and for code that is compiled against the client of the old one.
 *
 * @param onStep - told of each step when it is done.
 * @throws UserError (2) for wrong settings, (3) for a contract that cannot be read or planned: its message names the side.
 */
export async function diffContracts(
  options: DiffOptions,
  onStep: (step: DiffStep) => void = () => undefined,
): Promise<DiffOutcome> {
  const timed = stepper(onStep);
  const settings = await resolveDiff(options);
  const { source } = settings;
  if (source !== undefined) onStep({ name: "config", text: settingsLabel(source) });
  const today = options.today ?? new Date().toISOString().slice(0, 10);
  const accepted = await readAccepted(options, settings);
  const found: SelectionMatch[] = [];
  const load = (side: Side) => async () =>
    loadSide(side, options, settings, (match) => {
      found.push(match);
    });
  const old = await timed("load", load("OLD"), describeLoaded);
  const now = await timed("load", load("NEW"), describeLoaded);
  requireEither(settings, found);
  const consumer = await readUsedBy(old, { usedBy: options.usedBy, client: settings.usedClient }, timed);
  const [oldPlan, newPlan] = await timed(
    "plan",
    () => locateSettings(settings.client.position, () => planBoth(old, now, settings, consumer)),
    describePlans,
  );
  const report = await timed(
    "diff",
    async () => {
      const compared: DiffDiagnostic[] = [];
      const all = compareContracts({
        report: (diagnostic) => compared.push(diagnostic),
        old,
        now,
        oldPlan,
        newPlan,
        today,
        sunsetDays: settings.policies.sunsetDays,
      });
      const client = { plan: oldPlan, old: old.document };
      const judge = async (found: readonly Finding[]) =>
        applyLevels(await markReached(found, consumer, client), settings.levels);
      const judged = await judge(all);
      const open = applyAcceptance(judged, accepted, today).findings;
      const versions = await judge(compareVersionNumbers({ old, now }, open));
      const governed = withoutPoliciesOff([...judged, ...versions], settings.policies);
      const { findings, diagnostics } = applyAcceptance(governed, accepted, today);
      const level = settings.policies.versionPath ?? "error";
      const { failOn } = settings;
      const generators = compareGenerators(settings.client.generatorVersion, product().version);
      return concludeReport({
        settings: source,
        old: describeContract(old),
        new: describeContract(now),
        findings: locateFindings(findings, old, now),
        consumer: options.usedBy,
        diagnostics: [
          ...compared,
          ...diagnostics,
          ...generators.diagnostics,
          ...(consumer?.diagnostics ?? []),
          ...checkPolicies(findings, settings.policies, failOn),
          ...diagnoseLevels(settings.levels, new Set(listRuleIds())),
          ...checkVersionPath(old.document, now.document, findings, { level, failOn }),
        ],
        failOn,
        generatorBump: generators.bump,
      });
    },
    ({ findings }) => `${String(findings.length)} ${findings.length === 1 ? "change" : "changes"}`,
  );
  const diagnostics = [
    ...newPlan.diagnostics.filter(({ id }) => id === "config/unfit-override"),
    ...locateDiagnostics(old.diagnostics, old),
    ...locateDiagnostics(now.diagnostics, now),
  ];
  const drafted = await draftAcceptance(options.writeAccept, report, settings);
  return { report, diagnostics: sortDiagnostics(diagnostics), drafted };
}

/** What the consumer uses; undefined when none is named. Its project is slow to read: loaded for it alone. */
async function readUsedBy(
  old: LoadedContract,
  { usedBy, client }: Pick<DiffOptions, "client" | "usedBy">,
  timed: ReturnType<typeof stepper>,
): Promise<ReadConsumer | undefined> {
  if (usedBy === undefined) return undefined;
  const { readConsumer } = await import("./read-consumer.js");
  const contract = describeContract(old);
  return await timed(
    "used-by",
    async () => readConsumer({ folder: usedBy, client, contract }),
    ({ uses }) => `${usedBy}, ${String(uses.length)} ${uses.length === 1 ? "use" : "uses"} of the client`,
  );
}

async function markReached(
  findings: readonly Finding[],
  consumer: ReadConsumer | undefined,
  client: { readonly plan: ClientPlan; readonly old: LoadedContract["document"] },
): Promise<readonly Finding[]> {
  if (consumer === undefined) return findings;
  const { markUsed } = await import("./diff/consumer/mark-used.js");
  return markUsed(findings, consumer.uses, client);
}

function describeLoaded({ source, dialect }: LoadedContract): string {
  return `${source}, OpenAPI ${dialect}`;
}

function describePlans([{ name: old }, { name: now }]: readonly [ClientPlan, ClientPlan]): string {
  return old === now ? old : `${old}, ${now}`;
}

/** Reports each step with its time. */
function stepper(onStep: (step: DiffStep) => void) {
  return async <Result>(
    name: DiffStep["name"],
    work: () => Promise<Result> | Result,
    describe: (result: Result) => string,
  ): Promise<Result> => {
    const start = performance.now();
    const result = await work();
    onStep({ name, text: describe(result), milliseconds: performance.now() - start });
    return result;
  };
}

type Side = "NEW" | "OLD";

/** Reads one of the contracts. An operation that only one of them has may be selected in both. */
async function loadSide(
  side: Side,
  options: DiffOptions,
  { reading, client }: DiffSettings,
  onMatch: (match: SelectionMatch) => void,
): Promise<LoadedContract> {
  const isOld = side === "OLD";
  const isStrict = !isOld && reading.old?.selection === undefined;
  try {
    return await readContract(isOld ? options.old : options.new, {
      ...options,
      reading: isOld ? reading.old : reading.new,
      overrides: client.overrides,
      ...(!isStrict && { onMatch }),
    });
  } catch (error) {
    throw onSide(side, error);
  }
}

/** @throws UserError (2) where an entry of a selection matches nothing in both contracts. */
function requireEither({ reading }: DiffSettings, found: readonly SelectionMatch[]): void {
  const selection = reading.new?.selection;
  if (selection !== undefined && found.length === 2) requireMatches(selection, found);
}

/**
 * Both clients, with the same settings; the new one has the names of the old one, where it is not generated yet. That of the
 * consumer, where one is named, gives the names.
 */
function planBoth(
  old: LoadedContract,
  now: LoadedContract,
  { client: { name, vendor = "vendor", overrides, oldNames, newNames } }: DiffSettings,
  consumer: ReadConsumer | undefined,
): readonly [ClientPlan, ClientPlan] {
  const plan = (side: Side, contract: LoadedContract, locked: ClientPlan["names"] | undefined) => {
    try {
      return buildPlan(contract, { name, vendor, locked, overrides, reportUnfit: true, isPreview: true })
        .plan;
    } catch (error) {
      throw onSide(side, error);
    }
  };
  const oldPlan = plan("OLD", old, consumer?.names ?? oldNames);
  return [oldPlan, plan("NEW", now, newNames ?? oldPlan.names)];
}

/** The same error, which names the contract that it is about. */
function onSide(side: Side, error: unknown): unknown {
  if (!(error instanceof UserError)) return error;
  const { exitCode, message, remedy, where = "", setting, cause } = error;
  const what = `${side}: ${message}`;
  if (error instanceof ContractError) {
    const { overlay, diagnostics } = error;
    const hint = { remedy, where, ...(overlay !== undefined && { overlay }) };
    return new ContractError(what, hint, diagnostics);
  }
  return new UserError(exitCode, what, {
    remedy,
    ...(where !== "" && { where }),
    ...(setting !== undefined && { setting }),
    ...(cause !== undefined && { cause }),
  });
}

/** Entries that count: in the file that is being written, those without a reason do not yet. */
async function readAccepted({ writeAccept }: DiffOptions, { accept, acceptPosition }: DiffSettings) {
  if (accept === undefined) return [];
  const drafts = writeAccept !== undefined && resolve(writeAccept) === resolve(accept);
  return (await readAcceptance(accept, { drafts, position: acceptPosition })).filter(
    ({ reason }) => reason.trim() !== "",
  );
}

/**
 * Adds an entry for each change that reaches the gate, or breaks a promise that does; what is in the file stays.
 *
 * @returns how many were added.
 */
async function draftAcceptance(
  path: string | undefined,
  { findings, gate }: DiffReport,
  { policies }: DiffSettings,
): Promise<number> {
  if (path === undefined) return 0;
  const entries = await readAcceptance(path, { drafts: true });
  const failOn = gate.failOn === "none" ? "breaking" : gate.failOn;
  const fails = (one: Finding) =>
    isAtGate(one, failOn) || (failsForPromises(failOn) && breaksPolicy(one, policies));
  const added = withoutEntry(findings, entries).filter((one) => isCounted(one) && fails(one));
  const drafts = added.map((one) => ({
    rule: one.rule,
    pointer: pointerOf(one),
    fingerprint: one.fingerprint,
    reason: "",
  }));
  await addAcceptances(path, drafts);
  return drafts.length;
}
