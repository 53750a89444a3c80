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

test(
  "many operations of one function, and many servers, are named in little time",
  { timeout: 8_000 },
  () => {
    const operations = [...Array(3_000).keys()].map((index): RawOperation => {
      const path = `/v${String(index % 50)}/shops${String(index)}/orders`;
      const json = { operationId: `ship_${String(index % 90)}`, tags: ["orders"] };
      return { method: "POST", path, json, pathItem: {}, pointer: "#/paths", pathPointer: "#/paths" };
    });
    const servers = [...Array(100).keys()].map((index) => ({ url: `https://x.example/s/v${String(index)}` }));
    const names = nameOperations(operations, { document: { servers } });
    expect(operations.slice(7, 8).map((one) => names.get(one)?.method)).toEqual(["shipShops7"]);
  },
);
