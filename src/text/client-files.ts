import { createHash } from "node:crypto";

/**
 * Bytes of a name without its ending. File systems take 255; the rest is for the user's own folders, since Windows counts
 * 260 characters for a whole path.
 */
const LONGEST = 100;

/** Hexadecimal digits that distinguish names with the same start. */
const DIGITS = 12;

/**
 * A name made from a contract, as a file can have it: a long one is cut, and ends in a hash of the whole. The same name
 * always gives the same file, and two names never the same.
 *
 * @param name - in lower case, without an ending.
 */
export function fileName(name: string): string {
  if (Buffer.byteLength(name) <= LONGEST) return name;
  let start = "";
  let room = LONGEST - DIGITS - 1;
  for (const character of name) {
    room -= Buffer.byteLength(character);
    if (room < 0) break;
    start += character;
  }
  const hash = createHash("sha256").update(name).digest("hex").slice(0, DIGITS);
  return `${start.replace(/-+$/u, "")}-${hash}`;
}

/**
 * Whether Windows keeps a name for a device, whatever ending follows it (Microsoft, "Naming Files, Paths, and Namespaces"):
 * no file or folder of a client can be called so, since it must be usable from every checkout.
 */
export function isDeviceName(name: string): boolean {
  return /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/iu.test(name);
}

/*
 * What Cabinetry keeps in the folder of a client beside its source: `write` writes it, and `load` reads a client as a contract.
 */

/** What the client was generated with, and every file with its hash. */
export const manifestName = "manifest.json";

/** The names of the client's methods and models, by operation keys and schema pointers. */
export const namesLockName = "names.lock.json";

/** The bundled contract that the client was generated from. */
export const snapshotName = "openapi.json";

/**
 * The folder that a process has in the output folder while it writes there: its lock, its stage and its journal. A
 * process that died leaves it behind.
 */
export const workFolderName = ".cabinetry-write";

/** The journal of a write in the work folder, from the first move of a file to the last. */
export const journalName = "journal.json";
