import { readdir, readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";

/** Files that can use a client: code, and components that have code in them. */
const SOURCE = /\.(?:[cm]?[jt]sx?|astro|mdx|svelte|vue)$/u;

/** Folders without source of the consumer: of packages, of builds, hidden ones. */
const SKIPPED = /^(?:\..*|build|coverage|dist|node_modules|out)$/u;

/** Characters of a file that imports are looked for in: they are at its start. */
const HEAD = 20_000;

/** Where a client can be imported from. */
export interface ImportedClient {
  /** Absolute, with `/`. */
  readonly folder: string;
  /** Name of the package that has it; absent: it is in the consumer itself. */
  readonly package?: string;
}

/**
 * Files in a folder that import a client, but that the compiler does not read: tsconfig.json leaves them out, or they are in no
 * language that it reads.
 *
 * @param read - files that the compiler reads, absolute, with `/`.
 * @returns absolute paths, sorted.
 */
export async function listUnreadFiles(
  folder: string,
  read: ReadonlySet<string>,
  clients: readonly ImportedClient[],
): Promise<readonly string[]> {
  const files = (await listSources(folder)).filter(
    (file) => !read.has(file) && !clients.some((one) => file.startsWith(`${one.folder}/`)),
  );
  const found: string[] = [];
  for (const file of files) {
    const text = await readFile(file, "utf8").catch(() => "");
    const names = [...text.slice(0, HEAD).matchAll(IMPORT)].map(([, name = ""]) => name);
    if (names.some((name) => clients.some((one) => isImportOf(one, name, file)))) found.push(file);
  }
  return found.sort();
}

/** `from "…"`, `import("…")`, `require("…")`, `import "…"`. */
const IMPORT = /\b(?:from|import|require)\s*\(?\s*["']([^"'\n]{1,300})["']/gu;

function isImportOf(client: ImportedClient, name: string, file: string): boolean {
  if (name.startsWith(".")) {
    const path = resolve(dirname(file), name).replaceAll("\\", "/");
    return path === client.folder || path.startsWith(`${client.folder}/`);
  }
  return name === client.package || name.startsWith(`${String(client.package)}/`);
}

async function listSources(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const below = entries.map(async (entry) => {
    const path = join(folder, entry.name).replaceAll("\\", "/");
    if (entry.isDirectory()) return SKIPPED.test(entry.name) ? [] : await listSources(path);
    return entry.isFile() && SOURCE.test(entry.name) ? [path] : [];
  });
  return (await Promise.all(below)).flat();
}
