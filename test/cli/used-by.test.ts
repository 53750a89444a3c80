import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import typescript from "typescript";
import { describe, expect, test, vi } from "vitest";
import type { DiffReport } from "../../src/diff/finding.js";
import { repository } from "../support/repository.js";
import { run, shop } from "./run.js";

// Each comparison reads a whole consumer, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const fixture = join(repository, "fixtures/external-api");
const versions = [join(fixture, "openapi.yaml"), join(fixture, "next/breaking.yaml")] as const;

/** A project with the committed client in `client` and these files. */
function project(files: Readonly<Record<string, string>>, settings = true): string {
  const { folder } = shop();
  rmSync(join(folder, "openapi.yaml"));
  cpSync(join(repository, "generated/external-api"), join(folder, "client"), { recursive: true });
  mkdirSync(join(folder, "src"));
  const compilerOptions = { strict: true, target: "es2022", module: "nodenext", types: [] };
  if (settings) writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  return folder;
}

const reader = `import type { Deal, ExternalApi } from "../client/index.js";

export async function names(api: ExternalApi): Promise<string[]> {
  const found: string[] = [];
  for await (const cabinet of api.cabinets.list({ limit: 10 }))
    found.push(cabinet.name);
  return found;
}

export const note = ({ comment }: Deal) => comment;
`;

const script = `import { ExternalApi } from "../client/index.js";

/** @param {ExternalApi} api */
export async function names(api) {
  const found = [];
  for await (const cabinet of api.cabinets.list({ limit: 10 }))
    found.push(cabinet.name);
  return found;
}
/** @param {import("../client/index.js").Deal} deal */
export const note = ({ comment }) => comment;
`;

const bystander = `import type { ExternalApi } from "../client/index.js";

export const read = async (api: ExternalApi) => (await api.capabilities.get()).features.readsEnabled;
`;

async function diff(folder: string, ...words: readonly string[]) {
  return await run(["diff", ...versions, "--used-by", folder, "-q", ...words]);
}

const FORMATS = ["text", "json", "markdown", "html", "junit", "sarif", "github"] as const;

interface Reported {
  readonly folder: string;
  readonly exitCode: number | null;
  readonly reports: Readonly<Record<(typeof FORMATS)[number], string>>;
}

let reported: Promise<Reported> | undefined;

/** Every report of one comparison for the project of `reader`, made by the test that asks first: it takes long. */
function reportsOfReader(): Promise<Reported> {
  reported ??= (async () => {
    const folder = project({ "src/reader.ts": reader });
    const fileOf = (format: string) => join(folder, `report.${format}`);
    const words = FORMATS.flatMap((format) => ["--format", format, "--output", fileOf(format)]);
    const { exitCode } = await diff(folder, ...words);
    const reports = Object.fromEntries(FORMATS.map((one) => [one, readFileSync(fileOf(one), "utf8")]));
    // Every format has its report.
    return { folder, exitCode, reports: reports as Reported["reports"] };
  })();
  return reported;
}

describe("diff --used-by", () => {
  test("names the lines of the consumer that a finding hits", async () => {
    const { folder, exitCode, reports } = await reportsOfReader();
    const report = JSON.parse(reports.json) as DiffReport;
    const hit = report.findings.flatMap(({ rule, usedBy = [] }) =>
      usedBy.map(({ file, line }) => `${rule} ${file}:${String(line)}`),
    );
    expect(exitCode).toBe(1);
    expect(hit).toEqual(
      expect.arrayContaining([
        "response.property.renamed src/reader.ts:6",
        "response.property.removed src/reader.ts:10",
        "request.parameter.required-added src/reader.ts:5",
      ]),
    );
    const missed = report.findings.filter(({ usedBy }) => usedBy?.length === 0);
    expect(missed.map(({ rule }) => rule)).toEqual(
      expect.arrayContaining(["operation.removed", "request.property.required-added"]),
    );
    expect(missed.some(({ fails }) => fails)).toBe(false);
    expect(report.consumer).toEqual({
      source: folder,
      reached: report.findings.length - missed.length,
      unreached: missed.length,
    });
  });

  test("lists what does not reach the consumer apart, in text and Markdown", async () => {
    const { text, markdown } = (await reportsOfReader()).reports;
    expect(text).toContain("hits     src/reader.ts:6");
    const [listed = "", apart = ""] = text.split("\ndoes not reach you: ");
    const gone = "breaking    `POST /projects/state-updates` was removed.";
    expect([listed.includes(gone), apart.includes(gone)]).toEqual([false, true]);
    expect(markdown).toContain("- hits: `src/reader.ts:6`");
    expect(markdown).toMatch(/<summary>Does not reach you: \d+ changes<\/summary>/u);
  });

  test.each([
    ["text", "Lines that are hit:\n  src/reader.ts:5, 6, 10\n"],
    ["markdown", "Lines that are hit: `src/reader.ts:5, 6, 10`."],
    ["html", "<p>Lines that are hit:</p><ul><li><code>src/reader.ts:5, 6, 10</code></li></ul>"],
    ["html", "<h2>Does not reach you</h2>"],
    ["junit", "hits: src/reader.ts:6"],
    ["sarif", "Hits src/reader.ts:6."],
    ["github", "Hits src/reader.ts:6."],
  ] as const)("names the lines that are hit in the format %s", async (format, want) => {
    const report = (await reportsOfReader()).reports[format];
    expect(report).toContain(want);
    expect(report).not.toContain("Next version");
  });

  test("passes where no breaking change reaches the consumer", async () => {
    const folder = project({ "src/bystander.ts": bystander });
    const { exitCode, out } = await diff(folder);
    expect(out).toContain("Wire  none");
    expect(out).toContain("Gate breaking: passed.");
    expect(exitCode).toBe(0);
  });

  test("passes where nothing uses the client, and reports that", async () => {
    const folder = project({ "src/other.ts": "export const one = 1;\n" });
    const { exitCode, out } = await diff(folder);
    expect(out).toContain(`Nothing in ${folder} uses the client: no change reaches it.`);
    expect([exitCode, out.includes("Gate breaking: passed.")]).toEqual([0, true]);
  });

  test("reads every file where there is no tsconfig.json, and reports that", async () => {
    const folder = project({ "src/reader.ts": reader }, false);
    const { exitCode, out } = await diff(folder);
    expect(out).toContain("every TypeScript and JavaScript file in it was read with default options.");
    expect([exitCode, out.includes("hits     src/reader.ts:6")]).toEqual([1, true]);
  });

  test("finds a client that is imported as a package", async () => {
    const folder = project({ "src/reader.ts": reader.replace("../client/index.js", "@shop/api") });
    const packageFolder = join(folder, "node_modules/@shop/api");
    cpSync(join(folder, "client"), packageFolder, { recursive: true });
    rmSync(join(folder, "client"), { recursive: true });
    writeFileSync(
      join(packageFolder, "package.json"),
      '{ "name": "@shop/api", "type": "module", "exports": "./index.ts" }',
    );
    const { exitCode, out } = await diff(folder);
    expect([exitCode, out.includes("hits     src/reader.ts:6")]).toEqual([1, true]);
  });
});

