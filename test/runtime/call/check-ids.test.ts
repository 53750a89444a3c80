import { expect, test } from "vitest";
import { checkIds } from "../../../src/runtime/request/check-ids.js";
import type {
  BodyDescriptor,
  OperationDescriptor,
} from "../../../src/runtime/descriptors/operation-descriptor.js";
import { countTime } from "../../support/count-time.js";

const operation = (body: Partial<BodyDescriptor>): OperationDescriptor => ({
  name: "things.add",
  method: "POST",
  path: "/",
  responses: [],
  retryClass: "write",
  body: { from: "body", content: [], ...body },
});
const check = (body: Partial<BodyDescriptor>, value: unknown): readonly string[] =>
  checkIds(operation(body), {
    split: { given: [], body: { value, media: { mediaType: "x/y", codec: "json" } } },
    identifiers: [],
  }).identifiers;

test.each<readonly [string, Partial<BodyDescriptor>, unknown, readonly string[]]>([
  ["a member", { ids: ["a/b"] }, { a: { b: "1" } }, ["b"]],
  ["an element", { ids: ["a/*"] }, { a: ["1", "2"] }, ["a"]],
  [
    "an element of a tuple",
    { ids: ["pair/1", "pair/*!0!1/id"] },
    { pair: [1, "1", { id: "2" }] },
    ["pair", "id"],
  ],
  ["the body", { ids: ["", "*"] }, "1", ["body"]],
  [
    "a member that is a group",
    { ids: ["filter/@0"], idGroups: [["", "next/@0"]] },
    { filter: "1" },
    ["filter"],
  ],
  [
    "members of groups",
    { ids: ["@0"], idGroups: [["list/*/@0", "id", "at/@1"], [""]] },
    { list: [{ list: [{ id: "1" }], at: "2" }] },
    ["at", "id"],
  ],
  ["no member of all objects", { ids: ["toString", "a"] }, { a: "1" }, ["a"]],
  ["names that begin and end so", { ids: ["=x~4*_id"] }, { "x!a_id": "1", "x!_i": 1, "!_id": 2 }, ["body"]],
])("[ERR-5] identifiers are named: %s", (_, body, value, names) => {
  expect(check(body, value)).toEqual(names);
});

test.each<readonly [string, Partial<BodyDescriptor>, unknown]>([
  ["filter", { ids: ["filter/@0"], idGroups: [[""]] }, { filter: 1 }],
  ["pair/1", { ids: ["pair/1"] }, { pair: [1, 1] }],
  ["a/next/id", { ids: ["a/@0"], idGroups: [["id", "next/@0"]] }, { a: { next: { id: 1 } } }],
  ["body", { ids: ["", "*"] }, ["1", 1]],
])("[GEN-1] an error has the path of the identifier: %s", (path, body, value) => {
  expect(() => check(body, value)).toThrow(`"${path}" is an identifier`);
});

test("[ERR-5] identifiers that are known already stay, before those of the body", () => {
  const split = {
    given: [],
    body: { value: { a: "1" }, media: { mediaType: "x/y", codec: "json" } },
  } as const;
  expect(checkIds(operation({ ids: ["a"] }), { split, identifiers: ["b"] }).identifiers).toEqual(["b", "a"]);
});

test("a long list of rows takes the time of its rows, and a map that of its members", () => {
  const rows = Array.from({ length: 20_000 }, (_, at) => ({ a: "1", b: "1", c: "1", key: `k${String(at)}` }));
  const map = Object.fromEntries(rows.map(({ key }) => [key, "1"]));
  const names = Array.from({ length: 100 }, (_, at) => `name${String(at)}`);
  const elapsed = countTime();
  check({ ids: ["*/a", "*/b", "*/c"] }, rows);
  check({ ids: [["*", ...names].join("!")] }, map);
  expect(elapsed()).toBeLessThan(500);
});
