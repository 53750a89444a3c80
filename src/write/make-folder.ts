import { mkdir, rmdir } from "node:fs/promises";
import { dirname } from "node:path";
import { errorCode } from "./read-folder.js";

/**
 * Makes a folder and those above it that are missing. Not `mkdir`'s own `recursive`, which never ends on file systems
 * that answer ENOENT for a folder whose parent is there (Linux' /proc).
 *
 * @returns what undoes it: removes the folders that were made, as far as they are empty.
 * @throws the system's error; nothing is left behind then.
 */
export async function makeFolder(place: string): Promise<() => Promise<void>> {
  const made: string[] = [];
  const undo = async () => {
    for (const folder of made.toReversed()) await rmdir(folder).catch(() => undefined);
  };
  try {
    await makeMissing(place, made);
  } catch (error) {
    await undo();
    throw error;
  }
  return undo;
}

/** Adds every folder that it makes to `made`, the uppermost first. */
async function makeMissing(place: string, made: string[]): Promise<void> {
  const code = await tryToMake(place, made);
  if (code !== "ENOENT" || dirname(place) === place) return;
  await makeMissing(dirname(place), made);
  await mkdir(place);
  made.push(place);
}

/** @returns `ENOENT` when the folder above is missing; undefined when the folder is there. */
async function tryToMake(place: string, made: string[]): Promise<"ENOENT" | undefined> {
  try {
    await mkdir(place);
    made.push(place);
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT") return code;
    // There already: as a folder it serves; as anything else it fails whoever writes below it, with its name.
    if (code !== "EEXIST") throw error;
  }
  return undefined;
}
