import type { Limits } from "../../src/runtime/call/limits.js";

/** Limits that allow everything. */
export const unlimited: Limits = {
  checkKnown: () => undefined,
  check: () => Promise.resolve(),
  pace: () => Promise.resolve(),
  refused: () => Promise.resolve(),
  claimSlot: () =>
    Promise.resolve({ holdFor: () => undefined, keepFor: () => undefined, release: () => undefined }),
  operationSeen: () => undefined,
  capabilities: () =>
    Promise.resolve({ value: {}, status: 200, headers: new Headers(), attempts: 1, waited: 0 }),
  retention: () => Promise.resolve(undefined),
};
