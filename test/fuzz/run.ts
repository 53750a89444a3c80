/*
 * npm run fuzz [-- --seed N] [-- --runs N] [-- --seconds N] [-- --only contracts|schemas|responses]
 *
 * Tries what nobody would write: mutated contracts, random schemas in every place, and servers that answer with
 * anything. `--seed` is that of the first case, the next has one more; by default it is drawn. `--runs` is per kind, and
 * `--seconds` for all of them; by default a minute. What fails is made small and left in `.tmp/fuzz`. Exit 1 then.
 */
import { mkdir, rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { repository } from "../support/repository.js";
import { groupFailures, keepFailure, type Kind, type KindReport } from "./failures.js";
import { fuzzContracts } from "./fuzz-contracts.js";
import { fuzzResponses } from "./fuzz-responses.js";

/** How much is tried, and with which seeds. */
export interface Budget {
  /** Of the first case; each that follows has one more. */
  readonly seed: number;
  readonly runs: number;
  /** When no new case begins, on the scale of `performance.now()`. */
  readonly end: number;
}

/** Part of the time that each kind gets; compiling takes its own beside. */
const shares: Readonly<Record<Kind, number>> = { contracts: 0.3, schemas: 0.3, responses: 0.25 };

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seed: { type: "string" },
      runs: { type: "string" },
      seconds: { type: "string" },
      only: { type: "string" },
    },
  });
  const kinds = (Object.keys(shares) as Kind[]).filter(
    (kind) => values.only === undefined || values.only === kind,
  );
  const seed = readCount(values.seed) ?? Math.floor(Math.random() * 1e9);
  const runs = readCount(values.runs);
  const seconds = readCount(values.seconds) ?? (runs === undefined ? 60 : undefined);
  if (kinds.length === 0 || [seed, runs, seconds].some(Number.isNaN)) {
    console.error(
      "Usage: npm run fuzz -- [--seed N] [--runs N] [--seconds N] [--only contracts|schemas|responses]",
    );
    return 2;
  }
  console.log(`seed ${String(seed)}`);
  const folder = join(repository, ".tmp/fuzz", `run-${String(process.pid)}`);
  await mkdir(folder, { recursive: true });
  try {
    const reports: KindReport[] = [];
    const whole = kinds.reduce((sum, kind) => sum + shares[kind], 0) / (kinds.length === 1 ? 0.85 : 1);
    for (const kind of kinds) {
      const time =
        seconds === undefined ? Infinity : (seconds * 1000 * shares[kind]) / (kinds.length === 1 ? whole : 1);
      const budget = { seed, runs: runs ?? Infinity, end: performance.now() + time };
      const report = await fuzz(kind, budget, folder);
      reports.push(report);
      await print(report);
    }
    return reports.every(({ failures }) => failures.length === 0) ? 0 : 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function fuzz(kind: Kind, budget: Budget, folder: string): Promise<KindReport> {
  if (kind !== "responses") return await fuzzContracts(kind, budget, folder);
  return await fuzzResponses(budget, join(folder, kind));
}

async function print({ kind, runs, counts, failures }: KindReport): Promise<void> {
  const words = [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([word, count]) => `${String(count)} ${word}`);
  console.log(`${kind}: ${String(runs)} tried${words.length === 0 ? "" : `; ${words.join("; ")}`}`);
  for (const [failure, count] of groupFailures(failures)) {
    const path = await keepFailure(failure);
    console.log(`  ${String(count)} × ${failure.signature}`);
    console.log(`    npm run fuzz -- --only ${kind} --seed ${String(failure.seed)} --runs 1`);
    console.log(`    ${relative(repository, path)}: ${failure.tried.slice(0, 300)}`);
    console.log(`    ${failure.text.split("\n").slice(0, 3).join("\n    ")}`);
  }
}

/** NaN for what is none. */
function readCount(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return /^\d{1,9}$/u.test(text) ? Number(text) : NaN;
}

process.exitCode = await main();
