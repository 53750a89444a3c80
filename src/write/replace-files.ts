import { chmod, mkdir, mkdtemp, rename, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { UserError } from "../text/user-error.js";
import type { ComparedFile } from "./compare-folder.js";
import { errorCode, reasonOf } from "./read-folder.js";

/** One step that was done, as what undoes it. */
type Undo = () => Promise<void>;

/**
 * Brings the disk to what was compared: all or nothing. Every new text is first written to a stage inside the folder
 * (the same file system, so that moving a file cannot fail for lack of space), then files are swapped by renaming;
 * when anything fails, what was done is undone in reverse and the error goes on.
 *
 * @param folder - exists.
 * @param files - those that differ, in the order in which they are to be put in place.
 * @throws UserError (2) naming the stage, which is kept, when undoing failed too.
 */
export async function replaceFiles(folder: string, files: readonly ComparedFile[]): Promise<void> {
  const stage = await mkdtemp(join(folder, ".cabinetry-"));
  const undo: Undo[] = [];
  try {
    const texts = await stageTexts(stage, files);
    // Old files go first: one may stand where a folder of the new client belongs, or differ by case alone.
    const replaced = await setAside(folder, stage, files, undo);
    for (const [path, staged] of texts) {
      const old = replaced.get(path);
      if (old !== undefined) await chmod(staged, (await stat(old)).mode);
      await makeFolders(folder, dirname(path), undo);
      await move(staged, join(folder, path), undo);
    }
  } catch (error) {
    await undoAll(undo, stage, error);
    await rm(stage, { recursive: true, force: true });
    throw error;
  }
  await rm(stage, { recursive: true, force: true });
  await removeEmptyFolders(folder, files);
}

/** Writes every new text into the stage. Path of the client → staged file. */
async function stageTexts(
  stage: string,
  files: readonly ComparedFile[],
): Promise<ReadonlyMap<string, string>> {
  const staged = new Map<string, string>();
  for (const { path, text } of files) {
    if (text === undefined) continue;
    const place = join(stage, `new-${staged.size}`);
    await writeFile(place, text);
    staged.set(path, place);
  }
  return staged;
}

/** Moves every old file into the stage, from where `undo` brings it back. Path of the client → old file. */
async function setAside(
  folder: string,
  stage: string,
  files: readonly ComparedFile[],
  undo: Undo[],
): Promise<ReadonlyMap<string, string>> {
  const aside = new Map<string, string>();
  for (const { path, standing } of files) {
    if (standing === "created") continue;
    const place = join(stage, `old-${aside.size}`);
    await move(join(folder, path), place, undo);
    aside.set(path, place);
  }
  return aside;
}

async function move(from: string, to: string, undo: Undo[]): Promise<void> {
  await rename(from, to);
  undo.push(() => rename(to, from));
}

async function makeFolders(folder: string, path: string, undo: Undo[]): Promise<void> {
  if (path === ".") return;
  await makeFolders(folder, dirname(path), undo);
  const place = join(folder, path);
  try {
    await mkdir(place);
    undo.push(() => rmdir(place));
  } catch (error) {
    // There already: as a folder it serves; anything else makes the next move fail with its name.
    if (errorCode(error) !== "EEXIST") throw error;
  }
}

async function undoAll(undo: Undo[], stage: string, failure: unknown): Promise<void> {
  const stuck: unknown[] = [];
  for (const step of undo.reverse()) {
    await step().catch((error: unknown) => {
      stuck.push(error);
    });
  }
  if (stuck.length === 0) return;
  throw new UserError(
    2,
    `Writing failed (${reasonOf(failure)}), and ${stuck.length} files could not be put back.`,
    {
      where: stage,
      remedy:
        "The old files are in this folder; the manifest of the last generation is among them. Move them back.",
      cause: new AggregateError([failure, ...stuck]),
    },
  );
}

/** Folders that held nothing but stale files go with them; `rmdir` itself refuses those that still hold something. */
async function removeEmptyFolders(folder: string, files: readonly ComparedFile[]): Promise<void> {
  const gone = files.filter(({ text }) => text === undefined);
  for (const { path } of gone) {
    for (let parent = dirname(path); parent !== "."; parent = dirname(parent)) {
      const removed = await rmdir(join(folder, parent)).then(
        () => true,
        () => false,
      );
      if (!removed) break;
    }
  }
}
