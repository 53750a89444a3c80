import { expect, it } from "vitest";
import { retryAfterLimit } from "../../../src/runtime/retry/rate-limit.js";

const NOW = Date.parse("2026-11-20T00:00:00Z");

it.each<readonly [Readonly<Record<string, string>>, number | undefined]>([
  [{ "ratelimit-reset": "30" }, 30_000],
  [{ "x-ratelimit-reset": "1.5" }, 1500],
  [{ "x-rate-limit-reset": String(NOW / 1000 + 20) }, 20_000],
  [{ "x-ratelimit-reset": String(NOW + 20_000) }, 20_000],
  [{ "x-ratelimit-reset": String(NOW / 1000 - 20) }, 0],
  [{ "x-ratelimit-reset": new Date(NOW + 20_000).toUTCString() }, 20_000],
  [{ "ratelimit-reset": new Date(NOW + 20_000).toISOString() }, 20_000],
  [{ "ratelimit-reset": "Fri, 20 Nov 2026 00:00:30 GMT", date: "Fri, 20 Nov 2026 00:00:10 GMT" }, 20_000],
  [{ "ratelimit-reset": new Date(NOW - 20_000).toUTCString() }, 0],
  [{ "ratelimit-reset": "2026-11-20T00:00:30" }, undefined],
  [{ "x-ratelimit-reset": String(NOW / 1000 + 20), date: "Fri, 20 Nov 2026 00:00:10 GMT" }, 10_000],
  [{ ratelimit: '"default";r=0;t=12' }, 12_000],
  [{ ratelimit: "limit=10, remaining=0, reset=5" }, undefined],
  [{ "ratelimit-reset": "30", "ratelimit-remaining": "0" }, 30_000],
  [{ "ratelimit-reset": "30", "ratelimit-remaining": "4" }, undefined],
  [{ ratelimit: '"default";r=4;t=12' }, undefined],
  [{ "ratelimit-reset": "soon" }, undefined],
  [{ "ratelimit-reset": "-3" }, undefined],
  [{}, undefined],
])("%j asks for %j milliseconds", (headers, want) => {
  expect(retryAfterLimit(new Headers(headers), NOW, 429)).toBe(want);
});
