import { describe, expect, it } from "vitest";
import { tokenWindows, windowAt } from "../../../src/runtime/credentials/credential-source.js";

const hour = 3_600_000;

describe("tokenWindows", () => {
  it.each([
    { random: 0, want: 0.7 * hour },
    { random: 0.5, want: 0.775 * hour },
  ])(
    "[TOK-5] with $random an hour's token is renewed after $want ms: a fleet does not do it in step",
    ({ random, want }) => {
      expect(tokenWindows(hour, random).renewAfter).toBeCloseTo(want, 3);
    },
  );

  it.each([
    { given: "half a minute, for a token of an hour", lifetime: hour, want: hour - 30_000 },
    { given: "a tenth of its life, for one of a minute", lifetime: 60_000, want: 54_000 },
  ])("[TOK-5] no call begins with a token in its last stretch: $given", ({ lifetime, want }) => {
    const windows = tokenWindows(lifetime, 0);
    expect([windowAt(windows, want - 1), windowAt(windows, want)]).toEqual(["renew", "over"]);
  });
});
