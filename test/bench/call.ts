import { fork } from "node:child_process";
import { once } from "node:events";
import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { generate } from "../../src/generate.js";
import { compileProgram } from "../support/compile-program.js";
import { repository } from "../support/repository.js";
import { runProgram } from "../support/run-program.js";
import { makeTemporaryFolder } from "../support/temporary-folder.js";
import { contract } from "./contract.js";

/*
 * What a call through a generated client costs beside plain `fetch`: `npm run bench:call`. Words behind `--` choose
 * measurements ("GET", "64"). `BENCH_NODE` gives options to the process that measures, `--cpu-prof` for one.
 */

const folder = await makeTemporaryFolder("bench");
const server = fork(join(repository, "test/bench/serve.ts"));
try {
  const document = join(folder.path, "pets.json");
  await writeFile(document, JSON.stringify(contract));
  await writeFile(join(folder.path, "package.json"), '{ "type": "module" }');
  await generate({ contract: document, out: join(folder.path, "pets") });
  await cp(join(repository, "test/bench/measure.ts"), join(folder.path, "measure.ts"));
  const complaints = compileProgram({
    roots: [join(folder.path, "measure.ts"), join(folder.path, "pets/index.ts")],
    rootDir: folder.path,
    outDir: join(folder.path, "compiled"),
    platform: "node",
  });
  if (complaints.length > 0) throw new Error(complaints.map(({ message }) => message).join("\n"));
  const [port] = (await once(server, "message")) as [number];
  const { exitCode } = await runProgram(
    process.execPath,
    [
      ...(process.env["BENCH_NODE"] ?? "").split(" ").filter((word) => word !== ""),
      join(folder.path, "compiled/measure.js"),
      join(folder.path, "compiled/pets/index.js"),
      `http://127.0.0.1:${String(port)}`,
      ...process.argv.slice(2, 3),
    ],
    { live: true, timeout: 600_000 },
  );
  process.exitCode = exitCode ?? 1;
} finally {
  server.disconnect();
  await folder.remove();
}
