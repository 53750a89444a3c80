import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { generate } from "../../src/generate.js";
import { repository } from "../support/repository.js";
import { runProgram } from "../support/run-program.js";
import { seeded } from "../support/seeded.js";
import { makeTemporaryFolder, type TemporaryFolder } from "../support/temporary-folder.js";
import { isObject, shuffleKeys, type Json, type JsonObject } from "./json-tree.js";
import { splitComponents, splitPathItems, splitWithoutList, type ContractFiles } from "./split-contract.js";

const fixture = join(repository, "fixtures/external-api/openapi.yaml");

let temporary: TemporaryFolder;
let contract: JsonObject;
/** Path → text of the client that is generated from the fixture as it stands. */
let want: Readonly<Record<string, string>>;
let counter = 0;

beforeAll(async () => {
  temporary = await makeTemporaryFolder("determinism");
  const parsed = parse(await readFile(fixture, "utf8")) as Json;
  if (!isObject(parsed)) throw new Error("the fixture is no object");
  contract = parsed;
  want = await generateFrom(fixture);
});
afterAll(() => temporary.remove());

function freshFolder(): string {
  counter += 1;
  return join(temporary.path, String(counter));
}

async function generateFrom(path: string): Promise<Record<string, string>> {
  const out = freshFolder();
  await generate({ contract: path, out, vendor: "example" });
  return readFolder(out);
}

async function readFolder(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const files = paths.map(async (path) => [relative(folder, path), await readFile(path, "utf8")] as const);
  return Object.fromEntries(await Promise.all(files));
}

/** Writes a contract and gives the path of its root. */
async function place(files: ContractFiles, print: (document: Json) => string = stringify): Promise<string> {
  const folder = freshFolder();
  for (const [path, document] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), print(document));
  }
  return join(folder, "openapi.yaml");
}

/** Names the files that differ before it compares them, so that a failure is readable. */
function expectSame(got: Readonly<Record<string, string>>, wanted = want): void {
  expect(Object.keys(got)).toContain("client.ts");
  const paths = [...new Set([...Object.keys(wanted), ...Object.keys(got)])];
  expect(paths.filter((path) => got[path] !== wanted[path])).toEqual([]);
}

/** Its references lead to a member, to a member that is a reference, to another name, into an answer and into a path. */
const referringToParts = parse(`
openapi: 3.1.0
info: { title: Pets, version: "1" }
paths:
  /pets:
    get:
      operationId: listPets
      responses:
        "200":
          description: Pets
          content:
            application/json:
              schema: { type: object, properties: { all: { type: array, items: { $ref: "#/components/schemas/Pet" } } } }
        "400": { $ref: "#/components/responses/Bad" }
  /problems:
    post:
      operationId: report
      requestBody:
        content:
          application/json: { schema: { $ref: "#/components/responses/Bad/content/application~1json/schema" } }
      responses: { "204": { description: Reported } }
components:
  responses:
    Bad:
      description: Bad
      content: { application/json: { schema: { type: object, properties: { why: { type: string } } } } }
  schemas:
    Animal: { $ref: "#/components/schemas/Pet" }
    Pet:
      type: object
      properties:
        owner: { type: object, properties: { name: { type: string } } }
        parent: { $ref: "#/components/schemas/Animal" }
    Visit:
      type: object
      properties:
        animal: { $ref: "#/components/schemas/Pet/properties/parent" }
        by: { $ref: "#/components/schemas/Pet/properties/owner" }
        others: { $ref: "#/paths/~1pets/get/responses/200/content/application~1json/schema" }
`) as JsonObject;

describe("the same contract gives the same bytes", () => {
  test("[GEN-4] whatever the order of keys, as YAML and as JSON", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.boolean(), async (seed, asJson) => {
        const shuffled = shuffleKeys(contract, seeded(seed));
        const print = asJson ? JSON.stringify : stringify;
        expectSame(await generateFrom(await place(new Map([["openapi.yaml", shuffled]]), print)));
      }),
      { numRuns: 6 },
    );
  });

  test.each([
    ["its path items in files of their own", splitPathItems],
    ["its components in files of their own", splitComponents],
    ["its components in files that the root does not list", splitWithoutList],
  ])("with %s", async (_, split) => {
    expectSame(await generateFrom(await place(split(contract))));
  });

  test("split and shuffled at once", async () => {
    const files = [...splitComponents(contract)].map(
      ([path, document], index) => [path, shuffleKeys(document, seeded(index))] as const,
    );
    expectSame(await generateFrom(await place(new Map(files))));
  });

  test.each([
    ["its path items in files of their own", splitPathItems],
    ["its components in files of their own", splitComponents],
  ])("where references lead into parts of components and paths, with %s", async (_, split) => {
    const whole = await generateFrom(await place(new Map([["openapi.yaml", referringToParts]])));
    expectSame(await generateFrom(await place(split(referringToParts))), whole);
  });

  test("read from another path, by the command, in another time zone and locale", async () => {
    const path = join(temporary.path, "another place", "vertrag ü.yaml");
    await mkdir(dirname(path));
    await writeFile(path, await readFile(fixture));
    const out = freshFolder();
    const words = ["generate", path, "-o", out, "--vendor", "example", "--quiet"];
    const env = { ...process.env, TZ: "Pacific/Kiritimati", LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8" };
    const main = join(repository, "src/cli/main.ts");
    const { exitCode, stderr } = await runProgram(process.execPath, ["--import", "tsx", main, ...words], {
      cwd: repository,
      env,
    });
    expect([exitCode, stderr]).toEqual([0, ""]);
    expectSame(await readFolder(out));
  });
});
