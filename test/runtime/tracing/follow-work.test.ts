import { describe, expect, test } from "vitest";
import { followWork, type Tracing, type WorkTrace } from "../../../src/runtime/tracing/tracing.js";

const broken = (): never => {
  throw new Error("a fault in the tracer");
};
const still: WorkTrace = {
  during: (work) => {
    work();
  },
  attempt: broken,
  done: broken,
  failed: broken,
};

describe("followWork", () => {
  test.each<[string, Tracing]>([
    ["throws at the beginning", { begin: broken }],
    ["throws later", { begin: () => still }],
    ["throws before the work", { begin: () => ({ ...still, during: broken }) }],
    ["does not do the work", { begin: () => ({ ...still, during: () => undefined }) }],
    [
      "does the work twice",
      {
        begin: () => ({
          ...still,
          during: (work) => {
            work();
            work();
          },
        }),
      },
    ],
    [
      "throws after the work",
      {
        begin: () => ({
          ...still,
          during: (work) => {
            work();
            broken();
          },
        }),
      },
    ],
    [
      "throws at each step of a request",
      {
        begin: () => ({
          ...still,
          attempt: () => ({
            get context(): never {
              return broken();
            },
            responded: broken,
            done: broken,
            failed: broken,
          }),
        }),
      },
    ],
  ])("work is done once and ends as it ends under tracing that %s", async (_, tracing) => {
    let done = 0;
    const work = followWork(tracing, "cabinets.get", (followAttempt) => {
      done += 1;
      const attempt = followAttempt({ method: "GET", server: "https://h.example", path: "/", resends: 0 });
      attempt.responded(200);
      attempt.failed(new Error("lost"));
      attempt.done();
      return Promise.resolve(attempt.context ?? "answer");
    });
    expect(await work).toBe("answer");
    const error = new Error("as it was");
    await expect(followWork(tracing, "cabinets.get", () => Promise.reject(error))).rejects.toBe(error);
    expect(done).toBe(1);
  });
});
