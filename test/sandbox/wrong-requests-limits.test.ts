import { describe, expect, test } from "vitest";
import {
  changeSettings,
  expectProblem,
  exportUnder,
  importUnder,
  useWrongWorld,
  type WrongRow,
} from "./wrong-requests.js";

const world = useWrongWorld("test");

describe("a limit or a switch of the deployment", () => {
  test.each<readonly [...WrongRow, retryAfter: string | null]>([
    [
      "[CAP-6] too many reads",
      async (w) => {
        w.sandbox.setLimits({ readRequestsPerMinute: 1 });
        await w.send("/cabinets");
        return w.send("/cabinets");
      },
      [429, "rate_limited", true],
      "60",
    ],
    [
      "[CAP-6] too many posts",
      async (w) => {
        w.sandbox.setLimits({ postRequestsPerMinute: 1 });
        await w.send("/cabinets/search", { body: { query: "a" } });
        w.clock.advance(15_000);
        return w.send("/cabinets/search", { body: { query: "a" } });
      },
      [429, "rate_limited", true],
      "45",
    ],
    [
      "[CAP-5] too many operations at once",
      async (w) => {
        for (let started = 0; started < 5; started += 1) await w.startImport();
        return importUnder(w, "sixth");
      },
      [429, "too_many_operations", true],
      "3",
    ],
    [
      "[OPS-4] polls too often",
      async (w) => {
        w.sandbox.setLimits({ minPollIntervalMs: 2000 });
        const id = await w.startImport();
        await w.send(`/operations/${id}`);
        return w.send(`/operations/${id}`);
      },
      [429, "rate_limited", true],
      "2",
    ],
    [
      "[CAP-3] reads are off",
      (w) => {
        w.sandbox.setFeatures({ readsEnabled: false });
        return w.send("/cabinets");
      },
      [403, "feature_disabled", false],
      null,
    ],
    [
      "[CAP-3] writes are off",
      (w) => {
        w.sandbox.setFeatures({ writesEnabled: false });
        return importUnder(w, "k");
      },
      [403, "feature_disabled", false],
      null,
    ],
    [
      "[CAP-3] project writes are off",
      (w) => {
        w.sandbox.setFeatures({ projectWritesEnabled: false });
        return w.send("/projects/state-updates", { body: {} });
      },
      [403, "feature_disabled", false],
      null,
    ],
    [
      "[CAP-3] settings writes are off",
      (w) => {
        w.sandbox.setFeatures({ settingsWritesEnabled: false });
        return changeSettings(w, { "if-match": '"a"' });
      },
      [403, "feature_disabled", false],
      null,
    ],
    [
      "[CAP-3] sensitive data and exports are off",
      (w) => {
        w.sandbox.setFeatures({ sensitiveDataAndExportsEnabled: false });
        return exportUnder(w, "k");
      },
      [403, "feature_disabled", false],
      null,
    ],
    [
      "[CAP-5] a body beyond a lowered limit",
      (w) => {
        w.sandbox.setLimits({ maxRequestBodyBytes: 20 });
        return w.send("/cabinets/search", { body: { query: "twenty-one" } });
      },
      [413, "request_too_large", false],
      null,
    ],
  ])("%s", async (_name, request, want, retryAfter) => {
    const received = await request(world());
    await expectProblem(world(), received, want);
    expect(received.headers.get("retry-after")).toBe(retryAfter);
  });
});
