import { ArgumentError } from "../errors/argument-error.js";

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
/** The folder of an intent: a hash of its name. */
export const intentFolder = /^[\da-f]{64}$/;
const prunedName = /^\.moved-[\da-f]{64}$/;
const removed = /^\.removed-/;

/** Whether an intent was claimed once and has been free for an hour. */
function isOver({ number, until }: Dated, now: number): boolean {
  return number > 0 && until !== undefined && until + hour <= now;
}

/** Where the folder of an intent is while it is looked at for the last time. */
function prunedFrom(folder: string): string {
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
    const isPruned = prunedName.test(name);
    // What cannot be read is for the next claim of that intent to tell.
    if (!isPruned && !intentFolder.test(name)) continue;
    if (!isPruned && !(await isOverAt(folder).catch(() => false))) continue;
    const aside = isPruned ? folder : prunedFrom(folder);
    if (!isPruned) await files.rename(folder, aside);
    if (await isOverAt(aside)) {
      // In one step: half of a folder could say something else.
      const last = `${directory}/.removed-${crypto.randomUUID()}`;
      await files.rename(aside, last);
      await files.rm(last, { recursive: true, force: true });
    } else await putBack(files, aside.replace(/\.moved-([^/]*)$/, "$1"));
  }
}

/** Whether the folder of an intent was moved away to be removed, and had been claimed just before: see {@link putBack}. */
export async function isPrunedAway(
  folder: string,
  now: number,
  latest: Latest,
): Promise<boolean> {
  const version = await latest(prunedFrom(folder)).catch(unlessCode("ENOENT"));
  return version !== undefined && version.number > 0 && !isOver(version, now);
}

/** Puts the folder of an intent back that was moved away, unless somebody else was faster. */
export async function putBack(files: NodeFiles, folder: string): Promise<void> {
  await files
    .rename(prunedFrom(folder), folder)
    .catch(unlessCode("ENOENT", "ENOTEMPTY", "EEXIST"));
}

/** An open file, as far as a store needs it. */
interface OpenFile {
  writeFile(text: string): Promise<void>;
  /** Flushes to the disk. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** The functions of `node:fs/promises` that a store needs. */
export interface NodeFiles {
  link(from: string, to: string): Promise<void>;
  mkdir(
    path: string,
    options: { readonly recursive: true; readonly mode: number },
  ): Promise<string | undefined>;
  open(path: string, flags: "r" | "wx", mode?: number): Promise<OpenFile>;
  readdir(path: string): Promise<string[]>;
  readFile(path: string, encoding: "utf8"): Promise<string>;
  rename(from: string, to: string): Promise<void>;
  rm(
    path: string,
    options: { readonly recursive: true; readonly force: true },
  ): Promise<void>;
  stat(path: string): Promise<{ readonly mode: number; readonly uid: number }>;
  unlink(path: string): Promise<void>;
}

/** The user that the process runs as; undefined where files have no owner by number (Windows). */
export function currentUser(): number | undefined {
  const { process } = globalThis as { readonly process?: unknown };
  const platform = process as Platform | undefined;
  return platform?.platform === "win32" ? undefined : platform?.getuid?.();
}

/**
 * The platform's files, found at run time and described by structure: a client compiles without Node's types, and
 * bundles for the web, whether it uses the file store or not.
 *
 * @throws ArgumentError where there are none: workers, browsers, Node before 20.16
 */
export function nodeFiles(): NodeFiles {
  const { process } = globalThis as { readonly process?: unknown };
  const files = (process as Platform | undefined)?.getBuiltinModule?.(
    "node:fs/promises",
  );
  if (files !== undefined) return files as NodeFiles;
  throw new ArgumentError({
    happened: "There are no files on this platform.",
    remedy:
      "Use the file store on Node 20.16 or newer, Deno or Bun, and a store over Redis elsewhere.",
  });
}

/** Takes an error with one of these codes for "nothing there" and raises every other. */
export function unlessCode(
  ...codes: readonly string[]
): (error: unknown) => undefined {
  return (error) => {
    if (
      error instanceof Error &&
      "code" in error &&
      typeof error.code === "string" &&
      codes.includes(error.code)
    ) {
      return undefined;
    }
    throw error;
  };
}

interface Platform {
  readonly platform?: string;
  getBuiltinModule?(name: string): unknown;
  getuid?(): number;
}
