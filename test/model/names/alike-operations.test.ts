import { expect, test } from "vitest";
import type { RawOperation } from "../../../src/model/operations/list-raw-operations.js";
import { nameOperations } from "../../../src/model/names/operation-names.js";

/** Milliseconds that are many times what the work takes, and far less than it takes where it grows with the square. */
const PATIENCE = 5_000;

test("paths that differ in no letter get numbers, each tried once", { timeout: PATIENCE }, () => {
  const operations = [...Array(3_000).keys()].map((index): RawOperation => {
    const path = `/r/${"-".repeat(index % 60)}${"_".repeat(index / 60)}`;
    return { method: "GET", path, json: {}, pathItem: {}, pointer: "#/paths", pathPointer: "#/paths" };
  });
  const methods = [...nameOperations(operations).values()].map(({ method }) => method);
  expect(new Set(methods).size).toBe(3_000);
  expect(methods).toContain("getR2");
  expect(methods).toContain("getR2999");
});
