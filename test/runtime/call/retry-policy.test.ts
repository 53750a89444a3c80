import { describe, expect, it } from "vitest";
import { type AttemptFailure, decideRetry, type Verdict } from "../../../src/runtime/retry/next-step.js";
import {
  type DeclaredRetryClass,
  type RetryClass,
  retryClassOf,
} from "../../../src/runtime/retry/read-retry.js";

const columns: readonly DeclaredRetryClass[] = ["read", "keyed", "conditional", "write"];

/** The table of the client's design, row by row; cells in the order of `columns`. */
const rows: readonly {
  readonly row: string;
  readonly fault: AttemptFailure;
  readonly cells: readonly Verdict[];
}[] = [
  {
    row: "never left this machine",
    fault: { kind: "unsent" },
    cells: ["repeat", "repeat", "repeat", "repeat"],
  },
  {
    row: "response lost in transport",
    fault: { kind: "lost" },
    cells: ["repeat", "repeat", "unknown", "unknown"],
  },
  {
    row: "response lost at a gateway (502 without a problem)",
    fault: { kind: "lost", status: 502 },
    cells: ["repeat", "repeat", "unknown", "unknown"],
  },
  {
    row: "401",
    fault: { kind: "refused", status: 401 },
    cells: ["renew", "renew", "renew", "renew"],
  },
  {
    row: "429 with Retry-After",
    fault: { kind: "answered", status: 429, retryAfter: 3000 },
    cells: ["pause", "pause", "pause", "pause"],
  },
  {
    row: "429 with retryable false",
    fault: { kind: "answered", status: 429, retryable: false },
    cells: ["pause", "pause", "pause", "pause"],
  },
  {
    row: "503 problem with Retry-After and retryable",
    fault: { kind: "answered", status: 503, retryable: true, retryAfter: 3000 },
    cells: ["pause", "pause", "pause", "pause"],
  },
  {
    row: "503 problem with Retry-After, not retryable",
    fault: { kind: "answered", status: 503, retryable: false, retryAfter: 3000 },
    cells: ["raise", "raise", "raise", "raise"],
  },
  {
    row: "other 5xx problem, retryable true",
    fault: { kind: "answered", status: 500, retryable: true },
    cells: ["repeat", "repeat", "repeat", "repeat"],
  },
  {
    row: "5xx problem, retryable false",
    fault: { kind: "answered", status: 500, retryable: false },
    cells: ["raise", "raise", "raise", "raise"],
  },
  {
    row: "5xx, retryable absent",
    fault: { kind: "answered", status: 500 },
    cells: ["raise", "raise", "raise", "raise"],
  },
  {
    row: "409 idempotency conflict",
    fault: { kind: "answered", status: 409, meaning: "idempotency-conflict", retryable: true },
    cells: ["raise", "raise", "raise", "raise"],
  },
  {
    row: "409 with another code",
    fault: { kind: "answered", status: 409, code: "busy" },
    cells: ["raise", "raise", "raise", "raise"],
  },
  {
    row: "409 with another code, retryable (still in progress)",
    fault: { kind: "answered", status: 409, code: "busy", retryable: true },
    cells: ["raise", "repeat", "raise", "raise"],
  },
  {
    row: "412",
    fault: { kind: "answered", status: 412, retryable: true },
    cells: ["raise", "raise", "raise", "raise"],
  },
  {
    row: "428",
    fault: { kind: "answered", status: 428 },
    cells: ["raise", "raise", "raise", "raise"],
  },
  {
    row: "ambiguous outcome, even where the server says retryable",
    fault: { kind: "answered", status: 502, meaning: "ambiguous-outcome", retryable: true },
    cells: ["raise", "raise", "raise", "raise"],
  },
  {
    row: "other 4xx",
    fault: { kind: "answered", status: 422, retryable: true },
    cells: ["raise", "raise", "raise", "raise"],
  },
];

describe.each(rows)("[ERR-2] [ERR-3] [ERR-6] $row", ({ fault, cells }) => {
  it.each(columns.map((retryClass, index) => ({ column: retryClass, want: cells[index] })))(
    "$column: $want",
    ({ column: retryClass, want }) => {
      expect(decideRetry(fault, retryClass, "problem")).toBe(want);
    },
  );
});

