import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { DiffReport } from "../../src/diff/finding.js";
import { repository } from "../support/repository.js";
import { contract, run, runProcess, shop } from "./run.js";

/** The shop before and after a change. */
function versions(change: (text: string) => string, before = contract) {
  const { folder, contract: old } = shop(before);
  const now = join(folder, "new.yaml");
  writeFileSync(now, change(before));
  return { folder, old, now };
}

const removed = (text: string) => text.replace("/orders:", "/purchases:");
const added = (text: string) =>
  `${text}  /items:\n    get:\n      responses: { "204": { description: None } }\n`;

const validate = new Ajv().compile(
  JSON.parse(readFileSync(join(repository, "docs/diff.schema.json"), "utf8")) as object,
);
const read = (text: string): DiffReport => {
  const report: unknown = JSON.parse(text);
  expect(validate(report) ? [] : validate.errors).toEqual([]);
  return report as DiffReport;
};

describe("the gate decides the exit code", () => {
  test.each([
    ["the same contract", (text: string) => text, [], 0],
    ["an operation removed", removed, [], 1],
    ["an operation added", added, [], 0],
    ["an operation removed, wire", removed, ["--fail-on", "wire"], 1],
    ["an operation removed, none", removed, ["--fail-on", "none"], 0],
    ["an operation added, any", added, ["--fail-on", "any"], 1],
    ["an operation added, risky", added, ["--fail-on", "risky"], 0],
    ["the same contract, any", (text: string) => text, ["--fail-on", "any"], 0],
  ])("%s", async (_, change, words, want) => {
    const { old, now } = versions(change);
    const ran = await run(["diff", old, now, "--quiet", ...words]);
    expect([ran.exitCode, ran.err]).toEqual([want, ""]);
  });
});

test("text has the verdict on both axes first", async () => {
  const { old, now } = versions(removed);
  const { out } = await run(["diff", old, now, "-q"]);
  expect(out).toMatch(/^Wire {2}breaking {4}.*\nSDK {3}\w+ +.*\nNext version: major for the API/u);
  expect(out).toContain("breaking    `GET /orders` was removed.");
  expect(out).toContain(`new.yaml`);
});

test("JSON is as docs/diff.schema.json describes it, and the same in every run", async () => {
  const { old, now } = versions(removed);
  const first = await run(["diff", old, now, "--json"]);
  const report = read(first.out);
  expect(report.verdict).toMatchObject({ wire: "breaking", semver: "major", sdkSemver: "major" });
  expect(report.gate).toEqual({ failOn: "breaking", reached: true });
  expect(report.findings.map(({ rule }) => rule)).toContain("operation.removed");
  expect((await run(["diff", old, now, "--format", "json"])).out).toBe(first.out);
});

test("several formats in one run: files, and one on standard output", async () => {
  const { folder, old, now } = versions(removed);
  const json = join(folder, "diff.json");
  const markdown = join(folder, "diff.md");
  const words = ["--format", "text", "--output", markdown, "--format", "json", "--output", json];
  const ran = await run(["diff", old, now, ...words, "--format", "github"]);
  expect(ran.exitCode).toBe(1);
  expect(ran.out).toMatch(/^::error /u);
  expect(read(readFileSync(json, "utf8")).gate.reached).toBe(true);
  // The format before the file wins over the file's name.
  expect(readFileSync(markdown, "utf8")).toMatch(/^Wire {2}/u);
  const named = await run(["diff", old, now, "--output", markdown]);
  expect([named.out, readFileSync(markdown, "utf8").slice(0, 3)]).toEqual(["", "## "]);
});

