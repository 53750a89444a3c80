import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { layout } from "../../src/emit/layout.js";
import { literal, Source } from "../../src/emit/literal.js";
import type { Json } from "../../src/load/loaded-contract.js";
import { expectPrettierStable } from "./prettier-stable.js";

function constant(value: Json): string {
  return `const value = {\n  descriptor: ${layout([literal(value), ","], { indent: 2, column: 14 })}\n};\n`;
}

test("a small object stays on one line", () => {
  expect(layout(literal({ name: "list", retry: true }))).toBe('{ name: "list", retry: true }');
});

test("a list of several objects with several members is broken even when it fits", () => {
  expect(
    layout(
      literal([
        { a: 1, b: 2 },
        { a: 3, b: 4 },
      ]),
    ),
  ).toBe("[\n  { a: 1, b: 2 },\n  { a: 3, b: 4 },\n]");
});

test("a constant that does not fit after its name goes on the next line", async () => {
  const name = `a${"LongName".repeat(9)}Headers`;
  const given = { headers: new Source(name), source: new Source(`operations.${name}`), a: new Source(name) };
  const text = `const value = ${layout(literal(given))};\n`;
  expect(text).toBe(
    [
      "const value = {",
      "  headers:",
      `    ${name},`,
      "  source:",
      `    operations.${name},`,
      `  a: ${name},`,
      "};",
      "",
    ].join("\n"),
  );
  await expectPrettierStable(text);
});

test("a member that every object inherits keeps its literals, whatever TypeScript knows of the inherited one", async () => {
  const given = { constructor: { as: "text" }, toString: "json", valueOf: 1, other: "text" };
  const text = `const value = ${layout([literal(given), ";"], { column: 14 })}\n`;
  expect(text).toBe(
    [
      "const value = {",
      '  constructor: { as: "text" } as const,',
      '  toString: "json" as const,',
      "  valueOf: 1,",
      '  other: "text",',
      "};",
      "",
    ].join("\n"),
  );
  await expectPrettierStable(text);
});

test("a member named __proto__ becomes a member, not the prototype", () => {
  const given = JSON.parse('{"__proto__": 1}') as Json;
  expect(layout(literal(given))).toBe('{ ["__proto__"]: 1 }');
});

test("hostile text cannot leave its quotes or its line", async () => {
  const given = "\"'\\ \u2028 \u202E \u0000 \n `${x}` */ \uD800 \u{E0041}";
  const text = `const value = ${layout(literal(given))};\n`;
  expect(text).not.toMatch(/[\u2028\u202E\u0000\uD800]/);
  expect(runInNewContext(`${text} value;`)).toBe(given);
  await expectPrettierStable(text);
});

test("whatever the value: prettier leaves it as it is, and it means the same", async () => {
  const scalar = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
  );
  // What objects inherit has words of TypeScript behind it, which nothing here could run.
  const key = fc
    .oneof(fc.stringMatching(/^[a-z]{1,30}$/), fc.string({ minLength: 1, maxLength: 10 }))
    .filter((name) => name === "__proto__" || !(name in {}));
  const { value } = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      scalar,
      fc.array(tie("value"), { maxLength: 5 }),
      fc.dictionary(key, tie("value"), { maxKeys: 5 }),
      fc.array(fc.integer(), { maxLength: 40 }),
    ),
  }));
  await fc.assert(
    fc.asyncProperty(value, async (given) => {
      const text = constant(given);
      const read = runInNewContext(`${text} value.descriptor;`) as unknown;
      expect(JSON.stringify(read)).toBe(JSON.stringify(given));
      await expectPrettierStable(text);
    }),
    { numRuns: 200 },
  );
});
