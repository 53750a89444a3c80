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
    expect([retitled.name, retitled.warnings]).toEqual(["ÉtudeDeMarché", []]);
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

  it("are names, which stay where parameters of a path have others: the route is the same", async () => {
    const out = join(folder, "client");
    const write = (name: string) => {
      const path = join(folder, "openapi.yaml");
      writeFileSync(path, tracking(name));
      return path;
    };
    await generate({ contract: write("trackingId"), out });
    const used = ["inputs/root.ts", "models/index.ts", "index.ts"];
    const filesNow = () => Promise.all(used.map((name) => readFile(join(out, name), "utf8")));
    const before = [Object.values((await readKept(out)).names?.operations ?? {}), await filesNow()];
    const changed = await generate({ contract: write("deviceId"), out });
    expect(changed.warnings).toEqual([
      "Parameters of paths have other names: `/v2/{trackingId}` is `/v2/{deviceId}` now, and 1 more. Methods, models and members of inputs keep theirs; --rename takes the new ones.",
      expect.stringContaining(
        "Operations that keep their names although a new client would have others",
      ) as string,
    ]);
    const { operations } = (await readKept(out)).names ?? {};
    expect(Object.keys(operations ?? {})).toContain("DELETE /v2/{deviceId}");
    const now = (await filesNow()).map((text) =>
      text.replaceAll(/ *\/\*\* Sent as `deviceId` in the path. \*\/\n/gu, ""),
    );
    expect([Object.values(operations ?? {}), now]).toEqual(before);
    const again = await generate({ contract: write("deviceId"), out, check: true });
    expect([again.upToDate, again.warnings.length]).toEqual([true, 1]);
    await generate({ contract: write("deviceId"), out, rename: true });
    expect((await readKept(out)).names?.operations["DELETE /v2/{deviceId}"]).toContain("ByDeviceId");
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

/** A contract without operationIds whose paths have a parameter of that name. */
function tracking(name: string): string {
  const parameters = `parameters: [{ in: path, name: ${name}, required: true, schema: { type: string } }]`;
  const schema =
    "schema: { type: object, properties: { at: { type: object, properties: { x: { type: number } } } } }";
  const content = `content: { application/json: { ${schema} } }`;
  return `
openapi: 3.1.0
info: { title: Tracking, version: "1" }
servers: [{ url: https://a.example }]
paths:
  /v2/{${name}}:
    ${parameters}
    delete: { responses: { "204": { description: "" } } }
    put: { requestBody: { required: true, ${content} }, responses: { "200": { description: "", ${content} } } }
  /v2/{${name}}/shadows: { ${parameters}, get: { parameters: [{ in: query, name: deviceId, schema: { type: string } }], responses: { "200": { description: "", ${content} } } } }
`;
}
