import { expect, test } from "vitest";
import { noteLines } from "../../src/model/notes.js";

test("what is said of several places is one line with the first of them", () => {
  const given = [
    { text: "A is left out.", pointer: "#/a" },
    { text: "B is left out.", pointer: "#/b" },
    { text: "A is left out.", pointer: "#/c" },
    { text: "A is left out.", pointer: "#/a" },
  ];
  const want = ["A is left out. (#/a, and 1 more)", "B is left out. (#/b)"];
  expect(noteLines(given)).toEqual(want);
});
