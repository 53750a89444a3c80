import { lstatSync, readdirSync } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { journalName, workFolderName } from "../text/client-files.js";
import { UserError } from "../text/user-error.js";
import { contentHash, pathProblem } from "./manifest.js";
import {
  errorCode,
  makeFolderInside,
  moveInside,
  readBelow,
  reasonOf,
  removeEmptyFolderInside,
  removeFileInside,
} from "./read-folder.js";

/**
 * One write, complete before the first file moves: from it and from what is still in the stage, any process can tell
 * which moves are done, and finish them all or undo them all.
 */
export interface WriteJournal {
  /** The stage's folder in the work folder: `new-N` and `old-N` for file N. */
  readonly stage: string;
  /** Folders of the client that were missing, those above first. */
  readonly folders: readonly string[];
  readonly files: readonly JournalFile[];
}

/** One file of the client that changes. */
export interface JournalFile {
  /** Number of its files in the stage. */
  readonly slot: number;
  readonly path: string;
  /** `contentHash` of the text before; undefined for a new file. */
  readonly before: string | undefined;
  /** `contentHash` of the text after; undefined for a file that is deleted. */
  readonly after: string | undefined;
}

/** Grows when a reader of older journals would misread a newer one. */
const schemaVersion = 1;

/**
 * Makes the journal durable: from here on the write is finished or undone, never forgotten.
 *
 * @param folder - the real path of the output folder.
 * @param workFolder - of the lock that is held.
 */
export async function writeJournal(folder: string, workFolder: string, journal: WriteJournal): Promise<void> {
  const draft = join(workFolder, journal.stage, journalName);
  const file = await open(draft, "wx");
  try {
    await file.writeFile(JSON.stringify({ schemaVersion, ...journal }));
    // Before any file moves: after a power loss, moves without their journal could not be told from hand edits.
    await file.sync();
  } finally {
    await file.close();
  }
  moveInside(folder, draft, join(workFolder, journalName));
}

/** Ends a write: it is done, or undone. */
export function removeJournal(folder: string, workFolder: string): void {
  removeFileInside(folder, join(workFolder, journalName));
}

/**
 * Moves every file to where it belongs after the write. What was moved before is left alone.
 *
 * @param folder - the real path of the output folder.
 */
export function finishMoves(folder: string, workFolder: string, journal: WriteJournal): void {
  const stage = join(workFolder, journal.stage);
  const staged = listStage(stage);
  // Old files go first: one may be where a folder of the new client belongs, or differ by case alone.
  for (const { slot, path, before } of journal.files) {
    if (before === undefined || staged.has(oldName(slot))) continue;
    unlessMissing(() => {
      moveInside(folder, join(folder, path), join(stage, oldName(slot)));
    });
  }
  for (const path of journal.folders) makeFolderInside(folder, join(folder, path));
  for (const { slot, path, after } of journal.files) {
    if (after === undefined || !staged.has(newName(slot))) continue;
    moveInside(folder, join(stage, newName(slot)), join(folder, path));
  }
  // Folders that held nothing but stale files go with them.
  for (const { path, after } of journal.files) {
    if (after !== undefined) continue;
    let parent = dirname(path);
    while (parent !== "." && removeEmptyFolderInside(folder, join(folder, parent))) parent = dirname(parent);
  }
}

/**
 * Moves every file to where it was before the write. What was never moved is left alone.
 *
 * @param folder - the real path of the output folder.
 * @throws AggregateError when some cannot be moved; the others are.
 */
export function undoMoves(folder: string, workFolder: string, journal: WriteJournal): void {
  const stage = join(workFolder, journal.stage);
  const staged = listStage(stage);
  const failures: unknown[] = [];
  const attempt = (move: () => void) => {
    try {
      move();
    } catch (error) {
      failures.push(error);
    }
  };
  for (const { slot, path, after } of journal.files.toReversed()) {
    if (after === undefined || staged.has(newName(slot))) continue;
    attempt(() => {
      unlessMissing(() => {
        moveInside(folder, join(folder, path), join(stage, newName(slot)));
      });
    });
  }
  for (const path of journal.folders.toReversed())
    attempt(() => removeEmptyFolderInside(folder, join(folder, path)));
  for (const { slot, path, before } of journal.files.toReversed()) {
    if (before === undefined || !staged.has(oldName(slot))) continue;
    attempt(() => {
      putBack(folder, path, join(stage, oldName(slot)));
    });
  }
  if (failures.length > 0) throw new AggregateError(failures, failures.map(reasonOf).join("; "));
}

/** Names of the files in a stage that have not been moved out of it, or have been moved in. */
function listStage(stage: string): ReadonlySet<string> {
  try {
    return new Set(readdirSync(stage));
  } catch (error) {
    // Somebody removed the stage: nothing can be moved, and the comparison that follows names what differs.
    if (errorCode(error) === "ENOENT") return new Set();
    throw error;
  }
}

/** Puts an old file back; its folder is made again when it was removed as empty. */
function putBack(folder: string, path: string, old: string): void {
  const parents = path.split("/").slice(0, -1);
  for (const index of parents.keys()) {
    makeFolderInside(folder, join(folder, ...parents.slice(0, index + 1)));
  }
  moveInside(folder, old, join(folder, path));
}

