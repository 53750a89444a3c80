import { mkdtemp, rm, writeFile } from "node:fs/promises";
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
    expect(options).toEqual({ name: "Acme", vendor: "acme", importExtension: "ts" });
    expect(names?.operations["GET /cabinets"]).toBe("cabinets.list");
    expect(names?.models["#/components/schemas/Cabinet"]).toBe("Cabinet");
    expect((await generate({ contract, out, check: true })).upToDate).toBe(true);
    const other = await generate({ contract, out, check: true, vendor: "other" });
    expect(other.changed).toEqual(["connect.ts", "manifest.json"]);
  });
});
