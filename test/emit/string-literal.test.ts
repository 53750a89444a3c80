import { expect, test } from "vitest";
import { patternLiteral, propertyName, stringLiteral } from "../../src/emit/literal.js";
import { expectPrettierStable } from "./prettier-stable.js";

test.each([
  { given: "name", want: "name" },
  { given: "$_1", want: "$_1" },
  { given: "class", want: "class" },
  { given: "åØ名前", want: "åØ名前" },
  { given: "1st", want: '"1st"' },
  { given: "a-b", want: '"a-b"' },
  { given: "", want: '""' },
  { given: "a\u200db", want: '"a\\u200db"' },
])("a property is quoted only where it must be: $given", async ({ given, want }) => {
  expect(propertyName(given)).toBe(want);
  await expectPrettierStable(`type A = { ${propertyName(given)}: string };\n`);
});

test.each(["//# sourceMappingURL=data:,", "/*@ sourceURL=x"])(
  "no tool takes %j for the address of a source map",
  async (text) => {
    expect(stringLiteral(text)).not.toMatch(/[/*][#@]/);
    expect(patternLiteral(text)).not.toMatch(/[/*][#@]/);
    expect(JSON.parse(stringLiteral(text))).toBe(text);
    await expectPrettierStable(`type A = ${stringLiteral(text)};\n`);
  },
);
