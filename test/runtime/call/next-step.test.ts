import { describe, expect, it } from "vitest";
import { type AttemptFailure, nextStep, type Progress } from "../../../src/runtime/retry/next-step.js";

const start: Progress = {
  retryClass: "read",
  policy: "problem",
  counted: 1,
  attempts: 4,
  renewed: false,
  renewable: false,
  resendable: true,
  uncertain: false,
  remaining: 60_000,
  backoff: 500,
};
const lost: AttemptFailure = { kind: "lost" };
const refused: AttemptFailure = { kind: "refused", status: 401 };

describe("nextStep", () => {
  const cases: readonly {
    given: string;
    fault: AttemptFailure;
    progress: Partial<Progress>;
    want: object;
  }[] = [
    { given: "a first lost read", fault: lost, progress: {}, want: { kind: "repeat", after: 500 } },
    { given: "attempts used up", fault: lost, progress: { counted: 4 }, want: { kind: "raise" } },
    {
      given: "attempts used up on a keyed create [IDM-3]",
      fault: lost,
      progress: { counted: 4, retryClass: "keyed" },
      want: { kind: "unknown" },
    },
    {
      given: "retryable 5xx used up on a keyed create",
      fault: { kind: "answered", status: 500, retryable: true },
      progress: { counted: 4, retryClass: "keyed" },
      want: { kind: "unknown" },
    },
    {
      given: "retryable 5xx that asks for a pause, used up on a keyed create [IDM-3]",
      fault: { kind: "answered", status: 503, retryable: true, retryAfter: 2000 },
      progress: { counted: 4, retryClass: "keyed" },
      want: { kind: "unknown" },
    },
    {
      given: "retryable 5xx that asks for more than the deadline leaves, on a keyed create [IDM-3]",
      fault: { kind: "answered", status: 503, retryable: true, retryAfter: 60_000 },
      progress: { retryClass: "keyed" },
      want: { kind: "unknown" },
    },
    {
      given: "429 on a keyed create: nothing was done",
      fault: { kind: "answered", status: 429, retryAfter: 60_000 },
      progress: { retryClass: "keyed" },
      want: { kind: "raise" },
    },
    {
      given: "retryable 5xx that asks for a pause, on a change with a validator",
      fault: { kind: "answered", status: 503, retryable: true, retryAfter: 60_000 },
      progress: { retryClass: "conditional" },
      want: { kind: "raise" },
    },
    {
      given: "never sent, used up on a keyed create: nothing is open",
      fault: { kind: "unsent" },
      progress: { counted: 4, retryClass: "keyed" },
      want: { kind: "raise" },
    },
    {
      given: "never sent, but an earlier attempt was lost",
      fault: { kind: "unsent" },
      progress: { counted: 4, retryClass: "keyed", uncertain: true },
      want: { kind: "unknown" },
    },
    {
      given: "a refusal after a lost attempt says nothing of that attempt [IDM-3]",
      fault: { kind: "answered", status: 422 },
      progress: { counted: 2, retryClass: "keyed", uncertain: true },
      want: { kind: "unknown" },
    },
    {
      given: "a key conflict after a lost attempt is the server's word on the key [IDM-2]",
      fault: { kind: "answered", status: 409, meaning: "idempotency-conflict" },
      progress: { counted: 2, retryClass: "keyed", uncertain: true },
      want: { kind: "raise" },
    },
    {
      given: "an ambiguous outcome after a lost attempt [IDM-5]",
      fault: { kind: "answered", status: 502, meaning: "ambiguous-outcome" },
      progress: { counted: 2, retryClass: "keyed", uncertain: true },
      want: { kind: "raise" },
    },
    {
      given: "a wait beyond the deadline [CAP-6]",
      fault: { kind: "answered", status: 429, retryAfter: 60_000 },
      progress: {},
      want: { kind: "raise" },
    },
    {
      given: "a wait that the server asked for, longer than the client's own bound",
      fault: { kind: "answered", status: 429, retryAfter: 45_000 },
      progress: {},
      want: { kind: "repeat", after: 45_000 },
    },
    {
      given: "a wait that the server asked for, shorter than the growing wait [CAP-6]",
      fault: { kind: "answered", status: 429, retryAfter: 100 },
      progress: {},
      want: { kind: "repeat", after: 100 },
    },
    {
      given: "a gateway that asks for less than the growing wait",
      fault: { kind: "lost", status: 503, retryAfter: 100 },
      progress: {},
      want: { kind: "repeat", after: 500 },
    },
    {
      given: "a body that cannot be sent again, on a read",
      fault: lost,
      progress: { resendable: false },
      want: { kind: "raise" },
    },
    {
      given: "a body that cannot be sent again, on a keyed create",
      fault: lost,
      progress: { resendable: false, retryClass: "keyed" },
      want: { kind: "unknown" },
    },
    { given: "401 [TOK-6]", fault: refused, progress: { renewable: true }, want: { kind: "renew" } },
    {
      given: "401 with the budget used up: the replay is outside of it [TOK-6]",
      fault: refused,
      progress: { renewable: true, counted: 4 },
      want: { kind: "renew" },
    },
    {
      given: "401 again [TOK-6]",
      fault: refused,
      progress: { renewable: true, renewed: true },
      want: { kind: "raise" },
    },
    { given: "401 with nothing newer to be had", fault: refused, progress: {}, want: { kind: "raise" } },
    {
      given: "a PUT that failed each time: the server's own error says more",
      fault: { kind: "answered", status: 500 },
      progress: { retryClass: "idempotent", policy: "method", counted: 4, uncertain: true },
      want: { kind: "raise" },
    },
    {
      given: "a PUT that was lost each time",
      fault: lost,
      progress: { retryClass: "idempotent", policy: "method", counted: 4 },
      want: { kind: "unknown" },
    },
    {
      given: "404 of a DELETE that may have been made before",
      fault: { kind: "answered", status: 404 },
      progress: { retryClass: "idempotent", policy: "method", counted: 2, uncertain: true },
      want: { kind: "unknown" },
    },
    {
      given: "500 of a keyed create of a contract without `retryable`, used up",
      fault: { kind: "answered", status: 500 },
      progress: { retryClass: "keyed", policy: "method", counted: 4 },
      want: { kind: "unknown" },
    },
    {
      given: "a lost change with a validator",
      fault: lost,
      progress: { retryClass: "conditional" },
      want: { kind: "unknown" },
    },
  ];

  it.each(cases)("$given", ({ fault, progress, want }) => {
    expect(nextStep(fault, { ...start, ...progress })).toEqual(want);
  });
});
