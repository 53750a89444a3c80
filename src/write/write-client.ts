import { chmodSync, statSync, writeFileSync } from "node:fs";
import { mkdir, realpath, rmdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { EmittedClient } from "../emit/emitted-client.js";
import { manifestName } from "../text/client-files.js";
import { UserError } from "../text/user-error.js";
import { type ComparedFile, compareFolder, findReformatted, type Standing } from "./compare-folder.js";
import { type FolderLock, isInterrupted, lockFolder } from "./folder-lock.js";
import { findFolder, outputFailure, prepareOutputFolder } from "./output-folder.js";
import { errorCode, makeFolderInside, readBelow, reasonOf } from "./read-folder.js";
import {
  finishMoves,
  missingFolders,
  newName,
  recoverWrite,
  removeJournal,
  undoMoves,
  writeJournal,
  type WriteJournal,
} from "./write-journal.js";

/** How a client is written. */
export interface WriteOptions {
  /** Overwrite and delete also what was changed by hand, and what is in the way. Default false. */
  readonly force?: boolean | undefined;
  /** Only compare: nothing is written, and hand-edited files are reported instead of refused. Default false. */
  readonly check?: boolean | undefined;
}

/**
 * Writes a client into a folder, or compares it with one: the only writer of output. Writes only what differs, deletes
 * only unedited files that the last manifest lists, leaves every other file alone, and does all of it or nothing.
 *
 * @throws UserError (2) naming all hand-edited files when there are any (without `force`), or saying why the folder
 *   cannot be written to: see {@link prepareOutputFolder}. Nothing was written then.
 */
export async function writeClient(
  directory: string,
  client: EmittedClient,
  options: WriteOptions = {},
): Promise<WriteOutcome> {
  const force = options.force === true;
  if (options.check !== true) await prepareOutputFolder(directory, force);
  const folder = await findFolder(directory);
  if (options.check === true) {
    const interrupted = folder !== undefined && (await isInterrupted(folder));
    const compared = compareFolder(folder, client);
    return { ...summarise(compared, interrupted), reformatted: await listReformatted(folder, compared) };
  }
  // Before anything is made: most runs write nothing, and need no lock.
  const outcome = summarise(compareFolder(folder, client));
  if (outcome.upToDate) return outcome;
  if (!force) refuseEdited(directory, outcome);
  return await replace(directory, client, force);
}

function summarise(compared: readonly ComparedFile[], interrupted = false): WriteOutcome {
  const paths = (wanted: Standing) =>
    compared.filter(({ standing }) => standing === wanted).map(({ path }) => path);
  return {
    created: paths("created"),
    changed: paths("changed"),
    unchanged: paths("unchanged"),
    stale: paths("stale"),
    edited: paths("edited"),
    reformatted: [],
    interrupted,
    upToDate: !interrupted && compared.every(({ standing }) => standing === "unchanged"),
  };
}

/** Edited files that differ in formatting alone. */
async function listReformatted(
  folder: string | undefined,
  compared: readonly ComparedFile[],
): Promise<readonly string[]> {
  const edited = compared.flatMap(({ path, standing, text }) => {
    if (standing !== "edited" || text === undefined || folder === undefined) return [];
    const current = readBelow(folder, path);
    return current === undefined ? [] : [{ path, current, wanted: text }];
  });
  return await findReformatted(edited);
}

/** @throws UserError (2) naming the files that are not as Cabinetry left them, if there are any. */
function refuseEdited(directory: string, { edited }: WriteOutcome): void {
  if (edited.length === 0) return;
  const what =
    edited.length === 1
      ? "A file is not as Cabinetry left it"
      : `${edited.length} files are not as Cabinetry left them`;
  throw new UserError(2, `${what}, and would be overwritten.`, {
    where: edited.map((path) => join(directory, path)).join("\n"),
    remedy:
      "Nothing was written. Move your changes elsewhere (the next generation would lose them), choose another folder, or overwrite with --force.",
  });
}

async function replace(directory: string, client: EmittedClient, force: boolean): Promise<WriteOutcome> {
  let removeMade = () => Promise.resolve();
  try {
    removeMade = await makeFolder(resolve(directory));
    const folder = await realpath(directory);
    const lock = await lockFolder(folder);
    try {
      await recoverWrite(folder, lock.path);
      // Again: another process may have written before the folder was locked.
      const compared = compareFolder(folder, client);
      const outcome = summarise(compared);
      if (!force) refuseEdited(directory, outcome);
      const differing = compared.filter(({ standing }) => standing !== "unchanged");
      if (differing.length > 0) await replaceFiles(folder, lock, differing);
      return outcome;
    } finally {
      await lock.release();
    }
  } catch (error) {
    await removeMade();
    if (errorCode(error) === undefined) throw error;
    throw outputFailure(directory, error);
  }
}

/**
 * What became of the output folder, or, under `check`, what would. All paths are relative to it, with `/` between
 * folders, sorted; no path is in two lists, but for `reformatted`.
 */
export interface WriteOutcome {
  /** Not on the disk before. */
  readonly created: readonly string[];
  /** On the disk as Cabinetry left it, and different now. */
  readonly changed: readonly string[];
  readonly unchanged: readonly string[];
  /** Written by an earlier generation, as it left them, and no longer part of the client: deleted (or, under `check`, to be deleted). */
  readonly stale: readonly string[];
  /** Changed by hand since the last generation, or never written by Cabinetry, and in the way. Overwritten only with `force`. */
  readonly edited: readonly string[];
  /** Those of `edited` that differ in formatting alone; only under `check`. */
  readonly reformatted: readonly string[];
  /** A process died while it wrote to the folder; only under `check`, since the next write finishes or undoes that one. */
  readonly interrupted: boolean;
  /** True when the folder already is what the contract gives, and no write to it was interrupted. */
  readonly upToDate: boolean;
}

/**
 * Makes a folder and those above it that are missing. Not `mkdir`'s own `recursive`, which never ends on file systems
 * that report ENOENT for a folder whose parent is there (Linux' /proc).
 *
 * @returns what undoes it: removes the folders that were made, as far as they are empty.
 * @throws the system's error; nothing is left behind then.
 */
export async function makeFolder(path: string): Promise<() => Promise<void>> {
  const made: string[] = [];
  const undo = async () => {
    for (const folder of made.toReversed()) await rmdir(folder).catch(() => undefined);
  };
  try {
    await makeMissing(path, made);
  } catch (error) {
    await undo();
    throw error;
  }
  return undo;
}

/** Adds every folder that it makes to `made`, the uppermost first. */
async function makeMissing(path: string, made: string[]): Promise<void> {
  const code = await tryToMake(path, made);
  if (code !== "ENOENT" || dirname(path) === path) return;
  await makeMissing(dirname(path), made);
  await mkdir(path);
  made.push(path);
}

/** @returns `ENOENT` when the folder above is missing; undefined when the folder is there. */
async function tryToMake(path: string, made: string[]): Promise<"ENOENT" | undefined> {
  try {
    await mkdir(path);
    made.push(path);
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT") return code;
    // There already: a folder serves; anything else makes the writes below it fail with its name.
    if (code !== "EEXIST") throw error;
  }
  return undefined;
}

/**
 * Brings the disk to what was compared: all or nothing. Every new text is first written to a stage inside the folder
 * (the same file system, so that moving a file cannot fail for lack of space), then a journal says what moves where,
 * then files are swapped by renaming, the manifest last. When anything fails, what was done is undone and the error goes
 * on. When the process dies, the next run finishes or undoes what the journal says.
 *
 * @param folder - the real path of the output folder.
 * @param lock - of the folder; the caller releases it.
 * @param files - those that differ.
 * @throws UserError (2) naming the work folder, which is kept, when undoing failed too.
 */
async function replaceFiles(folder: string, lock: FolderLock, files: readonly ComparedFile[]): Promise<void> {
  const journal = stageFiles(folder, lock, files);
  await writeJournal(folder, lock.path, journal);
  try {
    finishMoves(folder, lock.path, journal);
    removeJournal(folder, lock.path);
  } catch (error) {
    undo(folder, lock.path, journal, error);
    throw error;
  }
}

/** Writes every new text into the stage, with the mode of the file that it replaces. */
function stageFiles(folder: string, lock: FolderLock, files: readonly ComparedFile[]): WriteJournal {
  const stage = `stage-${lock.token}`;
  makeFolderInside(folder, join(lock.path, stage));
  const isManifest = ({ path }: ComparedFile) => path === manifestName;
  const ordered = [...files.filter((file) => !isManifest(file)), ...files.filter(isManifest)];
  for (const [slot, { path, text, before }] of ordered.entries()) {
    if (text === undefined) continue;
    const staged = join(lock.path, stage, newName(slot));
    writeFileSync(staged, text);
    if (before !== undefined) chmodSync(staged, statSync(join(folder, path)).mode);
  }
  const wanted = ordered.filter(({ text }) => text !== undefined).map(({ path }) => path);
  return {
    stage,
    folders: missingFolders(folder, wanted),
    files: ordered.map(({ path, before, after }, slot) => ({
      slot,
      path,
      before,
      after,
    })),
  };
}

function undo(folder: string, workFolder: string, journal: WriteJournal, failure: unknown): void {
  try {
    undoMoves(folder, workFolder, journal);
    removeJournal(folder, workFolder);
  } catch (error) {
    throw new UserError(
      2,
      `Writing failed (${reasonOf(failure)}), and the old files could not be put back (${reasonOf(error)}).`,
      {
        where: workFolder,
        remedy:
          "The old files are in this folder. Remove the cause and run cabinetry generate again: it finishes or undoes the write.",
        cause: new AggregateError([failure, error]),
      },
    );
  }
}
