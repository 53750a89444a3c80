import { expect, test } from "vitest";
import { wrapMarkdown } from "../../../src/emit/types/wrap-markdown.js";

test("a text may fill more lines than a call takes arguments", () => {
  const lines = wrapMarkdown("word ".repeat(200_000), 4);
  expect(lines).toHaveLength(200_000);
  expect(lines.at(-1)).toBe("word");
});
