import { describe, expect, test } from "vitest";
import { htmlToMarkdown } from "../../src/emit/html-to-markdown.js";

describe("a description", () => {
  test.each([
    ["Plain, a < b, and <your key>.", "Plain, a < b, and <your key>."],
    ["<p>One.</p><p>Two &amp; more.</p>", "One.\n\nTwo & more."],
    ["A <b>bold</b>, <em>soft</em> <code>id</code>.", "A **bold**, _soft_ `id`."],
    ['See <a href="https://a.example/x">the docs</a>.', "See [the docs](https://a.example/x)."],
    ['See <a href="/x"> the <code>id</code> </a> of it.', "See [the `id`](/x) of it."],
    ["See <a name='x'>here</a>.", "See here."],
    ["Either:<ul><li>this</li><li>that</li></ul>", "Either:\n\n- this\n- that"],
    [
      "Either: <ul> <li> <p>this</p> </li> <li> <p>that</p> </li> </ul> <p>Then.</p>",
      "Either:\n\n- this\n- that\n\nThen.",
    ],
    ["<ol><li>One:<ul><li>a</li></ul></li><li>Two</li></ol>", "1. One:\n  - a\n2. Two"],
    ["Text. <note> <p>Be careful.</p> </note> <p>More.</p>", "Text.\n\n**Note:** Be careful.\n\nMore."],
    ["<important><ul><li>a</li></ul></important>", "**Important:** \n- a"],
    ["<fullname>Mail</fullname> <p>Sends.</p>", "Mail\n\nSends."],
    ["<li>alone</li>", "- alone"],
    ["First<br/>second", "First\nsecond"],
    ["`<b>` and\n```html\n<p>&lt;</p>\n```\n<i>x</i>", "`<b>` and\n```html\n<p>&lt;</p>\n```\n_x_"],
    ["&#42;&#47; &#xD800; &unknown;", "*/ &#xD800; &unknown;"],
    ["<table><tr><td>a</td><td>b</td></tr></table>", "a b"],
  ])("%j is read as %j", (given, want) => {
    expect(htmlToMarkdown(given)).toBe(want);
  });
});
