import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { generate } from "../../src/generate.js";
import { makeTemporaryFolder } from "../support/temporary-folder.js";
import { contractAt } from "./contract.js";
import { measureCalls, startServer } from "./measure-calls.js";
import { clientCalls, plainCalls } from "./pet-calls.js";

/*
 * What a call through a generated client costs beside plain `fetch`: `npm run bench:call`. A word behind `--` chooses
 * measurements ("GET", "64"). `BENCH_NODE` gives options to the process that measures, `--cpu-prof` for one.
 */

const [only = ""] = process.argv.slice(2);
const folder = await makeTemporaryFolder("bench");
const server = await startServer();
try {
  const document = join(folder.path, "pets.json");
  await writeFile(document, JSON.stringify(contractAt(server.url)));
  await generate({ contract: document, out: join(folder.path, "client") });
  const programs = [
    { name: "fetch", folder: folder.path, text: plainCalls(server.url) },
    { name: "client", folder: folder.path, text: clientCalls },
  ];
  for (const [call, title] of [
    ["get", "GET, no credential"],
    ["post", "POST, bearer token"],
  ] as const) {
    for (const atOnce of [1, 64]) {
      if (!`${title} ${String(atOnce)}`.includes(only)) continue;
      const load = { atOnce, calls: atOnce === 1 ? 300 : 1000, turns: 8, runs: 7 };
      const [plain, client] = await measureCalls(folder.path, programs, { call, load });
      if (plain === undefined || client === undefined) throw new Error("A program has no figures.");
      const [least, most] = client.spread;
      console.log(
        `${title}, ${String(atOnce)} at once: ${client.ratio.toFixed(2)} of the throughput of fetch ` +
          `(${least.toFixed(2)} to ${most.toFixed(2)}), ${(plain.cpu / client.cpu).toFixed(2)} ` +
          `by CPU time (${client.cpu.toFixed(0)} µs for ${plain.cpu.toFixed(0)} µs)`,
      );
    }
  }
} finally {
  server.stop();
  await folder.remove();
}
