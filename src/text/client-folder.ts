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
