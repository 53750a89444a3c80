import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { acceptWarnings } from "./accept-warnings.js";
import type { ConfiguredClient } from "./config/read-config.js";
import { type GivenReading, joinReading } from "./config/client-reading.js";
import type { Diagnostic } from "./diagnostics/diagnostic.js";
import { locateDiagnostics, locateSettings } from "./locate.js";
import type { LoadedContract } from "./load/loaded-contract.js";
import { findClient, positionIn, readClients, readingOf, sourceOf } from "./select-clients.js";
import { acceptedBy, type LostSign, subjectOf } from "./plan/service/signs/sign.js";
import { byText } from "./text/by-text.js";
import type { SettingsSource } from "./text/settings-label.js";
import { UserError } from "./text/user-error.js";
import { type PreviousClient, readPrevious } from "./write/previous-client.js";
import { OPEN_TYPE, typeLines } from "./plan/typescript/connection/plan-token-exchange.js";
import { buildPlan, unusedVendor } from "./build-plan.js";
import { readContract, type ReadingOptions } from "./read-contract.js";
import type { ClientPlan, RecognisedOperation } from "./plan/typescript/client-plan.js";
import type { ContractTraits, OperationTraits, Trait } from "./plan/service/traits/trait.js";

/** What `cabinetry inspect` is told. */
export interface InspectOptions extends Omit<ReadingOptions, "onMatch" | "overrides" | "reading"> {
  /** CONTRACT: a URL of an API or a document, a file, `-`, the folder of a generated client. Default: that of the client. */
  readonly contract?: string | undefined;
  /** Configuration file; default: `cabinetry.yaml` in the current folder, if there is one. */
  readonly config?: string | undefined;
  /** Name of a client in it; default: the one with this contract, or the only one. */
  readonly client?: string | undefined;
  /** Class of the client; default: from the contract's title. */
  readonly name?: string | undefined;
  /** The word that the contract's token exchange leaves open (TOK-2); not needed to inspect. */
  readonly vendor?: string | undefined;
  /** How the contract is read, beside what the file says. */
  readonly reading?: GivenReading | undefined;
}

/** What Cabinetry recognised in a contract, and why: the JSON of `inspect --json`, which has diagnostics as `reportDiagnostic` gives them. Grows by members only. */
export interface Inspection {
  readonly schemaVersion: 3;
  /** Whose settings were used; absent: no configuration file has settings for the contract. */
  readonly settings?: SettingsSource;
  readonly contract: {
    readonly title: string;
    readonly version: string;
    readonly openapi: "3.0" | "3.1" | "3.2";
    readonly digest: string;
  };
  /** Class of the client that would be generated. */
  readonly client: string;
  readonly server: { readonly url: string; readonly absolute: boolean };
  /** Security schemes that operations use, and what supplies each. */
  readonly credentials: readonly { readonly scheme: string; readonly suppliedBy: string }[];
  readonly scopes: readonly {
    readonly name: string;
    readonly description: string;
    readonly operations: number;
  }[];
  readonly operations: readonly InspectedOperation[];
  /** Recognised in the contract as a whole. */
  readonly traits: readonly InspectedTrait[];
  /** Traits of the contract as a whole that the configuration switches off. */
  readonly switchedOff: readonly { readonly trait: string; readonly reason: string }[];
  /** Problem codes that the contract names. */
  readonly problemCodes: readonly string[];
  /** What the client takes a problem code for, as `problems.meanings` of the configuration names it. */
  readonly problemMeanings: Readonly<Record<string, string>>;
  /** Members that are masked wherever they could be shown. */
  readonly sensitive: readonly string[];
  readonly models: readonly string[];
  /** What the contract does not say and configuration must, or what Cabinetry recognised with a caveat. */
  readonly missing: readonly string[];
  /** What the contract shows and no trait follows from, with the lines of cabinetry.yaml that say what is missing. */
  readonly unrecognised: readonly UnrecognisedTrait[];
  /** Sorted by importance; each with its location in the source. */
  readonly diagnostics: readonly Diagnostic[];
}

/** One operation: what it is called, what was recognised in it, and why. */
export interface InspectedOperation {
  /** `cabinets.list` */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  /** JSON pointer into the contract. */
  readonly pointer: string;
  /** Sets of scopes, any one of which is enough. */
  readonly scopes: readonly (readonly string[])[];
  readonly traits: readonly InspectedTrait[];
  /** Traits that the contract shows and the configuration switches off. */
  readonly switchedOff: readonly { readonly trait: string; readonly reason: string }[];
  /** It changes something, and is not sent again after a lost response; `change`: the verb that its text, its name or its scopes have. */
  readonly sentOnce?: { readonly change?: string };
  /** Why it has no method of its own; absent: it has one. */
  readonly omitted?: string;
}

