import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { format, resolveConfig } from "prettier";
import type { JsonObject } from "../../../src/load/loaded-contract.js";
import { mutateBy, type Mutated, mutations } from "../mutate/mutate.js";
import { repository } from "../../support/repository.js";
import { seeded } from "../../support/seeded.js";
import { absenceNotice, corpusPath, hasCorpus } from "../../corpus/corpus.js";
import { accuracyPage, reasonOf, sharesText } from "./accuracy-page.js";
import { accuracyOf, type Base, measure, type Measured } from "./measure.js";
import { measureTold, type Told } from "./measure-told.js";
import { levelsOf, measureWire, type MeasuredWire, placesOf } from "./measure-wire.js";

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

async function run(): Promise<void> {
  const sdk: Measured[] = [];
  const wire: MeasuredWire[] = [];
  const told: Told[] = [];
  const isWhole = hasCorpus();
  if (!isWhole) console.log(`${absenceNotice} ${PAGE} stays as it is.`);
  for (const { path, corpus, rounds } of bases) {
    if (corpus && !isWhole) continue;
    const base = readBase(path, corpus && corpusPath(path));
    const mutants = mutantsOf(base, rounds);
    sdk.push(...(await measure(base, mutants)));
    wire.push(...(await measureWire(base, mutants)));
    told.push(...(await measureTold(base, mutants)));
  }
  const [callers, level, place] = [accuracyOf(sdk), levelsOf(wire), placesOf(wire)];
  if (isWhole) await writePage(accuracyPage(sdk, wire, told));
  console.log(`SDK: ${String(callers.pairs)} pairs, ${sharesText(callers)}`);
  console.log(`Wire: ${String(level.pairs)} pairs, breaking: ${sharesText(level.of("breaking"))}`);
  console.log(`Place: ${sharesText(place)}`);
  console.log(`Told once: ${String(told.filter(({ findings }) => findings.length === 1).length)} pairs`);
  const all = [callers, level.of("breaking")];
  const unexplained = [...callers.misses, ...level.misses, ...place.misses].filter(
    (one) => reasonOf(one) === undefined,
  );
  for (const one of unexplained) console.log(`${one.row} ${one.title}: ${one.pointer} of ${one.base}`);
  if (unexplained.length > 0 || all.some(({ precision, recall }) => precision < 0.99 || recall < 0.99))
    process.exitCode = 1;
}

async function writePage(text: string): Promise<void> {
  const path = join(repository, PAGE);
  const options = await resolveConfig(path);
  writeFileSync(path, await format(text, { ...options, parser: "markdown" }));
}

if (process.argv[1]?.endsWith("accuracy.ts") === true) await run();
