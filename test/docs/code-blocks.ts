import { readFileSync } from "node:fs";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { emitContract } from "../emit/emit-contract.js";
import { compileProgram, type Complaint } from "../support/compile-program.js";
import { repository } from "../support/repository.js";
import { makeTemporaryFolder, type TemporaryFolder } from "../support/temporary-folder.js";

const client = join(repository, "generated/external-api/index.js");
const sandbox = join(repository, "src/sandbox/index.js");

/** The text of a page under docs. */
export function readPage(name: string): string {
  return readFileSync(join(repository, "docs", name), "utf8");
}

/**
 * Adds a test for each block of TypeScript on a page: it compiles as a file of a program that has the committed client as
 * `./external-api`, and that of a contract as `./client`.
 *
 * @param given - what the page takes for granted, put before each block
 * @param contract - of `./client`; absent: no block has one
 */
export function testCodeBlocks(name: string, given: string, contract?: string): void {
  const page = readPage(name);
  // Each block with the heading that it stands under.
  const blocks = [...page.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(({ 1: code = "", index }) => {
    const heading =
      page
        .slice(0, index)
        .match(/^#+ .*$/gm)
        ?.at(-1) ?? "";
    return { heading: heading.replace(/^#+ /, ""), code };
  });

  describe(`docs/${name}`, () => {
    let temporary: TemporaryFolder;
    let complaints: readonly Complaint[];
    const fileOf = (index: number): string => join(temporary.path, `block-${String(index)}.ts`);

    beforeAll(async () => {
      temporary = await makeTemporaryFolder("docs");
      await writeFile(join(temporary.path, "package.json"), '{ "type": "module" }\n');
      await symlink(join(repository, "node_modules"), join(temporary.path, "node_modules"));
      const files = contract === undefined ? [] : await emitContract(contract);
      for (const [path, text] of files) {
        const file = join(temporary.path, "client", path);
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, text);
      }
      await Promise.all(
        blocks.map(({ code }, index) =>
          writeFile(
            fileOf(index),
            `${given}${code}`
              .replaceAll("./external-api/index.js", client)
              .replaceAll("cabinetry/sandbox", sandbox),
          ),
        ),
      );
      const samples = blocks.map((_, index) => fileOf(index));
      complaints = compileProgram({ roots: samples, checked: samples, platform: "node" });
    });
    afterAll(() => temporary.remove());

    test.each(blocks.map(({ heading }, index) => [index + 1, heading] as const))(
      "code block %i, under %s, compiles against the client",
      (number) => {
        const own = complaints.filter(({ file }) => file === fileOf(number - 1));
        expect(own.map(({ code, message }) => `TS${String(code)} ${message}`)).toEqual([]);
      },
    );
  });
}

/**
 * What the compiler says of a sample with the committed client as `./external-api`: the line of the sample, and the message.
 *
 * @param given - what the sample takes for granted
 */
export async function compileSample(
  code: string,
  given: string,
): Promise<readonly (readonly [line: string | undefined, message: string])[]> {
  const folder = await makeTemporaryFolder("sample");
  onTestFinished(() => folder.remove());
  const file = join(folder.path, "sample.ts");
  const program = `${code}${given}`
    .replaceAll("./external-api/index.js", client)
    .replaceAll(/process\.env\.(\w+)/gu, 'process.env["$1"]');
  await writeFile(join(folder.path, "package.json"), '{ "type": "module" }');
  await writeFile(file, program);
  const lines = code.split("\n");
  return compileProgram({ roots: [file], checked: [file], platform: "node" }).map(({ line, message }) => [
    lines[line - 1],
    message,
  ]);
}
