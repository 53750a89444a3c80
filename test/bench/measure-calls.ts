import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { build } from "esbuild";
import { repository } from "../support/repository.js";
import { runProgram } from "../support/run-program.js";
import type { CallFigures } from "./compare-calls.js";
import type { MeasureTask } from "./measure.js";

/** A program that exports calls. */
export interface CallingProgram {
  readonly name: string;
  /** Absolute path of the folder that its imports begin at. */
  readonly folder: string;
  /** TypeScript. */
  readonly text: string;
}

/** A server in a process of its own. */
export interface BenchServer {
  /** Without a `/` at its end. */
  readonly url: string;
  stop(): void;
}

/** Starts the server that every call goes to. */
export async function startServer(): Promise<BenchServer> {
  const server = fork(join(repository, "test/bench/serve.ts"));
  const [port] = (await once(server, "message")) as [number];
  return {
    url: `http://127.0.0.1:${String(port)}`,
    stop: () => {
      server.disconnect();
    },
  };
}

/**
 * Bundles programs and compares their calls in a process of their own. `BENCH_NODE` gives options to that process,
 * `--cpu-prof` for one.
 *
 * @param folder - where the bundles go
 * @param programs - the first is what the others are compared with
 */
export async function measureCalls(
  folder: string,
  programs: readonly CallingProgram[],
  { call, load }: Pick<MeasureTask, "call" | "load">,
): Promise<readonly CallFigures[]> {
  const modules: Record<string, string> = {};
  for (const { name, folder: from, text } of programs) {
    const outfile = join(folder, `${name.replaceAll(/\W+/gu, "-")}.mjs`);
    await bundle({
      stdin: { contents: text, resolveDir: from, sourcefile: "program.ts", loader: "ts" },
      outfile,
    });
    modules[name] = outfile;
  }
  const measure = join(folder, "measure.mjs");
  await bundle({ entryPoints: [join(repository, "test/bench/measure.ts")], outfile: measure });
  const task: MeasureTask = { modules, call, load };
  const options = (process.env["BENCH_NODE"] ?? "").split(" ").filter((word) => word !== "");
  const { exitCode, stdout, stderr } = await runProgram(
    process.execPath,
    [...options, measure, JSON.stringify(task)],
    { timeout: 1_800_000 },
  );
  if (exitCode !== 0) throw new Error(`The calls could not be measured.\n${stderr}`);
  return JSON.parse(stdout) as readonly CallFigures[];
}

/** As it is: neither minified nor for a platform other than Node.js. */
async function bundle(options: Parameters<typeof build>[0]): Promise<void> {
  await build({
    ...options,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    logLevel: "silent",
  });
}
