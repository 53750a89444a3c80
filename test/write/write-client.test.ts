import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { format } from "prettier";
import { describe, expect, test } from "vitest";
import { UserError } from "../../src/text/user-error.js";
import { writeClient, type WriteOptions } from "../../src/write/write-client.js";
import { clientOf, contentsOf, emptyFolder, put } from "./client-folder.js";

const write = (folder: string, files: Record<string, string>, options?: WriteOptions) =>
  writeClient(folder, clientOf(files), options);

async function refusalOf(work: Promise<unknown>): Promise<UserError> {
  const error = await work.then(
    () => undefined,
    (failure: unknown) => failure,
  );
  if (error instanceof UserError) return error;
  throw new Error(`expected a UserError, got ${String(error)}`);
}

const first = { "index.ts": "one\n", "models/a.ts": "a\n" };

describe("a first generation", () => {
  test("writes every file and the manifest", async () => {
    const folder = join(emptyFolder(), "deep", "client");
    const outcome = await write(folder, first);
    expect(outcome.created).toEqual(["index.ts", "manifest.json", "models/a.ts", "names.lock.json"]);
    expect(outcome.upToDate).toBe(false);
    expect(contentsOf(folder)).toMatchObject(first);
    expect(Object.keys(contentsOf(folder))).toHaveLength(4);
  });

  test("leaves what else is in the folder alone", async () => {
    const folder = emptyFolder();
    await write(folder, first);
    put(folder, "notes/mine.md", "mine");
    await write(folder, { "index.ts": "two\n" });
    expect(contentsOf(folder)["notes/mine.md"]).toBe("mine");
  });

  test("refuses to overwrite files that Cabinetry did not write, all named, nothing written", async () => {
    const folder = emptyFolder();
    await write(folder, { "other.ts": "o\n" });
    put(folder, "index.ts", "mine");
    put(folder, "models/a.ts", "mine");
    const before = contentsOf(folder);
    const refusal = await refusalOf(write(folder, first));
    expect(refusal.exitCode).toBe(2);
    expect(refusal.where).toBe(`${join(folder, "index.ts")}\n${join(folder, "models/a.ts")}`);
    expect(contentsOf(folder)).toEqual(before);
  });

  test("takes over a file that is already what it would write", async () => {
    const folder = emptyFolder();
    await write(folder, { "models/a.ts": "a\n" });
    put(folder, "index.ts", "one\n");
    expect((await write(folder, first)).unchanged).toEqual(["index.ts", "models/a.ts", "names.lock.json"]);
  });
});

describe("[VER-1] the manifest", () => {
  test("names generator, contract, options, and every file with its hash; sorted, and as prettier leaves it", async () => {
    const folder = emptyFolder();
    await write(folder, first);
    const text = contentsOf(folder)["manifest.json"]!;
    const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
    const sha = (content: string) => createHash("sha256").update(content).digest("hex").slice(0, 32);
    expect(JSON.parse(text)).toEqual({
      schemaVersion: 2,
      generator: { name: "cabinetry", version },
      contract: { title: "Shop", version: "1", server: "/v1", digest: "d" },
      options: { importExtension: "js", vendor: "acme" },
      files: { "index.ts": sha("one\n"), "models/a.ts": sha("a\n") },
    });
    expect(await format(text, { parser: "json" })).toBe(text);
  });

  test("is the same for the same client, wherever it is written", async () => {
    const [one, two] = [emptyFolder(), emptyFolder()];
    await write(one, first);
    await write(two, { "models/a.ts": "a\n", "index.ts": "one\n" });
    expect(contentsOf(one)).toEqual(contentsOf(two));
  });
});

