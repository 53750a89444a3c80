import { expect, test } from "vitest";
import { messageOf } from "../../../src/diagnostics/diagnostic.js";
import { loadContract } from "../../../src/load/load-contract.js";
import type { LoadedContract } from "../../../src/load/loaded-contract.js";
import { createSchemaBuilder } from "../../../src/model/schema/build-schemas.js";
import { UserError } from "../../../src/text/user-error.js";
import { expectPrettierStable } from "../../emit/prettier-stable.js";
import { fileWith } from "../../load/contract-files.js";
import { compile } from "../compile.js";
import { emitDocumentTypes, type EmittedTypes } from "../emit-types.js";

/** What becomes of a keyword: schemas as a contract has them, and the declarations of each as they are printed. */
export interface KeywordRow {
  /** Keyword, and what is special about this use of it. */
  readonly title: string;
  /** All that the row holds for; default 3.1 and 3.2. */
  readonly dialects?: readonly Dialect[];
  /** Who uses the schemas; default answers alone. */
  readonly used?: "request" | "response" | "both";
  /** Component key → schema, YAML. */
  readonly given: string;
  /** The declarations, one after the other, as they are printed. */
  readonly want: string;
  /** What the run says about them, without the places; default nothing. */
  readonly says?: readonly string[];
}

/** A contract that is refused, and how. */
export interface RefusedRow {
  readonly title: string;
  readonly given: string;
  /** Part of what is said, and where. */
  readonly says: string;
}

type Case = Required<Omit<KeywordRow, "dialects">> & { readonly dialect: Dialect };

type Dialect = LoadedContract["dialect"];

const VERSIONS: Readonly<Record<Dialect, string>> = { "3.0": "3.0.3", "3.1": "3.1.1", "3.2": "3.2.0" };

/** One test a row and dialect; the declarations of all rows are compiled together under the strictest options. */
export function testKeywords(rows: readonly KeywordRow[]): void {
  const sources = new Map<string, string>();
  const cases = rows.flatMap((row): readonly Case[] =>
    (row.dialects ?? ["3.1", "3.2"]).map((dialect) => ({ used: "response", says: [], ...row, dialect })),
  );
  test.each(cases)("$title ($dialect)", async (row) => {
    const { all, files, sources: modules, messages } = await declare(row.given, row.dialect, row.used);
    expect(all.trim()).toBe(row.want.trim());
    expect(messages).toEqual(row.says);
    for (const text of files.values()) await expectPrettierStable(text);
    for (const [path, text] of modules) sources.set(`row${String(cases.indexOf(row))}/${path}`, text);
  });
  test("all of them compile under the strictest options", () => {
    expect(sources.size).toBeGreaterThan(0);
    expect(compile(sources)).toEqual([]);
  });
}

/** One test a contract that is refused. */
export function testRefusals(rows: readonly RefusedRow[]): void {
  test.each(rows)("$title", async ({ given, says }) => {
    const failure = await declare(given, "3.1", "response").then(
      () => undefined,
      (error: unknown) => error,
    );
    if (!(failure instanceof UserError)) throw new Error("The contract was not refused.", { cause: failure });
    expect(`${failure.message} ${failure.where ?? ""} ${failure.remedy}`).toContain(says);
  });
}

async function declare(
  given: string,
  dialect: Dialect,
  used: NonNullable<KeywordRow["used"]>,
): Promise<Pick<EmittedTypes, "all" | "files" | "sources"> & { messages: readonly string[] }> {
  const schemas = given.trim().replace(/^/gmu, "    ");
  const head = `openapi: ${VERSIONS[dialect]}\ninfo: { title: Given, version: "1" }\npaths: {}\n`;
  const loaded = await loadContract(fileWith(`${head}components:\n  schemas:\n${schemas}\n`));
  const builder = createSchemaBuilder(loaded.document, dialect);
  builder.finish();
  const keys = Object.keys((loaded.document["components"] as { schemas: object }).schemas);
  const { all, files, sources } = emitDocumentTypes(loaded.document, {
    dialect,
    longDigits: loaded.longDigits,
    request: used === "response" ? [] : keys,
    response: used === "request" ? [] : keys,
  });
  const messages = [...[...loaded.diagnostics, ...builder.diagnostics].map(messageOf)];
  return { all, files, sources, messages };
}