/**
 * Finishes the write of a process that died, or undoes it when somebody edited a file since, or when a new text was
 * damaged by a power loss. An edited file stays as it is: the comparison that follows names it.
 *
 * @param folder - the real path of the output folder.
 * @param workFolder - of the lock that is held.
 * @throws UserError (2) when the file is not a journal, or the write can neither be finished nor undone.
 */
export async function recoverWrite(folder: string, workFolder: string): Promise<void> {
  const journal = await readJournal(workFolder);
  if (journal === undefined) return;
  const ours = listUntouched(folder, journal);
  const isWhole =
    ours.length === journal.files.length && (await isStageWhole(join(workFolder, journal.stage), ours));
  const rest = { ...journal, files: ours };
  try {
    (isWhole ? finishMoves : undoMoves)(folder, workFolder, rest);
    removeJournal(folder, workFolder);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(2, `An interrupted write cannot be completed: ${reasonOf(error)}.`, {
      where: workFolder,
      remedy: "Remove the cause and run cabinetry generate again. The old files are in this folder.",
      cause: error,
    });
  }
}

/**
 * A file of a write that was interrupted before the file was in place.
 *
 * @param folder - the real path of the output folder.
 * @param path - relative to it.
 */
export async function readStaged(folder: string, path: string): Promise<string | undefined> {
  const workFolder = join(folder, workFolderName);
  const journal = await readJournal(workFolder);
  const staged = journal?.files.find((file) => file.path === path);
  if (journal === undefined || staged === undefined) return undefined;
  return await readText(join(workFolder, journal.stage, newName(staged.slot)));
}

/** @returns undefined when no file has moved, or all have. */
async function readJournal(workFolder: string): Promise<WriteJournal | undefined> {
  const path = join(workFolder, journalName);
  const text = await readText(path);
  if (text === undefined) return undefined;
  const journal = parseJournal(text);
  if (journal !== undefined) return journal;
  throw new UserError(2, `${path} is not a journal that this version of Cabinetry can read.`, {
    remedy: `Nothing was written. Remove ${workFolder}, then run cabinetry generate with --force.`,
  });
}

/** A journal is input, as a manifest is: it may come with a repository. */
function parseJournal(text: string): WriteJournal | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { schemaVersion: version, stage, folders, files } = (parsed ?? {}) as Record<string, unknown>;
  if (version !== schemaVersion || typeof stage !== "string" || !/^stage-[\da-f-]+$/u.test(stage))
    return undefined;
  if (!Array.isArray(folders) || !folders.every(isPath) || !Array.isArray(files)) return undefined;
  const read = files.map(parseFile).filter((file) => file !== undefined);
  return read.length === files.length ? { stage, folders, files: read } : undefined;
}

function parseFile(value: unknown): JournalFile | undefined {
  const { slot, path, before, after } = (value ?? {}) as Record<string, unknown>;
  if (!Number.isSafeInteger(slot) || !isPath(path) || !isHash(before) || !isHash(after)) return undefined;
  return { slot: Number(slot), path, before, after };
}

function isPath(value: unknown): value is string {
  return typeof value === "string" && pathProblem(value) === undefined;
}

function isHash(value: unknown): value is string | undefined {
  return value === undefined || typeof value === "string";
}

/** Unedited files: they are missing, or have the content from before or after the write. */
function listUntouched(folder: string, { files }: WriteJournal): JournalFile[] {
  const untouched: JournalFile[] = [];
  for (const file of files) {
    const hash = hashBelow(folder, file.path);
    if (hash === undefined || hash === file.before || hash === file.after) untouched.push(file);
  }
  return untouched;
}

/** @returns `foreign` for a link or a folder: neither is what Cabinetry wrote. */
function hashBelow(folder: string, path: string): string | undefined {
  try {
    const text = readBelow(folder, path);
    return text === undefined ? undefined : contentHash(text);
  } catch (error) {
    if (error instanceof UserError) return "foreign";
    throw error;
  }
}

async function isStageWhole(stage: string, files: readonly JournalFile[]): Promise<boolean> {
  for (const { slot, after } of files) {
    const text = after === undefined ? undefined : await readText(join(stage, newName(slot)));
    if (text !== undefined && contentHash(text) !== after) return false;
  }
  return true;
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** A file that somebody removed meanwhile need not be moved away. */
function unlessMissing(move: () => void): void {
  try {
    move();
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
  }
}

/** Name in the stage of a new text. */
export function newName(slot: number): string {
  return `new-${slot}`;
}

function oldName(slot: number): string {
  return `old-${slot}`;
}

/** The folders of some paths that are missing in the output folder, those above first. */
export function missingFolders(folder: string, paths: readonly string[]): string[] {
  const parents = new Set<string>();
  for (const path of paths) {
    const segments = path.split("/").slice(0, -1);
    for (const index of segments.keys()) parents.add(segments.slice(0, index + 1).join("/"));
  }
  const missing: string[] = [];
  for (const parent of parents) {
    if (!isFolder(join(folder, parent))) missing.push(parent);
  }
  return missing;
}

function isFolder(path: string): boolean {
  try {
    return lstatSync(path).isDirectory();
  } catch {
    return false;
  }
}
