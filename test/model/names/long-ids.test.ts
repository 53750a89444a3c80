import { expect, test } from "vitest";
import { nameOperations } from "../../../src/model/names/operation-names.js";
import { countTime } from "../../support/count-time.js";

test.each([
  ["digits", Array.from({ length: 20 }, (_, index) => `{a${String(index)}}`), `getX${"1".repeat(60)}z`],
  ["parameters of one name", Array.from({ length: 20 }, () => "{iD}"), `getX${"Id".repeat(30)}z`],
  ["few parameters", Array.from({ length: 8 }, () => "{iD}"), `getX${"Id1".repeat(20)}z`],
])("an id of many %s is read in little time", (_, parameters, operationId) => {
  const path = `/x/${parameters.join("/")}`;
  const json = { operationId };
  const elapsed = countTime();
  nameOperations([{ method: "GET", path, json, pathItem: {}, pointer: "#/a", pathPointer: "#/b" }]);
  expect(elapsed()).toBeLessThan(1000);
});

test.each([
  ["a segment of many words", ["", "a-".repeat(10_000), "a-".repeat(10_001), "a-".repeat(10_002)]],
  ["many segments", ["/x", "/b".repeat(10_000), "/b".repeat(10_001), `${"/b".repeat(10_000)}/{id}`]],
])("paths with %s are named differently in little time", (_, [start = "", ...ends]) => {
  const paths = ends.map((end) => `${start}/${end}`);
  const elapsed = countTime();
  const names = nameOperations(
    paths.map((path) => ({ method: "GET", path, json: {}, pathItem: {}, pointer: path, pathPointer: path })),
  );
  expect(elapsed()).toBeLessThan(1000);
  const found = [...names.values()].map(({ resource, method }) => `${resource}.${method}`);
  expect(new Set(found).size).toBe(3);
  expect(Math.max(...found.map(({ length }) => length))).toBeLessThan(200);
});

test.each([
  ["a path of many segments", { operationId: "getShopPages" }, `/shops/{id}${"/shops".repeat(8000)}`],
  ["a segment of many words", { operationId: "getShopPages" }, `/shops/{id}/${"ab-".repeat(15_000)}c`],
  ["a tag of many asides", { tags: ["a(".repeat(25_000)] }, "/a/{id}"],
  ["a tag of many parts", { tags: ["a.".repeat(25_000)] }, "/a/{id}"],
  ["a tag of many roles", { operationId: "getX", tags: ["Service ".repeat(6000)] }, "/a/{id}"],
  ["an id of many words", { operationId: `get${"Shop".repeat(12_000)}`, tags: ["shops"] }, "/a/{id}"],
  ["an owner of many words", { operationId: `${"Shop".repeat(12_000)}.get` }, "/a/{id}"],
  ["an owner of many levels", { operationId: `${"a.".repeat(25_000)}get`, tags: ["a"] }, "/a/{id}"],
])("%s is read in little time", (_, json, path) => {
  const elapsed = countTime();
  nameOperations([{ method: "GET", path, json, pathItem: {}, pointer: "#/a", pathPointer: "#/b" }]);
  expect(elapsed()).toBeLessThan(1000);
});
