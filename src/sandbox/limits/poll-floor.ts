import { Rejection } from "../problems/rejection.js";
import type { SandboxLimits } from "../sandbox-options.js";
import type { Call } from "../server/call.js";

/** Polls of one operation that come too soon (part 8 of the contract's source). */
export interface PollFloor {
  /** Counts a poll. @throws Refusal `rate_limited` when the one before was too recent */
  count(call: Call, operationId: string): void;
}

/** @param limits `minPollIntervalMs` is read at each poll; 0 lets every poll pass */
export function createPollFloor(limits: Readonly<SandboxLimits>): PollFloor {
  const last = new Map<string, number>();
  return {
    count: ({ caller, now }, operationId) => {
      const key = `${caller.credential.credentialId} ${operationId}`;
      const wait = (last.get(key) ?? -Infinity) + limits.minPollIntervalMs - now;
      if (wait > 0) {
        const detail = `An operation may be polled once in ${limits.minPollIntervalMs} ms.`;
        throw new Rejection("rate_limited", detail, Math.ceil(wait / 1000));
      }
      last.set(key, now);
    },
  };
}
