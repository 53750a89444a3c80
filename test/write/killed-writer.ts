import { cpSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { EmittedClient } from "../../src/emit/emitted-client.js";
import type * as writer from "../../src/write/write-client.js";
import { disturbFiles } from "./disturbed-files.js";

/** What the process is told, as JSON, in its first argument. */
export interface KilledWrite {
  /** URL of the compiled `write-client.js`. */
  readonly module: string;
  readonly folder: string;
  readonly client: EmittedClient;
  /**
   * Number of the call that changes the disk, from 1, before which the process dies; a file is half written then. Absent: it
   * lives, and before each call copies the folder as a process that dies there would leave it.
   */
  readonly step?: number;
  /** Folder of the copies, each called like the number of its call. */
  readonly copies: string;
}

const { module, folder, client, step: last, copies } = JSON.parse(process.argv[2] ?? "") as KilledWrite;
const { writeClient } = (await import(module)) as typeof writer;
disturbFiles((step, name, [path, text]) => {
  if (last !== undefined && step !== last) return;
  const left = last === undefined ? join(copies, String(step)) : folder;
  if (last === undefined) cpSync(folder, left, { recursive: true, verbatimSymlinks: true });
  if (name === "writeFile") {
    const half = String(text).slice(0, String(text).length / 2);
    writeFileSync(join(left, relative(folder, String(path))), half);
  }
  if (last !== undefined) process.kill(process.pid, "SIGKILL");
});
await writeClient(folder, client);