describe("the next generation", () => {
  test("writes only what differs", async () => {
    const folder = emptyFolder();
    await write(folder, first);
    const long = new Date(2001, 1, 1);
    for (const path of ["index.ts", "models/a.ts"]) utimesSync(join(folder, path), long, long);
    const outcome = await write(folder, { ...first, "models/a.ts": "b\n", "new.ts": "n\n" });
    expect(outcome).toMatchObject({
      created: ["new.ts"],
      changed: ["manifest.json", "models/a.ts"],
      unchanged: ["index.ts", "names.lock.json"],
    });
    expect(statSync(join(folder, "index.ts")).mtime).toEqual(long);
    expect(statSync(join(folder, "models/a.ts")).mtime).not.toEqual(long);
  });

  test("with nothing new touches nothing, the manifest included", async () => {
    const folder = emptyFolder();
    await write(folder, first);
    const before = statSync(join(folder, "manifest.json")).mtimeMs;
    const outcome = await write(folder, first);
    expect(outcome.upToDate).toBe(true);
    expect(statSync(join(folder, "manifest.json")).mtimeMs).toBe(before);
  });

  test("deletes what is stale, with folders that held nothing else", async () => {
    const folder = emptyFolder();
    await write(folder, { ...first, "old/x/y.ts": "y\n", "kept/z.ts": "z\n" });
    put(folder, "kept/mine.md", "mine");
    const outcome = await write(folder, first);
    expect(outcome.stale).toEqual(["kept/z.ts", "old/x/y.ts"]);
    expect(existsSync(join(folder, "old"))).toBe(false);
    expect(contentsOf(folder)["kept/mine.md"]).toBe("mine");
  });

  test("puts a deleted file back, and does not mind a stale one that is gone", async () => {
    const folder = emptyFolder();
    await write(folder, { ...first, "old.ts": "o\n" });
    rmSync(join(folder, "index.ts"));
    rmSync(join(folder, "old.ts"));
    expect(await write(folder, first)).toMatchObject({ created: ["index.ts"], stale: [] });
  });

  test("may put a folder where a file was, and a file where a folder was", async () => {
    const folder = emptyFolder();
    await write(folder, { models: "file\n" });
    await write(folder, { "models/a.ts": "a\n" });
    expect(Object.keys(contentsOf(folder))).toEqual(["manifest.json", "models/a.ts", "names.lock.json"]);
  });

  test("keeps the mode of a file", async () => {
    const folder = emptyFolder();
    await write(folder, first);
    chmodSync(join(folder, "index.ts"), 0o600);
    await write(folder, { ...first, "index.ts": "two\n" });
    expect(statSync(join(folder, "index.ts")).mode & 0o777).toBe(0o600);
  });
});

describe("a file that somebody edited", () => {
  async function edited(): Promise<string> {
    const folder = emptyFolder();
    await write(folder, { ...first, "old.ts": "o\n" });
    put(folder, "index.ts", "edited\n");
    put(folder, "old.ts", "edited too\n");
    return folder;
  }

  test("is neither overwritten nor deleted; all are named, nothing is written", async () => {
    const folder = await edited();
    const before = contentsOf(folder);
    const refusal = await refusalOf(write(folder, { ...first, "new.ts": "n\n" }));
    expect(refusal.message).toBe("2 files are not as Cabinetry left them, and would be overwritten.");
    expect(refusal.where).toBe(`${join(folder, "index.ts")}\n${join(folder, "old.ts")}`);
    expect(contentsOf(folder)).toEqual(before);
  });

  test("is with force", async () => {
    const folder = await edited();
    const outcome = await write(folder, first, { force: true });
    expect(outcome.edited).toEqual(["index.ts", "old.ts"]);
    expect(contentsOf(folder)).toMatchObject(first);
    expect(existsSync(join(folder, "old.ts"))).toBe(false);
  });

  test("into what would be generated anyway is not edited", async () => {
    const folder = await edited();
    put(folder, "old.ts", "o\n");
    expect((await write(folder, { "index.ts": "edited\n", "old.ts": "o\n" })).edited).toEqual([]);
  });

  test("is not one whose line ends a checkout changed", async () => {
    const folder = emptyFolder();
    await write(folder, { ...first, "old.ts": "o\n" });
    for (const [path, text] of Object.entries(contentsOf(folder)))
      put(folder, path, text.replaceAll("\n", "\r\n"));
    expect((await write(folder, { ...first, "old.ts": "o\n" })).upToDate).toBe(true);
    expect(await write(folder, { "index.ts": "two\n" })).toMatchObject({
      changed: ["index.ts", "manifest.json"],
      edited: [],
      reformatted: [],
    });
  });

  test("a damaged manifest makes nobody's files of all that differ", async () => {
    const folder = emptyFolder();
    await write(folder, first);
    put(folder, "manifest.json", contentsOf(folder)["manifest.json"]!.slice(0, -20));
    expect((await refusalOf(write(folder, { ...first, "index.ts": "two\n" }))).where).toBe(
      `${join(folder, "index.ts")}\n${join(folder, "manifest.json")}`,
    );
  });

  test("a manifest in a merge conflict has the hashes of both sides, and knows what both changed", async () => {
    const folder = emptyFolder();
    const hash = (text: string) => createHash("sha256").update(text).digest("hex");
    await write(folder, { "index.ts": "merged\n", "mine.ts": "m\n", "ours.ts": "o\n", "stale.ts": "s\n" });
    const hashLine = (path: string, text: string) => `    "${path}": "${hash(text)}",\n`;
    const manifest = contentsOf(folder)["manifest.json"]!;
    const conflict = (ours: string, theirs: string) =>
      `<<<<<<< HEAD\n${ours}||||||| base\n=======\n${theirs}>>>>>>> main\n`;
    put(
      folder,
      "manifest.json",
      manifest
        .replace(
          hashLine("index.ts", "merged\n"),
          conflict(hashLine("index.ts", "1\n"), hashLine("index.ts", "2\n")),
        )
        .replace(/ {4}"stale.ts": .*\n/u, (line) => conflict(line, `    "other.ts": "${hash("x")}"\n`)),
    );
    put(folder, "mine.ts", "by hand\n");
    const next = { "index.ts": "both\n", "ours.ts": "o\n" };
    expect((await refusalOf(write(folder, next))).where).toBe(join(folder, "mine.ts"));
    put(folder, "mine.ts", "m\n");
    expect(await write(folder, next)).toMatchObject({
      changed: ["index.ts", "manifest.json"],
      stale: ["mine.ts", "stale.ts"],
      edited: [],
      reformatted: [],
    });
  });

  test("a manifest cannot make Cabinetry delete what is outside the folder", async () => {
    const parent = emptyFolder();
    const folder = join(parent, "client");
    await write(folder, first);
    put(parent, "precious.txt", "p\n");
    const manifest = JSON.parse(contentsOf(folder)["manifest.json"]!) as { files: Record<string, string> };
    manifest.files["../precious.txt"] = createHash("sha256").update("p\n").digest("hex");
    put(folder, "manifest.json", JSON.stringify(manifest));
    await write(folder, { "index.ts": "two\n" }, { force: true });
    expect(contentsOf(parent)["precious.txt"]).toBe("p\n");
  });
});

