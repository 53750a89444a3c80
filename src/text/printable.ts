/**
 * Characters that a terminal obeys instead of showing: controls but for tab and line feed, and those that reorder text
 * or separate lines.
 * A title or path of a contract must not move the cursor, hide lines or rename the window.
 */
const obeyed = /(?![\t\n])[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** Colours and weights, the only control sequence that Cabinetry itself prints. */
const colorSequence = new RegExp(`(${String.fromCharCode(0x1b)}\\[[0-9;]*m)`, "u");

/**
 * A text that is safe on a terminal: what a terminal would obey is written as `\u001b` (which means the same in JSON).
 *
 * @param withColors - keep colour sequences, where colours are wanted.
 */
export function printable(text: string, withColors: boolean): string {
  if (!withColors) return escapeObeyed(text);
  // Splitting by a captured pattern gives text and sequences in turn.
  return text
    .split(colorSequence)
    .map((part, index) => (index % 2 === 1 ? part : escapeObeyed(part)))
    .join("");
}

function escapeObeyed(text: string): string {
  return text.replace(obeyed, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/**
 * A line feed as `\u000a` (which means the same in JSON): a title or path of a contract cannot end a line and begin another
 * that looks like one of Cabinetry's.
 */
export function onOneLine(text: string): string {
  return text.replaceAll("\n", "\\u000a");
}

/** A text of a contract on one line that is safe on a terminal, in a log and in an annotation. */
export function visibleLine(text: string): string {
  return onOneLine(printable(text, false)).replaceAll("\t", " ");
}

/** A text without halves of surrogate pairs, which UTF-8 cannot have. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, "\ufffd");
}

/**
 * Text as code within a line of Markdown, whatever it contains (CommonMark section 6.1): on one line, between as many
 * backticks as it nowhere has in a row.
 */
export function codeSpan(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\s\u{E0100}-\u{E01EF}]+/gu, " ").trim();
  const runs = new Set((line.match(/`+/g) ?? []).map((run) => run.length));
  let count = 1;
  while (runs.has(count)) count += 1;
  const fence = "`".repeat(count);
  const gap = line === "" || line.startsWith("`") || line.endsWith("`") ? " " : "";
  return `${fence}${gap}${line}${gap}${fence}`;
}
