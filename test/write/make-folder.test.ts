import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "../../src/write/write-client.js";
import { emptyFolder, put } from "./client-folder.js";

test("makes what is missing, and undoes that alone", async () => {
  const folder = emptyFolder();
  put(folder, "a/kept.txt", "");
  const undo = await makeFolder(join(folder, "a/b/c"));
  expect(existsSync(join(folder, "a/b/c"))).toBe(true);
  await undo();
  expect([existsSync(join(folder, "a/b")), existsSync(join(folder, "a/kept.txt"))]).toEqual([false, true]);
});

test("a folder that is there stays, whatever is undone", async () => {
  const folder = emptyFolder();
  await (
    await makeFolder(folder)
  )();
  expect(existsSync(folder)).toBe(true);
});

test("a file on the way fails, and nothing is left behind", async () => {
  const folder = emptyFolder();
  put(folder, "a", "");
  await expect(makeFolder(join(folder, "a/b"))).rejects.toMatchObject({ code: "ENOTDIR" });
});

test.runIf(existsSync("/proc/self"))("a file system that makes no folders fails at once", async () => {
  await expect(makeFolder("/proc/cabinetry/client")).rejects.toMatchObject({ code: "ENOENT" });
});
