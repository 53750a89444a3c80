import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { inspect } from "../src/inspect.js";
import { makeTemporaryFolder } from "./support/temporary-folder.js";

const contract = new URL("../fixtures/external-api/openapi.yaml", import.meta.url).pathname;

describe("inspect of the external API", () => {
  it("recognises every trait of every operation, and says why", async () => {
    const { operations } = await inspect({ contract });
    expect(
      Object.fromEntries(operations.map(({ name, traits }) => [name, traits.map(({ trait }) => trait)])),
    ).toEqual({
      "analytics.getConfig": ["safe", "versionedRead", "features"],
      "analytics.queryProjects": ["safe", "pagination", "features"],
      "analytics.updateConfig": ["conditionalChange", "features"],
      "cabinets.getContext": ["safe", "features"],
      "cabinets.getSettings": ["safe", "versionedRead", "features"],
      "cabinets.list": ["safe", "pagination", "features"],
      "cabinets.search": ["safe", "pagination", "features"],
      "capabilities.get": ["safe", "capabilities"],
      "deals.export": ["idempotentCreate", "background", "features"],
      "deals.import": ["idempotentCreate", "background", "features"],
      "deals.search": ["safe", "pagination", "features"],
      "operations.get": ["safe"],
      "operations.getResult": ["safe", "pagination"],
      "projects.create": ["idempotentCreate", "background", "features"],
      "projects.getSources": ["safe", "versionedRead", "features"],
      "projects.update": ["features"],
      "projects.updateSources": ["conditionalChange", "features"],
      "projects.updateState": ["features"],
      "settings.update": ["conditionalChange", "features"],
      "token.exchange": ["tokenExchange"],
    });
    const reasons = operations.flatMap(({ traits }) => traits.map(({ reason }) => reason));
    expect(reasons.filter((reason) => !/^[A-Z].+\.$/.test(reason))).toEqual([]);
  });

  it("pairs each change with the read that hands out its ETag", async () => {
    const { operations } = await inspect({ contract });
    const pairs = operations.flatMap(({ name, traits }) =>
      traits.filter(({ trait }) => trait === "conditionalChange").map(({ facts }) => [name, facts]),
    );
    expect(pairs).toMatchObject([
      [
        "analytics.updateConfig",
        { header: "If-Match", read: { resource: "analytics", method: "getConfig" } },
      ],
      [
        "projects.updateSources",
        { header: "If-Match", read: { resource: "projects", method: "getSources" } },
      ],
      ["settings.update", { header: "If-Match", read: { resource: "cabinets", method: "getSettings" } }],
    ]);
  });

  it("[TOK-2] tells what is missing: the vendor word, until it is given", async () => {
    const open = await inspect({ contract });
    const given = await inspect({ contract, vendor: "acme" });
    expect(open.missing.filter((line) => line.includes("--vendor"))).toHaveLength(1);
    expect(given.missing.filter((line) => line.includes("--vendor"))).toEqual([]);
  });

  it("tells what is missing: the type of the access key, where the contract shows none", async () => {
    const folder = await makeTemporaryFolder("inspect");
    onTestFinished(folder.remove);
    const path = join(folder.path, "openapi.yaml");
    const text = await readFile(contract, "utf8");
    await writeFile(path, text.replace(/pattern: .urn:.*external-access-credential.$/m, "x-any: true"));
    const { missing } = await inspect({ contract: path, vendor: "acme" });
    expect(missing).toEqual([
      'The type of the access key that is exchanged: the contract does not show it, say it in cabinetry.yaml with `tokenExchange: { subjectTokenType: "?" }`.',
    ]);
  });

  it("[ACC-9] knows the six scopes, and how many operations need each", async () => {
    const { scopes } = await inspect({ contract });
    expect(scopes.map(({ name, operations }) => [name, operations])).toEqual([
      ["cabinet:deals:read", 1],
      ["cabinet:deals:write", 3],
      ["cabinet:exports:run", 3],
      ["cabinet:projects:write", 6],
      ["cabinet:read", 7],
      ["cabinet:settings:write", 2],
    ]);
  });
});
