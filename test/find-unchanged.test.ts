import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { GenerateOptions } from "../src/client-settings.js";
import { generate } from "../src/generate.js";
import { shop } from "./cli/run.js";

/** With diagnostics of the contract, the model and the plan, a referenced file, and an integer that JavaScript rounds. */
const CONTRACT = `openapi: "3.1"
info: { title: Corner shop, version: "1" }
servers: [{ url: https://shop.example/v1 }]
paths:
  /orders:
    get:
      operationId: listOrders
      tags: [orders]
      parameters: [{ in: query, name: kind, schema: { enum: [] } }]
      responses:
        "200": { description: "", content: { application/json: { schema: { $ref: "order.yaml" } } } }
  /runs:
    get:
      operationId: startRuns
      tags: [orders]
      responses: { "202": { description: "" } }
`;
const ORDER =
  "type: object\nproperties: { id: { type: integer, maximum: 9007199254740993, minimum: -9007199254740993 } }\n";

interface World {
  readonly contract: string;
  readonly out: string;
  readonly file: (name: string) => string;
}

/** A folder with the client, as `generate` left it. */
async function world(options: Partial<GenerateOptions> = {}): Promise<World> {
  const { contract } = shop(CONTRACT);
  const out = join(dirname(contract), "client");
  writeFileSync(join(dirname(contract), "order.yaml"), ORDER);
  await generate({ contract, out, ...options });
  return { contract, out, file: (name) => join(out, name) };
}

/** The steps of a run, by name: one that builds nothing has two. */
async function stepsOf(options: GenerateOptions): Promise<readonly string[]> {
  const steps: string[] = [];
  await generate(options, ({ name }) => steps.push(name));
  return steps;
}

/** @returns no options: the file alone is another. */
function edit(path: string, from: string, to: string): Partial<GenerateOptions> {
  const text = readFileSync(path, "utf8");
  expect(text).toContain(from);
  writeFileSync(path, text.replace(from, to));
  return {};
}

const SHORT = ["load", "write"];
const WHOLE = ["load", "model", "plan", "emit", "write"];

describe("a run that would change nothing", () => {
  it("builds nothing, with and without --check", async () => {
    const { contract, out } = await world();
    expect(await stepsOf({ contract, out })).toEqual(SHORT);
    expect(await stepsOf({ contract, out, check: true })).toEqual(SHORT);
    expect(await stepsOf({ contract, out, strict: true })).toEqual(SHORT);
  });

  it("has the same outcome as one that builds", async () => {
    const { contract, out } = await world({ name: "Corner" });
    const short = await generate({ contract, out });
    expect(short).toEqual(await generate({ contract, out, force: true }));
    expect(short.diagnostics.map(({ id }) => id)).toEqual(
      expect.arrayContaining(["document/version", "schema/empty-enum", "response/no-content"]),
    );
    expect(short).toMatchObject({ upToDate: true, operations: 2, name: "Corner", stopped: false });
    expect((await generate({ contract, out, strict: true })).stopped).toBe(true);
  });

  it("may have its settings from the manifest, options or a configuration file", async () => {
    const { contract, out } = await world({ importExtension: "ts" });
    expect(await stepsOf({ contract, out, importExtension: "ts" })).toEqual(SHORT);
    const configured = { importExtension: "none" } as const;
    expect(await stepsOf({ contract, out, configured })).toEqual(WHOLE);
    expect(await stepsOf({ contract, out, configured })).toEqual(SHORT);
  });

  it("may read the contract with its keys in another order, and files with other line ends", async () => {
    const { contract, out, file } = await world();
    edit(contract, 'title: Corner shop, version: "1"', 'version: "1", title: Corner shop');
    const [maximum, minimum] = ["maximum: 9007199254740993", "minimum: -9007199254740993"];
    edit(join(dirname(contract), "order.yaml"), `${maximum}, ${minimum}`, `${minimum}, ${maximum}`);
    for (const name of ["manifest.json", "names.lock.json", "index.ts"])
      writeFileSync(file(name), readFileSync(file(name), "utf8").replaceAll("\n", "\r\n"));
    expect(await stepsOf({ contract, out })).toEqual(SHORT);
  });
});

describe("a run builds the client after a change of", () => {
  const changes: Record<string, (world: World) => Partial<GenerateOptions>> = {
    "the contract": ({ contract }) => edit(contract, "Corner shop", "Corner store"),
    "a file that the contract refers to": ({ contract }) =>
      edit(join(dirname(contract), "order.yaml"), "integer", "number"),
    "digits that JavaScript rounds": ({ contract }) =>
      edit(join(dirname(contract), "order.yaml"), "9007199254740993", "9007199254740992"),
    "the name": () => ({ name: "Store" }),
    "the vendor word": () => ({ vendor: "acme" }),
    "the import extension": () => ({ importExtension: "ts" }),
    "the bridge to openapi-typescript": () => ({ openapiTypes: true }),
    "the configuration file": () => ({ configured: { importExtension: "js" } }),
    "the lock of names": ({ file }) => edit(file("names.lock.json"), "orders.list", "orders.all"),
    "the spelling of the lock of names": ({ file }) => edit(file("names.lock.json"), "{", "{ "),
    "the version of Cabinetry": ({ file }) => edit(file("manifest.json"), '"0.', '"00.'),
    "a diagnostic in the manifest": ({ file }) => edit(file("manifest.json"), "schema/empty-enum", "x"),
    "the spelling of the manifest": ({ file }) => edit(file("manifest.json"), "{", "{ "),
    "the code of a checkout": ({ file }) => {
      utimesSync(file("manifest.json"), 1, 1);
      return {};
    },
    "a file that is gone": ({ file }) => {
      rmSync(file("api.md"));
      return {};
    },
    "nothing, with --rename": () => ({ rename: true }),
    "nothing, with --force": () => ({ force: true }),
  };

  it.each(Object.entries(changes))("%s", async (_, change) => {
    const { contract, out, ...more } = await world();
    const options = change({ contract, out, ...more });
    expect(await stepsOf({ contract, out, ...options })).toEqual(WHOLE);
  });

  it("a file by hand, and refuses to overwrite it", async () => {
    const { contract, out, file } = await world();
    edit(file("index.ts"), "export", "export ");
    await expect(generate({ contract, out })).rejects.toThrow("A file is not as Cabinetry left it");
    expect((await generate({ contract, out, check: true })).edited).toEqual(["index.ts"]);
  });

  it("a manifest of a merge conflict, and repairs it", async () => {
    const { contract, out, file } = await world();
    edit(file("manifest.json"), '  "seal"', '<<<<<<< ours\n=======\n>>>>>>> theirs\n  "seal"');
    expect((await generate({ contract, out })).changed).toEqual(["manifest.json"]);
  });

  it("a write that was interrupted", async () => {
    const { contract, out } = await world();
    mkdirSync(join(out, ".cabinetry-write"));
    const check = await generate({ contract, out, check: true });
    expect(check).toMatchObject({ interrupted: true, upToDate: false });
  });
});