/** Something that the contract shows, and that the client does not do. */
export interface UnrecognisedTrait {
  /** Method and path of the operation; else `the contract`, or its security scheme. */
  readonly operation: string;
  /** The key of the configuration that decides it. */
  readonly trait: string;
  readonly shown: string;
  readonly missing: string;
  /** Lines for the client in cabinetry.yaml; `?` is for a person to fill in. */
  readonly configuration: string;
  /** OpenAPI Overlay (YAML) for the file that those lines name. */
  readonly overlay?: string;
  /** Lines for the client in cabinetry.yaml that accept it as it is. Absent: no key does. */
  readonly meant?: string;
}

/** A recognised trait, the facts that follow from it, and where they were seen. */
export interface InspectedTrait {
  /** `pagination`, `conditionalChange`, … */
  readonly trait: string;
  readonly facts: unknown;
  readonly reason: string;
  readonly decidedBy: "configuration" | "contract";
}

/**
 * Reads a contract and tells what a client of it would be, without writing anything.
 *
 * @throws UserError (exit 2 or 3).
 */
export async function inspect(options: InspectOptions): Promise<Inspection> {
  const { named, client } = await selectContract(options);
  return locateSettings(positionIn(client, named, options), () => inspectContract(named, client, options));
}

async function inspectContract(
  named: string,
  client: ConfiguredClient | undefined,
  options: InspectOptions,
): Promise<Inspection> {
  const { name } = options;
  const reading = joinReading(readingOf(client, named), options.reading);
  const contract = await readContract(named, {
    ...options,
    reading,
    overrides: client?.overrides,
  });
  // The word is needed to generate, not to look; the plan only asks that there is one.
  // A generated client's folder is inspected as it is, with its own names.
  const { names, settings } = await previousIn(named);
  const vendor = options.vendor ?? client?.settings.vendor ?? settings.vendor;
  const { model, plan } = buildPlan(contract, {
    name: name ?? client?.settings.name ?? settings.name,
    locked: names,
    vendor: vendor ?? "vendor",
    overrides: client?.overrides,
    isPreview: true,
  });
  const found = [
    ...unusedVendor(options.vendor, client?.settings.vendor, plan),
    ...plan.diagnostics,
    ...model.diagnostics,
    ...contract.diagnostics,
  ];
  const { schemaVersion, ...inspection } = describePlan(contract, plan, {
    vendorGiven: vendor !== undefined,
    diagnostics: acceptWarnings(found, reading, {
      document: contract.document,
      ...(contract.unselected !== undefined && { unselected: contract.unselected }),
      // What is generated was read as the file says before.
      isWhole: client === undefined || resolve(named) !== resolve(client.out),
    }),
  });
  return {
    schemaVersion,
    ...(client !== undefined && { settings: sourceOf(client, options.config) }),
    ...inspection,
  };
}

/** CONTRACT, and the client of the configuration file that it is about. */
async function selectContract({
  contract,
  config,
  client,
}: InspectOptions): Promise<{ readonly named: string; readonly client: ConfiguredClient | undefined }> {
  if (contract !== undefined)
    return { named: contract, client: await findClient([contract], { config, client }) };
  const { clients = [] } = (await readClients(config)) ?? {};
  const found =
    client === undefined && clients.length === 1 ? clients[0] : await findClient([], { config, client });
  if (found !== undefined) return { named: found.contract, client: found };
  throw new UserError(2, "inspect needs to know the contract.", {
    ...(clients.length > 0 && { where: clients.map(({ id, out }) => `${id}: ${out}`).join("\n") }),
    remedy:
      clients.length > 0
        ? `Name the client: --client ${clients[0]?.id ?? ""}.`
        : "Name it after the command: cabinetry inspect https://host/v1/external, or a file's path.",
  });
}

/** What a generated client was generated with, when one is inspected by its folder. */
async function previousIn(contract: string): Promise<PreviousClient> {
  const isFolder = await stat(contract).then(
    (facts) => facts.isDirectory(),
    () => false,
  );
  return isFolder ? await readPrevious(contract) : { settings: {} };
}

