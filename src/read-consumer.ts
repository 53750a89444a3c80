import { existsSync } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import type { DiffDiagnostic } from "./diff/finding.js";
import type { ConsumerUse } from "./diff/consumer/consumer-use.js";
import type { LockedNames } from "./model/names/locked-names.js";
import { byText } from "./text/by-text.js";
import { manifestName, namesLockName } from "./text/client-folder.js";
import { UserError } from "./text/user-error.js";
import { readManifest } from "./write/read-manifest.js";
import { readNamesLock } from "./write/names-lock.js";

/** Whose code it is, and which contract its client was generated from. */
export interface ConsumerOptions {
  /** Folder of the consumer's TypeScript project. */
  readonly folder: string;
  /** Folder of the generated client; default: those that the project imports. */
  readonly client?: string | undefined;
  /** The old contract of the comparison. */
  readonly contract: { readonly title: string; readonly digest: string };
}

/** What a consumer uses of a generated client. */
export interface ReadConsumer {
  readonly uses: readonly ConsumerUse[];
  /** The names of the client. */
  readonly names: LockedNames | undefined;
  readonly diagnostics: readonly DiffDiagnostic[];
}

/** A generated client in the files of a project. */
interface FoundClient {
  /** Absolute, with `/`. */
  readonly folder: string;
  readonly title: string | undefined;
  readonly digest: string | undefined;
}

/**
 * Reads the project of a consumer with its compiler. Only text is exchanged with it: names, files and lines.
 *
 * @throws UserError (2) when the project cannot be read, or has no client that was generated from the contract.
 */
export async function readConsumer({ folder, client, contract }: ConsumerOptions): Promise<ReadConsumer> {
  const root = await requireFolder(folder, "--used-by");
  const { openProject, ProjectFailure } = await import("./consumer/consumer-project.js");
  const { findUses } = await import("./consumer/find-uses.js");
  const named = client === undefined ? undefined : await requireClient(client);
  const project = await openProject(root).catch((error: unknown) => {
    if (!(error instanceof ProjectFailure)) throw error;
    throw new UserError(2, `The project in ${folder} cannot be read.`, {
      where: error.message,
      remedy: "Name a folder with a tsconfig.json, or with TypeScript files, with --used-by.",
    });
  });
  const all = await findClients(project.folders, root);
  const clients = named === undefined ? chooseClients(all, contract, folder) : [named];
  const folders = clients.map((one) => one.folder);
  const uses = findUses(project, {
    folder: root,
    clients: folders,
    generated: [...folders, ...all.map((one) => one.folder)],
  });
  return {
    uses,
    names: await readNames(folders),
    diagnostics: [
      ...diagnoseConfig(project.config, folder),
      ...diagnoseContract(clients, contract),
      ...diagnoseUnused(uses, folder),
    ],
  };
}

async function requireFolder(folder: string, option: string): Promise<string> {
  const path = resolve(folder);
  const facts = await stat(path).catch(() => undefined);
  if (facts?.isDirectory() === true) return path.replaceAll("\\", "/");
  throw new UserError(2, `${folder} is not a folder.`, { remedy: `Name a folder with ${option}.` });
}

async function requireClient(folder: string): Promise<FoundClient> {
  const found = await readClient(await requireFolder(folder, "--client"));
  if (found !== undefined) return found;
  throw new UserError(
    2,
    `${folder} has no generated client: its ${manifestName} is missing or not of Cabinetry.`,
    {
      remedy: "Name the output folder of `cabinetry generate` with --client.",
    },
  );
}

/** The client in a folder; undefined when its manifest is missing, or of another program. */
async function readClient(folder: string): Promise<FoundClient | undefined> {
  const text = await readFile(join(folder, manifestName), "utf8").catch(() => undefined);
  const manifest = text === undefined ? undefined : readManifest(text);
  if (text === undefined || manifest === undefined) return undefined;
  const digest = /"digest": "([0-9a-f]{64})"/u.exec(text)?.[1];
  return { folder: folder.replaceAll("\\", "/"), title: manifest.title, digest };
}

/** The clients whose files the compiler reads, also those of packages; then those in the folder that no file imports. */
async function findClients(folders: readonly string[], root: string): Promise<readonly FoundClient[]> {
  const candidates = new Set<string>();
  for (const folder of folders)
    for (let next = folder; !candidates.has(next) && next !== dirname(next); next = dirname(next))
      candidates.add(next);
  for (const folder of await listFolders(root)) candidates.add(folder);
  const withManifest = [...candidates]
    .filter((folder) => existsSync(join(folder, manifestName)))
    .sort(byText);
  const clients = await Promise.all(withManifest.map(readClient));
  return clients.filter((one) => one !== undefined);
}

/** Folders below a folder, without those of packages and of version control. */
async function listFolders(root: string): Promise<readonly string[]> {
  const entries = await readdir(root, { withFileTypes: true }).catch(() => []);
  const below = entries.filter(
    (entry) => entry.isDirectory() && entry.name !== "node_modules" && !entry.name.startsWith("."),
  );
  const deeper = await Promise.all(below.map(async ({ name }) => listFolders(join(root, name))));
  return [root, ...deeper.flat()];
}

/** The clients of the old contract: with its digest, otherwise with its title. */
function chooseClients(
  all: readonly FoundClient[],
  { title, digest }: ConsumerOptions["contract"],
  folder: string,
): readonly FoundClient[] {
  const same = all.filter((one) => one.digest === digest);
  const titled = all.filter((one) => one.title === title);
  const chosen = same.length > 0 ? same : titled;
  if (chosen.length > 0) return chosen;
  const remedy =
    "Name the folder of the client with --client, or generate one there with `cabinetry generate`.";
  if (all.length === 0)
    throw new UserError(2, `The project in ${folder} has no client that Cabinetry generated.`, { remedy });
  const found = all.map((one) => `${relative(process.cwd(), one.folder)} (${one.title ?? "no title"})`);
  throw new UserError(2, `The project in ${folder} has no client of ${JSON.stringify(title)}.`, {
    where: `Clients of other contracts: ${found.join(", ")}`,
    remedy,
  });
}

async function readNames([folder]: readonly string[]): Promise<LockedNames | undefined> {
  if (folder === undefined) return undefined;
  const file = join(folder, namesLockName);
  const text = await readFile(file, "utf8").catch(() => undefined);
  return text === undefined ? undefined : readNamesLock(text, file);
}

function diagnoseConfig(config: string | undefined, folder: string): readonly DiffDiagnostic[] {
  if (config !== undefined) return [];
  const message = `${folder} has no tsconfig.json: every TypeScript file in it was read with default options.`;
  return [{ id: "used-by/no-tsconfig", level: "info", message }];
}

function diagnoseContract(
  clients: readonly FoundClient[],
  { digest }: ConsumerOptions["contract"],
): readonly DiffDiagnostic[] {
  return clients
    .filter((one) => one.digest !== digest)
    .map(({ folder }) => ({
      id: "used-by/other-contract",
      level: "warning",
      message: `The client in ${relative(process.cwd(), folder)} was generated from another version of the contract than OLD: uses of what OLD does not have are not counted.`,
    }));
}

function diagnoseUnused(uses: readonly ConsumerUse[], folder: string): readonly DiffDiagnostic[] {
  if (uses.length > 0) return [];
  return [
    {
      id: "used-by/no-use",
      level: "info",
      message: `Nothing in ${folder} uses the client: no change reaches it.`,
    },
  ];
}
