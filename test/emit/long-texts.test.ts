import { expect, test } from "vitest";
import { emitContract, generated } from "./emit-contract.js";

/*
 * A text of a contract may be as long as a document: no pattern may look through the rest of it again and again. One that
 * does takes half a minute and more for a text of this length.
 */

const LENGTH = 100_000;

/** What texts consist of, over and over: white space and signs that patterns look for. */
const REPEATED: readonly (readonly [string, string])[] = [
  ["line ends", "\n"],
  ["carriage returns", "\r"],
  ["blanks", " "],
  ["tabs", "\t"],
  ["indented lines", "\n "],
  ["blanks before line ends", " \n"],
  ["empty list items", "-\n"],
  ["list items", "- a\n"],
  ["quotes", "> "],
  ["words", "api for "],
  ["signs of Markdown", "`*[(<_|#"],
  ["ends of comments", "*/"],
  ["source maps", "//# "],
];

function contractWith(text: string): string {
  const schema = {
    type: "object",
    title: text,
    description: text,
    properties: { name: { type: "string", description: text, default: text, pattern: text, enum: [text] } },
  };
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: text, version: text, description: text },
    servers: [{ url: "https://h.example", description: text }],
    tags: [{ name: "notes", description: text }],
    paths: {
      "/notes": {
        get: {
          tags: ["notes"],
          summary: text,
          description: text,
          parameters: [{ in: "query", name: "q", description: text, schema: { type: "string" } }],
          responses: { 200: { description: text, content: { "application/json": { schema } } } },
        },
      },
    },
    components: { schemas: { Note: schema } },
  });
}

test.each(REPEATED)("texts of %s, over and over, take no time", { timeout: 120_000 }, async (_, repeated) => {
  const text = `x${repeated.repeat(LENGTH / repeated.length)}x`;
  const start = performance.now();
  expect(generated(await emitContract(contractWith(text))).size).toBeGreaterThan(5);
  expect(performance.now() - start).toBeLessThan(10_000);
});