describe("wrong usage is exit 2", () => {
  const wrong: readonly (readonly [string[], string])[] = [
    [[], "diff needs two contracts."],
    [["a.yaml"], "diff needs two contracts: the second is missing."],
    [["-", "-"], "OLD and NEW cannot both be standard input."],
    [["a", "b", "--format", "jsno"], '--format must be a known format (got "jsno").'],
    [["a", "b", "--format", "junit", "--format", "text"], "Only one report can go to standard output."],
    [["a", "b", "--output", "report.foo"], 'does not tell the format of the report: "report.foo".'],
    [["a", "b", "--fail-on", "sometimes"], "argument 'sometimes' is invalid"],
    [["a", "b", "--config", "absent.yaml"], "The file absent.yaml does not exist."],
    [["a", "b", "--accept", "absent.yaml"], "The file absent.yaml does not exist."],
    [["--explain", "operation.remved"], 'The rule "operation.remved" does not exist.'],
  ];
  test.each(wrong)("diff %j", async (words, message) => {
    const ran = await run(["diff", ...words]);
    expect([ran.exitCode, ran.out]).toEqual([2, ""]);
    expect(ran.err).toContain(message);
  });
});

test("a contract that cannot be read is exit 3, and the message names the side", async () => {
  const { folder, contract: old } = shop();
  const absent = join(folder, "absent.yaml");
  const broken = join(folder, "broken.yaml");
  writeFileSync(broken, contract.replace("type: string", "$ref: '#/components/schemas/Absent'"));
  expect(await run(["diff", absent, old, "-q"])).toMatchObject({
    exitCode: 3,
    err: expect.stringContaining("error OLD: The file") as string,
  });
  const ran = await run(["diff", old, broken, "-q", "--format=json"]);
  expect([ran.exitCode, ran.err]).toEqual([3, expect.stringContaining("error NEW: ")]);
  expect(JSON.parse(ran.out)).toMatchObject({ error: { exitCode: 3 } });
});

describe("both contracts are read as the options say", () => {
  const rules = async (words: readonly string[]) =>
    read((await run(["diff", ...words, "--json"])).out).findings.map(({ rule }) => rule);

  test("by the operations of a client, where one of them has them", async () => {
    const { old, now } = versions((text) => added(removed(text)));
    const want = ["operation.removed"];
    expect(await rules([old, now, "--include", "listOrders", "--exclude", "/purchases"])).toEqual(want);
    expect(await rules([now, old, "--include", "/items", "--exclude", "/purchases"])).toEqual(want);
    const nothing = await run(["diff", old, now, "--include", "listOrder"]);
    expect([nothing.exitCode, nothing.err]).toEqual([
      2,
      expect.stringContaining('--include "listOrder" matches no operation. Did you mean "listOrders"?'),
    ]);
  });

  test("with overlays, but not the folder of a client", async () => {
    const { folder, old, now } = versions((text) => text.replace("type: string", "type: integer"));
    const overlay = join(folder, "shop.overlay.yaml");
    const schema = "$.paths['/orders'].get.responses['200'].content['application/json'].schema";
    const head = 'overlay: 1.0.0\ninfo: { title: Shop, version: "1" }\nactions:\n';
    writeFileSync(overlay, `${head}  - { target: "${schema}", update: { type: boolean } }\n`);
    expect(await rules([old, now])).toEqual(["response.type.changed"]);
    expect(await rules([old, now, "--overlay", overlay])).toEqual([]);
    const client = join(folder, "client");
    expect((await run(["generate", old, "-o", client])).exitCode).toBe(0);
    expect(await rules([client, now, "--overlay", overlay])).toEqual(["response.type.changed"]);
    expect(await rules([client, old])).toEqual([]);
  });
});

test("one side can be standard input", async () => {
  const { contract: old } = shop();
  const ran = await runProcess(["diff", old, "-", "-q", "--json"], removed(contract));
  expect(ran.exitCode).toBe(1);
  expect(read(ran.out).new.source).toBe("standard input");
}, 60_000);

