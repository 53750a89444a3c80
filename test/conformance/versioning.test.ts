import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { repository } from "../support/repository.js";
import { contractText, generateByCommand, readSources, reworded } from "./generate-by-command.js";

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

/** The declarations and statements of each file, without its comments. */
function codeOf(sources: readonly (readonly [string, string])[]): Record<string, string> {
  const printer = ts.createPrinter({ removeComments: true });
  const print = (path: string, text: string): string =>
    printer.printFile(ts.createSourceFile(path, text, ts.ScriptTarget.ES2022));
  return Object.fromEntries(sources.map(([path, text]) => [path, print(path, text)]));
}
