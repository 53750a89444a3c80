import { lstatSync, mkdirSync, readFileSync, realpathSync, renameSync, rmdirSync, unlinkSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { UserError } from "../text/user-error.js";

/*
 * A client has a thousand files and more. Calls that wait for the disk are cheaper than calls that are told later: each of
 * those wakes another thread, which takes ten times the processor time of the call.
 */

/**
 * The text of a file below the folder; undefined when there is none.
 *
 * @throws UserError (2) when a link lies on the way (it could lead out of the folder), or something is there that is
 *   no file, or it cannot be read.
 */
export function readBelow(folder: string, path: string): string | undefined {
  let current = folder;
  try {
    for (const segment of path.split("/")) {
      current = join(current, segment);
      const facts = lstatSync(current, { throwIfNoEntry: false });
      if (facts === undefined) return undefined;
      if (facts.isSymbolicLink())
        throw inTheWay(current, "is a link, which could lead out of the output folder");
      if (current === join(folder, path) && !facts.isFile())
        throw inTheWay(current, "is a folder where a file belongs");
    }
    return readFileSync(current, "utf8");
  } catch (error) {
    // ENOTDIR: a file is where a folder belongs. An old file is removed first; for any other, writing fails with a message.
    if (errorCode(error) === "ENOENT" || errorCode(error) === "ENOTDIR") return undefined;
    if (error instanceof UserError) throw error;
    throw inTheWay(current, `cannot be read (${reasonOf(error)})`);
  }
}

function inTheWay(path: string, why: string): UserError {
  return new UserError(2, `${path} ${why}.`, {
    remedy: "Nothing was written. Move it away, or choose another folder with -o.",
  });
}

/** The code of a system error (`ENOENT`), if it is one. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** A system error in words, without the system call and the path that the sentence around it already names. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/^[A-Z]+: /u, "").replace(/, \w+(?: '.*')?$/u, "");
}

/**
 * Requires, immediately before a path is changed, that the folder it is in lies within the output folder: a symbolic
 * link on the way leads a change to somewhere else. The last segment may be a link: it is renamed or removed itself,
 * never followed.
 *
 * @param folder - the real path of the output folder.
 * @throws UserError (2) that names the path and where it leads; the system's error when the parent is missing.
 */
function requireInside(folder: string, path: string): void {
  const parent = realpathSync.native(dirname(path));
  if (parent === folder || parent.startsWith(folder + sep)) return;
  throw new UserError(2, `A symbolic link leads ${path} out of the output folder.`, {
    where: `${dirname(path)} → ${parent}`,
    remedy: "Remove the link, or choose another folder with -o.",
  });
}

/** Renames within the output folder; see {@link requireInside}. */
export function moveInside(folder: string, from: string, to: string): void {
  requireInside(folder, from);
  requireInside(folder, to);
  renameSync(from, to);
}

/**
 * Makes a folder within the output folder; see {@link requireInside}. When something is there already, nothing happens:
 * a folder serves; anything else makes the writes below it fail with its name.
 */
export function makeFolderInside(folder: string, path: string): void {
  requireInside(folder, path);
  try {
    mkdirSync(path);
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  }
}

/**
 * Removes a folder within the output folder if it is empty; see {@link requireInside}. `rmdir` itself refuses a folder
 * that still holds something, and a link. A folder may stay: it holds no file of a client.
 *
 * @returns true when the folder does not exist now.
 */
export function removeEmptyFolderInside(folder: string, path: string): boolean {
  try {
    requireInside(folder, path);
    rmdirSync(path);
    return true;
  } catch (error) {
    return errorCode(error) === "ENOENT";
  }
}

/** Removes a file within the output folder; see {@link requireInside}. */
export function removeFileInside(folder: string, path: string): void {
  requireInside(folder, path);
  unlinkSync(path);
}