test("a client of another version of Cabinetry asks for a version of its own", async () => {
  const { folder, old } = versions((text) => text);
  const client = join(folder, "client");
  expect((await run(["generate", old, "-o", client])).exitCode).toBe(0);
  const manifest = join(client, "manifest.json");
  const text = readFileSync(manifest, "utf8");
  writeFileSync(manifest, text.replace(/("name": "cabinetry",\s*"version": ")[^"]*/u, "$10.0.9"));
  const { verdict, diagnostics } = read((await run(["diff", client, old, "--json"])).out);
  expect(verdict).toEqual({ wire: "none", sdk: "none", semver: "none", sdkSemver: "major" });
  expect(diagnostics.map(({ id }) => id)).toContain("generator/other-version");
});

test("a generated client's folder is a contract, with its own names and settings", async () => {
  const { old, now, folder } = versions(removed);
  const out = join(folder, "client");
  expect((await run(["generate", old, "-o", out, "-q", "--name", "Corner"])).exitCode).toBe(0);
  const ran = await run(["diff", out, now, "--json", "-q"]);
  const report = read(ran.out);
  expect([ran.exitCode, report.old.title]).toEqual([1, "Corner shop"]);
  expect((await run(["diff", out, old, "-q"])).exitCode).toBe(0);
});

describe("an acceptance file", () => {
  const entry = (more: object) =>
    JSON.stringify({ accepted: [{ rule: "operation.removed", pointer: "p", ...more }] });

  test("is written with empty reasons, which are refused until somebody fills them in", async () => {
    const { folder, old, now } = versions(removed);
    const file = join(folder, "accepted.yaml");
    const wrote = await run(["diff", old, now, "--write-accept", file]);
    expect(wrote.exitCode).toBe(1);
    expect(wrote.err).toMatch(/Added \d+ entr(?:y|ies) to /u);
    const drafted = readFileSync(file, "utf8");
    expect((parse(drafted) as { accepted: object[] }).accepted[0]).toMatchObject({ reason: "" });
    const refused = await run(["diff", old, now, "--accept", file]);
    expect(refused.exitCode).toBe(2);
    expect(refused.err).toContain("reason must not be empty.");
    writeFileSync(file, drafted.replaceAll('reason: ""', 'reason: " "'));
    const blank = await run(["diff", old, now, "--accept", file]);
    expect([blank.exitCode, blank.err]).toEqual([2, expect.stringContaining("reason must not be empty.")]);
    writeFileSync(file, drafted.replaceAll('reason: ""', 'reason: "Nobody calls it"\n    by: ops'));
    const ran = await run(["diff", old, now, "--accept", file, "--json", "-q"]);
    const report = read(ran.out);
    expect([ran.exitCode, report.verdict.wire]).toEqual([0, "compatible"]);
    expect(report.accepted.map(({ accepted }) => accepted)).toContainEqual({
      reason: "Nobody calls it",
      by: "ops",
    });
    // Writing again adds nothing and keeps what is there.
    const again = await run(["diff", old, now, "--accept", file, "--write-accept", file]);
    expect(again.err).toContain("No entry was added");
    expect(readFileSync(file, "utf8")).toContain("Nobody calls it");
  });

  test("keeps its comments and spelling when entries are added", async () => {
    const { folder, old, now } = versions(removed);
    const file = join(folder, "accepted.yaml");
    const written = `# ours\naccepted:\n  - rule: a\n    pointer: p\n    fingerprint: "0123456789abcdef"\n    reason: 'Nobody' # by phone\n`;
    writeFileSync(file, written);
    const ran = await run(["diff", old, now, "--write-accept", file]);
    expect(ran.err).toMatch(/Added \d+ entr/u);
    const text = readFileSync(file, "utf8");
    expect(text.startsWith(written)).toBe(true);
    expect(text.slice(written.length)).toContain(`  - rule: "operation.removed"\n`);
  });

  test("of another kind gives a short error", async () => {
    const { folder, old, now } = versions(removed);
    const file = join(folder, "accepted.yaml");
    writeFileSync(file, Array.from({ length: 1000 }, (_, index) => `: [${String(index)}\u0001`).join("\n"));
    const ran = await run(["diff", old, now, "--accept", file]);
    expect([ran.exitCode, ran.err]).toEqual([2, expect.stringContaining("is not an acceptance file.")]);
    expect(ran.err.length).toBeLessThan(5000);
  });

  test("reports what matches nothing, and fails for what has expired", async () => {
    const { folder, old, now } = versions(removed);
    const file = join(folder, "accepted.yaml");
    writeFileSync(file, entry({ fingerprint: "0123456789abcdef", reason: "x" }));
    const unmatched = await run(["diff", old, old, "--accept", file, "--json", "-q"]);
    expect([unmatched.exitCode, read(unmatched.out).diagnostics[0]]).toMatchObject([
      0,
      { id: "accept/unmatched", level: "warning" },
    ]);
    const { findings } = read((await run(["diff", old, now, "--json", "-q"])).out);
    const found = findings.find(({ rule }) => rule === "operation.removed");
    const { fingerprint, old: position } = found ?? {};
    writeFileSync(file, entry({ pointer: position?.pointer, fingerprint, reason: "x", until: "2020-01-01" }));
    const expired = await run(["diff", old, now, "--accept", file, "--fail-on", "risky", "--json", "-q"]);
    expect(expired.exitCode).toBe(1);
    expect(read(expired.out).diagnostics.map(({ id }) => id)).toContain("accept/expired");
  });

  test("has every problem with its line", async () => {
    const { folder, old, now } = versions(removed);
    const file = join(folder, "accepted.yaml");
    writeFileSync(file, `accepted:\n  - { rule: a, pointer: b, fingerprint: 12, reason: c, until: "May" }\n`);
    const ran = await run(["diff", old, now, "--accept", file]);
    expect([ran.exitCode, ran.err]).toEqual([2, expect.stringContaining("accepted.yaml:2:")]);
    expect(ran.err).toContain("until must be the last day on which it holds, as YYYY-MM-DD.");
  });
});

