import { lstatSync, mkdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { contentHash } from "../../src/write/manifest.js";
import { UserError } from "../../src/text/user-error.js";
import { writeClient } from "../../src/write/write-client.js";
import { clientOf, contentsOf, emptyFolder, put } from "./client-folder.js";
import { disturbFiles } from "./disturbed-files.js";

const before = clientOf({ "index.ts": "one\n", "old/deep/x.ts": "x\n" });
const after = clientOf({ "index.ts": "two\n", "new/deep/b.ts": "b\n" });

async function failureOf(work: Promise<unknown>): Promise<UserError> {
  const error = await work.then(
    () => undefined,
    (failure: unknown) => failure,
  );
  if (error instanceof UserError) return error;
  throw new Error(`expected a UserError, got ${String(error)}`);
}

/** Does something when the journal is written: after the comparison, before the first file moves. */
function beforeMoves(act: () => void): void {
  const restore = disturbFiles((_, name, [from]) => {
    if (name === "open" && String(from).endsWith("journal.json")) act();
  });
  onTestFinished(restore);
}

describe("a link that appears after the comparison", () => {
  test.each<[name: string, act: (folder: string, outside: string) => void]>([
    [
      "where a folder is to be made",
      (folder, outside) => {
        symlinkSync(outside, join(folder, "new"));
      },
    ],
    [
      "where a file is to be put",
      (folder, outside) => {
        mkdirSync(join(folder, "new"));
        symlinkSync(outside, join(folder, "new/deep"));
      },
    ],
    [
      "where a file is to be deleted",
      (folder, outside) => {
        renameSync(join(folder, "old"), join(folder, "aside"));
        symlinkSync(outside, join(folder, "old"));
      },
    ],
  ])("%s leads no change outside", async (_, act) => {
    const [folder, outside] = [emptyFolder(), emptyFolder()];
    put(outside, "deep/x.ts", "x\n");
    await writeClient(folder, before);
    beforeMoves(() => {
      act(folder, outside);
    });
    const failure = await failureOf(writeClient(folder, after));
    expect(failure.exitCode).toBe(2);
    expect(failure.message).toMatch(
      /^A symbolic link leads .*(?:old|new)\/deep.* out of the output folder\.$/,
    );
    expect(failure.where).toContain(outside);
    expect(contentsOf(outside)).toEqual({ "deep/x.ts": "x\n" });
    expect(contentsOf(folder)["index.ts"]).toBe("one\n");
  });

  test("where a file is replaced is replaced itself, and never written through", async () => {
    const [folder, outside] = [emptyFolder(), emptyFolder()];
    put(outside, "precious.ts", "precious");
    await writeClient(folder, before);
    beforeMoves(() => {
      rmSync(join(folder, "index.ts"));
      symlinkSync(join(outside, "precious.ts"), join(folder, "index.ts"));
    });
    await writeClient(folder, after);
    expect(lstatSync(join(folder, "index.ts")).isFile()).toBe(true);
    expect(contentsOf(outside)).toEqual({ "precious.ts": "precious" });
  });
});

describe("what a repository may bring with it", () => {
  test("a link in place of the work folder is refused, and its target left alone", async () => {
    const [folder, outside] = [emptyFolder(), emptyFolder()];
    put(outside, "owner.json", "mine");
    await writeClient(folder, before);
    symlinkSync(outside, join(folder, ".cabinetry-write"));
    expect((await failureOf(writeClient(folder, after))).message).toBe(
      `${join(folder, ".cabinetry-write")} is not a folder.`,
    );
    expect(contentsOf(outside)).toEqual({ "owner.json": "mine" });
  });

  test.each<[name: string, stage: string, path: string]>([
    ["names a path outside", "stage-a", "../precious.ts"],
    ["names a stage outside", "../..", "index.ts"],
    ["names a stage that is a link", "stage-b", "new.ts"],
  ])("a journal that %s moves nothing in or out", async (_, stage, path) => {
    const parent = emptyFolder();
    const folder = join(parent, "client");
    await writeClient(folder, before);
    put(parent, "precious.ts", "precious");
    put(parent, "outside/new-0", "planted");
    put(folder, ".cabinetry-write/stage-a/new-0", "planted");
    symlinkSync(join(parent, "outside"), join(folder, ".cabinetry-write/stage-b"));
    const hash = contentHash("planted");
    put(
      folder,
      ".cabinetry-write/journal.json",
      JSON.stringify({ schemaVersion: 1, stage, folders: [], files: [{ slot: 0, path, after: hash }] }),
    );
    const failure = await failureOf(writeClient(folder, after));
    expect([failure.exitCode, failure.message]).toEqual([
      2,
      expect.stringMatching(/is not a journal that|^A symbolic link leads/),
    ]);
    expect(contentsOf(parent)).toMatchObject({ "precious.ts": "precious", "outside/new-0": "planted" });
    expect(contentsOf(folder)["index.ts"]).toBe("one\n");
  });
});