/** RFC 9110 section 9.2.2, row by row; cells in the order of `byMethod`. */
const byMethod: readonly RetryClass[] = ["read", "keyed", "idempotent", "conditional", "write"];
const standard: readonly {
  readonly row: string;
  readonly fault: AttemptFailure;
  readonly cells: readonly Verdict[];
}[] = [
  {
    row: "never left this machine",
    fault: { kind: "unsent" },
    cells: ["repeat", "repeat", "repeat", "repeat", "repeat"],
  },
  {
    row: "response lost",
    fault: { kind: "lost" },
    cells: ["repeat", "repeat", "repeat", "unknown", "unknown"],
  },
  {
    row: "408",
    fault: { kind: "answered", status: 408 },
    cells: ["pause", "pause", "pause", "pause", "raise"],
  },
  {
    row: "429 with Retry-After",
    fault: { kind: "answered", status: 429, retryAfter: 1000 },
    cells: ["pause", "pause", "pause", "pause", "raise"],
  },
  ...[500, 502, 503, 504, 507].map((status) => ({
    row: String(status),
    fault: { kind: "answered", status } as const,
    cells: ["repeat", "repeat", "repeat", "repeat", "raise"] as const,
  })),
  {
    row: "500 whose problem says that repeating is of no use",
    fault: { kind: "answered", status: 500, retryable: false },
    cells: ["raise", "raise", "raise", "raise", "raise"],
  },
  ...[400, 404, 409, 412, 425, 501, 505].map((status) => ({
    row: `${String(status)}, whatever its problem says`,
    fault: { kind: "answered", status, retryable: true } as const,
    cells: ["raise", "raise", "raise", "raise", "raise"] as const,
  })),
  {
    row: "an ambiguous outcome",
    fault: { kind: "answered", status: 502, meaning: "ambiguous-outcome" },
    cells: ["raise", "raise", "raise", "raise", "raise"],
  },
];

describe.each(standard)("without the member `retryable`: $row", ({ fault, cells }) => {
  it.each(byMethod.map((retryClass, index) => ({ column: retryClass, want: cells[index] })))(
    "$column: $want",
    ({ column: retryClass, want }) => {
      expect(decideRetry(fault, retryClass, "method")).toBe(want);
    },
  );
});

describe("the class of a request", () => {
  const bounds = { attempts: 4, baseDelay: 0, maxDelay: 0, idempotencyHeaders: ["X-Once"] } as const;
  const key = { "x-once": "1" };
  const cases: readonly [string, DeclaredRetryClass, Record<string, string>, RetryClass, RetryClass][] = [
    ["GET", "read", {}, "read", "read"],
    ["POST", "read", {}, "read", "read"],
    ["POST", "keyed", {}, "keyed", "keyed"],
    ["POST", "write", {}, "write", "write"],
    ["POST", "write", key, "keyed", "keyed"],
    ["PATCH", "write", key, "keyed", "keyed"],
    ["POST", "conditional", { "if-match": '"1"' }, "write", "conditional"],
    ["PATCH", "write", {}, "write", "write"],
    ["PUT", "write", {}, "idempotent", "write"],
    ["DELETE", "write", {}, "idempotent", "write"],
    ["PUT", "conditional", { "if-match": '"1"' }, "conditional", "conditional"],
    ["PUT", "write", { "if-none-match": "*" }, "conditional", "write"],
    ["DELETE", "write", { "if-unmodified-since": "now" }, "conditional", "write"],
  ];
  it.each(cases)(
    "%s (%s) with %o is %s by its method, %s by its problems",
    (method, repeat, given, ...want) => {
      const descriptor = { name: "a.b", path: "/", responses: [], method, retryClass: repeat };
      const classes = (["method", "problem"] as const).map((policy) =>
        retryClassOf(descriptor, new Headers(given), { ...bounds, policy }),
      );
      expect(classes).toEqual(want);
    },
  );
});
