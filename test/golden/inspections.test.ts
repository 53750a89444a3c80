import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { inspected, inspectedFixtures } from "./inspections.js";

describe("what `cabinetry inspect` says of the contracts of others", () => {
  it.each(inspectedFixtures())("$name is what it would say now", async (fixture) => {
    expect(
      await inspected(fixture),
      `fixtures/foreign/${fixture.name}/inspect.txt is out of date: run \`npm run golden\`, review what changed, and commit it`,
    ).toBe(await readFile(fixture.file, "utf8"));
  });
});
