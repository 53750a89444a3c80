import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { byText } from "./text/by-text.js";
import { manifestName } from "./text/client-folder.js";
import { UserError } from "./text/user-error.js";
import { readManifest } from "./write/read-manifest.js";

/** A generated client that a consumer's project has or imports. */
export interface ConsumedClient {
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
export interface ClientContract {
  readonly title: string;
  readonly digest: string;
}

/** The client in a folder; undefined when its manifest is missing, or of another program. */
export async function readClient(
  folder: string,
  loaded: readonly string[],
): Promise<ConsumedClient | undefined> {
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
export async function findClients(
  loaded: readonly string[],
  root: string,
): Promise<readonly ConsumedClient[]> {
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
export function chooseClients(
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
