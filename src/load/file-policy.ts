import { lstat, realpath } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import { ReadFailure } from "./read-local.js";

/**
 * Refuses what a contract may not read by `$ref`, by its name alone: only documents and texts are parts of a contract.
 * What else lies on this machine would end up in a generated client or an error message.
 *
 * @throws ReadFailure for any other kind of file.
 */
export function requireContractPart(path: string): void {
  if (/\.(?:ya?ml|json|md)$/iu.test(path)) return;
  throw new ReadFailure(
    "A contract may refer only to .yaml, .yml, .json and .md files. Rename the file if it is a part of the contract.",
    "",
  );
}

/**
 * Refuses a local file outside of the project that the contract is in. A contract is input: a copy of another's must
 * not read what else this user keeps. A link is judged by what it leads to.
 *
 * @param root - absolute path of the document that the user named
 * @throws ReadFailure when the file is in none of the folders, or in a hidden one that the contract is not in.
 */
export async function requireInProject(root: string, target: string): Promise<void> {
  const folders = await projectFolders(root);
  const inside = (path: string, from: string) =>
    folders.some((folder) => isPlainlyBelow(folder, path) || isPlainlyBelow(dirname(from), path));
  if (inside(target, root)) {
    const [realRoot, realTarget] = await Promise.all([real(root), real(target)]);
    if (realTarget === target || inside(realTarget, realRoot)) return;
  }
  throw new ReadFailure(
    "A contract may refer only to files of its project: its git repository, the current folder if it is in there, or its own folder, and no hidden ones. If the file belongs to the contract, run the command in a folder that holds both.",
    "",
  );
}

/** The folders whose files belong to the project of a document, as they are named and as they are. */
async function projectFolders(root: string): Promise<readonly string[]> {
  const own = dirname(root);
  const here = process.cwd();
  const repository = await repositoryOf(own);
  const named = [
    own,
    ...(isBelow(here, root) ? [here] : []),
    ...(repository === undefined ? [] : [repository]),
  ];
  return [...new Set([...named, ...(await Promise.all(named.map(real)))])];
}

async function repositoryOf(folder: string): Promise<string | undefined> {
  const marked = await lstat(join(folder, ".git")).then(
    () => true,
    () => false,
  );
  if (marked) return folder;
  const above = dirname(folder);
  return above === folder ? undefined : repositoryOf(above);
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function isPlainlyBelow(folder: string, path: string): boolean {
  return (
    isBelow(folder, path) &&
    !relative(folder, path)
      .split(sep)
      .some((part) => part.startsWith("."))
  );
}

/** Where links lead; what does not exist is its own path. */
async function real(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}
