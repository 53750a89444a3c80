import { type NodeFiles, unlessCode } from "./node-files.js";

/** When the latest version of an intent ends. */
interface Dated {
  /** 0: there is none. */
  readonly number: number;
  /** Milliseconds since the Unix epoch. */
  readonly until?: number;
}

/** Reads the latest version in a folder. */
type Latest = (folder: string) => Promise<Dated>;

/** Milliseconds for which an intent that is free is kept. */
export const hour = 3_600_000;
const intentFolder = /^[\da-f]{64}$/;
const moved = /^\.moved-[\da-f]{64}$/;
const removed = /^\.removed-/;

/** Whether an intent was claimed once and has been free for an hour. */
function isOver({ number, until }: Dated, now: number): boolean {
  return number > 0 && until !== undefined && until + hour <= now;
}

/** Where the folder of an intent is while it is looked at for the last time. */
function movedFrom(folder: string): string {
  return folder.replace(/[^/]*$/, ".moved-$&");
}

/**
 * Removes the folders of intents that have been free for an hour. A folder is moved away before it is looked at for the last
 * time: what is linked into it afterwards fails, and one that was claimed meanwhile is put back.
 */
export async function pruneFolders(
  files: NodeFiles,
  directory: string,
  now: number,
  latest: Latest,
): Promise<void> {
  const isOverAt = async (folder: string): Promise<boolean> =>
    isOver(await latest(folder), now);
  for (const name of await files.readdir(directory)) {
    const folder = `${directory}/${name}`;
    // Left behind by a process that ended between two steps.
    if (removed.test(name))
      await files.rm(folder, { recursive: true, force: true });
    const isMoved = moved.test(name);
    // What cannot be read is for the next claim of that intent to tell.
    if (!isMoved && !intentFolder.test(name)) continue;
    if (!isMoved && !(await isOverAt(folder).catch(() => false))) continue;
    const aside = isMoved ? folder : movedFrom(folder);
    if (!isMoved) await files.rename(folder, aside);
    if (await isOverAt(aside)) {
      // In one step: half of a folder could say something else.
      const last = `${directory}/.removed-${crypto.randomUUID()}`;
      await files.rename(aside, last);
      await files.rm(last, { recursive: true, force: true });
    } else await putBack(files, aside.replace(/\.moved-([^/]*)$/, "$1"));
  }
}

/** Whether the folder of an intent was moved away to be removed, and had been claimed just before: see {@link putBack}. */
export async function isMovedAway(
  folder: string,
  now: number,
  latest: Latest,
): Promise<boolean> {
  const version = await latest(movedFrom(folder)).catch(unlessCode("ENOENT"));
  return version !== undefined && version.number > 0 && !isOver(version, now);
}

/** Puts the folder of an intent back that was moved away, unless somebody else was faster. */
export async function putBack(files: NodeFiles, folder: string): Promise<void> {
  await files
    .rename(movedFrom(folder), folder)
    .catch(unlessCode("ENOENT", "ENOTEMPTY", "EEXIST"));
}
