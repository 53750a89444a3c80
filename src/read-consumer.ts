import { existsSync } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import type { ConsumerProject } from "./consumer/consumer-project.js";
import type { ConsumerUse } from "./diff/consumer/consumer-use.js";
import type { DiffDiagnostic } from "./diff/finding.js";
import type { LockedNames } from "./model/names/locked-names.js";
import { byText } from "./text/by-text.js";
import { manifestName, namesLockName } from "./text/client-files.js";
import { UserError } from "./text/user-error.js";
import { readNamesLock } from "./write/names-lock.js";
import { readManifest } from "./write/read-manifest.js";

/** Whose code it is, and which contract its client was generated from. */
export interface ConsumerOptions {
  /** Folder of the consumer's TypeScript project. */
  readonly folder: string;
  /** Folder of the generated client; default: those that the project imports. */
  readonly client?: string | undefined;
  /** The old contract of the comparison. */
  readonly contract: ClientContract;
}

/** What a consumer uses of a generated client. */
export interface ReadConsumer {
  readonly uses: readonly ConsumerUse[];
  /** The names of the client. */
  readonly names: LockedNames | undefined;
  readonly diagnostics: readonly DiffDiagnostic[];
}

/**
 * Reads the project of a consumer with its compiler. Only text is exchanged with it: names, files and lines.
 *
 * @throws UserError (2) when the project cannot be read, or has no client that was generated from the contract.
 */
export async function readConsumer({ folder, client, contract }: ConsumerOptions): Promise<ReadConsumer> {
  const root = await requireFolder(folder, "--used-by");
  const source = client === undefined ? undefined : await requireFolder(client, "--client");
  const { openProject, ProjectFailure } = await import("./consumer/consumer-project.js");
  const { findUses } = await import("./consumer/find-uses.js");
  const { listUnreadFiles } = await import("./consumer/unread-files.js");
  const project = await openProject(root).catch((error: unknown) => {
    if (!(error instanceof ProjectFailure)) throw error;
    throw new UserError(2, `The project in ${folder} cannot be read.`, {
      where: error.message,
      remedy: "Name a folder with a tsconfig.json, or with TypeScript or JavaScript files, with --used-by.",
    });
  });
  const all = await findClients(project.folders, root);
  const clients =
    source === undefined
      ? chooseClients(all, contract, folder)
      : [await requireClient(source, client, project.folders)];
  const folders = foldersOf(clients);
  const uses = findUses(project, {
    folder: root,
    clients: folders,
    generated: [...folders, ...foldersOf(all)],
  });
  const read = new Set(project.files.map(({ fileName }) => fileName));
  const unread = await listUnreadFiles(root, read, clients);
  if (uses.length === 0) requireUses(project, unread, folder);
  return {
    uses,
    names: await readNames(clients),
    diagnostics: [
      ...diagnoseConfig(project.config, folder),
      ...diagnoseContract(clients, contract),
      ...diagnoseImports(project.unresolved, root),
      ...diagnoseUnread(unread, root),
      ...diagnoseUnused(uses, folder),
    ],
  };
}

function foldersOf(clients: readonly ConsumedClient[]): readonly string[] {
  return clients.flatMap(({ folder, compiled }) => [folder, ...compiled]);
}

async function requireFolder(folder: string, option: string): Promise<string> {
  const path = resolve(folder);
  const facts = await stat(path).catch(() => undefined);
  if (facts?.isDirectory() === true) return path.replaceAll("\\", "/");
  throw new UserError(2, `${folder} is not a folder.`, { remedy: `Name a folder with ${option}.` });
}

async function requireClient(
  path: string,
  folder: string | undefined,
  loaded: readonly string[],
): Promise<ConsumedClient> {
  const found = await readClient(path, loaded);
  if (found !== undefined) return found;
  throw new UserError(
    2,
    `${folder ?? path} has no generated client: its ${manifestName} is missing or not of Cabinetry.`,
    { remedy: "Name the output folder of `cabinetry generate` with --client." },
  );
}

/**
 * Nothing uses the client, but what is not seen can: a gate must not pass for that.
 *
 * @throws UserError (2)
 */
function requireUses({ unresolved }: ConsumerProject, unread: readonly string[], folder: string): void {
  if (unresolved.length > 0)
    throw new UserError(2, `The project in ${folder} imports packages that are not installed.`, {
      where: `${unresolved.map(({ name }) => name).join(", ")}: uses of the client through them are not seen.`,
      remedy:
        "Install the packages of the project, for example with `npm ci`, and build those of its workspace.",
    });
  if (unread.length > 0)
    throw new UserError(2, `The project in ${folder} includes no file that imports the client.`, {
      where: unread.map((file) => relative(process.cwd(), file)).join(", "),
      remedy: "Include these files in tsconfig.json, with `allowJs` for JavaScript.",
    });
}

async function readNames([client]: readonly ConsumedClient[]): Promise<LockedNames | undefined> {
  if (client === undefined) return undefined;
  const file = join(client.folder, namesLockName);
  const text = await readFile(file, "utf8").catch(() => undefined);
  return text === undefined ? undefined : readNamesLock(text, file);
}

function diagnoseConfig(config: string | undefined, folder: string): readonly DiffDiagnostic[] {
  if (config !== undefined) return [];
  const message = `${folder} has no tsconfig.json: every TypeScript and JavaScript file in it was read with default options.`;
  return [{ id: "used-by/no-tsconfig", level: "info", message }];
}

