import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { buildPlan } from "../../src/build-plan.js";
import { diffContracts } from "../../src/diff-contracts.js";
import { loadContract } from "../../src/load/load-contract.js";
import type { JsonObject } from "../../src/load/loaded-contract.js";
import { corpusPath, hasCorpus } from "../corpus/corpus.js";
import { mutate } from "../diff/mutate/mutate.js";
import { makeTemporaryFolder } from "../support/temporary-folder.js";

/*
 * Processor time of `diff` over that of loading and planning both contracts: `npm run bench:diff -- [CONTRACT]`, by default
 * GitHub's. The new contract is a copy with changes. Each figure is the median of processes that take turns.
 */

const CHANGES = 20;
const RUNS = 3;
const [mode, ...words] = process.argv.slice(2);

if (mode === "diff" || mode === "plan") await work(mode, words[0] ?? "", words[1] ?? "");
else await compare(mode ?? "github.json");

/** One of the measured processes: prints its seconds. */
async function work(what: "diff" | "plan", old: string, now: string): Promise<void> {
  if (what === "diff") await diffContracts({ old, new: now });
  else {
    const before = buildPlan(await loadContract(old), { vendor: "bench" });
    buildPlan(await loadContract(now), { vendor: "bench", locked: before.plan.names });
  }
  const { user, system } = process.cpuUsage();
  console.log(String((user + system) / 1e6));
}

async function compare(contract: string): Promise<void> {
  if (!hasCorpus()) throw new Error("The corpus of contracts is missing.");
  const folder = await makeTemporaryFolder("bench");
  try {
    const old = corpusPath(contract);
    const now = join(folder.path, "changed.json");
    writeFileSync(now, JSON.stringify(changed(parse(readFileSync(old, "utf8")) as JsonObject)));
    const times = { plan: [] as number[], diff: [] as number[] };
    for (let run = 0; run < RUNS; run += 1)
      for (const what of ["plan", "diff"] as const) times[what].push(seconds(what, old, now));
    const [plan, diff] = [median(times.plan), median(times.diff)];
    console.log(`${contract}, ${String(CHANGES)} changes, median of ${String(RUNS)} runs`);
    console.log(`load and plan of both: ${plan.toFixed(2)} s CPU`);
    console.log(`diff: ${diff.toFixed(2)} s CPU, ${(diff / plan).toFixed(2)} times as much`);
  } finally {
    await folder.remove();
  }
}

function changed(document: JsonObject): JsonObject {
  let result = document;
  for (let seed = 1; seed <= CHANGES; seed += 1) result = mutate(result, seed).document;
  return result;
}

function seconds(what: "diff" | "plan", old: string, now: string): number {
  const program = fileURLToPath(import.meta.url);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--import", "tsx", program, what, old, now],
    { encoding: "utf8" },
  );
  if (status !== 0) throw new Error(stderr);
  return Number(stdout.trim());
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
