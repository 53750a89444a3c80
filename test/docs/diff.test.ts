import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readPage } from "./code-blocks.js";
import { run } from "../cli/run.js";
import { readAcceptance } from "../../src/config/acceptance-file.js";
import { readConfiguration } from "../../src/config/read-config.js";
import { listRuleIds } from "../../src/diff/explain-rule.js";
import { makeTemporaryFolder } from "../support/temporary-folder.js";

const page = readPage("diff.md");
const { path: folder } = await makeTemporaryFolder("diff-page");
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** A report without the folder of the contracts: it is printed as it was named, or relative to the current folder. */
function withoutFolder(report: string): string {
  return [folder, relative(process.cwd(), folder)].reduce(
    (text, path) => text.replaceAll(`${path}/`, ""),
    report,
  );
}

function block(language: string, holds: string): string {
  const blocks = [...page.matchAll(/^```([\w ]+)\n([\s\S]*?)^```$/gmu)];
  const found = blocks.find(([, kind, text = ""]) => kind === language && text.includes(holds));
  if (found?.[2] === undefined) throw new Error(`docs/diff.md has no such block: ${language}, ${holds}`);
  return found[2];
}

test("the report on the page is what the command prints for the contracts on it", async () => {
  const [old, now] = [join(folder, "old.yaml"), join(folder, "new.yaml")];
  writeFileSync(old, block("yaml old", "openapi"));
  writeFileSync(now, block("yaml new", "openapi"));
  const { exitCode, out } = await run(["diff", old, now, "--quiet"]);
  expect(exitCode).toBe(1);
  expect(withoutFolder(out)).toBe(block("text", "Wire"));
});

test("the report for a consumer is what the command prints for the file on the page", async () => {
  const [old, now, shop] = [join(folder, "old.yaml"), join(folder, "new.yaml"), join(folder, "shop")];
  writeFileSync(old, block("yaml old", "openapi"));
  writeFileSync(now, block("yaml new", "openapi"));
  await run(["generate", old, "-o", join(shop, "src/pet-shop"), "--quiet"]);
  const compilerOptions = { strict: true, target: "es2022", module: "nodenext", types: [] };
  writeFileSync(join(shop, "tsconfig.json"), JSON.stringify({ compilerOptions }));
  writeFileSync(join(shop, "package.json"), '{ "type": "module" }');
  writeFileSync(join(shop, "src/label.ts"), block("ts used", "PetShop"));
  const { exitCode, out } = await run(["diff", old, now, "--used-by", shop, "--quiet"]);
  expect(exitCode).toBe(1);
  expect(withoutFolder(out)).toBe(block("text used", "Wire"));
});

test("the acceptance file and the configuration on the page are valid", async () => {
  const accepted = join(folder, "accepted.yaml");
  writeFileSync(accepted, block("yaml", "accepted:\n"));
  expect(await readAcceptance(accepted, { drafts: false })).toHaveLength(1);
  mkdirSync(join(folder, "configured"));
  const config = join(folder, "configured/cabinetry.yaml");
  writeFileSync(config, block("yaml", "policies:"));
  const { diff } = (await readConfiguration(config)) ?? {};
  expect(Object.keys(diff?.levels ?? {}).filter((id) => !listRuleIds().includes(id))).toEqual([]);
  expect(readFileSync(config, "utf8")).toContain("versionPath: error");
});
