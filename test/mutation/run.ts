import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { repository } from "../support/repository.js";
import { applyMutant } from "./apply-mutant.js";
import type { Mutant } from "./mutant.js";
import { mutants } from "./mutants/index.js";
import { copyProject, type ProjectCopy } from "./project-copy.js";
import { runTests } from "./run-tests.js";
import { judge, type Verdict } from "./verdict.js";

/*
 * Takes one behaviour away at a time and shows that a test notices each. With words: only the mutants of those rules, and
 * of files whose path holds a word. Ends with 1 when one survives, with 2 when none is meant or a patch no longer fits.
 */

/** Copies that are worked on at once: two take two thirds of the time that one takes on two processor cores. */
const lanes = 2;
/** Milliseconds: for the tests as they stand, and for those of one mutant, which may hang for what it takes away. */
const patience = { unpatched: 900_000, patched: 150_000 };

interface Judged {
  readonly mutant: Mutant;
  readonly verdict: Verdict;
}

async function main(words: readonly string[]): Promise<number> {
  const chosen = mutants.filter(
    ({ rule, file }) => words.length === 0 || words.some((word) => rule === word || file.includes(word)),
  );
  if (chosen.length === 0) {
    console.error(`No mutant has a rule or a file with ${words.join(" or ")}.`);
    return 2;
  }
  // All of them and before anything slow: patches that no longer fit are told within a second.
  const misfits = (await Promise.all(chosen.map(findMisfit))).filter((misfit) => misfit !== undefined);
  if (misfits.length > 0) {
    console.error(misfits.join("\n\n"));
    return 2;
  }
  const copies: ProjectCopy[] = [];
  try {
    while (copies.length < Math.min(lanes, chosen.length)) copies.push(await copyProject());
    await checkUnpatched(copies[0]!, chosen);
    const queue = [...chosen];
    const judged = (await Promise.all(copies.map((copy) => workOff(queue, copy)))).flat();
    return summarise(judged);
  } finally {
    await Promise.all(copies.map((copy) => copy.remove()));
  }
}

/** What is wrong with a patch in the working tree, when it does not fit. */
async function findMisfit(mutant: Mutant): Promise<string | undefined> {
  const text = await readFile(join(repository, mutant.file), "utf8").catch(() => "");
  try {
    applyMutant(text, mutant);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** @throws Error when a named test fails without any patch: then its failing with one would prove nothing */
async function checkUnpatched({ folder }: ProjectCopy, chosen: readonly Mutant[]): Promise<void> {
  const tests = [...new Set(chosen.flatMap((mutant) => mutant.tests))];
  console.log(`${tests.length} test files, unpatched`);
  const verdict = judge(await runTests(folder, tests, patience.unpatched));
  if (verdict.kind === "survived") return;
  throw new Error(`Without a patch: ${verdict.kind === "killed" ? verdict.by : verdict.why}`);
}

async function workOff(queue: Mutant[], copy: ProjectCopy): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
    const { tests } = mutant;
    const run = await copy.patched(mutant, () => runTests(copy.folder, tests, patience.patched));
    const verdict = judge(run);
    judged.push({ mutant, verdict });
    console.log(`${mutant.rule} ${mutant.breaks}: ${describe(verdict)}`);
  }
  return judged;
}

function describe(verdict: Verdict): string {
  if (verdict.kind === "killed") return `killed by "${verdict.by}"`;
  return verdict.kind === "survived" ? "SURVIVED" : `NOT ASKED, ${verdict.why}`;
}

function summarise(judged: readonly Judged[]): number {
  const left = judged.filter(({ verdict }) => verdict.kind !== "killed");
  console.log(`\n${judged.length - left.length} of ${judged.length} mutants killed`);
  for (const { mutant, verdict } of left) {
    const { rule, breaks, file, tests } = mutant;
    console.log(`${rule} ${breaks} (${file}; ${tests.join(", ")}): ${describe(verdict)}`);
  }
  return left.length === 0 ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2));
