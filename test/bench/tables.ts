import { join } from "node:path";
import { corpusPath } from "../corpus/corpus.js";
import { repository } from "../support/repository.js";
import { bundleSize } from "./bundle.js";
import { median } from "./compare-calls.js";
import { type Contestants, generateByOther, own } from "./contestants.js";
import { type CallingProgram, measureCalls } from "./measure-calls.js";
import type { OtherGenerator } from "./others.js";
import { type ProcessCost, processCost } from "./process-cost.js";

/** Figures with a heading for each column; the first column names what was measured. */
export interface FigureTable {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Milliseconds that a generator gets for one contract at most. */
const patience = 300_000;

/** What one GET weighs in a bundle, from a contract of two operations and from one that is published. */
export async function sizeTable({ plain, pets, museum }: Contestants): Promise<FigureTable> {
  const [small, published] = [await sizesOf([plain, ...pets]), await sizesOf(museum)];
  return {
    heads: ["client", "pets, minified", "pets, gzip", "museum, minified", "museum, gzip"],
    rows: [...small].map(([name, sizes]) => [name, ...sizes, ...(published.get(name) ?? ["", ""])]),
  };
}

/** Bytes of each program in kB: minified, and compressed. */
async function sizesOf(
  programs: readonly CallingProgram[],
): Promise<ReadonlyMap<string, readonly [string, string]>> {
  const sizes = new Map<string, readonly [string, string]>();
  for (const { name, folder, text } of programs) {
    const { minified, gzip } = await bundleSize(folder, `${text}\nconsole.log(await get());`);
    sizes.set(name, [kilobytes(minified), kilobytes(gzip)]);
  }
  return sizes;
}

/** A GET of each client beside plain `fetch`: one at a time, and 64 at once. */
export async function throughputTable({ plain, pets }: Contestants, folder: string): Promise<FigureTable> {
  const programs = [plain, ...pets];
  const loads = [
    { atOnce: 1, calls: 300, turns: 4, runs: 7 },
    { atOnce: 64, calls: 1000, turns: 4, runs: 7 },
  ];
  const heads = ["client"];
  const rows = programs.map(({ name }) => [name]);
  for (const load of loads) {
    heads.push(...["throughput", "spread", "CPU"].map((head) => `${head}, ${String(load.atOnce)} at once`));
    const figures = await measureCalls(folder, programs, { call: "get", load });
    for (const [row, { ratio, spread, cpu }] of figures.entries()) {
      const range = spread.map((each) => each.toFixed(2)).join(" to ");
      rows[row]?.push(ratio.toFixed(2), range, `${cpu.toFixed(0)} µs`);
    }
  }
  return { heads, rows };
}

/** What each command takes for published contracts, whole process: the median of some runs, in which they take turns. */
export async function generationTable(
  documents: readonly string[],
  others: readonly OtherGenerator[],
  { folder, runs }: { readonly folder: string; readonly runs: number },
): Promise<FigureTable> {
  const commands = [{ name: own, generate: generateByCommand }, ...others.map(commandOf)];
  const cells = commands.flatMap((command) =>
    documents.map((document) => ({ ...command, document, costs: [] as ProcessCost[], fails: false })),
  );
  for (let run = 0; run < runs; run += 1) {
    for (const document of documents) {
      for (const cell of cells.filter((each) => each.document === document && !each.fails)) {
        const name = [cell.name, document, String(run)].join("-").replaceAll(/[^\w-]+/gu, "-");
        try {
          cell.costs.push(await cell.generate(corpusPath(document), join(folder, name)));
        } catch (error) {
          console.error(
            `${cell.name}, ${document}: ${error instanceof Error ? error.message : String(error)}`,
          );
          cell.fails = true;
        }
      }
    }
  }
  return {
    heads: ["command", ...documents.map((document) => document.replace(/\.\w+$/u, ""))],
    rows: commands.map(({ name }) => [
      name,
      ...cells
        .filter((cell) => cell.name === name)
        .map(({ costs, fails }) => (fails ? "fails" : seconds(costs))),
    ]),
  };
}

function commandOf(other: OtherGenerator) {
  const { name } = other;
  return { name, generate: (path: string, out: string) => generateByOther(other, path, out, patience) };
}

function generateByCommand(path: string, out: string): Promise<ProcessCost> {
  const command = join(repository, "bin/cabinetry.js");
  const words = [process.execPath, command, "generate", path, "-o", out, "-q"];
  return processCost(words, { cwd: repository, timeout: patience });
}

function seconds(costs: readonly ProcessCost[]): string {
  const [cpu, wall] = [median(costs.map((cost) => cost.cpu)), median(costs.map((cost) => cost.wall))];
  return `${cpu.toFixed(1)} s (${wall.toFixed(1)} s)`;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
