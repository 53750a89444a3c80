import { expect, test } from "vitest";
import { modelOf } from "../model-of.js";

const get = (id: string) =>
  `{ get: { operationId: ${id}, tags: [a], responses: { '200': { description: '' } } } }`;
const notesOf = (
  yaml: string,
  kept?: { operations: Record<string, string>; models: Record<string, string> },
) => modelOf(yaml, kept && { kept }).notes;

test("a method that has not the name of its operation, because another has it, is told with its place", () => {
  const yaml = `
paths:
  /a/b: ${get("getB")}
  /a-b: ${get("get_b")}
  /a.b: ${get("get-b")}
  /c: ${get("getC")}`;
  const told = [
    { text: "GET /a-b is called a.getAB2: a.getB is GET /a.b.", pointer: "#/paths/~1a-b/get" },
    { text: "GET /a/b is called a.getAB: a.getB is GET /a.b.", pointer: "#/paths/~1a~1b/get" },
  ];
  const byPlace = (notes: readonly { readonly pointer: string }[]) =>
    [...notes].sort((left, right) => (left.pointer < right.pointer ? -1 : 1));
  expect(byPlace(notesOf(yaml))).toEqual(told);
});

test("nothing is told where a name is kept, and no other operation has the one it would have", () => {
  const kept = { operations: { "GET /c": "a.old" }, models: {} };
  const told = notesOf(`paths: { /c: ${get("getC")} }`, kept);
  expect(told.map(({ pointer }) => pointer)).toEqual(["#/paths"]);
});
