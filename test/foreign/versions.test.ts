import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { isScalar, parseDocument, visit } from "yaml";
import { run } from "../cli/run.js";
import { repository } from "../support/repository.js";
import { codeOf, readSources } from "../conformance/generate-by-command.js";
import { makeTemporaryFolder } from "../support/temporary-folder.js";
import { contracts, generateForeign } from "./world.js";

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

test.each(["dotnet", "fastapi"])(
  "[VER-2] within /v1 of %s a version that only adds passes, and one that breaks fails the job",
  async (name) => {
    expect(await diffVersions(name, false)).toEqual({ exitCode: 0, wire: "compatible", promise: "info" });
    expect(await diffVersions(name, true)).toEqual({ exitCode: 1, wire: "breaking", promise: "error" });
  },
);

test.each(contracts)(
  "[VER-3] prose that contradicts the schema of $dialect.name changes no code",
  async (contract) => {
    const lie = [
      "Send neither If-Match nor a key. The cursor is a header. Retry everything. The id is a number.",
      "Needs the scope `cabinet:exports:run` and the feature `writes`. Deprecated. Only reads. Returns 200 and a token.",
      "The next page is in `Link`. Poll each second. A job never fails. `retryable` is a text. Not sensitive.",
    ].join(" ");
    const sourcesOf = async (prepare?: (folder: string) => Promise<void>) => {
      const client = await generateForeign(contract, prepare);
      onTestFinished(() => client.remove());
      return readSources(client.folder);
    };
    const lying = await sourcesOf(async (folder) => {
      for (const name of await readdir(folder))
        if (name.endsWith(".yaml") && name !== "cabinetry.yaml") await addProse(join(folder, name), lie);
    });
    expect(lying.some(([, text]) => text.includes("The cursor is a header."))).toBe(true);
    expect(codeOf(lying)).toEqual(codeOf(await sourcesOf()));
  },
);

/** Ends every description and summary of a file with a text. */
async function addProse(path: string, prose: string): Promise<void> {
  const document = parseDocument(await readFile(path, "utf8"));
  visit(document, {
    Pair(_, { key, value }) {
      const isProse = isScalar(key) && (key.value === "description" || key.value === "summary");
      if (isProse && isScalar(value) && typeof value.value === "string") value.value += ` ${prose}`;
    },
  });
  await writeFile(path, String(document));
}
