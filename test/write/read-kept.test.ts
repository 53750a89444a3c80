import { writeFileSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { generate } from "../../src/generate.js";
import { readKept } from "../../src/write/read-kept.js";

const contract = new URL("../../fixtures/external-api/openapi.yaml", import.meta.url).pathname;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "cabinetry-kept-"));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe("options of the client that already stands in the folder", () => {
  it("are none where there is no client", async () => {
    expect(await readKept(join(folder, "absent"))).toEqual({});
    await writeFile(join(folder, "manifest.json"), '{ "name": "a web app" }');
    expect(await readKept(folder)).toEqual({});
  });

  it("serve again: a check needs none of them, and another word counts as a difference", async () => {
    const out = join(folder, "client");
    await generate({ contract, out, vendor: "acme", name: "Acme", importExtension: "ts" });
    const { names, ...options } = await readKept(out);
    expect(options).toEqual({
      keptClass: { name: "Acme", given: true },
      title: expect.stringContaining("External API") as string,
      vendor: "acme",
      importExtension: "ts",
    });
    expect(names?.operations["GET /cabinets"]).toBe("cabinets.list");
    expect(names?.models["#/components/schemas/Cabinet"]).toBe("Cabinet");
    expect((await generate({ contract, out, check: true })).upToDate).toBe(true);
    const other = await generate({ contract, out, check: true, vendor: "other" });
    expect(other.changed).toEqual(["connect.ts", "manifest.json"]);
  });

  it("are none that nobody gave: a derived class stays, and is no option", async () => {
    const { out, write } = shop();
    await generate({ contract: write("Étude de marché"), out, openapiTypes: true });
    expect(await readKept(out)).toMatchObject({
      keptClass: { name: "ÉtudeDeMarché", given: false },
      openapiTypes: true,
    });
    expect((await generate({ contract: write("Étude de marché"), out })).upToDate).toBe(true);
    const retitled = await generate({ contract: write("Études"), out });
    expect([retitled.name, retitled.diagnostics]).toEqual(["ÉtudeDeMarché", []]);
    expect((await generate({ contract: write("Études"), out, rename: true })).name).toBe("Études");
  });

  it("that were asked for survive --rename, and another word for each replaces it", async () => {
    const { out, write } = shop();
    await generate({ contract: write("Shop"), out, name: "Store", importExtension: "none" });
    expect((await generate({ contract: write("Shop"), out, rename: true })).name).toBe("Store");
    await generate({
      contract: write("Shop"),
      out,
      name: "Market",
      importExtension: "ts",
      openapiTypes: true,
    });
    await generate({ contract: write("Shop"), out, openapiTypes: false });
    expect(await readKept(out)).toMatchObject({
      keptClass: { name: "Market", given: true },
      importExtension: "ts",
    });
    expect(await readKept(out)).not.toHaveProperty("openapiTypes");
  });

  it("are checked: what a manifest says becomes code", async () => {
    const { out, write } = shop();
    await generate({ contract: write("Shop"), out });
    const manifest = join(out, "manifest.json");
    await writeFile(manifest, (await readFile(manifest, "utf8")).replace('"name": "Shop"', '"name": "A;b"'));
    await expect(generate({ contract: write("Shop"), out })).rejects.toMatchObject({
      exitCode: 2,
      message: 'The manifest names the client "A;b", which cannot be the name of a class.',
    });
  });
});

/** A folder for a client, and what writes its contract under a title. */
function shop(): { readonly out: string; readonly write: (title: string) => string } {
  const path = join(folder, "openapi.json");
  const write = (given: string) => {
    const paths = {
      "/orders": { get: { operationId: "listOrders", responses: { 204: { description: "O" } } } },
    };
    const document = { openapi: "3.1.0", info: { title: given, version: "1" }, paths };
    writeFileSync(path, JSON.stringify(document));
    return path;
  };
  return { out: join(folder, "client"), write };
}
