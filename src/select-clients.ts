import { resolve } from "node:path";
import { refuseUnknownRules } from "./accept-warnings.js";
import { type ConfiguredReading, type GivenReading, joinReading } from "./config/client-reading.js";
import {
  configName,
  type Configuration,
  type ConfiguredClient,
  readConfiguration,
} from "./config/read-config.js";
import type { GenerateOptions } from "./client-settings.js";
import type { SettingsSource } from "./text/settings-label.js";
import { nearestWord } from "./text/words.js";
import { missingFile, UserError } from "./text/user-error.js";

/** What `cabinetry generate` is told: options of a run, and which clients of a configuration file it is about. */
export interface ClientSelection extends Omit<
  GenerateOptions,
  "contract" | "out" | "configured" | "diff" | "overrides" | "position" | "reading"
> {
  readonly contract?: string | undefined;
  readonly out?: string | undefined;
  /** Configuration file; default: `cabinetry.yaml` in the current folder, if there is one. */
  readonly config?: string | undefined;
  /** Names of clients in it; default: all of them. */
  readonly clients?: readonly string[] | undefined;
  /** How the contract is read, beside what the file says. */
  readonly reading?: GivenReading | undefined;
}

/** One client to generate. */
export interface SelectedClient {
  /** Its name in the configuration file; absent: CONTRACT was given. */
  readonly id?: string;
  readonly options: GenerateOptions;
  /** Where its settings come from, where CONTRACT was given; absent: no configuration file has settings for it. */
  readonly settings?: SettingsSource;
}

/**
 * The clients that a command line is about. CONTRACT and `out` name one; without CONTRACT they come from the configuration
 * file: those named, the one with the folder `out`, or all of them. Options win over the file, and need one client.
 *
 * @throws UserError (2) when the file is wrong, or the words name no client, or options are for several.
 */
export async function selectClients(selection: ClientSelection): Promise<readonly SelectedClient[]> {
  const { contract, out, config, clients, reading, ...shared } = selection;
  const given = { ...shared, reading };
  const path = config ?? configName;
  const configuration = await readClients(config);
  const configured = configuration?.clients;
  const diff = configuration?.diff;
  const named = pickClients(configured, { clients, out, path });
  if (contract !== undefined) {
    const [client, ...others] = clients === undefined && out === undefined ? [] : named;
    const folder = out ?? (others.length === 0 ? client?.out : undefined);
    if (folder === undefined || folder === "") throw missingFolder();
    return [
      {
        options: { ...shared, contract, out: folder, ...settingsOf(client, contract, given), diff },
        ...(client !== undefined && { settings: sourceOf(client, config) }),
      },
    ];
  }
  if (configured === undefined || configured.length === 0) throw missingContract();
  if (named.length === 0) {
    throw new UserError(2, `No client of ${path} has the folder ${out ?? ""}.`, {
      where: listClients(configured),
      remedy: "Name one of these folders with -o, or give the contract: cabinetry generate CONTRACT -o DIR.",
    });
  }
  if (named.length > 1) refuseSettings(selection, named, path);
  return named.map((client) => ({
    id: client.id,
    options: {
      ...shared,
      contract: client.contract,
      out: client.out,
      ...settingsOf(client, client.contract, given),
      diff,
    },
  }));
}

function settingsOf(
  client: ConfiguredClient | undefined,
  contract: string,
  given: Pick<ClientSelection, "name" | "reading" | "vendor">,
): Pick<GenerateOptions, "configured" | "overrides" | "position" | "reading"> {
  return {
    position: positionIn(client, contract, given),
    configured: client?.settings,
    overrides: client?.overrides,
    reading: joinReading(readingOf(client, contract), given.reading),
  };
}

/** Where the settings of a client are that its file decides, with this contract: another one is of the command line. */
export function positionIn(
  client: ConfiguredClient | undefined,
  contract: string | undefined,
  given: Pick<ClientSelection, "name" | "vendor">,
): GenerateOptions["position"] {
  return (setting) => {
    if (client === undefined) return undefined;
    const isOther =
      setting === "name" || setting === "vendor"
        ? given[setting] !== undefined || client.settings[setting] === undefined
        : setting === "contract" && contract !== client.contract;
    return isOther ? undefined : client.position([setting]);
  };
}

/**
 * How a contract is read for a client. The folder of the client has its contract as it was read: nothing is changed again. Another
 * server than that of the client's contract gets no headers.
 */
export function readingOf(
  client: ConfiguredClient | undefined,
  contract: string,
): ConfiguredReading | undefined {
  if (client?.reading === undefined) return undefined;
  const { headers, ...reading } = client.reading;
  const { accept, position } = reading;
  // What a client was generated from was read as the file says before.
  if (resolve(contract) === resolve(client.out))
    return accept === undefined ? undefined : { accept, ...(position !== undefined && { position }) };
  const isSame = originOf(contract) === originOf(client.contract);
  return { ...reading, ...(headers !== undefined && isSame && { headers }) };
}

