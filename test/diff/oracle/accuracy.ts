import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { format, resolveConfig } from "prettier";
import type { JsonObject } from "../../../src/load/loaded-contract.js";
import { mutateBy, type Mutated, mutations } from "../mutate/mutate.js";
import { repository } from "../../support/repository.js";
import { seeded } from "../../support/seeded.js";
import { absenceNotice, corpusPath, hasCorpus } from "../../corpus/corpus.js";
import { accuracyOf, type Base, isBreaking, measure, type Measured } from "./measure.js";

/*
 * `npm run diff:accuracy`: how often the comparison of clients and the compiler agree, over contracts with one change. Writes
 * docs/diff-accuracy.md.
 */

const PAGE = "docs/diff-accuracy.md";

/** The contracts that pairs start from, and how many of each kind of change are made. */
const bases: readonly { readonly path: string; readonly corpus?: true; readonly rounds: number }[] = [
  { path: "test/diff/mutate/medium.yaml", rounds: 3 },
  { path: "fixtures/external-api/openapi.yaml", rounds: 1 },
  { path: "museum.yaml", corpus: true, rounds: 1 },
  { path: "cafe.yaml", corpus: true, rounds: 1 },
  { path: "petstore-swagger.yaml", corpus: true, rounds: 1 },
  { path: "oai31-tictactoe.yaml", corpus: true, rounds: 1 },
];

/** Why comparison and compiler may differ, by the title of the change; a miss without one fails the run. */
const REASONS: Readonly<Record<string, string>> = {};

/** A contract of the repository, or the one in a file. */
export function readBase(path: string, file = join(repository, path)): Base {
  return { name: path, document: parse(readFileSync(file, "utf8")) as JsonObject };
}

/** The same mutants in every run: one of each kind in each round, as far as the document has something to change so. */
export function mutantsOf({ document }: Base, rounds: number, among = mutations): readonly Mutated[] {
  return Array.from({ length: rounds }, (_, round) => round).flatMap((round) =>
    among.flatMap((one) => {
      const seed = (round + 1) * 1000 + mutations.indexOf(one);
      return mutateBy(one, document, seeded(seed)) ?? [];
    }),
  );
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function describeMiss(one: Measured): string {
  const said = isBreaking(one)
    ? `reported: ${one.changes
        .filter(({ level }) => level === "breaking")
        .map(({ rule }) => `\`${rule}\``)
        .join(", ")}`
    : `compiler: ${(one.complaints[0] ?? "").replaceAll("|", "/")}`;
  return `| ${one.row} | ${one.title} | \`${one.pointer}\` of \`${one.base}\` | ${isBreaking(one) ? "false alarm" : "missed"} | ${said} | ${REASONS[one.title] ?? ""} |`;
}

function rowsTable(all: readonly Measured[]): readonly string[] {
  const titles = [...new Set(mutations.map(({ row, title }) => JSON.stringify([row, title])))];
  return titles.map((key) => {
    const [row = "", title = ""] = JSON.parse(key) as string[];
    const pairs = all.filter((one) => one.row === row && one.title === title);
    const breaking = pairs.filter(({ complaints }) => complaints.length > 0).length;
    const agreed = pairs.filter((one) => isBreaking(one) === one.complaints.length > 0).length;
    return `| ${row} | ${title} | ${String(pairs.length)} | ${String(breaking)} | ${String(agreed)} |`;
  });
}

function page(all: readonly Measured[]): string {
  const { pairs, breaking, precision, recall, misses } = accuracyOf(all);
  return [
    "# How accurate `cabinetry diff` is for TypeScript callers",
    "",
    "`npm run diff:accuracy` writes this page. Do not edit it.",
    "",
    "For each pair of contracts it generates both clients, writes a caller of the old client, and compiles the caller with both. " +
      "A pair is breaking when the compiler complains about the new client. The caller imports every name, makes clients and models, calls " +
      "every method with all members and with the required ones, and reads every member of every result.",
    "",
    "| pairs | breaking | precision | recall |",
    "| --- | --- | --- | --- |",
    `| ${String(pairs)} | ${String(breaking)} | ${percent(precision)} | ${percent(recall)} |`,
    "",
    "Precision: how many of the reported pairs the compiler rejects. Recall: how many of the rejected pairs are reported.",
    "",
    "## Misses",
    "",
    ...(misses.length === 0
      ? ["None."]
      : [
          "| row | change | pointer | kind | found | reason |",
          "| --- | --- | --- | --- | --- | --- |",
          ...misses.map(describeMiss),
        ]),
    "",
    "## Pairs by kind of change",
    "",
    "| row | change | pairs | breaking | agreed |",
    "| --- | --- | --- | --- | --- |",
    ...rowsTable(all),
    "",
  ].join("\n");
}

async function run(): Promise<void> {
  const all: Measured[] = [];
  const isWhole = hasCorpus();
  if (!isWhole) console.log(`${absenceNotice} ${PAGE} stays as it is.`);
  for (const { path, corpus, rounds } of bases) {
    if (corpus && !isWhole) continue;
    const base = readBase(path, corpus && corpusPath(path));
    all.push(...(await measure(base, mutantsOf(base, rounds))));
  }
  const options = await resolveConfig(join(repository, PAGE));
  if (isWhole)
    writeFileSync(join(repository, PAGE), await format(page(all), { ...options, parser: "markdown" }));
  const { pairs, precision, recall, misses } = accuracyOf(all);
  console.log(`${String(pairs)} pairs, precision ${percent(precision)}, recall ${percent(recall)}`);
  const unexplained = misses.filter(({ title }) => REASONS[title] === undefined);
  if (unexplained.length > 0 || precision < 0.99 || recall < 0.99) process.exitCode = 1;
}

if (process.argv[1]?.endsWith("accuracy.ts") === true) await run();