describe("check", () => {
  test("writes nothing and tells new, changed, stale and edited apart", async () => {
    const folder = emptyFolder();
    await write(folder, { "same.ts": "s\n", "change.ts": "1\n", "old.ts": "o\n", "edit.ts": "e\n" });
    put(folder, "edit.ts", "by hand\n");
    const before = contentsOf(folder);
    const outcome = await write(
      folder,
      { "same.ts": "s\n", "change.ts": "2\n", "edit.ts": "e\n", "new.ts": "n\n" },
      { check: true },
    );
    expect(outcome).toEqual({
      created: ["new.ts"],
      changed: ["change.ts", "manifest.json"],
      unchanged: ["names.lock.json", "same.ts"],
      stale: ["old.ts"],
      edited: ["edit.ts"],
      reformatted: [],
      interrupted: false,
      upToDate: false,
    });
    expect(contentsOf(folder)).toEqual(before);
  });

  test("does not make the folder", async () => {
    const folder = join(emptyFolder(), "client");
    expect((await write(folder, first, { check: true })).created).toHaveLength(4);
    expect(existsSync(folder)).toBe(false);
  });
});

describe("an output folder that cannot be used", () => {
  test("a file", async () => {
    const folder = emptyFolder();
    put(folder, "client", "a file");
    const refusal = await refusalOf(write(join(folder, "client"), first));
    expect([refusal.exitCode, refusal.message]).toEqual([
      2,
      `The output folder ${join(folder, "client")} is a file.`,
    ]);
  });

  test("below a file", async () => {
    const folder = emptyFolder();
    put(folder, "a", "a file");
    expect((await refusalOf(write(join(folder, "a", "client"), first))).message).toMatch(
      /cannot be written to .*: a file is where a folder must be\.$/,
    );
  });

  test.skipIf(process.getuid?.() === 0)("without permission", async () => {
    const folder = emptyFolder();
    chmodSync(folder, 0o500);
    const refusal = await refusalOf(write(join(folder, "client"), first));
    chmodSync(folder, 0o700);
    expect(refusal.message).toMatch(/cannot be written to .*: this user may not write there/);
  });

  test.each<[name: string, make: (folder: string, outside: string) => void]>([
    [
      "a linked folder",
      (folder, outside) => {
        symlinkSync(outside, join(folder, "models"));
      },
    ],
    [
      "a linked file",
      (folder, outside) => {
        symlinkSync(join(outside, "a.ts"), join(folder, "index.ts"));
      },
    ],
  ])("%s in it could lead out", async (_, make) => {
    const [folder, outside] = [emptyFolder(), emptyFolder()];
    put(outside, "a.ts", "outside");
    make(folder, outside);
    const refusal = await refusalOf(write(folder, first, { force: true }));
    expect(refusal.message).toMatch(/is a link, which could lead out of the output folder/);
    expect(contentsOf(outside)).toEqual({ "a.ts": "outside" });
  });

  test("a folder where a file belongs", async () => {
    const folder = emptyFolder();
    mkdirSync(join(folder, "index.ts"));
    expect((await refusalOf(write(folder, first, { force: true }))).message).toMatch(
      /is a folder where a file belongs/,
    );
  });

  test("the folder itself may be a link: the user named it", async () => {
    const [folder, parent] = [emptyFolder(), emptyFolder()];
    symlinkSync(folder, join(parent, "client"));
    await write(join(parent, "client"), first);
    expect(contentsOf(folder)).toMatchObject(first);
  });
});

