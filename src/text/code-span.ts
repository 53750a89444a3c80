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