/** The client as a package that has its source and what the compiler made of it, of which consumers see the declarations. */
function compiledPackage(folder: string): void {
  const packageFolder = join(folder, "packages/api");
  mkdirSync(packageFolder, { recursive: true });
  cpSync(join(folder, "client"), join(packageFolder, "src"), { recursive: true });
  rmSync(join(folder, "client"), { recursive: true });
  const exported = { types: "./dist/index.d.ts", default: "./dist/index.js" };
  writeFileSync(
    join(packageFolder, "package.json"),
    JSON.stringify({ name: "@shop/api", type: "module", exports: exported }),
  );
  const { sys, parseJsonConfigFileContent, createProgram } = typescript;
  const compilerOptions = {
    target: "es2022",
    module: "nodenext",
    declaration: true,
    emitDeclarationOnly: true,
    outDir: "dist",
    rootDir: "src",
    types: [],
  };
  const config = { compilerOptions, include: ["src"] };
  const { options, fileNames } = parseJsonConfigFileContent(config, sys, packageFolder);
  createProgram(fileNames, options).emit();
  mkdirSync(join(folder, "app/src"), { recursive: true });
  mkdirSync(join(folder, "node_modules/@shop"), { recursive: true });
  symlinkSync("../../packages/api", join(folder, "node_modules/@shop/api"));
}

describe("diff --used-by reads", () => {
  test("a client that a package of the workspace has compiled", async () => {
    const folder = project({});
    compiledPackage(folder);
    const app = join(folder, "app");
    writeFileSync(join(app, "package.json"), '{ "name": "app", "type": "module" }');
    writeFileSync(join(app, "src/reader.ts"), reader.replace("../client/index.js", "@shop/api"));
    const plain = await diff(app);
    expect([plain.exitCode, plain.out.includes("hits     src/reader.ts:6")]).toEqual([1, true]);
    const named = await diff(app, "--client", join(folder, "packages/api/src"));
    expect([named.exitCode, named.out]).toEqual([1, plain.out]);
  });

  test("JavaScript, with jsconfig.json or without", async () => {
    const folder = project({ "src/reader.js": script }, false);
    const { out } = await diff(folder);
    expect(out).toContain("Lines that are hit:\n  src/reader.js:6, 7, 11\n");
    const compilerOptions = { checkJs: true, module: "nodenext", target: "es2022" };
    writeFileSync(join(folder, "jsconfig.json"), JSON.stringify({ compilerOptions, include: ["src"] }));
    const configured = await diff(folder);
    expect(configured.out).toContain("Lines that are hit:\n  src/reader.js:6, 7, 11\n");
    expect(configured.out).not.toContain("default options");
  });
});

