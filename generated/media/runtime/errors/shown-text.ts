/**
 * Text of a server as one line of a log can hold it: without control characters (a line break would forge an entry) and
 * no longer than 200 characters.
 */
export function shownText(text: string): string {
  const line = text
    .replace(/[\u0000-\u001F\u007F-\u009F\u2028\u2029]+/g, " ")
    .trim();
  return line.length <= 200 ? line : `${line.slice(0, 199)}…`;
}
