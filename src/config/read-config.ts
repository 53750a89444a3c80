import { readFile } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { UserError } from "../text/user-error.js";
import type { ClientOverrides, LocatedOverrides } from "./client-overrides.js";
import { type ClientReading, type ConfiguredReading, splitReading } from "./client-reading.js";
import { type CheckedFile, parseChecked } from "./parse-checked.js";

/** The configuration file that is read where none is named. */
export const configName = "cabinetry.yaml";

/** A client of a configuration file; paths are relative to the current folder, or absolute. */
export interface ConfiguredClient {
  /** Its name in the file. */
  readonly id: string;
  /** CONTRACT: a URL, a path, `git:REV:PATH`. */
  readonly contract: string;
  readonly out: string;
  readonly settings: ConfiguredSettings;
  /** What the file claims of the contract; absent: nothing. */
  readonly overrides?: LocatedOverrides;
  /** How the contract is read; absent: as it is. */
  readonly reading?: ConfiguredReading;
  /** The position of a key of the client, for messages: `cabinetry.yaml:3:5`. */
  readonly position: (path: readonly string[]) => string;
}

/** Settings of a client, as far as a configuration file has them. */
export interface ConfiguredSettings {
  readonly name?: string;
  readonly vendor?: string;
  readonly importExtension?: "js" | "ts" | "none";
  readonly openapiTypes?: boolean;
}

/** Settings of `cabinetry diff`, as far as a configuration file has them. */
export interface ConfiguredDiff {
  readonly failOn?: "any" | "breaking" | "none" | "risky" | "sdk" | "wire";
  /** Acceptance file, relative to the current folder, or absolute. */
  readonly accept?: string;
  /** Level by the id of a rule. */
  readonly levels?: Readonly<Record<string, "breaking" | "compatible" | "docs" | "none" | "risky">>;
  readonly policies?: ConfiguredPolicies;
}

/** What a contract promises beyond its text; each is an error or a warning of the report, or off. */
export interface ConfiguredPolicies {
  /** While the server path keeps its version (`/v1`), only compatible changes are made. Default: `error`. */
  readonly versionPath?: PolicyLevel;
  /** What is deprecated has a readable sunset date, and keeps it. Default: `off`. */
  readonly sunset?: PolicyLevel;
  /** Days between today and a new sunset date. Default: 0. */
  readonly sunsetDays?: number;
  /** `x-stability-level` is valid and is not lowered. Default: `off`. */
  readonly stability?: PolicyLevel;
  /** `info.version` is raised by what the changes ask for. Default: `off`. */
  readonly version?: PolicyLevel;
}

/** How a broken policy is reported; an error reaches the gate. */
export type PolicyLevel = "error" | "off" | "warning";

/** A configuration file. */
export interface Configuration {
  /** In the order of the file. */
  readonly clients: readonly ConfiguredClient[];
  readonly diff: ConfiguredDiff;
  /** The position of a key of `diff`, for messages: `cabinetry.yaml:9:3`. */
  readonly diffPosition: (path: readonly string[]) => string;
}

/** What `docs/cabinetry.schema.json` allows. */
interface ConfigFile {
  readonly clients?: Readonly<
    Record<
      string,
      ConfiguredSettings &
        ClientOverrides &
        ClientReading & { readonly contract: string; readonly out: string }
    >
  >;
  readonly diff?: ConfiguredDiff;
}

/**
 * Reads a configuration file (YAML 1.2). What is allowed is what the JSON Schema says that editors use.
 *
 * @param path - relative to the current folder, or absolute.
 * @returns undefined when the file does not exist.
 * @throws UserError (2) with file, line and column of every problem.
 */
