import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LaidOut, layoutStatement } from "../../src/emit/statement-layout.js";
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
