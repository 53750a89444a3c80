import { randomUUID } from "node:crypto";
import { lstat, mkdir, readdir, readFile, readlink, rename, rm, stat, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { journalName, workFolderName } from "../text/client-files.js";
import { UserError } from "../text/user-error.js";
import { errorCode, moveInside } from "./read-folder.js";

/** Names of a work folder before it is the lock, and after: their content can be deleted. */
const claimPrefix = ".cabinetry-claim-";
const donePrefix = ".cabinetry-done-";

const ownerName = "owner.json";

/** The place of the next owner in the folder of an owner that died. */
const successorName = "successor";

/**
 * Milliseconds after which any lock is taken over. No write lasts as long; whether a process of another
 * host still runs cannot be known, and the number of one that died can be that of another now.
 */
const staleAfter = 120_000;

/** Contenders that take turns faster than this many attempts have the folder for themselves. */
const attempts = 50;

interface Owner {
  readonly pid: number;
  readonly host: string;
  readonly token: string;
}

/** The right to write to one output folder, until it is released. */
export interface FolderLock {
  /** The work folder. */
  readonly path: string;
  /** Unlike that of every other lock, ever. */
  readonly token: string;
  /**
   * Releases the lock and removes the work folder. As long as there is a journal in it, the work folder stays, as that
   * of an interrupted write does: the next run finishes or undoes what the journal says.
   */
  release(): Promise<void>;
}

/** Tokens of the locks that this process holds: its number alone does not tell a dead process of the same number. */
const held = new Set<string>();

/**
 * Takes the right to write to a folder. The lock of a process that died is taken over, with its work folder: its journal
 * must be finished or undone before anything else is written.
 *
 * A process that wants the lock prepares a folder with its owner in it and renames it to the name of the lock, which succeeds
 * for one process only. The lock of a dead process is taken over in the same way: by a rename into it.
 *
 * @param folder - the real path of the output folder.
 * @throws UserError (2) when another process writes to the folder.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const token = randomUUID();
  const claim = join(folder, claimPrefix + token);
  held.add(token);
  try {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      if (!(await claimLock(folder, claim, token))) continue;
      await removeLeftovers(folder);
      return lockOf(folder, token);
    }
    throw new UserError(2, `Other processes keep writing to the output folder ${folder}.`, {
      remedy: "Nothing was written. Run one process for each output folder.",
    });
  } catch (error) {
    held.delete(token);
    await rm(claim, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Whether a process that died left a work folder behind.
 *
 * @throws UserError (2) when a process writes to the folder now.
 */
export async function isInterrupted(folder: string): Promise<boolean> {
  let path = join(folder, workFolderName);
  if (!(await isThere(path))) return false;
  while (await isThere(join(path, successorName))) path = join(path, successorName);
  await refuseAlive(folder, path, Date.now());
  return true;
}

/** Whether a process that wrote to a folder left anything behind. A folder that is missing has nothing. */
export async function hasLeftovers(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  });
  return names.some((name) => name === workFolderName || isLeftover(name));
}

function isLeftover(name: string): boolean {
  return name.startsWith(claimPrefix) || name.startsWith(donePrefix);
}

/** @returns false when the lock changed hands meanwhile, or another process removed the claim as something left behind. */
async function claimLock(folder: string, claim: string, token: string): Promise<boolean> {
  try {
    await prepareClaim(claim, { pid: process.pid, host: await thisHost(), token });
    return await takeLock(folder, claim);
  } catch (error) {
    if (errorCode(error) === "ENOENT" && (await isThere(folder))) return false;
    throw error;
  }
}

async function prepareClaim(claim: string, owner: Owner): Promise<void> {
  await mkdir(claim, { recursive: true });
  await writeFile(join(claim, ownerName), JSON.stringify(owner));
}

