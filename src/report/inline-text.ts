import { codeSpan, visibleLine } from "../text/printable.js";

/** A piece of a sentence: plain text, or code between backticks. */
export interface Inline {
  readonly kind: "code" | "text";
  readonly text: string;
}

/** A sentence with Markdown code spans (CommonMark section 6.1), as its pieces. Everything else is text, whatever it looks like. */
function parseInline(sentence: string): readonly Inline[] {
  const line = visibleLine(sentence);
  const pieces: Inline[] = [];
  let start = 0;
  for (let at = line.indexOf("`"); at !== -1; at = line.indexOf("`", start)) {
    const [fence = "`"] = /^`+/u.exec(line.slice(at)) ?? [];
    const end = closingFence(line, at + fence.length, fence.length);
    if (end === -1) {
      pieces.push({ kind: "text", text: line.slice(start, at + fence.length) });
      start = at + fence.length;
      continue;
    }
    if (at > start) pieces.push({ kind: "text", text: line.slice(start, at) });
    pieces.push({ kind: "code", text: line.slice(at + fence.length, end).trim() });
    start = end + fence.length;
  }
  if (start < line.length) pieces.push({ kind: "text", text: line.slice(start) });
  return pieces;
}

/** Where as many backticks in a row are as opened the span; -1: nowhere. */
function closingFence(line: string, from: number, length: number): number {
  for (let at = line.indexOf("`", from); at !== -1;) {
    const run = /^`+/u.exec(line.slice(at))?.[0].length ?? 1;
    if (run === length) return at;
    at = line.indexOf("`", at + run);
  }
  return -1;
}

/** A sentence for Markdown (GitHub, GitLab): its code stays code, and nothing in its text is markup, a link, a mention or HTML. */
export function markdownSentence(sentence: string): string {
  return parseInline(sentence)
    .map(({ kind, text }) => (kind === "code" ? codeSpan(text) : markdownText(text)))
    .join("");
}

/** Plain text for Markdown. */
export function markdownText(text: string): string {
  return visibleLine(text)
    .replace(/[\\`*_{}[\]<>#+!|~&$]/gu, "\\$&")
    .replace(/^(\s*)([-=])/u, "$1\\$2")
    .replace(/^(\s*\d+)\.(?=\s|$)/u, "$1\\.")
    .replace(/@(?=\S)/gu, "@\u200b")
    .replace(/(https?|ftp|mailto):/giu, "$1\u200b:")
    .replace(/www\./giu, "www\u200b.");
}

/** Text of HTML, in an element or a quoted attribute. */
export function htmlText(text: string): string {
  return visibleLine(text).replace(/[&<>"'`]/gu, (character) => `&#${String(character.charCodeAt(0))};`);
}

/** A sentence for HTML: its code is in `code` elements. */
export function htmlSentence(sentence: string): string {
  return parseInline(sentence)
    .map(({ kind, text }) => (kind === "code" ? `<code>${htmlText(text)}</code>` : htmlText(text)))
    .join("");
}

/** A sentence as plain text: backticks around code become quotes. */
export function plainSentence(sentence: string): string {
  return parseInline(sentence)
    .map(({ kind, text }) => (kind === "code" ? `"${text}"` : text))
    .join("");
}
