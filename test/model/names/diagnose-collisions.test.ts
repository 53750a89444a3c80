import { expect, test } from "vitest";
import { diagnoseCollisions, nameOperations } from "../../../src/model/names/operation-names.js";
import { operationName } from "../../../src/model/names/member-names.js";
import { modelOf } from "../model-of.js";
import { type Found, found } from "../../diagnostics/found.js";

const get = (id: string) =>
  `{ get: { operationId: ${id}, tags: [a], responses: { '200': { description: '' } } } }`;
const diagnosticsOf = (
  yaml: string,
  locked?: { operations: Record<string, string>; models: Record<string, string> },
) => found(modelOf(yaml, locked && { locked }).diagnostics);

test("a method that has not the name of its operation, because another has it, is told with its place", () => {
  const yaml = `
paths:
  /a/b: ${get("getB")}
  /a-b: ${get("get_b")}
  /a.b: ${get("get-b")}
  /c: ${get("getC")}`;
  const told = [
    [
      "operation/name-taken",
      "#/paths/~1a-b/get",
      { operation: "GET /a-b", name: "a.getAB2", preferred: "a.getB", owner: "GET /a.b" },
    ],
    [
      "operation/name-taken",
      "#/paths/~1a~1b/get",
      { operation: "GET /a/b", name: "a.getAB", preferred: "a.getB", owner: "GET /a.b" },
    ],
  ];
  const byLocation = (all: readonly Found[]) => [...all].sort((left, right) => (left[1] < right[1] ? -1 : 1));
  expect(byLocation(diagnosticsOf(yaml))).toEqual(told);
});

test("nothing is told where a name is locked, and no other operation has the one it would have", () => {
  const locked = { operations: { "GET /c": "a.old" }, models: {} };
  const told = diagnosticsOf(`paths: { /c: ${get("getC")} }`, locked);
  expect(told.map(([id]) => id)).toEqual(["names/operation-kept"]);
});

test("the names to try are listed once for names and diagnostics, unless a lock has some or another contract is meant", () => {
  let count = 0;
  // Each list of names reads the servers once.
  const counted = () => ({
    get servers() {
      count += 1;
      return [];
    },
  });
  const document = counted();
  const operations = [
    { method: "GET", path: "/a", json: {}, pathItem: {}, pointer: "#/a", pathPointer: "#/b" },
  ];
  nameOperations(operations, { document });
  diagnoseCollisions(operations, [], { document });
  expect(count).toBe(1);
  nameOperations(operations, { document, locked: new Map([["GET /b", operationName("b", "list")]]) });
  expect(count).toBe(2);
  diagnoseCollisions(operations, [], { document: counted() });
  expect(count).toBe(3);
});
