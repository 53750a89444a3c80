import fc from "fast-check";
import { expect, test } from "vitest";
import { layout, methodSignature, returnCall, signature } from "../../src/emit/layout.js";
import { expectPrettierStable } from "./prettier-stable.js";

const name = fc.stringMatching(/^a_[a-z]{2,28}$/);
const type = fc.stringMatching(/^A_[a-zA-Z]{2,38}$/);
const parameter = fc.record(
  { name, type, optional: fc.constant(true), initial: fc.constant("{}") },
  { requiredKeys: ["name", "type"] },
);

test("a head that fits stays on one line", () => {
  const given = signature(
    "list",
    [{ name: "options", type: "CallOptions", optional: true }],
    "Promise<Page>",
  );
  expect(layout(given, { indent: 2 })).toBe("list(options?: CallOptions): Promise<Page> {");
});

test("whatever the names: heads and calls are broken as prettier breaks them", async () => {
  const parts = fc.tuple(name, fc.array(parameter, { maxLength: 4 }), type, fc.array(type, { maxLength: 4 }));
  await fc.assert(
    fc.asyncProperty(parts, async ([method, parameters, returns, types]) => {
      const unambiguous = parameters.map((each) =>
        each.initial === undefined ? each : { ...each, optional: false },
      );
      const head = layout(signature(method, unambiguous, `Promise<${returns}>`), { indent: 2 });
      const values = ["this.#core", ...parameters.map((each) => each.name)];
      const call = layout(returnCall("call", types, values), { indent: 4 });
      const member = layout(
        methodSignature(
          method,
          parameters.map((each) => ({ name: each.name, type: each.type })),
          `Promise<${returns}>`,
        ),
        { indent: 2 },
      );
      await expectPrettierStable(
        `class A {\n  ${head}\n    ${call}\n  }\n}\n\ninterface B {\n  ${member}\n}\n`,
      );
    }),
    { numRuns: 200 },
  );
});
