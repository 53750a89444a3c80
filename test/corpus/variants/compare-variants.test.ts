import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseYaml } from "@redocly/openapi-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeTemporaryFolder, type TemporaryFolder } from "../../support/temporary-folder.js";
import { compareVariants, describeVariants } from "./compare-variants.js";
import type { VariantFinding } from "./generate-variants.js";
import { type Variant, writeVariant } from "./write-variant.js";

describe("the clients of a document's variants", () => {
  const manifest = { name: "Pets", files: { "client.ts": "1", "models/pet.ts": "2" } };
  const own = new Map([["pets.yaml", manifest]]);
  const compare = (findings: readonly VariantFinding[]): string =>
    describeVariants(compareVariants(own, findings));

  test("are the document's own when every file is, whatever comes of a refused one", () => {
    expect(
      compare([
        { document: "pets.yaml", variant: "shuffled", manifest },
        { document: "bad.yaml", variant: "shuffled", manifest: { refused: "it is bad" } },
      ]),
    ).toBe("Other spellings of the documents (1 shuffled, 0 respelled, 0 split): 0 files with other bytes.");
  });

  test("are told apart file by file", () => {
    expect(
      compare([
        { document: "pets.yaml", variant: "split", manifest: { name: "Cats", files: { "client.ts": "1" } } },
        { document: "pets.yaml", variant: "respelled", manifest: { refused: "Something is wrong." } },
      ]),
    ).toBe(`Other spellings of the documents (0 shuffled, 1 respelled, 1 split): 3 files with other bytes.
  pets.yaml, split: models/pet.ts
  pets.yaml, split: name
  pets.yaml, respelled: Something is wrong.`);
  });
});

describe("a variant of a document", () => {
  const yaml = `openapi: 3.1.0
info: { title: Pets, version: "1" }
components: { schemas: { Pet: { type: object, properties: { id: { type: string }, of: { $ref: "#/components/schemas/Pet" } } } } }
`;
  let temporary: TemporaryFolder;
  beforeAll(async () => {
    temporary = await makeTemporaryFolder("variants");
  });
  afterAll(() => temporary.remove());

  async function variantOf(text: string, variant: Variant): Promise<string | undefined> {
    const folder = join(temporary.path, `${variant}-${String(text.length)}`);
    await mkdir(folder);
    await writeFile(join(temporary.path, "pets.yaml"), text);
    return writeVariant(join(temporary.path, "pets.yaml"), variant, folder);
  }

  test.each(["shuffled", "respelled"] as const)("says the same when it is %s", async (variant) => {
    const text = await readFile((await variantOf(yaml, variant)) ?? "", "utf8");
    expect(parseYaml(text)).toEqual(parseYaml(yaml));
    expect(text.startsWith("{")).toBe(variant === "respelled");
  });

  test("has a file for each component when it is split", async () => {
    const root = (await variantOf(yaml, "split")) ?? "";
    expect(parseYaml(await readFile(root, "utf8"))).toMatchObject({
      components: { schemas: { Pet: { $ref: "./schemas/Pet.yaml" } } },
    });
    expect(await readFile(join(root, "../schemas/Pet.yaml"), "utf8")).toContain("../schemas/Pet.yaml");
  });

  test("is not split where places are named by anchors", async () => {
    expect(await variantOf(`${yaml}x: { $anchor: here }\n`, "split")).toBeUndefined();
  });
});