function diagnoseContract(
  clients: readonly ConsumedClient[],
  { digest }: ClientContract,
): readonly DiffDiagnostic[] {
  return clients
    .filter((one) => one.digest !== digest)
    .map(({ folder }) => ({
      id: "used-by/other-contract",
      level: "warning",
      message: `The client in ${relative(process.cwd(), folder)} was generated from another version of the contract than OLD: uses of what OLD does not have are not counted.`,
    }));
}

/** Packages or files that a message lists. */
const MOST_SHOWN = 5;

function diagnoseImports(unresolved: ConsumerProject["unresolved"], root: string): readonly DiffDiagnostic[] {
  if (unresolved.length === 0) return [];
  const shown = unresolved
    .slice(0, MOST_SHOWN)
    .map(({ name, file, line }) => `\`${name}\` (${relative(root, file)}:${String(line)})`);
  const more = unresolved.length - shown.length;
  const message = `Packages are not installed, and uses of the client through them are not seen: ${shown.join(", ")}${more > 0 ? ` and ${String(more)} more` : ""}. Install them before.`;
  return [{ id: "used-by/missing-package", level: "warning", message }];
}

function diagnoseUnread(files: readonly string[], root: string): readonly DiffDiagnostic[] {
  if (files.length === 0) return [];
  const shown = files.slice(0, MOST_SHOWN).map((file) => `\`${relative(root, file)}\``);
  const more = files.length - shown.length;
  const message = `Files import the client, and the project does not include them, so their uses are not seen: ${shown.join(", ")}${more > 0 ? ` and ${String(more)} more` : ""}. Include them in tsconfig.json (with \`allowJs\` for JavaScript), or check them by hand.`;
  return [{ id: "used-by/unread-file", level: "warning", message }];
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

/** A generated client that a consumer's project has or imports. */
interface ConsumedClient {
  /** Absolute, with `/`. */
  readonly folder: string;
  /** Folders with its declarations, where a package has it compiled. */
  readonly compiled: readonly string[];
  /** Name of the package that has it; absent: it is in no package. */
  readonly package?: string;
  readonly title: string | undefined;
  readonly digest: string | undefined;
}

/** A contract, to choose its clients by. */
interface ClientContract {
  readonly title: string;
  readonly digest: string;
}

/** The client in a folder; undefined when its manifest is missing, or of another program. */
async function readClient(folder: string, loaded: readonly string[]): Promise<ConsumedClient | undefined> {
  const text = await readFile(join(folder, manifestName), "utf8").catch(() => undefined);
  const manifest = text === undefined ? undefined : readManifest(text);
  if (text === undefined || manifest === undefined) return undefined;
  const digest = /"digest": "([0-9a-f]{64})"/u.exec(text)?.[1];
  const path = folder.replaceAll("\\", "/");
  const name = await packageName(path);
  return {
    folder: path,
    compiled: compiledFolders(path, loaded),
    ...(name !== undefined && { package: name }),
    title: manifest.title,
    digest,
  };
}

/**
 * The clients that a project has or imports.
 *
 * @param loaded - folders of the files that the compiler reads, also those of packages.
 * @param root - folder of the project.
 */
async function findClients(loaded: readonly string[], root: string): Promise<readonly ConsumedClient[]> {
  const candidates = new Set<string>();
  for (const folder of loaded)
    for (let next = folder; !candidates.has(next) && next !== dirname(next); next = dirname(next))
      candidates.add(next);
  const own = packageOf(root);
  const packages = new Set(loaded.map(packageOf).filter((one) => one !== undefined && one !== own));
  for (const one of packages) for (const folder of await listSources(one ?? root)) candidates.add(folder);
  for (const folder of await listFolders(root)) candidates.add(folder);
  const withManifest = [...candidates]
    .filter((folder) => existsSync(join(folder, manifestName)))
    .sort(byText);
  const clients = await Promise.all(withManifest.map(async (folder) => readClient(folder, loaded)));
  return clients.filter((one) => one !== undefined);
}

/** Where a package can have the source of a client: an installed one near its top, one of the same repository anywhere. */
async function listSources(folder: string): Promise<readonly string[]> {
  return folder.includes("/node_modules/")
    ? ["", "src", "client", "src/client"].map((name) => join(folder, name))
    : await listFolders(folder);
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

/** The nearest folder with a package.json. */
function packageOf(folder: string): string | undefined {
  for (let next = folder; next !== dirname(next); next = dirname(next))
    if (existsSync(join(next, "package.json"))) return next;
  return undefined;
}

async function packageName(folder: string): Promise<string | undefined> {
  const owner = packageOf(folder);
  if (owner === undefined) return undefined;
  const text = await readFile(join(owner, "package.json"), "utf8").catch(() => "");
  return /"name"\s*:\s*"([^"]+)"/u.exec(text)?.[1];
}

/**
 * Where the package of a client has its declarations: consumers import those, and their files say nothing of the source. One file
 * can have the declarations of them all.
 */
function compiledFolders(client: string, loaded: readonly string[]): readonly string[] {
  const owner = packageOf(client);
  if (owner === undefined) return [];
  const others = loaded.filter((one) => !isWithin(one, client) && packageOf(one) === owner);
  const whole = others.filter((one) => PARTS.every((name) => existsSync(join(one, name))));
  const same = whole.filter((one) => basename(one) === basename(client));
  if (same.length > 0) return same;
  return whole.length > 0 ? whole : others.filter((one) => existsSync(join(one, "index.d.ts")));
}

const PARTS = ["client.d.ts", "connect.d.ts", "contract.d.ts", "index.d.ts"];

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/**
 * The clients of the old contract: with its digest, otherwise with its title.
 *
 * @throws UserError (2) when there is none.
 */
function chooseClients(
  all: readonly ConsumedClient[],
  { title, digest }: ClientContract,
  folder: string,
): readonly ConsumedClient[] {
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
