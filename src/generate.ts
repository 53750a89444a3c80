import { basename, resolve } from "node:path";
import { acceptWarnings } from "./accept-warnings.js";
import { configText } from "./config/read-config.js";
import type { ContractChanges } from "./compare-contracts.js";
import type { Diagnostic } from "./diagnostics/diagnostic.js";
import { failsStrict } from "./diagnostics/group-diagnostics.js";
import { emitClient } from "./emit/emit-client.js";
import type { EmittedClient, EmittedFile } from "./emit/emitted-client.js";
import {
  type ClientSettings,
  findUnchanged,
  type GenerateOptions,
  inputsText,
  recordedOptions,
  resolveClient,
} from "./client-settings.js";
import { locateDiagnostics, locateSettings } from "./locate.js";
import type { LoadedContract } from "./load/loaded-contract.js";
import type { ClientPlan } from "./plan/typescript/client-plan.js";
import { byText } from "./text/by-text.js";
import { manifestName, namesLockName } from "./text/client-files.js";
import { canonicalJson } from "./text/canonical-json.js";
import { createBudget, modelOf, planOf, unusedVendor } from "./build-plan.js";
import { readContract } from "./read-contract.js";
import { prepareOutputFolder } from "./write/output-folder.js";
import { type PreviousClient, readPrevious } from "./write/previous-client.js";
import { writeClient, type WriteOutcome } from "./write/write-client.js";

/** A finished step of the work, with the milliseconds that it took. */
export interface Step {
  readonly name: "load" | "model" | "plan" | "emit" | "write";
  readonly text: string;
  readonly milliseconds: number;
}

/** What came of a generation. */
export interface GenerateOutcome extends WriteOutcome {
  readonly contract: { readonly title: string; readonly version: string; readonly digest: string };
  readonly name: string;
  readonly out: string;
  readonly operations: number;
  readonly models: number;
  /** What changes on the wire and for code that calls the client in the folder; undefined where that is not known. */
  readonly contractChanges: ContractChanges | undefined;
  /** A configuration file to save, where the client has settings that were in the manifest of 0.1.0. */
  readonly suggestedConfig: string | undefined;
  /** Sorted by importance; each with its location in the source. */
  readonly diagnostics: readonly Diagnostic[];
  /** Under `strict` there are warnings: nothing was written, and the lists of files say what would have been. */
  readonly stopped: boolean;
}

/**
 * The main job, in order: load → model → plan → emit → write.
 *
 * @param onStep - told of each step when it is done.
 * @throws UserError (exit 2 or 3); nothing was written then.
 */
export async function generate(
  options: GenerateOptions,
  onStep: (step: Step) => void = () => undefined,
): Promise<GenerateOutcome> {
  return locateSettings(options.position, () => generateClient(options, onStep));
}

async function generateClient(
  options: GenerateOptions,
  onStep: (step: Step) => void,
): Promise<GenerateOutcome> {
  const timed = stepper(onStep);
  // Before anything is fetched: the writer asks again.
  if (options.check !== true) await prepareOutputFolder(options.out, options.force === true);
  const previous = await readPrevious(options.out, options);
  const contract = await timed("load", async () => {
    const loaded = await readContract(options.contract, options);
    return [loaded, `${loaded.source}, OpenAPI ${loaded.dialect}`];
  });
  const settings = resolveClient(options, previous, contract);
  const unchanged = await generateUnchanged(options, settings, contract, previous, onStep);
  if (unchanged !== undefined) return unchanged;
  const budget = createBudget(contract);
  const model = await timed("model", () => {
    const built = modelOf(contract, { ...settings, budget });
    return [built, `${String(built.operations.length)} operations, ${String(built.schemas.length)} schemas`];
  });
  const plan = await timed("plan", () => {
    const planned = planOf(contract, model, { ...settings, budget });
    return [planned, `${planned.name}, ${String(planned.resources.length)} resources`];
  });
  const all = [
    ...settings.diagnostics,
    ...unusedVendor(options.vendor, options.configured?.vendor, plan),
    ...plan.diagnostics,
    ...model.diagnostics,
    ...contract.diagnostics,
  ];
  const found = acceptWarnings(all, options.reading, contract);
  const stopped = options.strict === true && failsStrict(found);
  const client = await timed("emit", async () => {
    const run = {
      operations: model.operations.length,
      models: countModels(plan),
      diagnostics: [...plan.diagnostics, ...model.diagnostics],
    };
    const emitted = await emitFiles(plan, contract, { ...settings, configured: options.configured, run });
    // The writer adds these two.
    const files = `${String(emitted.files.length)} files, ${namesLockName} and ${manifestName}`;
    return [emitted, files];
  });
  // The next step writes over the snapshot.
  const { diff } = options;
  const contractChanges =
    settings.isOther || previous.names === undefined
      ? undefined
      : await (
          await import("./compare-contracts.js")
        ).listContractChanges(options.out, previous, {
          contract,
          plan,
          client,
          diff,
          overrides: options.overrides,
        });
  const written = await timed("write", async () => {
    const check = options.check === true || stopped;
    const outcome = await writeClient(options.out, client, { check, force: options.force });
    return [outcome, describe(outcome, check)];
  });
  return {
    ...written,
    contract: { title: model.contract.title, version: model.contract.version, digest: contract.digest },
    name: plan.name,
    out: options.out,
    operations: model.operations.length,
    models: countModels(plan),
    contractChanges,
    suggestedConfig: suggestConfig(options, contract, previous),
    diagnostics: locateDiagnostics(found, contract),
    stopped,
  };
}

