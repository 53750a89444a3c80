import { describe, expect, it } from "vitest";
import { backoff, readRetry } from "../../../src/runtime/retry/read-retry.js";

describe("backoff", () => {
  const bounds = { baseDelay: 500, maxDelay: 3000 };
  it.each([
    { attempt: 1, random: 0, want: 0 },
    { attempt: 1, random: 0.5, want: 250 },
    { attempt: 2, random: 0.5, want: 500 },
    { attempt: 3, random: 0.999, want: 1998 },
    { attempt: 4, random: 0.5, want: 1500 },
    { attempt: 2000, random: 0.5, want: 1500 },
  ])("attempt $attempt with $random waits $want", ({ attempt, random, want }) => {
    expect(backoff(attempt, bounds, random)).toBeCloseTo(want, 6);
  });
});

it("bounds the first wait by half a second and every wait by 20 seconds, unless the caller says otherwise", () => {
  expect(readRetry({})).toMatchObject({ attempts: 4, baseDelay: 500, maxDelay: 20_000 });
});
