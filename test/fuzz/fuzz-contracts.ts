import { rm } from "node:fs/promises";
import { loadavg } from "node:os";
import { join } from "node:path";
import type { JsonObject } from "../determinism/json-tree.js";
import { readBaseContracts, sliceContract } from "./base-contracts.js";
import { compileClients, type Complaints } from "./compile-clients.js";
import { type Failure, groupFailures, type Kind, type KindReport } from "./failures.js";
import type { GenerateJob, GenerateResult } from "./generate-worker.js";
import { Lane, type LaneOutcome } from "./lane.js";
import { mutateContract } from "./mutate-contract.js";
import { randomContract } from "./random-contract.js";
import { Random } from "./random.js";
import type { Budget } from "./run.js";
import { shrink } from "./shrink.js";

/** What no contract of this size may take, on a machine that has nothing else to do. */
const limit = 20_000;
const lanes = 2;
/** Clients that are compiled at once. */
const batchSize = 300;
/** Milliseconds for making one failure smaller, and how many of a run are. */
const shrinking = { milliseconds: 40_000, failures: 4 };

type ContractKind = Exclude<Kind, "responses">;
type GenerateLane = Lane<GenerateJob, GenerateResult>;
type Make = (seed: number) => JsonObject;

/**
 * Generates clients of contracts that nobody would write: none may end with an internal error or as if the command were
 * wrong, take longer than 20 seconds, or give a client that does not compile.
 *
 * @param folder - absolute, for what is generated.
 */
export async function fuzzContracts(kind: ContractKind, budget: Budget, folder: string): Promise<KindReport> {
  const make = makerOf(kind);
  const all = Array.from({ length: lanes }, () => startLane());
  const counts = new Map<string, number>();
  const failures: Failure[] = [];
  let next = 0;
  try {
    while (next < budget.runs && performance.now() < budget.end) {
      const until = Math.min(budget.runs, next + batchSize);
      const batch = join(folder, `${kind}-${String(next)}`);
      const generated: number[] = [];
      await Promise.all(
        all.map(async (lane) => {
          while (next < until && performance.now() < budget.end) {
            const seed = budget.seed + next++;
            const outcome = await tryContract(lane, make(seed), join(batch, String(seed), "client"));
            const failure = judgeOutcome(outcome);
            const word = failure?.signature ?? (isGenerated(outcome) ? "generated" : "refused");
            counts.set(word, (counts.get(word) ?? 0) + 1);
            if (isGenerated(outcome)) generated.push(seed);
            if (failure !== undefined) failures.push(failureOf(kind, seed, make(seed), failure));
          }
        }),
      );
      const complaints = await compileClients(batch, generated.map(String));
      for (const [name, lines] of complaints)
        failures.push(failureOf(kind, Number(name), make(Number(name)), judgeComplaints(lines)));
      await rm(batch, { recursive: true, force: true });
    }
    return { kind, runs: next, counts, failures: await shrinkFailures(failures, all[0]!, folder) };
  } finally {
    await Promise.all(all.map((lane) => lane.close()));
  }
}

function startLane(): GenerateLane {
  // Wall time on a machine with other work says little: the limit grows with the load.
  const crowd = Math.max(1, (loadavg()[0] ?? 0) / lanes);
  return new Lane(new URL("./generate-worker.ts", import.meta.url), limit * crowd);
}

function makerOf(kind: ContractKind): Make {
  if (kind === "schemas") return (seed) => randomContract(new Random(seed));
  const bases = readBaseContracts();
  return (seed) => {
    const random = new Random(seed);
    const contract = sliceContract(random.pick(bases), random);
    mutateContract(contract, random);
    return contract;
  };
}

function tryContract(
  lane: GenerateLane,
  contract: JsonObject,
  folder: string,
): Promise<LaneOutcome<GenerateResult>> {
  return lane.run({ text: JSON.stringify(contract), folder });
}

function isGenerated(outcome: LaneOutcome<GenerateResult>): boolean {
  return outcome.kind === "done" && outcome.result.exitCode === 0;
}

/** What is alike in failures of one cause, and what was said. */
type Judgement = Pick<Failure, "signature" | "text">;

function judgeOutcome(outcome: LaneOutcome<GenerateResult>): Judgement | undefined {
  if (outcome.kind === "hung") return { signature: "takes too long", text: "The time limit passed." };
  if (outcome.kind === "died")
    return { signature: `the process would end: ${firstLine(outcome.text)}`, text: outcome.text };
  const { exitCode, text } = outcome.result;
  if (exitCode === 4) return { signature: `exit 4: ${firstLine(text)} (${busiestFile(text)})`, text };
  if (exitCode === 2) return { signature: `exit 2: ${firstLine(text).slice(0, 60)}`, text };
  return undefined;
}

function judgeComplaints(lines: Complaints): Judgement {
  const codes = lines.map((line) => /\b(?:TS\d+|has become code|is not among the files)\b/u.exec(line)?.[0]);
  return { signature: `does not compile: ${codes[0] ?? "?"}`, text: lines.join("\n") };
}

function firstLine(text: string): string {
  return (text.split("\n")[0] ?? "").slice(0, 160);
}

/** The file of ours that most frames are in: overflowing stacks begin anywhere. */
function busiestFile(stack: string): string {
  const files = [...stack.matchAll(/\/src\/([^\s:?]+)/gu)].map(([, file = ""]) => file);
  const count = (file: string): number => files.filter((one) => one === file).length;
  return [...files].sort((one, other) => count(other) - count(one))[0] ?? "elsewhere";
}

function failureOf(kind: ContractKind, seed: number, contract: JsonObject, judgement: Judgement): Failure {
  return { kind, seed, ...judgement, tried: JSON.stringify(contract) };
}

/** The first failures of different causes, as small as time allows; the others as they are. */
async function shrinkFailures(
  failures: readonly Failure[],
  lane: GenerateLane,
  folder: string,
): Promise<readonly Failure[]> {
  const first = new Set(
    groupFailures(failures)
      .slice(0, shrinking.failures)
      .map(([failure]) => failure),
  );
  const smaller: Failure[] = [];
  for (const failure of failures)
    smaller.push(first.has(failure) ? await shrinkFailure(failure, lane, folder) : failure);
  return smaller;
}

async function shrinkFailure(failure: Failure, lane: GenerateLane, folder: string): Promise<Failure> {
  if (failure.signature === "takes too long") return failure;
  let attempts = 0;
  const fails = async (candidate: JsonObject): Promise<boolean> => {
    const batch = join(folder, `shrink-${String(attempts++)}`);
    const outcome = await tryContract(lane, candidate, join(batch, "0", "client"));
    let judgement = judgeOutcome(outcome);
    if (isGenerated(outcome) && failure.signature.startsWith("does not compile")) {
      const lines = (await compileClients(batch, ["0"])).get("0");
      judgement = lines && judgeComplaints(lines);
    }
    await rm(batch, { recursive: true, force: true });
    return judgement?.signature === failure.signature;
  };
  const contract = JSON.parse(failure.tried) as JsonObject;
  const smallest = await shrink(contract, fails, shrinking.milliseconds);
  return { ...failure, tried: JSON.stringify(smallest) };
}
