import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { everyCase } from "../support/every-case.js";
import { goldenFixtures } from "./fixtures.js";

const run = promisify(execFile);
const ROOT = new URL("../../", import.meta.url).pathname;
const folders: string[] = [];

/** The strict settings of the client's design ("Where it must run and compile"). */
const STRICT = {
  target: "ES2022",
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  isolatedModules: true,
  verbatimModuleSyntax: true,
  noEmit: true,
  skipLibCheck: true,
};

const COMPILERS = [
  // `erasableSyntaxOnly` came with 5.8.
  { version: "5.4", package: "typescript-5-4", more: {} },
  { version: "5.9", package: "typescript", more: { erasableSyntaxOnly: true } },
  { version: "7", package: "typescript-7", more: { erasableSyntaxOnly: true } },
] as const;

const PLACES = [
  {
    place: "plain strict, nothing more",
    options: {
      lib: ["ES2022", "DOM", "DOM.Iterable"],
      types: [],
      module: "nodenext",
      moduleResolution: "nodenext",
      exactOptionalPropertyTypes: false,
      noUncheckedIndexedAccess: false,
      noPropertyAccessFromIndexSignature: false,
    },
  },
  {
    place: "without `strict`",
    options: {
      lib: ["ES2022", "DOM", "DOM.Iterable"],
      types: [],
      module: "nodenext",
      moduleResolution: "nodenext",
      strict: false,
      exactOptionalPropertyTypes: false,
    },
  },
  {
    place: "Node's types, nodenext",
    options: { lib: ["ES2022"], types: ["node"], module: "nodenext", moduleResolution: "nodenext" },
  },
  {
    place: "the DOM's types, bundler",
    options: {
      lib: ["ES2022", "DOM", "DOM.Iterable"],
      types: [],
      module: "esnext",
      moduleResolution: "bundler",
    },
  },
] as const;

afterAll(async () => {
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
});

/**
 * Every change tries each compiler, and the newest, which is the fastest, in all places. The nightly run tries every pair. All clients are one program: each process reads the platform's declarations, which
 * takes longer than a client does.
 */
describe("the committed clients compile under strict, and without it", () => {
  const clients = goldenFixtures().map(({ options }) => options.out);
  const cases = COMPILERS.flatMap((compiler, row) =>
    PLACES.filter((_place, column) => everyCase || compiler.version === "7" || row === column).map(
      (place) => ({ ...compiler, ...place }),
    ),
  );

  it.each(cases)("TypeScript $version, $place", async ({ package: compiler, more, options: place }) => {
    const folder = await mkdtemp(join(tmpdir(), "cabinetry-compile-"));
    folders.push(folder);
    const config = {
      compilerOptions: { ...STRICT, ...more, ...place, typeRoots: [`${ROOT}node_modules/@types`] },
      // The committed clients do not need every module.
      include: [...clients, ...("strict" in place ? [`${ROOT}src/runtime`] : [])].map(
        (one) => `${one}/**/*.ts`,
      ),
    };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
    const bin = `${ROOT}node_modules/${compiler}/bin/tsc`;
    const words = [bin, "-p", folder, "--listFiles"];
    const output = await run(process.execPath, words, { maxBuffer: 10_000_000 }).then(
      ({ stdout }) => stdout,
      (error: unknown) => (error as { stdout: string }).stdout,
    );
    const lines = output.trim().split("\n");
    const files = lines.filter((line) => /^\/[^(]*\.ts$/u.test(line));
    expect(lines.filter((line) => !files.includes(line))).toEqual([]);
    for (const client of clients) expect(files).toContain(`${client}/index.ts`);
  });
});
