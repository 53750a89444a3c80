import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { run, shop } from "./run.js";

/** A configuration file of one client, whose keys stand on its lines from 3 on. */
function configured(contract: string, out: string, more = "") {
  const folder = dirname(shop().contract);
  const file = join(folder, "file");
  writeFileSync(file, "");
  mkdirSync(join(folder, "full", "part"), { recursive: true });
  const config = join(folder, "cabinetry.yaml");
  writeFileSync(config, `clients:\n  shop:\n    contract: ${contract}\n    out: ${out}\n    ${more}\n`);
  return { config, folder };
}

test.each<readonly [contract: string, out: string, more: string, message: string, position: string]>([
  ["none.yaml", "out", "", "none.yaml does not exist.", "3:5 contract"],
  ["full", "out", "", "full is a folder, and not that of a generated client.", "3:5 contract"],
  ["ftp://a.example/a", "out", "", 'A contract cannot be read over "ftp:".', "3:5 contract"],
  ["openapi.yaml", "file", "", "file is a file.", "4:5 out"],
  ["openapi.yaml", "full", "", "full is not empty and holds no generated client.", "4:5 out"],
  ["openapi.yaml", "out", "name: Error", '"Error" cannot be the client\'s class', "5:5 name"],
  ["openapi.yaml", "out", "overlays: [a.yaml]", "a.yaml does not exist.", "5:16 overlays"],
  [
    "openapi.yaml",
    "out",
    "headers: { X-Key: env:NO_SUCH_VARIABLE }",
    "The headers for the contract cannot be sent.",
    "5:16 X-Key: the environment variable NO_SUCH_VARIABLE is not set.",
  ],
])("an error from contract: %s, out: %s, %s has its position", async (contract, out, more, message, at) => {
  const { config } = configured(contract, out, more);
  const { err } = await run(["generate", "--config", config]);
  expect(err).toContain(message);
  expect(err).toContain(`  ${config}:${at}\n`);
});

test("an error from the command line has no position in the file", async () => {
  const { config, folder } = configured("openapi.yaml", "out", "name: Shop");
  const generate = (...words: readonly string[]) => run(["generate", ...words, "--config", config]);
  const errors = [
    await generate("--name", "Error"),
    await generate("--overlay", "none.yaml"),
    await generate("none.yaml", "-o", join(folder, "out")),
  ];
  expect(errors.map(({ exitCode, err }) => [exitCode, err.includes("cabinetry.yaml:")])).toEqual([
    [2, false],
    [2, false],
    [3, false],
  ]);
});

test("a contract of inspect, and an acceptance file of diff, have theirs", async () => {
  const { config, folder } = configured("none.yaml", "out", "\ndiff: { accept: none.yaml }");
  expect((await run(["inspect", "--config", config])).err).toContain(`${config}:3:5 contract\n`);
  const contract = join(folder, "openapi.yaml");
  const compared = await run(["diff", contract, contract, "--config", config]);
  expect([compared.exitCode, compared.err]).toEqual([2, expect.stringContaining(`${config}:6:9 accept\n`)]);
});

test("a name that no class can have has its position in every command", async () => {
  const { config, folder } = configured("openapi.yaml", "out", "name: Error");
  const contract = join(folder, "openapi.yaml");
  const errors = [
    await run(["inspect", "--config", config]),
    await run(["diff", contract, contract, "--config", config]),
    await run(["inspect", "--config", config, "--name", "Promise"]),
  ];
  expect(
    errors.map(({ exitCode, err }) => [
      exitCode,
      /"(\w+)" cannot/u.exec(err)?.[1],
      err.includes(`  ${config}:5:5 name\n`),
    ]),
  ).toEqual([
    [2, "Error", true],
    [2, "Error", true],
    [2, "Promise", false],
  ]);
});

test("all overlays that are missing are named, in their order", async () => {
  const { config, folder } = configured("openapi.yaml", "out", "overlays: [a.yaml, b.yaml, c.yaml]");
  writeFileSync(
    join(folder, "b.yaml"),
    "overlay: 1.0.0\ninfo: { title: A, version: '1' }\nactions: [{ target: $.info, update: {} }]\n",
  );
  const { exitCode, err } = await run(["inspect", "--config", config]);
  expect(exitCode).toBe(2);
  const lines = err.replaceAll(/ \S*\//gu, " ").split("\n");
  expect(lines.slice(0, 6).map((line) => line.trim())).toEqual([
    "error 2 overlays cannot be read.",
    "",
    "The file a.yaml does not exist.",
    "cabinetry.yaml:5:16 overlays",
    "The file c.yaml does not exist.",
    "cabinetry.yaml:5:32 overlays",
  ]);
});

test("two clients of one folder have both", async () => {
  const { config } = configured("openapi.yaml", "out", "\n  other: { contract: a, out: ./out }");
  expect((await run(["generate", "--config", config])).err).toContain(
    `${config}:4:5 out\n  ${config}:6:25 out`,
  );
});
