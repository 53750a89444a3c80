import { expect, it } from "vitest";
import { checkLongIntegers } from "../../../src/runtime/request/check-long-integers.js";
import type { SplitInput } from "../../../src/runtime/descriptors/operation-descriptor.js";

const shared = [2 ** 60];
const operation = { name: "x", method: "POST", path: "/", responses: [], retryClass: "write" } as const;

it.each([
  ["before", { ids: shared, other: shared }],
  ["after", { other: shared, ids: shared }],
])("finds a rounded integer in a list that stands %s in another place, too", (_, value) => {
  const media = { mediaType: "application/json", codec: "json", longIntegers: ["ids"] } as const;
  const input: SplitInput = { given: [], body: { media, value } };
  expect(() => {
    checkLongIntegers(operation, { split: input, identifiers: [] });
  }).toThrow('"ids" is a 64-bit integer');
});
