import { expect, test } from "vitest";
import { printComment, wrapMarkdown } from "../../src/emit/comment-doc.js";

test("a text may fill more lines than a call takes arguments", () => {
  const lines = wrapMarkdown("word ".repeat(200_000), 4);
  expect(lines).toHaveLength(200_000);
  expect(lines.at(-1)).toBe("word");
});

// What stands in a code span would be Markdown again if a line of it began another block.
test.each(["-", "#", "___", "~~~", "```js", ">x", "<b>", "|", "===", "1.", ":-:"])(
  "no line begins with %s because of the width",
  (word) => {
    expect(
      wrapMarkdown(`Some words ${word} other words`, 12).map((line) => line.split(" ")[0]),
    ).not.toContain(word);
  },
);

test("a link stays on one line", () => {
  const text = "The parameters, {@link DealsExportInput}; see {@link Deal}{@link Lead} and {@link of words}.";
  expect(wrapMarkdown(text, 20)).toEqual([
    "The parameters,",
    "{@link DealsExportInput};",
    "see",
    "{@link Deal}{@link Lead}",
    "and {@link of",
    "words}.",
  ]);
});

test("a text is wrapped to the width of each place that it stands at", () => {
  const text = "words ".repeat(12).trim();
  const lines = ["/**", ` * ${text}`, " *", ` * @throws ${text.slice(0, 65)}`, " *   words", " */"];
  expect(printComment({ text: [text], tags: [{ tag: "throws", text }] })).toBe(lines.join("\n"));
});
