import { isApiError } from "../errors/api-error.js";
import { ArgumentError } from "../errors/argument-error.js";
import { IntentStoreError } from "../errors/idempotency-errors.js";
import { sha256 } from "../values/fingerprint.js";
import {
  type FileIntentOptions,
  type IntentRecord,
  type IntentState,
  type IntentStore,
  type ListedIntent,
  mayFollow,
  mayRelease,
  readIntentRecord,
} from "./intent-store.js";
import {
  currentUser,
  hour,
  intentFolder,
  isPrunedAway,
  nodeFiles,
  type NodeFiles,
  pruneFolders,
  putBack,
  unlessCode,
} from "./prune-intents.js";
import { isObject } from "../values/is-object.js";

/** One version of an intent's whole state; `record` is absent when the intent is free. */
interface Version {
  readonly number: number;
  /** Its name; absent in files of older clients. */
  readonly intent?: string;
  readonly record?: IntentRecord;
  /** Milliseconds since the Unix epoch; absent: until it is released. Of a free intent: since when. */
  readonly until?: number;
}

/** What an intent is to become; undefined: it stays as it is. */
type Change = (
  now: IntentRecord | undefined,
) => Omit<Version, "intent" | "number"> | undefined;

/**
 * Intents in a directory, for several processes on one machine and across crashes. Node, Deno and Bun.
 *
 * An intent is a folder of numbered versions. A new version is written aside, flushed to the disk and linked under the
 * next number; the link fails when another process has taken that number, and the change is decided again on its version. So a
 * half-written version is never seen and no lock is left behind by a crash. Files are readable for their owner alone
 * and hold a key, the operation, a hash and a time: no payload, and no name of an intent unless `keepNames` asks for it.
 *
 * A folder that others can read or write is refused: its content decides which creates are sent again. What has been
 * free for an hour is removed, at the first claim of a store and hourly after that.
 *
 * Its functions raise IntentStoreError, with the path, when the folder cannot be used or a record is damaged.
 *
 * @param directory - made when it is missing; on a file system with hard links
 * @param options - or the clock alone
 * @throws ArgumentError when the directory is not a text, or the platform has no files
 */
export function fileIntentStore(
  directory: string,
  options: FileIntentOptions | (() => number) = {},
): IntentStore {
  const { now = Date.now, keepNames = false } =
    typeof options === "function" ? { now: options } : options;
  checkDirectory(directory);
  const files = nodeFiles();
  const folderOf = async (intent: string): Promise<string> =>
    `${directory}/${await sha256(new TextEncoder().encode(intent))}`;
  const inForce = ({ record, until }: Version): IntentRecord | undefined =>
    until !== undefined && until <= now() ? undefined : record;
  const latest = (folder: string, intent = ""): Promise<Version> =>
    latestVersion(files, folder, intent);
  const owned = ownFolder(files, directory);
  const prune = hourly(now, () =>
    pruneFolders(files, directory, now(), latest),
  );
  const changeIn = async (
    folder: string,
    intent: string,
    decide: Change,
  ): Promise<IntentRecord | undefined> => {
    for (;;) {
      await files.mkdir(folder, { recursive: true, mode: 0o700 });
      await owned(intent);
      const current = await latest(folder, intent);
      // Another process may have pruned the folder just when it was claimed.
      if (current.number === 0 && (await isPrunedAway(folder, now(), latest))) {
        await putBack(files, folder);
        continue;
      }
      const wanted = decide(inForce(current));
      if (wanted === undefined) return inForce(current);
      const number = current.number + 1;
      const next = { ...wanted, ...(keepNames && { intent }), number };
      if (await publish(files, folder, next)) return next.record;
    }
  };
  const change = async (
    intent: string,
    decide: Change,
  ): Promise<IntentRecord | undefined> => {
    const folder = await folderOf(intent);
    try {
      return await changeIn(folder, intent, decide);
    } catch (cause) {
      if (isApiError(cause)) throw cause;
      throw new IntentStoreError({ intent, location: folder, cause });
    }
  };
  const read: FolderReader = { files, owned, latest, inForce };
  return {
    async claim(intent, claim) {
      const record: IntentRecord = { ...claim, state: "open" };
      prune();
      return (
        (await change(intent, (held) =>
          held === undefined ? { record } : undefined,
        )) ?? record
      );
    },
    read: (intent) => change(intent, () => undefined),
    list: (states, most) => listFolders(read, directory, states, most),
    async mark(intent, idempotencyKey, state, keepFor) {
      const until = keepFor === undefined ? {} : { until: now() + keepFor };
      await change(intent, (held) =>
        held?.idempotencyKey === idempotencyKey && mayFollow(held.state, state)
          ? { record: { ...held, state }, ...until }
          : undefined,
      );
    },
    async release(intent, idempotencyKey, unless) {
      await change(intent, (held) => {
        if (held?.idempotencyKey !== idempotencyKey) return undefined;
        return mayRelease(held.state, unless) ? { until: now() } : undefined;
      });
    },
  };
}

/** What the intents in a directory are read by. */
interface FolderReader {
  readonly files: NodeFiles;
  readonly owned: (intent: string) => Promise<void>;
  readonly latest: (folder: string) => Promise<Version>;
  readonly inForce: (version: Version) => IntentRecord | undefined;
}

