import { format } from "prettier";
import { expect, test } from "vitest";
import { codeSpan } from "../../src/text/printable.js";
import fc from "fast-check";

test.each([
  ["GET /pets", "`GET /pets`"],
  ["a`b", "``a`b``"],
  ["a``b", "`a``b`"],
  ["`", "`` ` ``"],
  ["`a``b", "``` `a``b ```"],
  ["a\n\tb", "`a b`"],
  [" a ", "`a`"],
])("%j as code is %s", (given, want) => {
  expect(codeSpan(given)).toBe(want);
});

test("whatever it contains, prettier leaves it alone", async () => {
  const text = fc.string({
    unit: fc.constantFrom("`", "a", " ", "*", "\\", "<", "\n", "|", "é"),
    minLength: 1,
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(text, async (given) => {
      fc.pre(given.trim() !== "");
      const line = `- ${codeSpan(given)}: x\n`;
      expect(line).toBe(await format(line, { parser: "markdown" }));
    }),
    { numRuns: 300 },
  );
});
