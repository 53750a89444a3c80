import { expect, test } from "vitest";
import { singular } from "../../src/text/nouns.js";

test.each([
  ["cabinets", "cabinet"],
  ["companies", "company"],
  ["boxes", "box"],
  ["branches", "branch"],
  ["addresses", "address"],
  ["addresss", "address"],
  ["keys", "key"],
  ["movies", "movie"],
  ["status", "status"],
  ["statuses", "status"],
  ["aliases", "alias"],
  ["databases", "database"],
  ["houses", "house"],
  ["gas", "gas"],
  ["sheep", "sheep"],
  ["heroes", "hero"],
  ["analyses", "analysis"],
  ["analysis", "analysis"],
  ["quizzes", "quiz"],
  ["caches", "cache"],
  ["leaves", "leaf"],
  ["sizes", "size"],
  ["series", "series"],
  ["chassis", "chassis"],
  ["metadata", "metadata"],
  ["cookies", "cookie"],
  ["calories", "calorie"],
  ["excuses", "excuse"],
  ["lenses", "lens"],
  ["basis", "basis"],
  ["redis", "redis"],
  ["dns", "dns"],
])("%s → %s", (given, want) => {
  expect(singular(["deal", given])).toEqual(["deal", want]);
});

test("no word stays none", () => {
  expect(singular([])).toEqual([]);
});