/** Reads the intents in a directory, folder by folder, until there are enough. */
async function listFolders(
  { files, owned, latest, inForce }: FolderReader,
  directory: string,
  states: readonly IntentState[],
  most: number,
): Promise<readonly ListedIntent[]> {
  const names = await files.readdir(directory).catch(unlessCode("ENOENT"));
  if (names === undefined) return [];
  await owned("");
  const found: ListedIntent[] = [];
  for (const name of names) {
    if (found.length === most) break;
    if (!intentFolder.test(name)) continue;
    const folder = `${directory}/${name}`;
    // One that was removed meanwhile had been free for long.
    const version = await latest(folder).catch(unlessCode("ENOENT"));
    const record = version && inForce(version);
    if (record === undefined || !states.includes(record.state)) continue;
    const intent = version?.intent;
    found.push({ ...record, ...(intent !== undefined && { intent }) });
  }
  return found;
}

function checkDirectory(directory: unknown): void {
  if (typeof directory === "string" && directory !== "") return;
  throw new ArgumentError({
    happened: "The directory of the file store must be a path.",
    remedy: 'Give its path as text: `fileIntentStore("./intents")`.',
  });
}

/** Does the work at the first call and hourly after that. What fails is done another time: no create fails for it. */
function hourly(now: () => number, work: () => Promise<void>): () => void {
  let due = -Infinity;
  return () => {
    if (now() < due) return;
    due = now() + hour;
    work().catch(() => undefined);
  };
}

/**
 * Refuses a folder that other users can access. The check of the first intent holds for all.
 *
 * @throws IntentStoreError with the command that fixes it
 */
function ownFolder(
  files: NodeFiles,
  directory: string,
): (intent: string) => Promise<void> {
  const user = currentUser();
  let checked = user === undefined;
  return async (intent) => {
    if (checked) return;
    const { mode, uid } = await files.stat(directory);
    const refuse = (why: string, remedy: string): never => {
      throw new IntentStoreError({
        intent,
        location: directory,
        happened: `The folder of the intents (${directory}) ${why}; nothing was sent.`,
        remedy,
      });
    };
    if (uid !== user)
      refuse(
        "belongs to another user",
        "Give the store a folder that belongs to the user of this process.",
      );
    if ((mode & 0o077) !== 0)
      refuse(
        `is open to other users (mode ${(mode & 0o777).toString(8)})`,
        `Run \`chmod 700 '${directory.replaceAll("'", "'\\''")}'\`.`,
      );
    checked = true;
  };
}

const versionName = /^(\d{12,16})\.json$/;

function nameOf(number: number): string {
  return `${String(number).padStart(12, "0")}.json`;
}

async function versionNumbers(
  files: NodeFiles,
  folder: string,
): Promise<readonly number[]> {
  const names = await files.readdir(folder);
  return names.flatMap((name) => versionName.exec(name)?.[1] ?? []).map(Number);
}

async function latestVersion(
  files: NodeFiles,
  folder: string,
  intent: string,
): Promise<Version> {
  for (;;) {
    const numbers = await versionNumbers(files, folder);
    const number = Math.max(0, ...numbers);
    if (number === 0) return { number };
    const path = `${folder}/${nameOf(number)}`;
    const text = await files.readFile(path, "utf8").catch(unlessCode("ENOENT"));
    // Gone: a newer version has come in the meantime and the older ones were cleared away.
    if (text !== undefined)
      return { ...readVersion(text, intent, path), number };
  }
}

/** @throws IntentStoreError for an invalid version: without the parser's own words, which quote it */
function readVersion(
  text: string,
  intent: string,
  path: string,
): Omit<Version, "number"> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (!isObject(value) || !("record" in value))
    return { record: readIntentRecord(undefined, intent, path) };
  const name = "intent" in value ? value.intent : undefined;
  const rest = {
    ...("until" in value &&
      typeof value.until === "number" && { until: value.until }),
    ...(typeof name === "string" && { intent: name }),
  };
  if (value.record === null) return rest;
  return { record: readIntentRecord(value.record, intent, path), ...rest };
}

/** Takes the next number. False: somebody else was first. */
async function publish(
  files: NodeFiles,
  folder: string,
  version: Version,
): Promise<boolean> {
  const aside = `${folder}/.${crypto.randomUUID()}`;
  const written = await writeFlushed(
    files,
    aside,
    JSON.stringify({
      intent: version.intent,
      record: version.record ?? null,
      until: version.until,
    }),
  ).then(() => true, unlessCode("ENOENT"));
  // The folder was removed, because the intent had been free for long.
  if (written !== true) return false;
  try {
    const taken = await files
      .link(aside, `${folder}/${nameOf(version.number)}`)
      .then(() => true, unlessCode("EEXIST", "ENOENT"));
    if (taken !== true) return false;
  } finally {
    await files.unlink(aside).catch(unlessCode("ENOENT"));
  }
  await flushFolder(files, folder);
  const numbers = await versionNumbers(files, folder);
  // The number can have been free because it was cleared away: then newer ones exist and this one never counted.
  if (Math.max(...numbers) > version.number) return false;
  const older = numbers.filter((number) => number < version.number);
  await Promise.all(
    older.map((number) =>
      files.unlink(`${folder}/${nameOf(number)}`).catch(unlessCode("ENOENT")),
    ),
  );
  return true;
}

async function writeFlushed(
  files: NodeFiles,
  path: string,
  text: string,
): Promise<void> {
  const file = await files.open(path, "wx", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes the new name itself durable; where folders cannot be opened (Windows) the file system sees to it. */
async function flushFolder(files: NodeFiles, folder: string): Promise<void> {
  const handle = await files
    .open(folder, "r")
    .catch(unlessCode("EISDIR", "EPERM", "EACCES"));
  if (handle === undefined) return;
  try {
    await handle.sync();
  } catch (error) {
    unlessCode("EPERM", "EINVAL")(error);
  } finally {
    await handle.close();
  }
}