export async function readConfiguration(path: string): Promise<Configuration | undefined> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw new UserError(2, `${path} cannot be read.`, {
      where: error instanceof Error ? error.message : String(error),
      remedy: "Name a YAML file with --config, or change its permissions.",
    });
  }
  const checked = parseChecked(text, path, { ...configKind, placeholder: "?" });
  const { clients = {}, diff = {} } = checked.value as ConfigFile;
  const base = dirname(path);
  const positionOf = (at: readonly string[]) => {
    const { line, column } = checked.locate(at);
    return `${path}:${String(line)}:${String(column)}`;
  };
  const listed = Object.entries(clients).map(([id, { contract, out, ...keys }]) => {
    const position = (at: readonly string[]) => positionOf(["clients", id, ...at]);
    const { reading, rest } = splitReading(keys, (name) => below(base, name), position);
    return {
      id,
      contract: isReference(contract) ? contract : below(base, contract),
      out: below(base, out),
      ...splitKeys(rest, { path, id, checked }),
      ...(Object.keys(reading).length > 0 && { reading }),
      position,
    };
  });
  refuseSharedFolders(listed, path);
  const { accept, ...rest } = diff;
  return {
    clients: listed,
    diff: { ...rest, ...(accept !== undefined && { accept: below(base, accept) }) },
    diffPosition: (at) => positionOf(["diff", ...at]),
  };
}

/** Keys of a client that claim something of its contract. */
const CLAIMS: Readonly<Record<keyof ClientOverrides, true>> = {
  capabilities: true,
  enums: true,
  envelope: true,
  identifiers: true,
  intentRetention: true,
  operations: true,
  pagination: true,
  problems: true,
  requestId: true,
  retry: true,
  security: true,
  sensitive: true,
  tokenExchange: true,
  undeclaredHeaders: true,
};

/** The settings of one client, and its claims, where it has some. */
function splitKeys(
  keys: ClientOverrides & ConfiguredSettings,
  { path, id, checked }: { readonly path: string; readonly id: string; readonly checked: CheckedFile },
): Pick<ConfiguredClient, "overrides" | "settings"> {
  const entries = Object.entries(keys);
  const isClaim = ([key]: readonly [string, unknown]) => Object.hasOwn(CLAIMS, key);
  const settings: ConfiguredSettings = Object.fromEntries(entries.filter((entry) => !isClaim(entry)));
  const values: ClientOverrides = Object.fromEntries(entries.filter(isClaim));
  if (Object.keys(values).length === 0) return { settings };
  const locate = (at: readonly string[]) => checked.locate(["clients", id, ...at]);
  return { settings, overrides: { values, file: path, locate } };
}

/**
 * What a client was configured with, as its manifest has it.
 *
 * @throws UserError (2) when it is not what a configuration can say: somebody changed it.
 */
export function recordedOverrides(values: object): LocatedOverrides | undefined {
  const [id, path] = ["recorded", "manifest.json"];
  const text = JSON.stringify({ clients: { [id]: { contract: id, out: id, ...values } } });
  const checked = parseChecked(text, path, configKind);
  const { clients = {} } = checked.value as ConfigFile;
  return splitKeys(clients[id] ?? {}, { path, id, checked }).overrides;
}

const configKind = {
  schema: "cabinetry.schema.json",
  what: "a configuration of Cabinetry",
  remedy:
    "Correct the file, or name another with --config. docs/cabinetry.schema.json of the package describes it; editors can use it.",
};

/** A URL or `git:REV:PATH`; one letter before a colon is a drive of Windows. */
function isReference(contract: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]+:\/\/|git:)/iu.test(contract);
}

function below(base: string, path: string): string {
  return isAbsolute(path) ? path : relative(process.cwd(), resolve(base, path)) || ".";
}

function refuseSharedFolders(clients: readonly ConfiguredClient[], path: string): void {
  const owners = new Map<string, ConfiguredClient>();
  for (const client of clients) {
    const { id, out } = client;
    const other = owners.get(resolve(out));
    if (other !== undefined) {
      throw new UserError(2, `The clients ${other.id} and ${id} of ${path} have the same folder: ${out}.`, {
        where: [other, client].map((one) => `${one.position(["out"])} out`).join("\n"),
        remedy: "Give each client an `out` of its own.",
      });
    }
    owners.set(resolve(out), client);
  }
}

/** The configuration of one client as text, for a person to save. */
export function configText({
  id,
  contract,
  out,
  settings,
}: Pick<ConfiguredClient, "contract" | "id" | "out" | "settings">): string {
  const entries = Object.entries({ contract, out, ...settings });
  const lines = entries.map(([key, value]) => `    ${key}: ${JSON.stringify(value)}`);
  const schemaLine = `# yaml-language-server: $schema=./${join("node_modules", "cabinetry", "docs", "cabinetry.schema.json").replaceAll("\\", "/")}`;
  return [schemaLine, "clients:", `  ${id}:`, ...lines, ""].join("\n");
}
