import { expect, test } from "vitest";
import { nameOperations } from "../../../src/model/names/operation-names.js";

test.each([
  ["digits", Array.from({ length: 20 }, (_, index) => `{a${String(index)}}`), `getX${"1".repeat(60)}z`],
  ["parameters of one name", Array.from({ length: 20 }, () => "{iD}"), `getX${"Id".repeat(30)}z`],
  ["few parameters", Array.from({ length: 8 }, () => "{iD}"), `getX${"Id1".repeat(20)}z`],
])("an id of many %s is read in little time", (_, parameters, operationId) => {
  const path = `/x/${parameters.join("/")}`;
  const json = { operationId };
  const begun = performance.now();
  nameOperations([{ method: "GET", path, json, pathItem: {}, pointer: "#/a", pathPointer: "#/b" }]);
  expect(performance.now() - begun).toBeLessThan(1000);
});
