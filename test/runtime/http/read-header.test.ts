import { expect, test } from "vitest";
import type { HeaderDescriptor } from "../../../src/runtime/descriptors/operation-descriptor.js";
import { readHeader } from "../../../src/runtime/response/with-header-values.js";

const role = {
  as: "members",
  members: { limit: "integer", kind: "text" },
  others: "text",
  required: ["limit"],
} as const;

test.each<[text: string | readonly string[], header: HeaderDescriptor, want: unknown]>([
  [" a, b ", { as: "text" }, " a, b "],
  ["", { as: "text" }, ""],
  ["100%25", { as: "text" }, "100%25"],
  ["true", { as: "boolean" }, true],
  ["false", { as: "boolean" }, false],
  ["-1.5e2", { as: "number" }, -150],
  ["007", { as: "integer" }, 7],
  ["-12", { as: "integer" }, -12],
  ["42", { as: "longInteger" }, 42],
  ["9007199254740993", { as: "longInteger" }, 9007199254740993n],
  ["1,2, 3", { as: "list", items: "integer" }, [1, 2, 3]],
  ["a", { as: "list", items: "text" }, ["a"]],
  ["", { as: "list", items: "text" }, []],
  ["1,null,,3", { as: "list", items: "integerOrNull" }, [1, null, null, 3]],
  ["null,1.5", { as: "list", items: "numberOrNull" }, [null, 1.5]],
  ["null,9007199254740993", { as: "list", items: "longIntegerOrNull" }, [null, 9007199254740993n]],
  ["true,null", { as: "list", items: "booleanOrNull" }, [true, null]],
  ["null,", { as: "list", items: "textOrNull" }, ["null", ""]],
  ["kind,a", { ...role, members: { limit: "integerOrNull", kind: "text" } }, { kind: "a", limit: null }],
  ["limit,null", { ...role, members: { limit: "integerOrNull", kind: "textOrNull" } }, { limit: null }],
  [["a=1; b=2, 3", "c=4"], { as: "list", items: "text" }, ["a=1; b=2, 3", "c=4"]],
  ["limit,5,more,x", role, { limit: 5, more: "x" }],
  ["limit=5, kind=a=b", { ...role, explode: true }, { limit: 5, kind: "a=b" }],
  ["__proto__,1,limit,2", role, JSON.parse('{"__proto__":"1","limit":2}')],
  ['{"id":9007199254740993}', { as: "json", longIntegers: ["id"] }, { id: 9007199254740993n }],
])("%s as %o is %s", (text, header, want) => {
  const read = readHeader(text, header);
  expect(read).toEqual({ kind: "value", value: want });
});

test.each<[text: string, header: HeaderDescriptor, why: string]>([
  ["True", { as: "boolean" }, "it is neither true nor false"],
  ["", { as: "boolean" }, "it is neither true nor false"],
  ["1,5", { as: "number" }, "it is not a number"],
  ["NaN", { as: "number" }, "it is not a number"],
  ["1e999", { as: "number" }, "it is not a number"],
  ["0x10", { as: "number" }, "it is not a number"],
  ["", { as: "integer" }, "it is not an integer"],
  ["Wed, 21 Oct 2026 07:28:00 GMT", { as: "integer" }, "it is not an integer"],
  ["1.0", { as: "longInteger" }, "it is not an integer"],
  ["9007199254740993", { as: "integer" }, "it is an integer that a number cannot hold"],
  ["1,,2", { as: "list", items: "integer" }, "it is not an integer"],
  ["limit", role, "it is not a list of names and values"],
  ["limit,x", role, "it is not an integer"],
  ["kind,a", role, "a member is missing"],
  ["limit", { ...role, explode: true }, "it is not a list of names and values"],
  ["{", { as: "json" }, "it is not JSON"],
])("%s as %o cannot be read: %s", (text, header, why) => {
  expect(readHeader(text, header)).toEqual({ kind: "unreadable", why });
});
