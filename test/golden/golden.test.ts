import { describe, expect, it } from "vitest";
import { generate } from "../../src/generate.js";
import { goldenFixtures } from "./fixtures.js";

const fixtures = goldenFixtures();

describe("the committed clients", () => {
  it("are there: one for each fixture", () => {
    expect(fixtures.map(({ name }) => name)).toContain("external-api");
  });

  it.each(fixtures)("$name is what would be generated now", async ({ name, options }) => {
    const { created, changed, stale, edited } = await generate({ ...options, check: true, rename: true });
    expect(
      { created, changed, stale, edited },
      `generated/${name} is out of date: run \`npm run golden\`, review what changed, and commit it`,
    ).toEqual({ created: [], changed: [], stale: [], edited: [] });
  });
});
