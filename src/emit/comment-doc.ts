import { builders } from "prettier/doc";
import type { DocPlan } from "../plan/typescript/type-plan.js";
import { htmlToMarkdown } from "./html-to-markdown.js";
import type { Doc } from "./layout.js";

const { hardline, join } = builders;

/** Columns of text in a doc comment, so that it stays within 80 at the depth of members. */
const WIDTH = 75;

/**
 * A doc comment and the line break after it; empty when there is nothing to tell. The text comes from a contract: it
 * can neither end the comment, nor start a tag, nor turn the reading direction.
 */
export function commentDoc(doc: DocPlan): Doc {
  const lines = markedLines(doc);
  return lines.length === 0 ? "" : [join(hardline, [...lines]), hardline];
}

/** A doc comment as text, without a line break at its end; empty when there is nothing to tell. */
export function printComment(doc: DocPlan, indent = 0): string {
  return markedLines(doc).join(`\n${"".padEnd(indent)}`);
}

/** The lines of a comment with its marks. */
function markedLines(doc: DocPlan): readonly string[] {
  const lines = commentLines(doc);
  const [first] = lines;
  if (first === undefined) return [];
  if (lines.length === 1 && first.length <= WIDTH - 4) return [`/** ${first} */`];
  return ["/**", ...lines.map((text) => (text === "" ? " *" : ` * ${text}`)), " */"];
}

/** The lines between the comment's marks. */
function commentLines(doc: DocPlan): readonly string[] {
  const paragraphs = doc.text.map((text) => wrapText(text, WIDTH)).filter((lines) => lines.length > 0);
  const text = paragraphs.flatMap((lines, index) => (index === 0 ? lines : ["", ...lines]));
  const tags = doc.tags.flatMap(({ tag, text: words }) => tagLines(tag, words));
  return text.length > 0 && tags.length > 0 ? [...text, "", ...tags] : [...text, ...tags];
}

function tagLines(tag: string, words: string): readonly string[] {
  const [first = "", ...others] = wrapText(words, WIDTH - tag.length - 2);
  return [
    first === "" ? `@${tag}` : `@${tag} ${first}`,
    ...others.map((line) => (line === "" ? "" : `  ${line}`)),
  ];
}

/** Texts that were wrapped before: contracts describe the same parameter in hundreds of operations. */
const wrapped = new Map<string, readonly string[]>();
const mostWrapped = 20_000;

/** The lines of a text of the contract. */
function wrapText(text: string, width: number): readonly string[] {
  const key = `${String(width)} ${text}`;
  const known = wrapped.get(key);
  if (known !== undefined) return known;
  const lines = wrapMarkdown(harmless(htmlToMarkdown(text)), width);
  if (wrapped.size === mostWrapped) wrapped.clear();
  wrapped.set(key, lines);
  return lines;
}

/** Controls but line breaks and tabs, direction marks, invisible tags and variation selectors, lone surrogates. */
const INVISIBLE =
  /[^\P{Cc}\n\t]|[\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E0FFF}]|\p{Cs}/gu;

/** What tools take for the address of a source map (ECMA-426), also within a comment. */
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

/**
 * Wraps Markdown to a width: running text is filled again, and what depends on its line breaks (code, tables, headings,
 * list items) keeps them. Blank lines at the ends go, several in a row become one.
 *
 * @returns lines without white space at their ends.
 */
export function wrapMarkdown(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let open: Block | undefined;
  let fenced = false;
  const close = () => {
    // One by one: a call does not take as many arguments as a long text has lines.
    if (open !== undefined) for (const line of fill(open, width)) lines.push(line);
    open = undefined;
  };
  for (const raw of text.replaceAll("\t", "  ").split("\n")) {
    const line = raw.trimEnd();
    const fence = /^\s*(?:```|~~~)/.test(line);
    if (fence || fenced || isFixed(line)) {
      close();
      if (line !== "" || lines.at(-1) !== "") lines.push(line);
      if (fence) fenced = !fenced;
      continue;
    }
    const item = /^(\s*(?:[-+*]|\d+[.)])\s+)(.*)$/.exec(line);
    if (item !== null) close();
    const started =
      item === null ? { first: "", rest: "", words: [line] } : itemBlock(item[1] ?? "", item[2] ?? "");
    if (open === undefined) open = started;
    else open.words.push(line);
  }
  close();
  return trimBlank(lines);
}

/** Words that are filled together, with what the first and the other lines start with. */
interface Block {
  readonly first: string;
  readonly rest: string;
  readonly words: string[];
}

function itemBlock(mark: string, words: string): Block {
  return { first: mark, rest: "".padEnd(mark.length), words: [words] };
}

/** Blank lines, tables, headings, quotes, HTML, indented code. */
function isFixed(line: string): boolean {
  return /^(?:\s*$|\s*[|>#<]|\s*(?:[-=*_]\s*){3,}$| {4,}\S)/.test(line);
}

/** Words; a link (`{@link Deal}`) is one with what touches it: editors open no link that goes on in another line. */
function splitWords(text: string): readonly string[] {
  return text
    .replace(/\{@link ([\w$.]+)\}/g, "{@link\0$1}")
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => word.replaceAll("\0", " "));
}

function fill({ first, rest, words }: Block, width: number): readonly string[] {
  const lines: string[] = [];
  let line = first;
  let empty = true;
  for (const word of splitWords(words.join(" "))) {
    // Such a word at the start of a line would begin a block (CommonMark section 4 and 5), and end what is open.
    const stuck = /^(?:[-+*#>|=_~:]+|\d+[.)]|[@|#<>].*|(?:```|~~~).*)$/.test(word);
    if (!empty && !stuck && line.length + 1 + word.length > width) {
      lines.push(line);
      line = rest + word;
    } else line += empty ? word : ` ${word}`;
    empty = false;
  }
  return empty ? (first.trim() === "" ? [] : [first.trimEnd()]) : [...lines, line];
}

function trimBlank(lines: readonly string[]): readonly string[] {
  const remaining = lines.filter((line, index) => line !== "" || (index > 0 && lines[index - 1] !== ""));
  return remaining.at(-1) === "" ? remaining.slice(0, -1) : remaining;
}
