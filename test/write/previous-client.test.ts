import { writeFileSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { generate } from "../../src/generate.js";
import { product } from "../../src/text/product.js";
import { readPrevious } from "../../src/write/previous-client.js";

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
    expect(await readPrevious(join(folder, "absent"))).toEqual({ settings: {} });
    await writeFile(join(folder, "manifest.json"), '{ "name": "a web app" }');
    expect(await readPrevious(folder)).toEqual({ settings: {} });
  });

  it("serve again: a check needs none of them, and another word counts as a difference", async () => {
    const out = join(folder, "client");
    await generate({ contract, out, vendor: "acme", name: "Acme", importExtension: "ts" });
    const { names, ...options } = await readPrevious(out);
    expect(options).toEqual({
      title: expect.stringContaining("External API") as string,
      generatorVersion: product().version,
      configuration: {},
      settings: { name: "Acme", vendor: "acme", importExtension: "ts" },
    });
    expect(names?.client).toBe("Acme");
    expect(names?.operations["GET /cabinets"]).toBe("cabinets.list");
    expect(names?.models["#/components/schemas/Cabinet"]).toBe("Cabinet");
    expect((await generate({ contract, out, check: true })).upToDate).toBe(true);
    const other = await generate({ contract, out, check: true, vendor: "other" });
    expect(other.changed).toEqual(["connect.ts", "manifest.json"]);
  });

  it("are none that nobody gave: a derived class stays, and is no option", async () => {
    const { out, write } = shop();
    await generate({ contract: write("Étude de marché"), out, openapiTypes: true });
    const { names, settings } = await readPrevious(out);
    expect([names?.client, settings]).toEqual([
      "ÉtudeDeMarché",
      { importExtension: "js", openapiTypes: true },
    ]);
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
    expect((await readPrevious(out)).settings).toEqual({ name: "Market", importExtension: "ts" });
  });

  it("are checked: what a lock says becomes code", async () => {
    const { out, write } = shop();
    await generate({ contract: write("Shop"), out });
    const lock = join(out, "names.lock.json");
    await writeFile(lock, (await readFile(lock, "utf8")).replace('"client": "Shop"', '"client": "A;b"'));
    await expect(generate({ contract: write("Shop"), out })).rejects.toMatchObject({
      exitCode: 2,
      message: 'names.lock.json names the client "A;b", which cannot be the name of a class.',
    });
  });
});

describe("names of the client that is in the folder", () => {
  const LOCK = '{\n  "GET /orders": "orders.list",\n  "client": "Shop"\n}\n';

  it("are in the lock, which people may edit", async () => {
    const { out, write } = shop();
    await generate({ contract: write("Shop"), out });
    const lock = join(out, "names.lock.json");
    expect(await readFile(lock, "utf8")).toBe(LOCK);
    await writeFile(lock, LOCK.replace("orders.list", "orders.all"));
    const outcome = await generate({ contract: write("Shop"), out });
    expect(outcome.edited).toEqual([]);
    expect(await readFile(join(out, "resources/orders.ts"), "utf8")).toContain(" all");
    expect(await readFile(lock, "utf8")).toContain("orders.all");
  });

  it("are not recomputed when the lock is lost, but for --rename", async () => {
    const { out, write } = shop();
    await generate({ contract: write("Shop"), out });
    await rm(join(out, "names.lock.json"));
    for (const check of [true, false]) {
      await expect(generate({ contract: write("Shop"), out, check })).rejects.toMatchObject({
        exitCode: 2,
        message: `The lock of names is missing: ${join(out, "names.lock.json")}.`,
      });
    }
    await generate({ contract: write("Shop"), out, rename: true });
    expect(await readFile(join(out, "names.lock.json"), "utf8")).toBe(LOCK);
  });

  it("stay when the manifest is lost", async () => {
    const { out, write } = shop();
    await generate({ contract: write("Shop"), out });
    const lock = join(out, "names.lock.json");
    await writeFile(lock, LOCK.replace("orders.list", "orders.all"));
    await generate({ contract: write("Shop"), out });
    await rm(join(out, "manifest.json"));
    expect(await generate({ contract: write("Shop"), out })).toMatchObject({ created: ["manifest.json"] });
    expect(await readFile(lock, "utf8")).toContain("orders.all");
  });

  /** A manifest as 0.1.0 wrote it. */
  const FIRST = {
    schemaVersion: 1,
    generator: { name: "cabinetry", version: "0.1.0" },
    name: "Store",
    contract: { title: "Shop", version: "1", server: "", digest: "" },
    options: { importExtension: "ts", name: "Store", vendor: "acme" },
    names: { operations: { "GET /orders": "orders.all" }, models: {}, forms: {} },
    files: {},
  };

  it("come from a manifest of 0.1.0 once, and its settings stay in force", async () => {
    const { out, write } = shop();
    await mkdir(out);
    await writeFile(join(out, "manifest.json"), JSON.stringify(FIRST, null, 2));
    expect(await readPrevious(out)).toMatchObject({ isOfFirstVersion: true });
    expect(await generate({ contract: write("Shop"), out })).toMatchObject({ name: "Store" });
    expect(await readFile(join(out, "names.lock.json"), "utf8")).toBe(
      '{\n  "GET /orders": "orders.all",\n  "client": "Store"\n}\n',
    );
    const manifest = JSON.parse(await readFile(join(out, "manifest.json"), "utf8")) as object;
    expect(manifest).toMatchObject({ schemaVersion: 2, options: { importExtension: "ts", name: "Store" } });
    expect(manifest).not.toHaveProperty("names");
    expect(await readPrevious(out)).not.toHaveProperty("isOfFirstVersion");
  });

  it("come from both sides of a manifest of 0.1.0 in a merge conflict", async () => {
    await mkdir(join(folder, "client"));
    const ours = JSON.stringify(FIRST, null, 2);
    const line = '      "GET /orders": "orders.all"\n';
    const conflicted = ours.replace(
      line,
      `<<<<<<< ours\n      "GET /carts": "carts.list",\n${line}=======\n${line.replace(/"\n$/u, '",\n')}      "GET /shops": "shops.list"\n>>>>>>> theirs\n`,
    );
    await writeFile(join(folder, "client/manifest.json"), conflicted);
    expect(await readPrevious(join(folder, "client"))).toMatchObject({
      settings: { importExtension: "ts", name: "Store", vendor: "acme" },
      names: {
        client: "Store",
        operations: {
          "GET /carts": "carts.list",
          "GET /orders": "orders.all",
          "GET /shops": "shops.list",
        },
      },
    });
    const settings = conflicted.replace(
      '    "vendor": "acme"\n',
      '<<<<<<< ours\n    "vendor": "acme"\n=======\n    "vendor": "other"\n>>>>>>> theirs\n',
    );
    await writeFile(join(folder, "client/manifest.json"), settings);
    await expect(readPrevious(join(folder, "client"))).rejects.toMatchObject({
      exitCode: 2,
      message: "The branches that were merged have different values of the setting vendor.",
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
