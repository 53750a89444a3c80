import { execFileSync, spawnSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { corpusPath, hasCorpus } from "../corpus/corpus.js";
import { makeTemporaryFolder } from "../support/temporary-folder.js";

/*
 * Processor time of `generate`, all threads of the process: `npm run bench:generate -- [--against COMMIT] [--markdown]
 * [--runs 3] [CONTRACT]…`. The runs of both builds and those with nothing to do take turns. Run `npm run build` before.
 */

const words = process.argv.slice(2);
const against = valueOf("--against");
const runs = Number(valueOf("--runs") ?? 3);
const isMarkdown = words.includes("--markdown");
const named = words.filter(
  (word, index) => !word.startsWith("--") && !["--against", "--runs"].includes(words[index - 1] ?? ""),
);
const contracts = named.length > 0 ? named : ["discord.json", "stripe.yaml", "github.json"];
if (!hasCorpus()) throw new Error("The corpus of contracts is missing.");

const folder = await makeTemporaryFolder("bench");
try {
  const builds = new Map([["this checkout", resolve(".")]]);
  if (against !== undefined) builds.set(against, buildOf(against, join(folder.path, "against")));
  const header = ["contract", "build", "CPU", "CPU, unchanged", "least", "most"];
  const rows = contracts.flatMap((contract) => measure(contract, builds));
  if (isMarkdown) console.log(markdown([header, ...rows]));
  else for (const row of rows) console.log(row.join("  "));
} finally {
  await folder.remove();
}

function valueOf(option: string): string | undefined {
  const at = words.indexOf(option);
  return at === -1 ? undefined : words[at + 1];
}

/** Builds another commit, with the packages of this checkout. */
function buildOf(commit: string, path: string): string {
  execFileSync("git", ["clone", "-q", ".", path]);
  execFileSync("git", ["-C", path, "checkout", "-q", commit]);
  symlinkSync(resolve("node_modules"), join(path, "node_modules"));
  execFileSync("npm", ["run", "build"], { cwd: path });
  return path;
}

function measure(contract: string, builds: ReadonlyMap<string, string>): readonly (readonly string[])[] {
  const times = new Map(
    [...builds.keys()].map((name) => [name, { whole: [] as number[], again: [] as number[] }]),
  );
  for (let run = 0; run < runs; run += 1) {
    for (const [name, root] of builds) {
      const out = join(folder.path, `${name.replace(/\W/gu, "")}-${contract}-${String(run)}`);
      times.get(name)?.whole.push(seconds(root, contract, out));
      times.get(name)?.again.push(seconds(root, contract, out));
    }
  }
  return [...times].map(([name, { whole, again }]) => [
    contract,
    name,
    shown(median(whole)),
    shown(median(again)),
    shown(Math.min(...whole)),
    shown(Math.max(...whole)),
  ]);
}

/** Processor time of one run: what its process reports when it ends. */
function seconds(root: string, contract: string, out: string): number {
  const program =
    'import { writeSync } from "node:fs"; process.on("exit", () => { const { user, system } = process.cpuUsage(); ' +
    `writeSync(2, "\\n" + String((user + system) / 1e6)); }); await import(${JSON.stringify(join(root, "bin/cabinetry.js"))});`;
  const { status, stderr } = spawnSync(
    process.execPath,
    ["--input-type=module", "-e", program, "--", "cabinetry", "generate", corpusPath(contract), "-o", out],
    { encoding: "utf8", maxBuffer: 1 << 28 },
  );
  if (status !== 0) throw new Error(stderr);
  return Number(stderr.slice(stderr.lastIndexOf("\n") + 1));
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function shown(time: number): string {
  return `${time.toFixed(2)} s`;
}

function markdown([header = [], ...rows]: readonly (readonly string[])[]): string {
  return [header, header.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
