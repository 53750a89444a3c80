import { describe, expect, test } from "vitest";
import { applyMutant } from "./apply-mutant.js";
import { judge } from "./verdict.js";

describe("a patch", () => {
  const patch = { file: "src/a.ts", breaks: "waits no more", before: "wait();", after: "" };

  test("takes one behaviour away and nothing else", () => {
    expect(applyMutant("go();\nwait();\nstop();\n", patch)).toBe("go();\n\nstop();\n");
  });

  test("puts its text in as it stands", () => {
    expect(applyMutant("wait();", { ...patch, after: "go($&, $1);" })).toBe("go($&, $1);");
  });

  test.each([
    { given: "that fits nowhere", text: "go();", before: "wait();", want: "fits 0 times" },
    { given: "that fits twice", text: "wait();wait();", before: "wait();", want: "fits 2 times" },
    { given: "that looks for nothing", text: "wait();", before: "", want: "fits 0 times" },
    { given: "that changes nothing", text: "go();", before: "", want: "changes nothing", after: "" },
  ])("$given is refused", ({ text, before, want, after = "go();" }) => {
    expect(() => applyMutant(text, { ...patch, before, after })).toThrow(
      `src/a.ts: the patch "waits no more" ${want}`,
    );
  });
});

describe("a run of tests", () => {
  const run = (success: boolean, statuses: readonly string[], message = "") => ({
    kind: "finished" as const,
    report: {
      success,
      testResults: [
        {
          message,
          assertionResults: statuses.map((status, index) => ({ status, fullName: `test ${index + 1}` })),
        },
      ],
    },
  });

  test.each([
    {
      given: "with a test that failed",
      of: run(false, ["passed", "failed", "failed"]),
      want: { kind: "killed", by: "test 2" },
    },
    {
      given: "that did not end",
      of: { kind: "hung" as const, after: 9000 },
      want: { kind: "killed", by: "no end within 9 s" },
    },
    { given: "in which all passed", of: run(true, ["passed", "skipped"]), want: { kind: "survived" } },
    {
      given: "whose file does not load",
      of: run(false, [], "Unexpected token"),
      want: { kind: "unasked", why: "Unexpected token" },
    },
    {
      given: "that ran nothing",
      of: run(true, ["skipped"]),
      want: { kind: "unasked", why: "no test was run" },
    },
    {
      given: "that is no report",
      of: { kind: "finished" as const, report: null },
      want: { kind: "unasked", why: "no test was run" },
    },
  ])("$given", ({ of, want }) => {
    expect(judge(of)).toEqual(want);
  });
});
