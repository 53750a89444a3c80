import { expect, test } from "vitest";
import { memberAt } from "../../../src/runtime/values/member-at.js";

const body = {
  a: { "b/c": [{ id: 1 }, { id: 2 }] },
  limits: [
    { name: "reads", value: 300 },
    { name: "a=b", value: 1 },
  ],
  list: [],
};

test.each([
  ["", body],
  ["a/b~1c/1/id", 2],
  ["limits/name=reads/value", 300],
  ["limits/name=a=b/value", 1],
  ["limits/name=writes/value", undefined],
  ["limits/value", undefined],
  ["list/name=reads", undefined],
  ["a/toString", undefined],
])("the value at %j is %j", (path, want) => {
  expect(memberAt(body, path)).toEqual(want);
});