describe("cabinetry.yaml", () => {
  const configured = async (diff: object, change = removed) => {
    const { folder, old, now } = versions(change);
    const config = join(folder, "cabinetry.yaml");
    writeFileSync(config, JSON.stringify({ diff }));
    return run(["diff", old, now, "--config", config, "--json", "-q"]);
  };

  test("sets the gate and levels of rules", async () => {
    expect((await configured({ failOn: "none" })).exitCode).toBe(0);
    const ran = await configured({ levels: { "operation.removed": "risky", "operation.remved": "none" } });
    const report = read(ran.out);
    expect(report.findings.find(({ rule }) => rule === "operation.removed")?.wire).toBe("risky");
    expect(report.diagnostics.map(({ id }) => id)).toContain("levels/unknown-rule");
  });

  test.each([
    [
      { failOn: "never" },
      'diff.failOn must be "wire", "sdk", "breaking", "risky", "any" or "none" (got "never").',
    ],
    [{ levels: { "operation.removed": "bad" } }, 'diff.levels.operation.removed must be "breaking", '],
    [{ polices: {} }, 'Unknown key "polices". Did you mean "policies"?'],
  ])("refuses %j", async (diff, message) => {
    const ran = await configured(diff);
    expect([ran.exitCode, ran.err]).toEqual([2, expect.stringContaining(message)]);
  });
});

test("--explain derives a level from the law; list has every rule", async () => {
  const { exitCode, out } = await run(["diff", "--explain", "operation.removed"]);
  expect(exitCode).toBe(0);
  expect(out).toContain("Towards the API: every value that was accepted must still be accepted.");
  const format = (await run(["diff", "--explain", "response.format.changed"])).out;
  expect(format).toContain("  Why, where it is compatible: All values that can come could come before.\n");
  const list = (await run(["diff", "--explain", "list"])).out.split("\n");
  expect(list).toContain("operation.removed");
  expect(list).toContain("policy/version-path");
  expect((await run(["diff", "--explain", "policy/version-path"])).out).toBe(`policy/version-path

While the version in the path of an API stays (/v1), only compatible changes are made to it.
It is broken by changes that break the wire. diff.policies.versionPath sets its level: error, warning or off.
`);
});
