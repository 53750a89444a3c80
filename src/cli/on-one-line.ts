/**
 * A line feed as `\u000a` (which means the same in JSON): a title or path of a contract cannot end a line and begin another
 * that looks like one of Cabinetry's.
 */
export function onOneLine(text: string): string {
  return text.replaceAll("\n", "\\u000a");
}
