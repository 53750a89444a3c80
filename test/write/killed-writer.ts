import { writeFileSync } from "node:fs";
import type { EmittedClient } from "../../src/emit/emitted-client.js";
import type * as writer from "../../src/write/write-client.js";
import { disturbFiles } from "./disturbed-files.js";

/** What the process is told, as JSON, in its first argument. */
export interface KilledWrite {
  /** URL of the compiled `write-client.js`. */
  readonly module: string;
  readonly folder: string;
  readonly client: EmittedClient;
  /** Number of the call that changes the disk, from 1, before which the process dies; a file is half written then. */
  readonly step: number;
}

const { module, folder, client, step: last } = JSON.parse(process.argv[2] ?? "") as KilledWrite;
const { writeClient } = (await import(module)) as typeof writer;
disturbFiles((step, name, [path, text]) => {
  if (step !== last) return;
  if (name === "writeFile") writeFileSync(String(path), String(text).slice(0, String(text).length / 2));
  process.kill(process.pid, "SIGKILL");
});
await writeClient(folder, client);
