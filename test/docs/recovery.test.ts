import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compileProgram, type Complaint } from "../support/compile-program.js";
import { repository } from "../support/repository.js";
import { makeTemporaryFolder, type TemporaryFolder } from "../support/temporary-folder.js";

const page = readFileSync(join(repository, "docs/recovery.md"), "utf8");
const client = join(repository, "generated/external-api/index.js");

/** What the page takes for granted: a client with every scope, and the reader's own functions. */
const given = `
import type { DealsImportInput, Deal, ExternalApi as Client } from "./external-api/index.js";
declare const api: Client;
declare const input: DealsImportInput;
declare const cabinetId: string, projectId: string, operationId: string, reason: string;
declare const rememberedKey: string, storedETag: string;
declare function untilTheNetworkIsBack(): Promise<void>;
declare function countDealsOf(input: DealsImportInput): Promise<number>;
declare function scheduleLater(operationId: string): Promise<void>;
declare function scheduleAt(time: Date): Promise<void>;
declare function pauseExports(): Promise<void>;
declare const lastBookmark: string | undefined;
declare function keep(deals: readonly Deal[], bookmark: string | undefined): Promise<void>;
`;

/** The code of the page, each block with the heading that it stands under. */
const blocks = [...page.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(({ 1: code = "", index }) => {
  const heading =
    page
      .slice(0, index)
      .match(/^#+ .*$/gm)
      ?.at(-1) ?? "";
  return { heading: heading.replace(/^#+ /, ""), code };
});

let temporary: TemporaryFolder;
let complaints: readonly Complaint[];
const fileOf = (index: number): string => join(temporary.path, `block-${String(index)}.ts`);

beforeAll(async () => {
  temporary = await makeTemporaryFolder("recovery");
  await writeFile(join(temporary.path, "package.json"), '{ "type": "module" }\n');
  await Promise.all(
    blocks.map(({ code }, index) =>
      writeFile(fileOf(index), `${given}${code}`.replaceAll("./external-api/index.js", client)),
    ),
  );
  complaints = compileProgram({ roots: blocks.map((_, index) => fileOf(index)), platform: "node" });
});
afterAll(() => temporary.remove());

describe("docs/recovery.md", () => {
  test.each(blocks.map(({ heading }, index) => [index + 1, heading] as const))(
    "code block %i, under %s, compiles against the client",
    (number) => {
      const own = complaints.filter(({ file }) => file === fileOf(number - 1));
      expect(own.map(({ code, message }) => `TS${String(code)} ${message}`)).toEqual([]);
    },
  );

  test("has a section and a row for each error class of the client, and for no other", async () => {
    const classes = Object.keys((await import("../../generated/external-api/index.js")) as object)
      .filter((name) => name.endsWith("Error") && !name.startsWith("is") && name !== "ApiError")
      .sort();
    const sections = [...page.matchAll(/^### (\w+)$/gm)].map(([, name = ""]) => name);
    const table = page.slice(page.indexOf("| Was anything"), page.indexOf("\n## "));
    expect(sections.sort()).toEqual(classes);
    expect(classes.filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
  });
});
