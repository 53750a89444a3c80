import type { FaultRule } from "../../src/sandbox/index.js";

/** A way from the import to its result on which something goes wrong at every step. */
export const everyStep: readonly FaultRule[] = [
  { name: "token endpoint busy", on: "exchangeToken", nth: 1, fault: { kind: "html", status: 503 } },
  { name: "import lost", on: "importDeals", nth: 1, fault: { kind: "disconnect", when: "after" } },
  {
    name: "import in progress",
    on: "importDeals",
    nth: 2,
    fault: { kind: "problem", code: "idempotency_key_in_progress", status: 409, retryable: true },
  },
  { name: "token expired", on: "getOperation", nth: 1, fault: { kind: "refuseToken" } },
  { name: "unknown state", on: "getOperation", nth: 2, fault: "operationState" },
  {
    name: "clock behind",
    on: "getOperation",
    nth: 3,
    fault: { kind: "clockJump", milliseconds: -7_200_000 },
  },
  { name: "added later", on: "*", fault: "unknownFields" },
];
