import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { run } from "../cli/run.js";
import { repository } from "../support/repository.js";
import { makeTemporaryFolder } from "../support/temporary-folder.js";

/** Compares a contract with a version of it whose first list takes one more parameter. */
async function diffVersions(name: string, required: boolean) {
  const temporary = await makeTemporaryFolder("versions");
  onTestFinished(() => temporary.remove());
  await cp(join(repository, "fixtures/foreign", name), temporary.path, { recursive: true });
  const old = join(temporary.path, "openapi.yaml");
  const now = join(temporary.path, "new.yaml");
  const more = `- {name: later, in: query, required: ${String(required)}, schema: {type: string}}`;
  const text = await readFile(old, "utf8");
  await writeFile(now, text.replace(/^( +)- .*parameters\/(?:Top|Page)['"].*$/mu, `$&\n$1${more}`));
  const { exitCode, out } = await run(["diff", old, now, "--json", "--quiet"]);
  const { verdict, diagnostics } = JSON.parse(out) as {
    verdict: { wire: string };
    diagnostics: readonly { id: string; level: string }[];
  };
  const promise = diagnostics.find(({ id }) => id === "policy/version-path")?.level;
  return { exitCode, wire: verdict.wire, promise };
}

test.each([
  // Its version is a part of each path; the promise of a version is looked for in the server's address.
  { name: "dotnet", kept: undefined, broken: undefined },
  { name: "fastapi", kept: "info", broken: "error" },
])(
  "[VER-2] within /v1 of $name a version that only adds passes, and one that breaks fails the job",
  async (given) => {
    const { name, kept, broken } = given;
    expect(await diffVersions(name, false)).toEqual({ exitCode: 0, wire: "compatible", promise: kept });
    expect(await diffVersions(name, true)).toEqual({ exitCode: 1, wire: "breaking", promise: broken });
  },
);