function describePlan(
  contract: LoadedContract,
  plan: ClientPlan,
  {
    vendorGiven,
    diagnostics,
  }: { readonly vendorGiven: boolean; readonly diagnostics: readonly Diagnostic[] },
): Inspection {
  const operations = plan.traits.operations
    .map((operation) => inspectOperation(operation, plan.traits.contract))
    .sort((left, right) => byText(left.name, right.name));
  const { title, version, digest } = plan.contract;
  return {
    schemaVersion: 3,
    contract: { title, version, openapi: contract.dialect, digest },
    client: plan.name,
    server: { url: plan.connection.server.url, absolute: plan.connection.server.absolute },
    credentials: plan.connection.credentials.map(({ scheme, kind }) => ({ scheme, suppliedBy: kind })),
    scopes: plan.contract.scopes.map((scope) => ({
      ...scope,
      operations: operations.filter(({ scopes }) => scopes.flat().includes(scope.name)).length,
    })),
    operations,
    traits: inspectTraits(plan.traits.contract),
    switchedOff: plan.traits.switchedOff,
    problemCodes: plan.contract.codes,
    problemMeanings: plan.traits.contract.problem?.facts.meanings ?? {},
    sensitive: plan.traits.contract.sensitive?.facts ?? [],
    models: plan.models.flatMap(({ declarations }) => declarations.map((declaration) => declaration.name)),
    unrecognised: plan.traits.lost.map((sign) => inspectSign(sign)),
    missing: listMissing(plan, vendorGiven),
    diagnostics: locateDiagnostics(diagnostics, contract),
  };
}

function inspectSign(sign: LostSign): UnrecognisedTrait {
  const { trait, shown, missing, lines, overlay } = sign;
  const meant = acceptedBy(sign);
  return {
    operation: subjectOf(sign),
    trait,
    shown,
    missing,
    configuration: lines.join("\n"),
    ...(overlay !== undefined && { overlay: overlay.join("\n") }),
    ...(meant !== undefined && { meant: meant.join("\n") }),
  };
}

function inspectOperation(operation: RecognisedOperation, contract: ContractTraits): InspectedOperation {
  const { name, method, path, pointer, scopes, traits, change, switchedOff, omitted } = operation;
  return {
    name,
    method,
    path,
    pointer,
    scopes,
    ...(omitted !== undefined && { omitted }),
    traits: inspectTraits(traits),
    switchedOff,
    ...(omitted === undefined &&
      isSentOnce(operation, contract) && { sentOnce: { ...(change !== undefined && { change }) } }),
  };
}

/** Whether nothing tells the client that it may send a change again after a lost response. */
function isSentOnce({ method, traits }: RecognisedOperation, { problem, retry }: ContractTraits): boolean {
  const { safe, idempotentCreate, conditionalChange } = traits;
  const policy = retry?.facts.policy ?? (problem?.facts.retryable === true ? "problem" : "method");
  const isIdempotent = policy === "method" && ["DELETE", "PUT"].includes(method.toUpperCase());
  // A repeat could meet what the lost one made of the state, and be refused for that.
  const isRepeated = conditionalChange === undefined && isIdempotent;
  return !isRepeated && safe === undefined && idempotentCreate === undefined;
}

function inspectTraits(traits: ContractTraits | OperationTraits): readonly InspectedTrait[] {
  const entries: readonly (readonly [string, Trait<unknown> | undefined])[] = Object.entries(traits);
  return entries.flatMap(([trait, found]) =>
    found === undefined
      ? []
      : [{ trait, facts: found.facts, reason: found.reason, decidedBy: found.decidedBy ?? "contract" }],
  );
}

function listMissing(plan: ClientPlan, vendorGiven: boolean): readonly string[] {
  const open = plan.connection.credentials.some(
    (credential) => credential.kind === "tokenExchange" && credential.exchange.vendor !== undefined,
  );
  const isTypeOpen = plan.connection.credentials.some(
    (credential) => credential.kind === "tokenExchange" && credential.exchange.subjectTokenType === OPEN_TYPE,
  );
  const unpaired = plan.traits.operations.filter(
    ({ traits }) =>
      traits.conditionalChange?.given === undefined &&
      traits.conditionalChange !== undefined &&
      traits.conditionalChange.facts.read === undefined,
  );
  return [
    ...(open && !vendorGiven
      ? [
          "The vendor word of the access key's token type: the contract leaves it open, say it with --vendor WORD, or with `vendor` in cabinetry.yaml.",
        ]
      : []),
    ...(isTypeOpen
      ? [
          `The type of the access key that is exchanged: the contract does not show it, say it in cabinetry.yaml with \`${typeLines}\`.`,
        ]
      : []),
    ...unpaired.map(({ name }) => `The read that hands out the ETag for ${name}: none could be paired.`),
  ];
}
