import { describe, expect, it } from "vitest";
import { transportFailure } from "../../../src/runtime/retry/next-step.js";

const coded = (code: string): Error => Object.assign(new Error("x"), { code });
const fetchFailed = (cause: unknown): Error => new TypeError("fetch failed", { cause });

describe("transportFailure", () => {
  const cases: readonly { given: string; error: unknown; want: "unsent" | "lost" }[] = [
    { given: "a name that is not resolved", error: fetchFailed(coded("ENOTFOUND")), want: "unsent" },
    { given: "a refused connection", error: fetchFailed(coded("ECONNREFUSED")), want: "unsent" },
    { given: "Bun's word for it", error: coded("ConnectionRefused"), want: "unsent" },
    {
      given: "several addresses, all refused",
      error: fetchFailed(new AggregateError([coded("ECONNREFUSED"), coded("ENETUNREACH")])),
      want: "unsent",
    },
    {
      given: "several addresses, one of them reset",
      error: fetchFailed(new AggregateError([coded("ECONNREFUSED"), coded("ECONNRESET")])),
      want: "lost",
    },
    {
      given: "a route that was lost while reading",
      error: fetchFailed(Object.assign(coded("EHOSTUNREACH"), { syscall: "read" })),
      want: "lost",
    },
    {
      given: "a route that was not there",
      error: fetchFailed(Object.assign(coded("EHOSTUNREACH"), { syscall: "connect" })),
      want: "unsent",
    },
    { given: "a reset", error: fetchFailed(coded("ECONNRESET")), want: "lost" },
    { given: "the other side closed", error: fetchFailed(coded("UND_ERR_SOCKET")), want: "lost" },
    { given: "an error that says nothing", error: new TypeError("network error"), want: "lost" },
    { given: "no error at all", error: "broken", want: "lost" },
  ];
  it.each(cases)("$given: $want", ({ error, want }) => {
    expect(transportFailure(error)).toEqual({ kind: want });
  });
  it("comes out of a cycle of causes", () => {
    const error = new Error("x");
    error.cause = error;
    expect(transportFailure(error)).toEqual({ kind: "lost" });
  });
});
