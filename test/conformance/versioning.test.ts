import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parse, stringify } from "yaml";
import type { DiffReport } from "../../src/diff/finding.js";
import { runProcess } from "../cli/run.js";
import { repository } from "../support/repository.js";
import { makeTemporaryFolder } from "../support/temporary-folder.js";
import { codeOf, contractText, generateByCommand, readSources, reworded } from "./generate-by-command.js";

test("[VER-1] the path's version and the contract's are in the client and in its manifest", async () => {
  const given = reworded({ "2026-08-09.5": "2027-01-31.7", "/v1/external": "/v3/external" });
  const { read } = await generateByCommand(given);
  const manifest = JSON.parse(await read("manifest.json")) as { contract: Record<string, string> };
  expect(manifest.contract).toMatchObject({ version: "2027-01-31.7", server: "/v3/external" });
  const facts = await read("contract.ts");
  expect(facts).toContain('version: "2027-01-31.7"');
  expect(facts).toContain('url: "/v3/external"');
  expect(await read("client.ts")).toContain("2027-01-31.7");
});

/** Two versions of the contract, compared as a CI job does it. */
async function diffVersions(next: string, words: readonly string[] = []) {
  const temporary = await makeTemporaryFolder("diff");
  onTestFinished(() => temporary.remove());
  const [old, now] = ["old.yaml", "new.yaml"].map((name) => join(temporary.path, name)) as [string, string];
  await writeFile(old, contractText);
  await writeFile(now, next);
  const { exitCode, out } = await runProcess(["diff", old, now, "--json", "--quiet", ...words]);
  const { verdict, gate, diagnostics } = JSON.parse(out) as DiffReport;
  const promise = diagnostics.find(({ id }) => id === "policy/version-path");
  return {
    exitCode,
    wire: verdict.wire,
    reached: gate.reached,
    promise: promise?.level,
    message: promise?.message,
  };
}

const version = (name: string) =>
  readFile(join(repository, `fixtures/external-api/next/${name}.yaml`), "utf8");

test("[VER-2] a version that only adds passes, and the report states that /v1 keeps its promise", async () => {
  expect(await diffVersions(await version("compatible"))).toEqual({
    exitCode: 0,
    wire: "compatible",
    reached: false,
    promise: "info",
    message: "The changes keep the promise of `/v1`: compatible changes only.",
  });
});

test("[VER-2] a version that breaks callers fails the job, and the report counts what breaks /v1", async () => {
  const found = await diffVersions(await version("breaking"));
  expect(found).toMatchObject({ exitCode: 1, wire: "breaking", reached: true, promise: "error" });
  expect(found.message).toMatch(/^\d+ changes break the promise of `\/v1`: compatible changes only\./u);
});

test("[VER-2] one incompatible change is enough; under /v2 it is a new promise", async () => {
  const stricter = contractText.replace("maximum: 1000", "maximum: 999");
  expect(stricter).not.toBe(contractText);
  expect(await diffVersions(stricter)).toMatchObject({ exitCode: 1, promise: "error" });
  const moved = stricter.replaceAll("/v1/external", "/v2/external");
  expect(await diffVersions(moved)).toMatchObject({ exitCode: 1, promise: "info" });
  expect(await diffVersions(stricter, ["--fail-on", "sdk"])).toMatchObject({ exitCode: 0, promise: "error" });
});

test("[VER-3] prose that contradicts the schema changes no code", async () => {
  const lie =
    "Send neither If-Match nor a key. The cursor is a header. Retry everything. The id is a number.";
  const contract = stringify(withProse(parse(contractText), lie));
  const lying = await generateByCommand(contract, ["--vendor", "example"]);
  expect(lying.ran.exitCode).toBe(0);
  expect(await lying.read("resources/settings.ts")).toContain("Send neither If-Match nor a key.");
  // The committed client is what the contract gives with its own prose.
  const honest = await readSources(join(repository, "generated/external-api"));
  expect(codeOf(await lying.sources())).toEqual(codeOf(honest));
});

/** Every description and summary replaced; names of members called so are left alone. */
function withProse(value: unknown, prose: string): unknown {
  if (Array.isArray(value)) return value.map((item) => withProse(item, prose));
  if (typeof value !== "object" || value === null) return value;
  const change = ([name, member]: [string, unknown]): [string, unknown] =>
    (name === "description" || name === "summary") && typeof member === "string"
      ? [name, prose]
      : [name, withProse(member, prose)];
  return Object.fromEntries(Object.entries(value).map(change));
}
