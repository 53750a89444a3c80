import type { Clock } from "../clock.js";
import { Rejection } from "../problems/rejection.js";
import type { SandboxLimits } from "../sandbox-options.js";

const minute = 60_000;

/** Counts the requests of each access key over the last minute, reads and writes apart (CAP-5, CAP-6). */
export interface RequestRate {
  /** Counts one request. @throws Refusal `rate_limited` with the seconds until there is room again */
  count(credentialId: string, method: "GET" | "POST"): void;
}

/** @param limits read at each request, so that they can be changed while the sandbox runs */
export function createRequestRate(clock: Clock, limits: Readonly<SandboxLimits>): RequestRate {
  const times = new Map<string, number[]>();
  return {
    count: (credentialId, method) => {
      const key = `${method} ${credentialId}`;
      const limit = method === "GET" ? limits.readRequestsPerMinute : limits.postRequestsPerMinute;
      const now = clock.now();
      const recent = (times.get(key) ?? []).filter((time) => time > now - minute);
      times.set(key, recent);
      // There is room again once so many of the recent requests are over a minute old that the limit is not reached.
      const blocking = recent[recent.length - limit];
      if (blocking !== undefined) {
        const seconds = Math.max(1, Math.ceil((blocking + minute - now) / 1000));
        throw new Rejection("rate_limited", `The limit is ${limit} ${method} requests per minute.`, seconds);
      }
      recent.push(now);
    },
  };
}
