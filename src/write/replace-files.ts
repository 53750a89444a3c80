import { chmod, mkdir, mkdtemp, rename, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ComparedFile } from "./compare-folder.js";
import { errorCode } from "./read-folder.js";

/** One step that was done, as what undoes it. */
type Undo = () => Promise<void>;

/**
 * Brings the disk to what was compared: all or nothing. Every new text is first written to a stage inside the folder
 * (the same file system, so that moving a file cannot fail for lack of space), then files are swapped by renaming;
 * when anything fails, what was done is undone in reverse and the error goes on.
 *
 * @param folder exists
 */
export async function replaceFiles(folder: string, files: readonly ComparedFile[]): Promise<void> {
  const stage = await mkdtemp(join(folder, ".cabinetry-"));
  const undo: Undo[] = [];
  try {
    const written = files.filter(({ text }) => text !== undefined);
    for (const [index, { text }] of written.entries())
      await writeFile(join(stage, `new-${index}`), text ?? "");
    // Old files go first: one may stand where a folder of the new client belongs, or differ by case alone.
    const old = files.filter(({ standing }) => standing !== "created");
    const places = new Map<string, string>();
    for (const [index, { path }] of old.entries()) {
      const place = join(stage, `old-${index}`);
      await move(join(folder, path), place, undo);
      places.set(path, place);
    }
    for (const [index, { path }] of written.entries()) {
      await keepMode(
        join(stage, `old-${old.findIndex((file) => file.path === path)}`),
        join(stage, `new-${index}`),
      );
      await makeFolders(folder, dirname(path), undo);
      await move(join(stage, `new-${index}`), join(folder, path), undo);
    }
  } catch (error) {
    for (const step of undo.reverse()) await step();
    await rm(stage, { recursive: true, force: true });
    throw error;
  }
  await rm(stage, { recursive: true, force: true });
  await removeEmptyFolders(folder, files);
}

async function move(from: string, to: string, undo: Undo[]): Promise<void> {
  await rename(from, to);
  undo.push(() => rename(to, from));
}

async function keepMode(old: string | undefined, fresh: string): Promise<void> {
  if (old !== undefined) await chmod(fresh, (await stat(old)).mode);
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