describe("all or nothing", () => {
  test("when a file cannot be put in place, everything is as it was", async () => {
    const folder = emptyFolder();
    await write(folder, { ...first, "z-old.ts": "o\n" });
    // Somebody's file stands where the new client needs a folder: found only when the files are moved.
    put(folder, "zz", "mine");
    const before = contentsOf(folder);
    const refusal = await refusalOf(
      write(folder, { ...first, "index.ts": "two\n", "zz/deep/new.ts": "n\n" }),
    );
    expect(refusal.message).toMatch(/cannot be written to .*: a file is where a folder must be\.$/);
    expect(refusal.remedy).toMatch(/^Nothing was changed\. Move the file away/);
    expect(contentsOf(folder)).toEqual(before);
  });

  test("leaves no folder that it made", async () => {
    const parent = emptyFolder();
    const folder = join(parent, "a", "b");
    const tooLong = `${"x".repeat(300)}.ts`;
    await refusalOf(write(folder, { ...first, [tooLong]: "" }));
    expect(existsSync(join(parent, "a"))).toBe(false);
  });

  test("leaves no stage behind", async () => {
    const folder = emptyFolder();
    await write(folder, first);
    await write(folder, { "index.ts": "two\n" });
    expect(Object.keys(contentsOf(folder)).filter((path) => path.startsWith(".cabinetry"))).toEqual([]);
  });
});

describe("a path that must never be written is a fault of the plan", () => {
  test.each([
    "/etc/passwd",
    "../out.ts",
    "a/../../out.ts",
    "a//b.ts",
    "./a.ts",
    "a\\b.ts",
    "a:b.ts",
    "a\u0000.ts",
    "a\n.ts",
    "con.ts",
    "models/NUL",
    "a./b.ts",
    "a /b.ts",
    "",
    "manifest.json",
    "Manifest.JSON",
  ])("%j", async (path) => {
    const folder = emptyFolder();
    await expect(write(folder, { [path]: "x" })).rejects.toThrow(/^The client holds /);
    expect(contentsOf(folder)).toEqual({});
  });

  test("two paths that are one file where case or Unicode form is ignored", async () => {
    await expect(write(emptyFolder(), { "models/Order.ts": "", "models/order.ts": "" })).rejects.toThrow(
      /ignore case/,
    );
    await expect(write(emptyFolder(), { "caf\u00e9.ts": "", "cafe\u0301.ts": "" })).rejects.toThrow(
      /ignore case/,
    );
  });

  test("a name that changed its case alone is written and its old spelling removed", async () => {
    const folder = emptyFolder();
    await write(folder, { "Order.ts": "o\n" });
    const outcome = await write(folder, { "order.ts": "o2\n" });
    expect(outcome.edited).toEqual([]);
    expect(Object.keys(contentsOf(folder))).toEqual(["manifest.json", "names.lock.json", "order.ts"]);
  });
});

test("a file that is no text is not taken for ours", async () => {
  const folder = emptyFolder();
  writeFileSync(join(folder, "index.ts"), Buffer.from([0xff, 0xfe, 0x00]));
  expect((await refusalOf(write(folder, first))).where).toBe(join(folder, "index.ts"));
});
