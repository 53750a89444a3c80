/** What follows a colon, with the colon; nothing when there is nothing to tell. */
export function afterColon(text: string): string {
  const line = inline(text);
  return line === "" ? "" : `: ${line}`;
}

/** Text of a contract within a line of Markdown: on one line, its markup and HTML disarmed. */
export function inline(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\s\u{E0100}-\u{E01EF}]+/gu, " ")
    .trim()
    .replace(/[\\`*_{}[\]<>()#|!~]/g, "\\$&");
}
