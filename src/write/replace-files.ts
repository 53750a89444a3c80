import { chmodSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../text/user-error.js";
import { manifestName } from "../text/client-folder.js";
import type { ComparedFile } from "./compare-folder.js";
import type { FolderLock } from "./folder-lock.js";
import { makeFolderInside, reasonOf } from "./read-folder.js";
import {
  finishMoves,
  missingFolders,
  newName,
  removeJournal,
  undoMoves,
  writeJournal,
  type WriteJournal,
} from "./write-journal.js";

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
export async function replaceFiles(
  folder: string,
  lock: FolderLock,
  files: readonly ComparedFile[],
): Promise<void> {
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
