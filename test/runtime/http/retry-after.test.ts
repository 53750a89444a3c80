import { describe, expect, it } from "vitest";
import { readRetryAfter } from "../../../src/runtime/http/header-fields.js";

describe("Retry-After (RFC 9110 section 10.2.3)", () => {
  const now = Date.UTC(2026, 10, 20, 0, 0, 0);
  it.each([
    { given: "120", date: undefined, want: 120_000 },
    { given: "0", date: undefined, want: 0 },
    { given: "Fri, 20 Nov 2026 00:01:00 GMT", date: undefined, want: 60_000 },
    { given: "Fri, 20 Nov 2026 00:01:00 GMT", date: "Fri, 20 Nov 2026 00:00:50 GMT", want: 10_000 },
    { given: "Thu, 19 Nov 2026 00:00:00 GMT", date: undefined, want: 0 },
    { given: "99999999999999", date: undefined, want: 3_155_760_000_000 },
    { given: "9".repeat(400), date: undefined, want: 3_155_760_000_000 },
    { given: "soon", date: undefined, want: undefined },
    { given: "-5", date: undefined, want: undefined },
    { given: "", date: undefined, want: undefined },
  ])("$given (answered $date) waits $want", ({ given, date, want }) => {
    const headers = new Headers({ "retry-after": given, ...(date && { date }) });
    expect(readRetryAfter(headers, now)).toBe(want);
  });
});
