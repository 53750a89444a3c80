import { expect, test } from "vitest";
import { mutations } from "../mutate/mutate.js";
import { schemaRewrites } from "../rewrites/schema-rewrites.js";
import { rewrites } from "../wire/rewrites.js";
import { mutantsOf, readBase } from "./accuracy.js";
import { accuracyOf, measure } from "./measure.js";

/** Every fifth kind of change; all of them belong to `npm run diff:accuracy`. */
const some = mutations.filter((_, index) => index % 5 === 0);

test("the comparison of clients agrees with the compiler on a sample of changes", async () => {
  const base = readBase("test/diff/mutate/medium.yaml");
  const measured = await measure(base, mutantsOf(base, 1, some));
  const { pairs, breaking, misses } = accuracyOf(measured);
  expect(misses.map(({ row, title, pointer }) => `${row} ${title} ${pointer}`)).toEqual([]);
  expect(pairs).toBeGreaterThanOrEqual(20);
  expect(breaking).toBeGreaterThanOrEqual(5);
  expect(pairs - breaking).toBeGreaterThanOrEqual(5);
}, 60_000);

test("the comparison of clients agrees with the compiler on a contract in other words", async () => {
  const base = readBase("test/diff/mutate/medium.yaml");
  const others = Object.entries({ ...rewrites, ...schemaRewrites }).map(([title, rewrite]) => ({
    ...{ row: "", title, pointer: "#", expected: undefined },
    document: rewrite(base.document),
  }));
  const { pairs, breaking, misses } = accuracyOf(await measure(base, others));
  expect(misses.map(({ title }) => title)).toEqual([]);
  expect(pairs).toBe(others.length);
  // Names that the client makes for schemas in place, names of header fields, and index signatures differ.
  expect(breaking).toBeLessThanOrEqual(6);
}, 60_000);
