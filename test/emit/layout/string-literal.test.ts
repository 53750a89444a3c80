import { expect, test } from "vitest";
import { propertyName } from "../../../src/emit/layout/string-literal.js";
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
