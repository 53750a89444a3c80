/** What a run of tests says about a mutant. */
export type Verdict =
  | { readonly kind: "killed"; readonly by: string }
  | { readonly kind: "survived" }
  /** No test failed, and yet the run did not pass: the tests were never asked. `why` is for whoever mends the patch. */
  | { readonly kind: "unasked"; readonly why: string };

/** A finished run of vitest, or one that was ended because it did not come back. */
export type TestRun =
  | { readonly kind: "finished"; readonly report: unknown }
  /** `after`: milliseconds. */
  | { readonly kind: "hung"; readonly after: number };

/**
 * Judges a run by vitest's JSON report. Only a test that failed kills: code that does not even load would fail every
 * test file, and prove nothing about what they test.
 */
export function judge(run: TestRun): Verdict {
  if (run.kind === "hung") return { kind: "killed", by: `no end within ${run.after / 1000} s` };
  const { report } = run;
  const files = listAt(report, "testResults");
  const tests = files.flatMap((file) => listAt(file, "assertionResults"));
  const failed = tests.find((test) => memberOf(test, "status") === "failed");
  if (failed !== undefined) return { kind: "killed", by: String(memberOf(failed, "fullName")) };
  const passed = tests.some((test) => memberOf(test, "status") === "passed");
  if (passed && memberOf(report, "success") === true) return { kind: "survived" };
  const why = files
    .map((file) => memberOf(file, "message"))
    .find((text) => typeof text === "string" && text !== "");
  return { kind: "unasked", why: typeof why === "string" ? why : "no test was run" };
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

function listAt(value: unknown, name: string): readonly unknown[] {
  const member = memberOf(value, name);
  return Array.isArray(member) ? member : [];
}
