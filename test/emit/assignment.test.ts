import fc from "fast-check";
import { expect, test } from "vitest";
import { assignment, assignmentOfCall, callExpression, layout } from "../../src/emit/layout.js";
import { expandedLiteral } from "../../src/emit/literal.js";
import { expectPrettierStable } from "./prettier-stable.js";

const long = "a".repeat(50);

test("what fits after the equals sign stays there", () => {
  expect(layout(assignment("const core", callExpression("new Core", [], ["setup"])))).toBe(
    "const core = new Core(setup);",
  );
});

test("an object goes below a head that leaves no place for its brace", () => {
  const given = assignment(`const ${long}: OperationDescriptor`, expandedLiteral({ name: "list" }));
  expect(layout(given)).toBe(`const ${long}: OperationDescriptor =\n  {\n    name: "list",\n  };`);
});

test("whatever the names: assignments are broken as prettier breaks them", async () => {
  const name = fc.stringMatching(/^a_[a-zA-Z]{1,60}$/);
  await fc.assert(
    fc.asyncProperty(name, name, async (left, right) => {
      const statements = [
        assignment(`const ${left}: Type`, expandedLiteral({ [right]: "text" })),
        assignment(`this.${left}`, callExpression(`new ${right}`, [], ["core"])),
        assignment(left, callExpression(right, [], ["operations", "options"])),
        assignmentOfCall(`const ${left}`, callExpression(right, [], ["options"])),
      ];
      for (const statement of statements) await expectPrettierStable(`${layout(statement)}\n`);
    }),
  );
});
