import type { Limits } from "../../src/runtime/call/limits.js";

/** Limits that allow everything. */
export const unlimited: Limits = {
  checkKnown: () => undefined,
  check: () => Promise.resolve(),
  pace: () => Promise.resolve(),
  refused: () => undefined,
  outdated: () => undefined,
  claimSlot: () =>
    Promise.resolve({ holdFor: () => undefined, keepFor: () => undefined, release: () => undefined }),
  operationSeen: () => undefined,
  capabilities: () => Promise.resolve({ features: {} }),
  retention: () => Promise.resolve(undefined),
};
