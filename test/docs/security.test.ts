import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { repository } from "../support/repository.js";
import { readPage } from "./code-blocks.js";

const rows = readPage("security.md")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !/^\| (?:-+|promise|trusted) /u.test(line));

/** `test/file.ts`: "title" */
const proof = /`(?<file>test\/[^`]+)`: "(?<title>[^"]+)"/gu;

describe("docs/security.md", () => {
  test("names a test for every promise", () => {
    const table = rows.slice(rows.findIndex((line) => line.includes("`test/")));
    expect(table.length).toBeGreaterThan(20);
    expect(table.filter((line) => line.match(proof) === null)).toEqual([]);
  });

  test("names tests that are there", () => {
    const proofs = rows.flatMap((line) => [...line.matchAll(proof)].map(({ groups }) => groups ?? {}));
    const missing = proofs.filter(({ file = "", title = "" }) => {
      const path = join(repository, file);
      return !existsSync(path) || !titlesOf(readFileSync(path, "utf8")).some((text) => text.includes(title));
    });
    expect(missing).toEqual([]);
  });
});

/** Texts in quotes; a rule's id in brackets may stand before the words. */
function titlesOf(text: string): readonly string[] {
  return [...text.matchAll(/"((?:[^"\\\n]|\\.)*)"|`([^`]*)`/gu)].map(
    ([, quoted, other]) => quoted ?? other ?? "",
  );
}