/** @returns false when the lock changed hands meanwhile, and everything is to be tried again. */
async function takeLock(folder: string, claim: string): Promise<boolean> {
  const { mtimeMs: now } = await stat(join(claim, ownerName));
  let path = join(folder, workFolderName);
  /** Of the owner above; its token is undefined when the owner file is unreadable. */
  let dead: { readonly token: string | undefined } | undefined;
  for (;;) {
    const result = await tryMove(folder, claim, path);
    if (result === "gone") return false;
    if (result === "moved") {
      if (dead === undefined || (await readOwner(dirname(path)))?.token === dead.token) return true;
      // The dead owner's folder went away and another process locked again before the rename.
      // Where that process has ended, too, the claim went with its folder, and is made again.
      await rename(path, claim);
      return false;
    }
    if (!(await isThere(join(path, successorName)))) await refuseAlive(folder, path, now);
    dead = { token: (await readOwner(path))?.token };
    path = join(path, successorName);
  }
}

async function tryMove(folder: string, claim: string, path: string): Promise<"moved" | "taken" | "gone"> {
  try {
    moveInside(folder, claim, path);
    return "moved";
  } catch (error) {
    const code = errorCode(error) ?? "";
    // The claim, as something left behind, or the folder of the dead owner.
    if (code === "ENOENT") return "gone";
    // Windows reports EPERM or EACCES where others report ENOTEMPTY.
    if (["ENOTEMPTY", "EEXIST"].includes(code) || (await isFolder(path))) return "taken";
    if (code !== "ENOTDIR") throw error;
    throw new UserError(2, `${path} is not a folder.`, {
      remedy: `Nothing was written. Cabinetry needs this name while it writes. Remove ${path}.`,
    });
  }
}

/** @param now - by the clock of the file system, in milliseconds. */
async function refuseAlive(folder: string, path: string, now: number): Promise<void> {
  const owner = await readOwner(path);
  const since = await stat(join(path, ownerName)).catch(() => undefined);
  if (owner === undefined || since === undefined || now - since.mtimeMs > staleAfter) return;
  if (!(await isRunning(owner))) return;
  throw new UserError(
    2,
    `Another process is writing to the output folder ${folder} (process ${owner.pid} on ${owner.host}).`,
    {
      remedy: `Nothing was written. Run the command again when that process has ended. A lock older than ${staleAfter / 60_000} minutes is taken over.`,
    },
  );
}

async function isRunning({ pid, host, token }: Owner): Promise<boolean> {
  if (host !== (await thisHost())) return true;
  if (pid === process.pid) return held.has(token);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) !== "ESRCH";
  }
}

/** This host, and the container on it: numbers of processes mean something within one of them only. */
async function thisHost(): Promise<string> {
  const namespace = await readlink("/proc/self/ns/pid").catch(() => undefined);
  return namespace === undefined ? hostname() : `${hostname()} ${namespace}`;
}

/** @returns undefined when the owner file cannot be read, for example after a power loss. */
async function readOwner(path: string): Promise<Owner | undefined> {
  try {
    const owner = JSON.parse(await readFile(join(path, ownerName), "utf8")) as Partial<Owner> | null;
    const { pid, host, token } = owner ?? {};
    const isOwner = Number.isSafeInteger(pid) && (pid ?? 0) > 0;
    if (!isOwner || typeof host !== "string" || typeof token !== "string") return undefined;
    return { pid: pid ?? 0, host, token };
  } catch {
    return undefined;
  }
}

/** What processes left behind that died before they had the lock, or after they had released it. */
async function removeLeftovers(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter(isLeftover)) {
    await rm(join(folder, name), { recursive: true, force: true });
  }
}

function lockOf(folder: string, token: string): FolderLock {
  const path = join(folder, workFolderName);
  return {
    path,
    token,
    async release() {
      const done = join(folder, donePrefix + token);
      try {
        if (await isThere(join(path, journalName))) return;
        // In one step, so that no half of a lock is ever seen.
        moveInside(folder, path, done);
        await rm(done, { recursive: true, force: true });
      } catch {
        // Nothing of it is needed: the next run removes what is left behind.
      } finally {
        held.delete(token);
      }
    },
  };
}

async function isThere(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}

async function isFolder(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined))?.isDirectory() === true;
}