/** Ways of using that break in different ways with the next version. */
const broken = `import type { Cabinet, Deal, ExternalApi } from "../client/index.js";

const title = ({ cabinetId, ...rest }: Cabinet) => cabinetId + rest.name;
const total = (amounts: readonly { amount: string }[]) => amounts.length;

export async function titles(api: ExternalApi) {
  const titles: string[] = [];
  for await (const cabinet of api.cabinets.list())
    titles.push(title(cabinet));
  return titles;
}

export async function turnover({ deals: { search } }: { deals: { search(id: string): AsyncIterable<Deal> } }) {
  const amounts = [];
  for await (const deal of search("1"))
    if (deal.amount !== null) amounts.push(deal.amount);
  return total(amounts);
}

export async function exportDeals(api: ExternalApi, cabinetId: string) {
  const handle = await api.deals.export(
    { cabinetId, filter: {}, reason: "report" },
  );
  for await (const row of handle.results({ pageSize: 700 })) JSON.stringify(row);
}

export async function setLanguage({ cabinets, settings }: ExternalApi, cabinetId: string) {
  const { value, etag } = await cabinets.getSettings(cabinetId);
  if (value.language === "it") return;
  const patch = { language: "it" as const };
  await settings.update({ cabinetId, reason: "user", patch }, { ifMatch: etag });
}
`;

test("diff --used-by hits each line that no longer compiles with the new client", async () => {
  const folder = project({ "src/broken.ts": broken });
  const report = JSON.parse((await diff(folder, "--json")).out) as DiffReport;
  const hit = new Set(report.findings.flatMap(({ usedBy = [] }) => usedBy.map(({ line }) => line)));
  expect(errorLines(folder)).toEqual([]);
  await run(["generate", versions[1], "-o", join(folder, "client"), "--force", "-q"]);
  const lines = errorLines(folder);
  expect(lines.length).toBeGreaterThan(5);
  expect(lines.filter((line) => !hit.has(line))).toEqual([]);
  const size = report.findings.find(({ rule }) => rule === "request.upper-bound.lowered");
  expect(size?.usedBy).toEqual([{ file: "src/broken.ts", line: 24 }]);
});

/** The lines of `src` that the compiler reports. */
function errorLines(folder: string): readonly number[] {
  const { target, module } = {
    target: typescript.ScriptTarget.ES2022,
    module: typescript.ModuleKind.NodeNext,
  };
  const options = { strict: true, noEmit: true, skipLibCheck: true, types: [], target, module };
  const program = typescript.createProgram([join(folder, "src/broken.ts")], options);
  const file = program.getSourceFile(join(folder, "src/broken.ts"));
  if (file === undefined) throw new Error("The compiler did not read the file.");
  return program
    .getSemanticDiagnostics(file)
    .map(({ start = 0 }) => file.getLineAndCharacterOfPosition(start).line + 1);
}

describe("diff --used-by warns of", () => {
  test("packages that are not installed", async () => {
    const folder = project({ "src/reader.ts": `import "none";\nimport "./style.css";\n${reader}` });
    const { out } = await diff(folder);
    expect(out).toContain("warning used-by/missing-package");
    expect(out).toContain("`none` (src/reader.ts:1). Install them before.");
  });

  test("files that import the client, and that the project leaves out", async () => {
    const folder = project({ "src/reader.ts": reader, "src/page.vue": `<script>\n${script}</script>` });
    expect((await diff(folder)).out).toMatch(/warning used-by\/unread-file {2}.*: `src\/page\.vue`\./u);
  });
});

describe("diff --used-by fails with 2", () => {
  test.each<[when: string, words: (folder: string) => readonly string[], want: string]>([
    ["a folder that is missing", (folder) => ["--used-by", join(folder, "none")], "is not a folder."],
    [
      "a folder without a client",
      (folder) => ["--used-by", join(folder, "src")],
      "has no client that Cabinetry generated.",
    ],
    ["a folder without TypeScript", (folder) => ["--used-by", join(folder, "empty")], "cannot be read."],
    [
      "--client that has no client",
      (folder) => ["--used-by", folder, "--client", join(folder, "src")],
      "has no generated client",
    ],
    ["--client alone", (folder) => ["--client", folder], "--client must name a client"],
  ])("%s", async (_, words, want) => {
    const folder = project({ "src/one.ts": "export {};\n" });
    mkdirSync(join(folder, "empty"));
    const { exitCode, out, err } = await run(["diff", ...versions, "-q", ...words(folder)]);
    expect([exitCode, out]).toEqual([2, ""]);
    expect(err).toContain(want);
  });

  test.each([
    ["a package that is missing", "src/one.ts", 'import "@shop/api";\n', "`npm ci`"],
    ["JavaScript that the project leaves out", "src/one.js", script, "`allowJs`"],
  ])("no use, but %s", async (_, file, text, want) => {
    const folder = project({ "src/two.ts": "export {};\n", [file]: text });
    const { exitCode, err } = await diff(folder);
    expect([exitCode, err.includes(want)]).toEqual([2, true]);
  });

  test("a client of another contract", async () => {
    const folder = project({ "src/reader.ts": reader });
    const { contract } = shop();
    const { exitCode, err } = await run(["diff", contract, contract, "-q", "--used-by", folder]);
    expect(exitCode).toBe(2);
    expect(err).toContain('has no client of "Corner shop".');
    expect(err).toContain("--client");
  });
});
