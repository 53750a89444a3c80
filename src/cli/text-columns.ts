import { onOneLine } from "../text/printable.js";

/**
 * Names one after the other, on as many lines as it takes.
 *
 * @param indent - blanks before each line.
 */
export function wrappedLines(names: readonly string[], indent = 2): string[] {
  const lines: string[] = [];
  for (const name of names.map(onOneLine)) {
    const last = lines.at(-1);
    if (last === undefined || last.length + name.length + 2 > LINE) lines.push(`${"".padEnd(indent)}${name}`);
    else lines[lines.length - 1] = `${last}, ${name}`;
  }
  return lines;
}

/** Columns that a list of names may take. */
const LINE = 100;

/** Characters that a column has at most; a longer cell takes the room that it needs in its own row alone. */
const COLUMN = 44;

/**
 * Rows as columns: each as wide as its widest cell, but for very long ones; two blanks between them, no blanks at the
 * end of a line. A row is one line, whatever is in it.
 *
 * @param indent - blanks before each line.
 */
export function textTable(given: readonly (readonly string[])[], indent = 2): string[] {
  const rows = given.map((row) => row.map(onOneLine));
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, column) => {
      if (cell.length <= COLUMN) widths[column] = Math.max(widths[column] ?? 0, cell.length);
    });
  }
  return rows.map((row) => {
    const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    return `${"".padEnd(indent)}${cells.join("  ")}`.trimEnd();
  });
}
