import { readdir, readFile, realpath, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { join, parse, resolve } from "node:path";
import { product } from "../text/product.js";
import { UserError } from "../text/user-error.js";
import { manifestName, namesLockName } from "../text/client-files.js";
import { hasLeftovers, lockFolder } from "./folder-lock.js";

import { errorCode, reasonOf } from "./read-folder.js";
import { readManifest } from "./read-manifest.js";
import { recoverWrite } from "./write-journal.js";

/**
 * The output folder's real path, or undefined when it does not exist yet. The folder itself may be reached through a
 * link: the user named it.
 *
 * @throws UserError (2) when something else than a folder is there, or it cannot be looked at.
 */
export async function findFolder(directory: string): Promise<string | undefined> {
  try {
    const facts = await stat(directory);
    if (facts.isDirectory()) return await realpath(directory);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw outputFailure(directory, error);
  }
  throw new UserError(2, `The output folder ${directory} is a file.`, {
    setting: "out",
    remedy: "Choose another folder with -o.",
  });
}

/**
 * Requires that a client may be written to a folder: it is missing, empty, or holds a client of Cabinetry. Any other
 * folder needs `force`. The root of a file system and the home folder hold no client, with `force` either. A write of a
 * process that died is finished or undone first: until then, the folder holds half a client.
 *
 * @throws UserError (2) that names the folder and the remedy, or the process that writes to it now.
 */
export async function prepareOutputFolder(directory: string, force: boolean): Promise<void> {
  refuseForeignSpelling(directory);
  const folder = (await findFolder(directory)) ?? resolve(directory);
  if (folder === parse(folder).root) throw reserved(directory, "the root of the file system");
  const home = await realpath(homedir()).catch(() => homedir());
  if (folder === home) throw reserved(directory, "your home folder");
  await completeInterruptedWrite(folder, directory);
  if (force) return;
  const [other] = await contentOf(folder, directory);
  if (other === undefined || (await holdsClient(folder))) return;
  throw new UserError(2, `The output folder ${directory} is not empty and holds no generated client.`, {
    setting: "out",
    where: join(directory, other),
    remedy:
      "Nothing was written. Choose a new or empty folder with -o, for example -o src/client. To write here anyway, add --force: it overwrites files of the same name.",
  });
}

/** Finishes or undoes the write of a process that died, and removes what it left behind. */
async function completeInterruptedWrite(folder: string, directory: string): Promise<void> {
  try {
    if (!(await hasLeftovers(folder))) return;
    const lock = await lockFolder(folder);
    try {
      await recoverWrite(folder, lock.path);
    } finally {
      await lock.release();
    }
  } catch (error) {
    throw error instanceof UserError ? error : outputFailure(directory, error);
  }
}

/** A path in the syntax of another shell or system makes a folder with a surprising name here. */
function refuseForeignSpelling(directory: string): void {
  const refuse = (what: string, remedy: string) => new UserError(2, what, { setting: "out", remedy });
  if (directory.trim() === "") throw refuse("The output folder is an empty text.", "Name a folder with -o.");
  if (directory.startsWith("=")) {
    throw refuse(
      `The output folder "${directory}" begins with "=".`,
      `Write -o ${directory.slice(1)} or --out=${directory.slice(1)}.`,
    );
  }
  if (/^~(?:[/\\]|$)/u.test(directory)) {
    throw refuse(
      `The shell did not expand the "~" of the output folder "${directory}".`,
      "Write the path without quotes and after a blank (-o ~/client), or write $HOME.",
    );
  }
  if (process.platform !== "win32" && /^[a-z]:|\\/iu.test(directory)) {
    throw refuse(
      `The output folder "${directory}" is a Windows path.`,
      'Write it with "/" between folders and without a drive: -o src/client.',
    );
  }
}

function reserved(directory: string, what: string): UserError {
  return new UserError(2, `The output folder ${directory} is ${what}.`, {
    setting: "out",
    remedy: "Nothing was written. Choose a folder of the client's own with -o, for example -o src/client.",
  });
}

/** Files that tools leave in a folder that a person calls empty, and what an interrupted write left behind. */
const NEGLIGIBLE =
  /^(?:\.gitkeep|\.keep|\.gitignore|\.gitattributes|\.ds_store|thumbs\.db|desktop\.ini|\.cabinetry-.*)$/iu;

/** Names in a folder, sorted, without those that do not count; none where the folder is missing. */
async function contentOf(folder: string, directory: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).filter((name) => !NEGLIGIBLE.test(name)).sort();
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw outputFailure(directory, error);
  }
}

/** Whether a folder has a lock of names, or a manifest of Cabinetry; one that a merge conflict damaged is one. */
async function holdsClient(folder: string): Promise<boolean> {
  const read = (name: string) => readFile(join(folder, name), "utf8").catch(() => undefined);
  const text = await read(manifestName);
  if (text === undefined) return (await read(namesLockName)) !== undefined;
  return readManifest(text) !== undefined || text.includes(`"name": ${JSON.stringify(product().name)}`);
}

/** What an error of the file system means for the person who named the folder. */
const MEANINGS: Readonly<Record<string, readonly [what: string, remedy: string]>> = {
  EACCES: ["this user may not write there", "Change the permissions, or choose another folder with -o."],
  EPERM: ["this user may not write there", "Change the permissions, or choose another folder with -o."],
  EROFS: ["the file system is read-only", "Choose another folder with -o."],
  ENOSPC: ["the disk is full", "Free some space, or choose another folder with -o."],
  EDQUOT: ["the disk quota of this user is used up", "Free some space, or choose another folder with -o."],
  ENAMETOOLONG: ["the path is too long for the file system", "Choose a folder with a shorter path with -o."],
  ENOTDIR: ["a file is where a folder must be", "Move the file away, or choose another folder with -o."],
  ELOOP: ["its links lead in a circle", "Fix the links, or choose another folder with -o."],
  EMFILE: ["too many files are open", "Raise the limit of open files (ulimit -n), or end other programs."],
  ENFILE: ["too many files are open", "Raise the limit of open files (ulimit -n), or end other programs."],
};

/**
 * An error of the file system as a sentence and a remedy.
 *
 * @param directory - as the user named it.
 */
export function outputFailure(directory: string, error: unknown): UserError {
  const code = errorCode(error) ?? "";
  const known = Object.hasOwn(MEANINGS, code) ? MEANINGS[code] : undefined;
  const [what, remedy] = known ?? [reasonOf(error), "Choose another folder with -o."];
  const path = pathOf(error);
  return new UserError(2, `The client cannot be written to ${directory}: ${what}.`, {
    setting: "out",
    ...(path === undefined || path === directory ? {} : { where: path }),
    remedy: `Nothing was changed. ${remedy}`,
    cause: error,
  });
}

/** The path that a call of the file system failed at; of a move, where it led to. */
function pathOf(error: unknown): string | undefined {
  const { path, dest } = error as { readonly path?: unknown; readonly dest?: unknown };
  return [dest, path].find((path) => typeof path === "string");
}
