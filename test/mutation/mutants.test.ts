import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { repository } from "../support/repository.js";
import { applyMutant } from "./apply-mutant.js";
import { mutants } from "./mutants/index.js";

/** The run that tries them all takes half an hour; that a patch no longer fits is told by the change that moved the code. */
test.each(mutants.map((mutant) => [`${mutant.rule} ${mutant.breaks}`, mutant] as const))(
  "the patch fits and its tests are there: %s",
  (_, mutant) => {
    const text = readFileSync(join(repository, mutant.file), "utf8");
    const broken = applyMutant(text, mutant);
    expect(broken).not.toBe(text);
    expect(swallowed(broken, text.indexOf(mutant.before), mutant.after.length)).toBeUndefined();
    expect(mutant.tests.filter((path) => !existsSync(join(repository, path)))).toEqual([]);
  },
);

test("a patch that removes the only statement of an `if` is found out", () => {
  const text = "if (a) b();\nreturn c();";
  const [from, length] = [text.indexOf("b();"), "b();".length];
  const patched = (after: string) => text.slice(0, from) + after + text.slice(from + length);
  expect(swallowed(patched(""), from, 0)).toBe("return c();");
  expect(swallowed(patched(";"), from, 1)).toBeUndefined();
});

/** The statement behind a patch that now belongs to an `if` before it: such a patch takes more away than it says. */
function swallowed(text: string, from: number, length: number): string | undefined {
  const source = ts.createSourceFile("patched.ts", text, ts.ScriptTarget.Latest);
  let found: string | undefined;
  const look = (node: ts.Node): void => {
    if (ts.isIfStatement(node)) {
      const isHeadBefore = text.slice(node.expression.end, Math.max(from, node.expression.end)).includes(")");
      const start = node.thenStatement.getStart(source);
      if (isHeadBefore && start >= from + length && node.thenStatement.pos <= from)
        found = node.thenStatement.getText(source);
    }
    ts.forEachChild(node, look);
  };
  look(source);
  return found;
}
