import { expect, test } from "vitest";
import { operationPosition, withoutParameterNames } from "../../src/openapi/operations.js";
import { pointerKeys } from "../../src/text/json-pointer.js";

test.each([
  ["#/paths/~1pets/get", { method: "GET", path: "/pets", below: [] }],
  ["#/paths/~1pets/query", { method: "QUERY", path: "/pets", below: [] }],
  ["#/paths/~1pets/get/parameters/0", { method: "GET", path: "/pets", below: ["parameters", "0"] }],
  ["#/paths/~1pets/additionalOperations/Copy", { method: "Copy", path: "/pets", below: [] }],
  ["#/paths/~1pets/additionalOperations/Copy/tags", { method: "Copy", path: "/pets", below: ["tags"] }],
  ["#/paths/~1pets/additionalOperations", undefined],
  ["#/paths/~1pets/parameters/0", undefined],
  ["#/paths/~1pets", undefined],
  ["#/webhooks/pets/post", undefined],
])("%s is in the operation %j", (pointer, want) => {
  expect(operationPosition(pointerKeys(pointer))).toEqual(want);
});

test("names of path parameters make no difference", () => {
  expect(withoutParameterNames("GET /pets/{petId}/{id}.json")).toBe("GET /pets/{}/{}.json");
});
