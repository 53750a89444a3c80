import { describe, expect, test } from "vitest";
import type { Finding } from "../../src/diff/finding.js";
import { objectKeywords, type ObjectKind } from "../../src/openapi/keywords.js";
import { faultyTexts } from "./faulty-texts.js";
import {
  editsOf,
  type Findings,
  type KindRows,
  readFindings,
  readTable,
  rowsOf,
  tables,
} from "./object-model/make-edits.js";

const rows = Object.assign({}, ...tables.map((name) => readTable(name))) as Record<ObjectKind, KindRows>;
const findings = Object.assign({}, ...tables.map((name) => readFindings(name))) as Record<
  ObjectKind,
  Record<string, Record<string, Findings | readonly string[]>>
>;
const kinds = Object.entries(objectKeywords) as [ObjectKind, (typeof objectKeywords)[ObjectKind]][];

describe.each(kinds)("edits of %s objects", (kind, { keywords }) => {
  const { at, ...kindRows } = rows[kind];

  test("have a row for every keyword", () => {
    expect(Object.keys(kindRows.keywords ?? {}).sort()).toEqual([...keywords.keys()].sort());
  });

  test.each(rowsOf({ at, ...kindRows }))("are reported for %s", (keyword, row) => {
    const texts: string[] = [];
    const read = (found: readonly Finding[]): readonly string[] => {
      texts.push(...found.flatMap(({ title, why }) => [title, why]));
      return found.map(({ rule, wire }) => `${rule} ${wire}`).sort();
    };
    const given = Object.entries(at).map(([place, pointer]): [string, Findings] => [
      place,
      editsOf({ at, ...kindRows }, keyword, row, pointer, read),
    ]);
    const want = Object.entries(findings[kind][keyword] ?? {}).map(([place, list]): [string, Findings] => [
      place,
      "added" in list ? list : { added: list, removed: list, changed: list, back: list },
    ]);
    expect(Object.fromEntries(given)).toEqual(Object.fromEntries(want));
    expect(faultyTexts(texts)).toEqual([]);
    const isCopied = keyword === "$ref" && row.other !== undefined;
    const lists = given.flatMap(([, { added, removed, changed, back }]) =>
      isCopied ? [changed, back] : [added, removed, changed, back],
    );
    // What gives nothing has a reason, and only that.
    expect(row.silent === undefined).toBe(lists.every((list) => list.length > 0));
  });
});
