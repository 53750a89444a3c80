import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { LocatedOverrides } from "./config/client-overrides.js";
import { type ConfiguredReading, type GivenReading, joinReading } from "./config/client-reading.js";
import type { ConfiguredClient, ConfiguredPolicies } from "./config/read-config.js";
import type { FailOn, WireLevel } from "./diff/finding.js";
import type { LockedNames } from "./model/names/locked-names.js";
import type { ReadingOptions } from "./read-contract.js";
import type { GenerateOptions } from "./client-settings.js";
import { findClient, positionIn, readClients, readingOf, sourceOf } from "./select-clients.js";
import type { SettingsSource } from "./text/settings-label.js";
import { UserError } from "./text/user-error.js";
import { type PreviousClient, readPrevious } from "./write/previous-client.js";

/** What `cabinetry diff` is told. */
export interface DiffOptions extends Omit<ReadingOptions, "onMatch" | "overrides" | "reading"> {
  /** OLD and NEW: a URL of an API or a document, a file, `-`, `git:REV:PATH`, the folder of a generated client. */
  readonly old: string;
  readonly new: string;
  /** How both are read, beside what the configuration file says; a folder of a client is compared as it is. */
  readonly reading?: GivenReading | undefined;
  /** Default: that of the configuration, or `breaking`. */
  readonly failOn?: FailOn | undefined;
  /** Folder of a consumer's TypeScript project: the gate counts what reaches it. */
  readonly usedBy?: string | undefined;
  /**
   * Name or folder of the client whose settings of the configuration file count, and folder of the client that the consumer uses.
   * Default: the client with OLD or NEW, or the only one; and those that the consumer's files import.
   */
  readonly client?: string | undefined;
  /** Acceptance file; default: that of the configuration. */
  readonly accept?: string | undefined;
  /** Acceptance file to write: an entry for each change that reaches the gate. */
  readonly writeAccept?: string | undefined;
  /** Configuration file; default: `cabinetry.yaml` in the current folder, if there is one. */
  readonly config?: string | undefined;
  /** ISO 8601 date on which acceptances and sunset dates are judged. Default: today, UTC. */
  readonly today?: string | undefined;
}

/** What a comparison is made with. */
export interface DiffSettings {
  /** Where they come from; undefined: no configuration file has settings for these contracts. */
  readonly source: SettingsSource | undefined;
  /** Folder of the client that the consumer uses, where it was named. */
  readonly usedClient: string | undefined;
  readonly failOn: FailOn;
  readonly accept: string | undefined;
  /** Where the configuration file names it; undefined: the command line does. */
  readonly acceptPosition: string | undefined;
  readonly levels: Readonly<Record<string, WireLevel>>;
  readonly policies: ConfiguredPolicies;
  /** How each contract is read. The folder of a client has its contract as it was read: nothing is changed again. */
  readonly reading: {
    readonly old: ConfiguredReading | undefined;
    readonly new: ConfiguredReading | undefined;
  };
  /** Of the clients that are compared. */
  readonly client: {
    readonly name: string | undefined;
    readonly vendor: string | undefined;
    /** Where the configuration file has them. */
    readonly position: GenerateOptions["position"];
    /** What the configuration file says of both contracts. */
    readonly overrides: LocatedOverrides | undefined;
    /** Version of Cabinetry that generated the old client; undefined where the old contract is not that of a client. */
    readonly generatorVersion: string | undefined;
    /** Names of the old client, and of the new one where it has been generated. */
    readonly oldNames: LockedNames | undefined;
    readonly newNames: LockedNames | undefined;
  };
}

/**
 * The options, then what the configuration file has, then what the clients in the folders have, then defaults.
 *
 * @throws UserError (2) when the configuration is wrong, or both contracts are standard input.
 */
export async function resolveDiff(options: DiffOptions): Promise<DiffSettings> {
  if (options.old === "-" && options.new === "-") {
    throw new UserError(2, "OLD and NEW cannot both be standard input.", {
      remedy: "Name a file, a URL, git:REV:PATH or the folder of a generated client for one of them.",
    });
  }
  const { clients = [], diff = {}, diffPosition } = (await readClients(options.config)) ?? {};
  const [old, now] = [await previousIn(options.old), await previousIn(options.new)];
  const named = namedClient(options, clients);
  const only = clients.length === 1 ? clients[0] : undefined;
  const client = named ?? (await findClient([options.old, options.new], { config: options.config })) ?? only;
  const configured = client?.settings;
  const readingFor = (contract: string, { isFolder }: ComparedFolder) => {
    const reading = readingOf(client, contract);
    return isFolder ? reading : joinReading(reading, options.reading);
  };
  return {
    source: client === undefined ? undefined : sourceOf(client, options.config),
    usedClient: named?.out ?? options.client,
    failOn: options.failOn ?? diff.failOn ?? "breaking",
    accept: options.accept ?? diff.accept,
    acceptPosition: options.accept === undefined ? diffPosition?.(["accept"]) : undefined,
    levels: diff.levels ?? {},
    policies: diff.policies ?? {},
    reading: { old: readingFor(options.old, old), new: readingFor(options.new, now) },
    client: {
      name: configured?.name ?? old.settings.name ?? now.settings.name,
      vendor: configured?.vendor ?? old.settings.vendor ?? now.settings.vendor,
      position: positionIn(client, undefined, {}),
      overrides: client?.overrides,
      generatorVersion: old.generatorVersion,
      // A client that exists is compared with its own names; the other one follows it.
      oldNames: old.names ?? now.names,
      newNames: now.names,
    },
  };
}

/**
 * The client of the configuration file that `--client` names, by its name or its folder.
 *
 * @throws UserError (2) when there is none, and no consumer that could use another one.
 */
function namedClient(
  { client, usedBy }: DiffOptions,
  clients: readonly ConfiguredClient[],
): ConfiguredClient | undefined {
  if (client === undefined) return undefined;
  const found = clients.find(({ id, out }) => id === client || resolve(out) === resolve(client));
  if (found !== undefined || usedBy !== undefined) return found;
  throw new UserError(
    2,
    `--client must name a client of the configuration file (got ${JSON.stringify(client)}).`,
    {
      ...(clients.length > 0 && { where: clients.map(({ id, out }) => `${id}: ${out}`).join("\n") }),
      remedy: "Name one of its clients, or the folder of the consumer's TypeScript project with --used-by.",
    },
  );
}

/** What a generated client was generated with, when one is compared by its folder. */
interface ComparedFolder extends PreviousClient {
  readonly isFolder: boolean;
}

async function previousIn(contract: string): Promise<ComparedFolder> {
  const isFolder = await stat(contract).then(
    (facts) => facts.isDirectory(),
    () => false,
  );
  return { isFolder, ...(isFolder ? await readPrevious(contract) : { settings: {} }) };
}
