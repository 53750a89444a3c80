import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { layoutStatement } from "../../src/emit/render-template.js";
import { LaidOut } from "../../src/emit/statement-parts.js";
import { expectPrettierStable } from "./prettier-stable.js";

describe("a statement of a template", () => {
  test.each([
    ["export class A<Granted extends Scope = Scope> {", "export class A<Granted extends Scope = Scope> {"],
    ["constructor(, options: Options, ) {", "constructor(options: Options) {"],
    ["const connection =\n  connectPets(options);", "const connection = connectPets(options);"],
    [
      "readonly get: (input?: NoInput, ) => Call<Pet> =\n  (input, ) =>\n    call(this.#core, operations.get, input, );",
      "readonly get: (input?: NoInput) => Call<Pet> = (input) =>\n    call(this.#core, operations.get, input);",
    ],
  ])("%j has lines of its own where it is too long", (given, want) => {
    expect(layoutStatement(given, 2)).toBe(want);
  });

  test.each([
    ["const a: A = {\n  b: [{ c: 1, }, ],\n};", "const a: A = {\n    b: [{ c: 1 }],\n  };"],
    [
      "const a: A = {\n  b: [\n    { c: 1, d: 2, },\n    { c: 3, d: 4, },\n  ],\n};",
      "const a: A = {\n    b: [\n      { c: 1, d: 2 },\n      { c: 3, d: 4 },\n    ],\n  };",
    ],
    [
      "const a: A = {\n  b: [\n    {\n      c: 1,\n    },\n  ],\n};",
      "const a: A = {\n    b: [\n      {\n        c: 1,\n      },\n    ],\n  };",
    ],
    ["type A =\n  | B | C ;", "type A = B | C;"],
    ["a: { b: C; d: E; };", "a: { b: C; d: E };"],
    ["check(options, [a, b, ]);", "check(options, [a, b]);"],
    ["check(options, );", "check(options);"],
  ])("%j is laid out as its template says", (given, want) => {
    expect(layoutStatement(given, 2)).toBe(want);
  });

  test("has members, arguments and alternatives below it where they do not fit beside it", async () => {
    const long = (letter: string) => letter.repeat(44);
    const statements = [
      `const a: A = {\n  ${long("k")}: ${long("v")},\n  ab: "${long("v")}${long("v")}",\n};`,
      `const a${long("a")}: ${long("B")} = {\n  c: 1,\n};`,
      `type A =\n  | "${long("b")}" | "${long("c")}" ;`,
      `check(options, ["${long("b")}", "${long("c")}", ]);`,
      `use({ ${long("b")}: 1, c: "${long("c")}", });`,
      `a["${long("b")}"] = made(options, ${long("c")}, );`,
    ];
    for (const statement of statements) await expectPrettierStable(`${layoutStatement(statement, 0)}\n`);
    const compared = layoutStatement(`if (given.${long("a")}${long("b")} !== undefined) {`, 0);
    await expectPrettierStable(`${compared}\n  call();\n}\n`);
    const typed = layoutStatement(`${long("a")}: { b: ${long("B")}; c: ${long("C")}; };`, 2);
    await expectPrettierStable(`interface A {\n  ${typed}\n}\n`);
  });

  test.each([20, 28, 38, 48, 60])(
    "breaks a function as an argument of a name with %d letters",
    async (length) => {
      const name = "A".repeat(length);
      const statement = `readonly narrowed: <B extends C>(scopes: ReadonlyArray<B>, ) => ${name} =\n  (scopes, ) =>\n    narrow(this, scopes, (options, ) => new ${name}(options, ), );`;
      await expectPrettierStable(`class A {\n  ${layoutStatement(statement, 2)}\n}\n`);
    },
  );

  test("has types that know where they break", () => {
    const type = new LaidOut(["Pick<", "Pet", ">"]);
    expect(layoutStatement(`readonly pet: () => ${String(type)} =\n  () => made();`, 2)).toBe(
      "readonly pet: () => Pick<Pet> = () => made();",
    );
  });

  test("is refused where its brackets do not match", () => {
    expect(() => layoutStatement("call(a, b;", 0)).toThrow("does not close");
  });

  test("is broken as prettier breaks it, whatever the names", async () => {
    const name = fc.stringMatching(/^a_[a-z]{2,28}$/);
    const type = fc.stringMatching(/^A_[a-zA-Z]{2,38}$/);
    const parameters = fc.array(fc.record({ name, type }), { maxLength: 4 });
    const scopes = fc.array(fc.stringMatching(/^[a-z]{1,9}:[a-z]{1,9}$/), { maxLength: 1 });
    await fc.assert(
      fc.asyncProperty(
        name,
        parameters,
        type,
        name,
        scopes,
        async (method, given, returns, callee, needed) => {
          const self = needed.map((scope) => `this: Requires<Granted, ["${scope}"]>, `).join("");
          const typed = given.map((each) => `${each.name}: ${each.type}, `).join("");
          const names = given.map((each) => `${each.name}, `).join("");
          const text =
            `readonly ${method}: (${self}${typed}) => Call<${returns}> =\n` +
            `  (${names}) =>\n    ${callee}(this.#core, operations.${method}, ${names});`;
          const printed = layoutStatement(text, 2);
          await expectPrettierStable(`class A<Granted> {\n  ${printed}\n}\n`);
        },
      ),
      { numRuns: 200 },
    );
  });
});
