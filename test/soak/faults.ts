import type { FaultPlan, FaultRule } from "../../src/sandbox/index.js";

/** Operations that creates, waits and their answers are made of. */
const everywhere = ["getCapabilities", "importDeals", "exportDeals", "getOperation", "exchangeToken"];
const creates = ["importDeals", "exportDeals"];

const rules: readonly (readonly [probability: number, rule: Omit<FaultRule, "probability">])[] = [
  [0.08, { name: "cut before", on: everywhere, fault: { kind: "disconnect", when: "before" } }],
  [0.07, { name: "cut after", on: everywhere, fault: { kind: "disconnect", when: "after" } }],
  [0.05, { name: "gateway", on: everywhere, fault: { kind: "html", status: 502, when: "after" } }],
  [0.03, { name: "busy", on: everywhere, fault: { kind: "html", status: 503, retryAfter: 2 } }],
  [0.03, { name: "half", on: everywhere, fault: { kind: "truncatedBody", connection: "cut" } }],
  [
    0.03,
    {
      name: "slow down",
      on: [...creates, "getOperation"],
      fault: { kind: "problem", code: "rate_limited", retryAfter: 3, retryable: true },
    },
  ],
  [
    0.03,
    {
      name: "server fault",
      on: [...creates, "getOperation"],
      fault: { kind: "problem", code: "internal_error", retryable: true, when: "after" },
    },
  ],
  [
    0.01,
    {
      name: "refused token",
      on: [...creates, "getOperation"],
      fault: { kind: "refuseToken", as: "revoked" },
    },
  ],
  [0.03, { name: "ambiguous, not done", on: creates, fault: { kind: "ambiguousOutcome", effect: "none" } }],
  // Of imports alone: an export leaves nothing in the upstream system that could be looked for.
  [0.06, { name: "ambiguous, done", on: "importDeals", fault: { kind: "ambiguousOutcome", effect: "done" } }],
  [0.04, { name: "unknown state", on: "getOperation", fault: { kind: "operationState", status: "paused" } }],
  [0.04, { name: "unknown members", on: [...creates, "getOperation"], fault: "unknownFields" }],
];

/** Once each, at the first create that it can strike: chance alone leaves one of them out of a short run now and then. */
const once: readonly FaultRule[] = [
  {
    name: "first ambiguous, not done",
    on: "exportDeals",
    count: 1,
    fault: { kind: "ambiguousOutcome", effect: "none" },
  },
  {
    name: "first ambiguous, done",
    on: "importDeals",
    count: 1,
    fault: { kind: "ambiguousOutcome", effect: "done" },
  },
];

/** Three requests in ten meet a fault: each rule is drawn for on its own, so that some meet two. */
export function soakFaults(seed: number): FaultPlan {
  return { seed, faults: [...once, ...rules.map(([probability, rule]) => ({ ...rule, probability }))] };
}

/** @returns whether one of the faults left an outcome that nobody was told, with that effect */
export function isAmbiguous(injected: readonly string[], effect: "done" | "not done"): boolean {
  return injected.some((name) => name.endsWith(`ambiguous, ${effect}`));
}