/** Scheme, host and port of a URL; undefined for what is read from this machine. */
function originOf(contract: string): string | undefined {
  return /^https?:/iu.test(contract) && URL.canParse(contract) ? new URL(contract).origin : undefined;
}

/**
 * The client of the configuration file that contracts are about: the named one, else the one with this folder, else the one with this
 * contract.
 *
 * @throws UserError (2) when the file is wrong, or has no client of that name, or several clients fit.
 */
export async function findClient(
  contracts: readonly string[],
  { config, client }: { readonly config?: string | undefined; readonly client?: string | undefined },
): Promise<ConfiguredClient | undefined> {
  const path = config ?? configName;
  const configured = (await readClients(config))?.clients ?? [];
  if (client !== undefined) return pickClients(configured, { clients: [client], out: undefined, path })[0];
  const named = new Set(contracts.flatMap((one) => [one, resolve(one)]));
  const ofFolder = configured.filter(({ out }) => named.has(resolve(out)));
  const found =
    ofFolder.length > 0
      ? ofFolder
      : configured.filter(({ contract }) => named.has(contract) || named.has(resolve(contract)));
  const [first, second] = found;
  if (first !== undefined && second !== undefined) {
    throw new UserError(2, `${path} has ${String(found.length)} clients with this contract.`, {
      where: listClients(found),
      remedy: `Name the client: --client ${first.id}.`,
    });
  }
  return first;
}

/** What tells a person which settings a command uses. */
export function sourceOf({ id }: ConfiguredClient, config: string | undefined): SettingsSource {
  return { file: config ?? configName, client: id };
}

/** @throws UserError (2) when the file is wrong, or a file that was named does not exist. */
export async function readClients(config: string | undefined): Promise<Configuration | undefined> {
  const configuration = await readConfiguration(config ?? configName);
  refuseUnknownRules(configuration?.clients ?? []);
  if (configuration !== undefined || config === undefined) return configuration;
  throw new UserError(2, missingFile(config), {
    remedy: "Name the configuration file with --config.",
  });
}

/** Those named, else the one with the folder, else all. */
function pickClients(
  configured: readonly ConfiguredClient[] = [],
  { clients, out, path }: { readonly path: string } & Pick<ClientSelection, "clients" | "out">,
): readonly ConfiguredClient[] {
  if (clients === undefined) {
    return configured.filter((client) => out === undefined || resolve(client.out) === resolve(out));
  }
  const ids = configured.map(({ id }) => id);
  const unknown = clients.find((id) => !ids.includes(id));
  if (unknown !== undefined) {
    const near = nearestWord(unknown, ids);
    throw new UserError(2, `${path} has no client ${JSON.stringify(unknown)}.`, {
      ...(configured.length > 0 && { where: listClients(configured) }),
      remedy: near === undefined ? "Name one of its clients." : `Did you mean ${JSON.stringify(near)}?`,
    });
  }
  return configured.filter(({ id }) => clients.includes(id));
}

function listClients(configured: readonly ConfiguredClient[]): string {
  return configured.map(({ id, out }) => `${id}: ${out}`).join("\n");
}

/** Options that are about one client. */
const OF_ONE = {
  out: "-o",
  name: "--name",
  vendor: "--vendor",
  importExtension: "--import-extension",
  openapiTypes: "--openapi-types",
  overlays: "--overlay",
  include: "--include",
  exclude: "--exclude",
} as const satisfies Partial<Record<keyof ClientSelection | keyof GivenReading, string>>;

function refuseSettings(selection: ClientSelection, named: readonly ConfiguredClient[], path: string): void {
  const given: Readonly<Record<string, unknown>> = { ...selection, ...selection.reading };
  const first = (Object.keys(OF_ONE) as (keyof typeof OF_ONE)[]).find((name) => given[name] !== undefined);
  if (first === undefined) return;
  throw new UserError(2, `${OF_ONE[first]} is for one client; ${path} has ${String(named.length)}.`, {
    where: listClients(named),
    remedy: `Name the client: --client ${named[0]?.id ?? ""}. Or write the setting into ${path}.`,
  });
}

function missingContract(): UserError {
  return new UserError(2, "generate needs to know the contract.", {
    remedy: `Name it after the command: cabinetry generate https://host/v1/external -o DIR, or a file's path. Or list your clients in ${configName}.`,
  });
}

function missingFolder(): UserError {
  return new UserError(2, "generate needs to know the folder of the client.", {
    remedy: "Name it with -o: cabinetry generate CONTRACT -o src/external-api.",
  });
}
