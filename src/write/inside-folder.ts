import { mkdir, realpath, rename, rmdir, unlink } from "node:fs/promises";
import { dirname, sep } from "node:path";
import { UserError } from "../text/user-error.js";
import { errorCode } from "./read-folder.js";

/**
 * Requires, immediately before a path is changed, that the folder it is in lies within the output folder: a symbolic
 * link on the way leads a change to somewhere else. The last segment may be a link: it is renamed or removed itself,
 * never followed.
 *
 * @param folder - the real path of the output folder.
 * @throws UserError (2) that names the path and where it leads; the system's error when the parent is missing.
 */
async function requireInside(folder: string, place: string): Promise<void> {
  const parent = await realpath(dirname(place));
  if (parent === folder || parent.startsWith(folder + sep)) return;
  throw new UserError(2, `A symbolic link leads ${place} out of the output folder.`, {
    where: `${dirname(place)} → ${parent}`,
    remedy: "Remove the link, or choose another folder with -o.",
  });
}

/** Renames within the output folder; see {@link requireInside}. */
export async function moveInside(folder: string, from: string, to: string): Promise<void> {
  await requireInside(folder, from);
  await requireInside(folder, to);
  await rename(from, to);
}

/**
 * Makes a folder within the output folder; see {@link requireInside}. When something is there already, nothing happens:
 * a folder serves, anything else fails whoever writes below it, with its name.
 */
export async function makeFolderInside(folder: string, place: string): Promise<void> {
  await requireInside(folder, place);
  try {
    await mkdir(place);
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  }
}

/**
 * Removes a folder within the output folder if it is empty; see {@link requireInside}. `rmdir` itself refuses a folder
 * that still holds something, and a link. A folder that stays is no failure: it holds no file of a client.
 *
 * @returns whether there is no such folder now.
 */
export async function removeEmptyFolderInside(folder: string, place: string): Promise<boolean> {
  try {
    await requireInside(folder, place);
    await rmdir(place);
    return true;
  } catch (error) {
    return errorCode(error) === "ENOENT";
  }
}

/** Removes a file within the output folder; see {@link requireInside}. */
export async function removeFileInside(folder: string, place: string): Promise<void> {
  await requireInside(folder, place);
  await unlink(place);
}