/** The client with all its files, and what its manifest says of this run. */
async function emitFiles(
  plan: ClientPlan,
  contract: LoadedContract,
  {
    importExtension,
    openapiTypes,
    overrides,
    configured,
    run,
  }: Pick<ClientSettings, "importExtension" | "openapiTypes" | "overrides"> &
    Pick<GenerateOptions, "configured"> & {
      readonly run: Omit<NonNullable<EmittedClient["facts"]["run"]>, "inputs">;
    },
): Promise<EmittedClient> {
  const { facts, files } = await emitClient(plan, contract, { importExtension, openapiTypes });
  const more = openapiTypes ? await emitBridge(contract) : [];
  return {
    facts: {
      ...facts,
      options: recordedOptions(facts.options, configured),
      configuration: JSON.parse(canonicalJson(overrides?.values ?? {})) as Record<string, unknown>,
      run: { ...run, inputs: inputsText(facts.options, contract, overrides) },
    },
    files: [...files, ...more].sort((left, right) => byText(left.path, right.path)),
  };
}

function countModels({ models }: ClientPlan): number {
  return models.flatMap(({ declarations }) => declarations).length;
}

const NO_CHANGES: ContractChanges = {
  verdict: { wire: "none", sdk: "none", semver: "none", sdkSemver: "none" },
  counts: {
    wire: { breaking: 0, risky: 0, compatible: 0, docs: 0, none: 0 },
    sdk: { breaking: 0, compatible: 0, none: 0 },
  },
  findings: [],
};

/** What comes of a run that would change nothing; undefined where the client has to be built. */
async function generateUnchanged(
  options: GenerateOptions,
  settings: ClientSettings,
  contract: LoadedContract,
  { names }: PreviousClient,
  onStep: (step: Step) => void,
): Promise<GenerateOutcome | undefined> {
  const start = performance.now();
  const found = await findUnchanged(options, settings, contract);
  if (found === undefined) return undefined;
  const { title, version, digest } = found.contract;
  const diagnostics = acceptWarnings(
    [...found.diagnostics, ...contract.diagnostics],
    options.reading,
    contract,
  );
  const outcome: GenerateOutcome = {
    created: [],
    changed: [],
    unchanged: found.paths,
    stale: [],
    edited: [],
    reformatted: [],
    interrupted: false,
    upToDate: true,
    contract: { title, version, digest },
    name: names?.client ?? "",
    out: options.out,
    operations: found.operations,
    models: found.models,
    contractChanges: NO_CHANGES,
    suggestedConfig: undefined,
    diagnostics: locateDiagnostics(diagnostics, contract),
    stopped: options.strict === true && failsStrict(diagnostics),
  };
  const text = describe(outcome, options.check === true);
  onStep({ name: "write", text, milliseconds: performance.now() - start });
  return outcome;
}

/** A client of 0.1.0 had its settings in the manifest alone: as a configuration file, for a person to save. */
function suggestConfig(
  { contract, out, configured }: GenerateOptions,
  { source }: LoadedContract,
  { isOfFirstVersion, settings }: PreviousClient,
): string | undefined {
  if (isOfFirstVersion !== true || configured !== undefined) return undefined;
  const id = basename(resolve(out)).replace(/^[^A-Za-z]+|[^A-Za-z0-9._-]+/gu, "") || "client";
  // A URL may have credentials; its source has none.
  const named = /^[a-z][a-z0-9+.-]+:/iu.test(contract) || contract === "-" ? source : contract;
  return configText({ id, contract: named, out, settings });
}

type Timed = <Value>(
  name: Step["name"],
  work: () => [Value, string] | Promise<[Value, string]>,
) => Promise<Value>;

function stepper(onStep: (step: Step) => void): Timed {
  return async (name, work) => {
    const start = performance.now();
    const [value, text] = await work();
    onStep({ name, text, milliseconds: performance.now() - start });
    return value;
  };
}

/** The bridge to openapi-typescript loads the TypeScript compiler: only when it is asked for. */
async function emitBridge({ document }: LoadedContract): Promise<readonly EmittedFile[]> {
  const { emitOpenapiTypes } = await import("./emit/openapi-types.js");
  return [await emitOpenapiTypes(document)];
}

function describe(outcome: WriteOutcome, check: boolean): string {
  const counts = [
    [outcome.created.length, check ? "missing" : "created"],
    [outcome.changed.length, check ? "out of date" : "changed"],
    [outcome.stale.length, check ? "stale" : "removed"],
    [outcome.edited.length, check ? "not as left" : "overwritten"],
    [outcome.unchanged.length, "unchanged"],
  ] as const;
  const counted = counts.filter(([count]) => count > 0).map(([count, word]) => `${String(count)} ${word}`);
  return counted.length === 0 ? "nothing to write" : counted.join(", ");
}
