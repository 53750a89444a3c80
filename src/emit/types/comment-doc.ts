import { builders } from "prettier/doc";
import type { DocPlan } from "../../plan/type-plan.js";
import type { Doc } from "../layout/layout.js";
import { wrapMarkdown } from "./wrap-markdown.js";

const { hardline, join } = builders;

/** Columns of text in a doc comment, so that it stays within 80 at the depth where members stand. */
const WIDTH = 75;

/**
 * A doc comment and the line break after it; empty when there is nothing to tell. The text comes from a contract: it
 * can neither end the comment, nor start a tag, nor turn the reading direction.
 */
export function commentDoc(doc: DocPlan): Doc {
  const lines = commentLines(doc);
  const [first] = lines;
  if (first === undefined) return "";
  if (lines.length === 1 && first.length <= WIDTH - 4) return [`/** ${first} */`, hardline];
  const body = lines.map((text) => (text === "" ? " *" : ` * ${text}`));
  return [join(hardline, ["/**", ...body, " */"]), hardline];
}

/** The lines between the comment's marks, for templates that print the marks themselves. */
export function commentLines(doc: DocPlan): readonly string[] {
  const paragraphs = doc.text
    .map((text) => wrapMarkdown(harmless(text), WIDTH))
    .filter((lines) => lines.length > 0);
  const text = paragraphs.flatMap((lines, index) => (index === 0 ? lines : ["", ...lines]));
  const tags = doc.tags.flatMap(({ tag, text: words }) => tagLines(tag, words));
  return text.length > 0 && tags.length > 0 ? [...text, "", ...tags] : [...text, ...tags];
}

function tagLines(tag: string, words: string): readonly string[] {
  const [first = "", ...others] = wrapMarkdown(harmless(words), WIDTH - tag.length - 2);
  return [
    first === "" ? `@${tag}` : `@${tag} ${first}`,
    ...others.map((line) => (line === "" ? "" : `  ${line}`)),
  ];
}

/** Controls but line breaks and tabs, direction marks, invisible tags and variation selectors, lone surrogates. */
const INVISIBLE =
  /[^\P{Cc}\n\t]|[\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E0FFF}]|\p{Cs}/gu;

/** What tools take for the address of a source map (ECMA-426), also where it stands within a comment. */
const SOURCE_MAP = /(\/[/*])([#@]\s*source(?:Mapping)?URL)/gi;

function harmless(text: string): string {
  return (
    text
      .replace(/\r\n?|[\u0085\u2028\u2029]/g, "\n")
      .replace(INVISIBLE, "")
      .replaceAll("*/", "*\\/")
      .replace(SOURCE_MAP, "$1 $2")
      // White space of the line alone: `\s` would look through all empty lines after each of them again.
      .replace(/^([^\S\n]*(?:[-+*>][^\S\n]+)*)@/gm, "$1\\@")
  );
}
