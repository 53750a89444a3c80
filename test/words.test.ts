import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { run } from "./cli/run.js";
import { repository } from "./support/repository.js";

/*
 * The language of the project, held by the reviewed list in words.json. Rooms that are not clean yet have a ceiling:
 * lower it when you remove words, never raise it.
 */

/** A phrase that must not be written. */
interface Rule {
  /** A regular expression of lower-case words; identifiers count as their words (`noteLines`: `note lines`). */
  readonly find: string;
  /** What to write in its place. */
  readonly write: string;
  /** Regular expressions of longer phrases that hold it and are right. */
  readonly allow?: readonly string[];
  /** Paths where the word is the right one. */
  readonly except?: readonly string[];
}

interface Words {
  /** Held against whole files. */
  readonly text: readonly Rule[];
  /** Held against the identifiers of TypeScript files. */
  readonly code: readonly Rule[];
  /** Room → how many are left in it; 0 for a room that is not listed. */
  readonly ceilings: Readonly<Record<string, number>>;
}

const words = JSON.parse(readFileSync(join(repository, "test/words.json"), "utf8")) as Words;

/** Pages that a command writes from the titles of tests, or from contracts of others. */
const written = ["docs/conformance.md", "docs/corpus.md"];

/** Splits camel case and lowers it, so that an identifier reads as its words. */
const asWords = (text: string): string => text.replaceAll(/([a-z\d])([A-Z])/gu, "$1 $2").toLowerCase();

/** What a rule finds in a text, each as `path:line: "word", write: "…"`. */
function findWords(rules: readonly Rule[], path: string, text: string): readonly string[] {
  const lines = text.split("\n").map(asWords);
  return rules
    .filter(({ except = [] }) => !except.some((prefix) => path.startsWith(prefix)))
    .flatMap(({ find, write, allow = [] }) => {
      const wrong = new RegExp(`\\b(?:${find})\\b`, "gu");
      const right = allow.map((phrase) => new RegExp(phrase, "gu"));
      return lines.flatMap((line, index) => {
        const rest = right.reduce((before, phrase) => before.replaceAll(phrase, "…"), line);
        return [...rest.matchAll(wrong)].map(
          ([word]) => `${path}:${String(index + 1)}: "${word}", write: ${write}`,
        );
      });
    });
}

/** The identifiers of a TypeScript file, on the lines where they are. */
function identifiersOf(path: string, text: string): string {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const lines: string[][] = text.split("\n").map(() => []);
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node))
      lines[source.getLineAndCharacterOfPosition(node.getStart()).line]?.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return lines.map((names) => names.join(" | ")).join("\n");
}

/** `src/load`, `src` for the files directly in it, `docs`, `templates`, `README.md`. */
function roomOf(path: string): string {
  const [top = "", second = "", third] = path.split("/");
  return top === "src" && third !== undefined ? `src/${second}` : top;
}

function findInFile(path: string): readonly string[] {
  const text = readFileSync(join(repository, path), "utf8");
  const inText = findWords(words.text, path, text);
  return path.endsWith(".ts")
    ? [...inText, ...findWords(words.code, path, identifiersOf(path, text))]
    : inText;
}

const files = execFileSync("git", ["ls-files", "src", "docs", "templates", "README.md"], {
  cwd: repository,
  encoding: "utf8",
})
  .split("\n")
  .filter((path) => path !== "" && !written.includes(path));
const rooms = [...new Set(files.map(roomOf))];
const findInRoom = (room: string): readonly string[] =>
  files.filter((path) => roomOf(path) === room).flatMap(findInFile);

describe("words.json", () => {
  test("finds words in text and in identifiers, but not where they are right", () => {
    const rule = { find: "notes?", write: "diagnostic", allow: ["note book"], except: ["docs/"] };
    const found = ['src/a.ts:1: "note", write: diagnostic', 'src/a.ts:1: "notes", write: diagnostic'];
    expect(findWords([rule], "src/a.ts", "noteLines, Notes, noteBook, denoted")).toEqual(found);
    expect(findWords([rule], "docs/a.md", "Notes")).toEqual([]);
  });

  test.each(rooms)("%s has no more of them than its ceiling", (room) => {
    const found = findInRoom(room);
    const ceiling = words.ceilings[room] ?? 0;
    const summary = `${String(found.length)} found, at most ${String(ceiling)}`;
    expect(found.length > ceiling ? [summary, ...found] : []).toEqual([]);
  });

  test("has a ceiling for no room that is gone or clean", () => {
    expect(Object.keys(words.ceilings).filter((room) => findInRoom(room).length === 0)).toEqual([]);
  });

  test.each(["--help", "generate --help", "inspect --help", "sandbox --help"])(
    "has none in %s",
    async (command) => {
      const { out } = await run(command.split(" "));
      expect(out).toContain("Usage: cabinetry");
      expect(findWords(words.text, "--help", out)).toEqual([]);
    },
  );
});
