import { expect, test } from "vitest";
import { compile } from "./compile.js";

/** The complaints of two modules, the second of which imports the first. */
function complaints(first: string, second: string, more: Readonly<Record<string, string>> = {}) {
  const files = { "runtime/first.ts": first, "runtime/second.ts": second, ...more };
  return compile(new Map(Object.entries(files)));
}

const first = "export const one = 1;\n";
const second = 'import { one } from "./first.js";\nexport const two: number = one;\n';
const mismatch = "runtime/second.ts(2,14): TS2322 Type 'string' is not assignable to type 'number'.";

test("a file that was correct is checked again when what it imports changes", () => {
  expect(complaints(first, second)).toEqual([]);
  expect(complaints('export const one = "1";\n', second)).toEqual([mismatch]);
  expect(complaints(first, second)).toEqual([]);
});

test("a wrong file is reported each time", () => {
  const wrong = "export const one: number = true;\n";
  const want = ["runtime/first.ts(1,14): TS2322 Type 'boolean' is not assignable to type 'number'."];
  expect(complaints(wrong, second)).toEqual(want);
  expect(complaints(wrong, second)).toEqual(want);
});

test("an import without a file is reported each time", () => {
  const want = [expect.stringContaining("runtime/second.ts(1,21): TS2307 Cannot find module './third.js'")];
  const lost = second.replace("first", "third");
  expect(complaints(first, lost)).toEqual(want);
  expect(complaints(first, lost)).toEqual(want);
});

test("a global declaration of another file reaches a file that was correct", () => {
  const given = "export const name: string = cabinet;\ndeclare const cabinet: string;\n";
  const user =
    'declare global { interface String { drawer: number } }\nexport const a: number = "".drawer;\n';
  const reader = 'export const c = "".drawer;\n';
  const want = "runtime/first.ts(1,21): TS2339 Property 'drawer' does not exist on type '\"\"'.";
  expect(complaints(reader, given)).toEqual([want]);
  expect(complaints(reader, given, { "user.ts": user })).toEqual([]);
  expect(complaints(reader, given)).toEqual([want]);
});
