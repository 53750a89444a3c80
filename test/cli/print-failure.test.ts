import { expect, test } from "vitest";
import { ContractError } from "../../src/diagnostics/contract-error.js";
import { printFailure } from "../../src/cli/print-failure.js";

function printed(error: unknown, json: boolean): { exitCode: number; out: string; err: string } {
  const written = { out: "", err: "" };
  const target = (name: "out" | "err") => ({ write: (text: string) => (written[name] += text) });
  const exitCode = printFailure(error, { out: target("out"), err: target("err"), environment: {} }, json);
  return { exitCode, ...written };
}

test("an internal error: exit 4, stack traces of it and its cause, and where to report it", () => {
  const { exitCode, out, err } = printed(new Error("wrong", { cause: new TypeError("inner") }), false);
  expect([exitCode, out]).toEqual([4, ""]);
  expect(err).toMatch(/^error Internal error: this is a bug in Cabinetry\.\n\nReport it/);
  expect(err).toMatch(/^ {2}Error: wrong\n {6}at /m);
  expect(err).toMatch(/^ {2}caused by TypeError: inner\n {6}at /m);
  expect(err).toMatch(/^cabinetry \d+\.\d+\.\d+, Node\.js v/m);
});

test("what was thrown need not be an Error", () => {
  expect(printed("just words", false).err).toContain("  just words");
});

test("under --json the stack trace stays on standard error", () => {
  const { out, err } = printed(new Error("wrong"), true);
  expect(JSON.parse(out)).toMatchObject({ schemaVersion: 1, error: { exitCode: 4 } });
  expect(out).not.toContain("    at ");
  expect(err).toContain("    at ");
});

test("an overlay that repairs a contract comes last, as it is to be saved", () => {
  const overlay = "overlay: 1.0.0\nactions:\n  - target: $\n";
  const error = new ContractError("no contract", { remedy: "Save it.", where: "a.yaml:1:1", overlay }, []);
  expect(printed(error, false).err.endsWith(`\n\nSave it.\n\n${overlay}`)).toBe(true);
  expect(JSON.parse(printed(error, true).out)).toMatchObject({ error: { overlay } });
});
