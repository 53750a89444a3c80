import { chmodSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { homedir } from "node:os";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { outputFailure, prepareOutputFolder } from "../../src/write/output-folder.js";
import { run, runProcess, shop } from "../cli/run.js";
import { contentsOf, emptyFolder, put } from "./client-folder.js";

/** Runs `generate` for a small contract: its exit code with the first paragraph of the failure. */
async function generateInto(
  out: string,
  flags: readonly string[] = [],
): Promise<readonly [number | null, string]> {
  const { contract } = shop();
  const { exitCode, err } = await run(["generate", contract, `--out=${out}`, "--quiet", ...flags]);
  return [exitCode, err.split("\n")[0] ?? ""];
}

describe("a folder that no client may be written to, and nothing is", () => {
  test("a folder that holds something else; its remedy and --force", async () => {
    const folder = emptyFolder();
    put(folder, "src/mine.ts", "mine");
    put(folder, "README.md", "mine");
    expect(await generateInto(folder)).toEqual([
      2,
      `error The output folder ${folder} is not empty and holds no generated client.`,
    ]);
    expect(Object.keys(contentsOf(folder))).toEqual(["README.md", "src/mine.ts"]);
    expect((await generateInto(`${folder}/`))[0]).toBe(2);
    expect(await generateInto(folder, ["--force"])).toEqual([0, ""]);
    expect(contentsOf(folder)["src/mine.ts"]).toBe("mine");
  });

  test.each<[name: string, make: (folder: string) => string]>([
    ["a link to one", (folder) => link(folder, ".git/HEAD")],
    ["a repository", (folder) => (put(folder, ".git/HEAD", ""), folder)],
    ["a folder with another program's manifest", (folder) => (put(folder, "manifest.json", "{}"), folder)],
    ["the folder of the contract", (folder) => (put(folder, "openapi.yaml", ""), folder)],
    [
      "one above, from here",
      (folder) => (put(folder, "a.txt", ""), mkdirSync(join(folder, "b")), join(folder, "b", "..")),
    ],
  ])("%s", async (_, make) => {
    await expect(prepareOutputFolder(make(emptyFolder()), false)).rejects.toThrow(
      /is not empty and holds no generated client\.$/,
    );
  });

  test.each([
    ["/", /is the root of the file system\.$/],
    [relative(process.cwd(), "/"), /is the root of the file system\.$/],
    [homedir(), /is your home folder\.$/],
    [`${homedir()}/`, /is your home folder\.$/],
    ["~", /The shell did not expand the "~"/],
    ["~/client", /The shell did not expand the "~"/],
    ["=client", /begins with "="\.$/],
    ["", /is an empty text\.$/],
    [" ", /is an empty text\.$/],
    ["C:\\src\\client", /is a Windows path\.$/],
    ["src\\client", /is a Windows path\.$/],
  ])("%j, with --force either", async (out, want) => {
    await expect(prepareOutputFolder(out, true)).rejects.toThrow(want);
  });

  test("the root of the file system, as a process", async () => {
    const before = readdirSync("/");
    const { contract } = shop();
    const ran = await runProcess(["generate", contract, "-o", "/", "--force"]);
    expect([ran.exitCode, ran.err.split("\n")[0]]).toEqual([
      2,
      "error The output folder / is the root of the file system.",
    ]);
    expect(readdirSync("/")).toEqual(before);
  });
});

describe("a folder that a client may be written to", () => {
  test("an empty one with what tools leave there, a missing one, and one of a client with files beside it", async () => {
    const folder = emptyFolder();
    for (const name of [".gitkeep", ".gitignore", ".DS_Store"]) put(folder, name, "");
    expect(await generateInto(folder)).toEqual([0, ""]);
    put(folder, "mine.ts", "mine");
    expect(await generateInto(folder)).toEqual([0, ""]);
    await expect(prepareOutputFolder(join(folder, "absent", "deep"), false)).resolves.toBeUndefined();
  });

  test("any, where nothing is written", async () => {
    const folder = emptyFolder();
    put(folder, "mine.ts", "mine");
    expect(await generateInto(folder, ["--check"])).toEqual([1, ""]);
  });
});

describe("an option without its value", () => {
  test.each([
    ["-o", "-q"],
    ["-o", "--check"],
    ["-o", "-"],
    ["--name", "--json"],
  ])("%s %s", async (option, word) => {
    const { contract } = shop();
    const ran = await run(["generate", contract, option, word]);
    expect([ran.exitCode, ran.err]).toEqual([
      2,
      expect.stringContaining(`argument '${word}' is invalid. A value must follow the option.`),
    ]);
  });
});

test.each([
  ["EACCES", "this user may not write there"],
  ["EROFS", "the file system is read-only"],
  ["ENOSPC", "the disk is full"],
  ["EDQUOT", "the disk quota of this user is used up"],
  ["ENAMETOOLONG", "the path is too long for the file system"],
  ["ENOTDIR", "a file is where a folder must be"],
])("%s of the file system has a sentence of its own", (code, sentence) => {
  const error = Object.assign(new Error(`${code}: as the system has it, open 'a/b'`), { code, path: "a/b" });
  const { exitCode, message, where, remedy } = outputFailure("a", error);
  expect([exitCode, message, where]).toEqual([2, `The client cannot be written to a: ${sentence}.`, "a/b"]);
  expect(remedy).toMatch(/^Nothing was changed\. [A-Z].+\.$/);
});

test("a path of the user that is too long, and a file on the way, by the command", async () => {
  const folder = emptyFolder();
  put(folder, "file", "");
  expect(await generateInto(join(folder, "x".repeat(300)))).toEqual([
    2,
    expect.stringMatching(
      /^error The client cannot be written to .*: the path is too long for the file system\.$/,
    ),
  ]);
  expect(await generateInto(join(folder, "file", "client"))).toEqual([
    2,
    expect.stringMatching(/: a file is where a folder must be\.$/),
  ]);
});

test.skipIf(process.getuid?.() === 0)(
  "a folder that this user may not write to, by the command",
  async () => {
    const folder = emptyFolder();
    chmodSync(folder, 0o500);
    expect(await generateInto(join(folder, "client"))).toEqual([
      2,
      expect.stringMatching(/: this user may not write there\.$/),
    ]);
    chmodSync(folder, 0o700);
  },
);

function link(folder: string, content: string): string {
  put(folder, content, "");
  const path = join(emptyFolder(), "link");
  symlinkSync(folder, path);
  return path;
}
