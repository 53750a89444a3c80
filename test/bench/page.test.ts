import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repository } from "../support/repository.js";
import { own } from "./contestants.js";
import { otherGenerators } from "./others.js";
import { generatedDocuments, renderPage } from "./page-text.js";
import { childSeconds } from "./process-cost.js";

/* The form of docs/benchmarks.md. Its figures are what one run of `npm run bench` measured: nothing here compares them. */

const others = otherGenerators({ pets: "", museum: "" });
const names = others.map(({ name }) => name);

/** The cells of each table of a page, without the line below its heads. */
function tablesOf(page: string): readonly (readonly (readonly string[])[])[] {
  const blocks = page.match(/(?:^\|.*\|\n)+/gmu) ?? [];
  return blocks.map((block) =>
    block
      .trim()
      .split("\n")
      .filter((line) => !/^[|\s:-]+$/u.test(line))
      .map((line) => line.slice(1, -1).split("|"))
      .map((cells) => cells.map((cell) => cell.trim())),
  );
}

const kilobytes = /^\d+\.\d kB$/u;
const throughput = [/^\d\.\d\d$/u, /^\d\.\d\d to \d\.\d\d$/u, /^\d+ µs$/u];
const seconds = /^(?:\d+\.\d s \(\d+\.\d s\)|fails)$/u;

const page = await readFile(join(repository, "docs/benchmarks.md"), "utf8");
const [versions, sizes, calls, generation] = tablesOf(page);

test("the page names the versions that are pinned, and what they ran on", () => {
  const packages = others.map(({ name, packages }) => [
    name,
    Object.entries(packages)
      .map(([each, version]) => `\`${each}\` ${version}`)
      .join(", "),
  ]);
  expect(versions?.slice(2)).toEqual(packages);
  expect(versions?.[1]).toEqual([own, expect.stringMatching(/^commit [0-9a-f]{10}$/u)]);
  expect(page).toMatch(/Node\.js \d+\.\d+\.\d+ on \d+ processor cores/u);
  expect(page).toMatch(/The machine (?:was quiet|had other work)(?:\*\*)? \(load average \d+\.\d\)/u);
});

test.each([
  { title: "sizes", table: sizes, rows: ["plain `fetch`", own, ...names], cells: Array(4).fill(kilobytes) },
  {
    title: "throughput",
    table: calls,
    rows: ["plain `fetch`", own, ...names],
    cells: [...throughput, ...throughput],
  },
  {
    title: "generation",
    table: generation,
    rows: [own, ...names],
    cells: generatedDocuments.map(() => seconds),
  },
])("the table of $title has a figure in each cell", ({ table, rows, cells }) => {
  const [heads = [], ...lines] = table ?? [];
  expect(heads).toHaveLength(cells.length + 1);
  expect(lines.map(([name]) => name)).toEqual(rows);
  for (const [name, ...figures] of lines) {
    // The published contract has no GET by plain `fetch`.
    const isAbsent = table === sizes && name === "plain `fetch`";
    const want = isAbsent ? [kilobytes, kilobytes, /^$/u, /^$/u] : cells;
    expect(figures).toEqual(want.map((cell: RegExp) => expect.stringMatching(cell) as string));
  }
});

test("the page is what is rendered, but for the figures", async () => {
  const [sizeTable, callTable, generationTable] = [sizes, calls, generation].map((table) => {
    const [heads = [], ...rows] = table ?? [];
    return { heads, rows };
  });
  const given = {
    machine: { node: "20.0.0", cores: 2, load: 0 },
    revision: "0000000000",
    others,
    sizes: sizeTable!,
    throughput: callTable!,
    generation: generationTable!,
    generationRuns: page.includes(": one run.") ? 1 : 3,
  };
  expect(wordsOf(await renderPage(given))).toEqual(wordsOf(page));
});

/** Headings and paragraphs, without the one that names the machine. */
function wordsOf(text: string): readonly string[] {
  return text.split("\n\n").filter((block) => !/^\||Node\.js/u.test(block));
}

test("the shell's times are those of ended children", () => {
  expect(childSeconds("0m0.01s 0m0.00s\n1m2.50s 0m0.25s\n")).toBe(62.75);
  expect(() => childSeconds("real 1.0")).toThrow('The shell printed "real 1.0" for times.');
});
