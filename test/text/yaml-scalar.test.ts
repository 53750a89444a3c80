import fc from "fast-check";
import { expect, test } from "vitest";
import { parseDocument } from "yaml";
import { yamlList, yamlQuoted, yamlScalar } from "../../src/text/yaml-scalar.js";

/** Names that YAML reads as something else, or not at all, where they are without quotes. */
const ODD = `- null true No 2024 1e3 0x1 .5 ~ * &a !a @a %a a:b a#b ? , [ ] { } ' " \\ > |`
  .split(" ")
  .concat(
    "",
    " a",
    "a: b",
    "a #b",
    "a\nb",
    "\u0000",
    "\u0085",
    "\u2028",
    "\ufeff",
    "Ünïcode",
    "😀",
    "\u{e0001}",
  );

function parsed(text: string): unknown {
  const document = parseDocument(text, { stringKeys: true });
  expect([...document.errors, ...document.warnings]).toEqual([]);
  return document.toJS() as unknown;
}

const names = fc.oneof(fc.constantFrom(...ODD), fc.string({ unit: "binary" }), fc.string());

test("YAML reads a printed text as that text, as a key and as a value", () => {
  fc.assert(
    fc.property(names, names, (name, value) => {
      const [key, plain, quoted] = [yamlScalar(name), yamlScalar(value), yamlQuoted(value)];
      const own = (text: string) => ({ [name]: text });
      expect(parsed(`${key}: ${plain}`)).toEqual(own(value));
      expect(parsed(`a:\n  - { ${key}: ${quoted} }`)).toEqual({ a: [own(value)] });
      expect(parsed(yamlList([name, value]))).toEqual([name, value]);
    }),
    { examples: ODD.map((name) => [name, name]) },
  );
});

test.each([
  ["next_cursor", "next_cursor"],
  ["links.rel=next.href", "links.rel=next.href"],
  ["$top", "$top"],
  ["Null", '"Null"'],
  ["GET /a", '"GET /a"'],
  ["a\u001b", String.raw`"a\u001b"`],
  ["a\u{e0001}", String.raw`"a\U000e0001"`],
])("%j is printed as %s", (text, want) => {
  expect(yamlScalar(text)).toBe(want);
});
