/*
 * Prettier's document printer without prettier's parsers: emitted text is laid out as prettier would lay it out, at a
 * fraction of the time. Whoever prints TypeScript builds a `Doc` and hands it to `layout`.
 */
import { builders, printer } from "prettier/doc";

/** A piece of text that knows where it may break (prettier's document commands). */
export type Doc = builders.Doc;

/** Columns a line may have: prettier's default, which consumers most often keep. */
export const PRINT_WIDTH = 80;

/** Where the text will stand in its file. */
export interface LayoutPlace {
  /** Columns by which every line after the first is indented; the first line starts there too. Default 0. */
  readonly indent?: number;
  /** Columns already taken in front of the first line, when more than `indent`. */
  readonly column?: number;
}

/**
 * Prints a document at width 80. The first line is returned without its indentation, the following ones with it, so
 * that the result can be put after whatever already stands in the line. What follows in the last line (`,`, `;`, ` {`)
 * belongs into the document, because it counts when deciding where to break.
 *
 * @returns text without a line break at its end, unless the document ends with one.
 */
export function layout(doc: Doc, place: LayoutPlace = {}): string {
  const indent = place.indent ?? 0;
  const ahead = Math.max((place.column ?? indent) - indent, 0);
  const before = "x".repeat(ahead);
  const placed = builders.align(indent, [builders.hardline, before, doc]);
  const { formatted } = printer.printDocToString(placed, { printWidth: PRINT_WIDTH, tabWidth: 2 });
  return formatted.slice(1 + indent + ahead);
}

/** Members between brackets that go on lines of their own, indented, when they do not fit on one. */
export function enclosed(
  open: string,
  members: readonly Doc[],
  close: string,
  options: { readonly padded?: boolean; readonly trailing?: string; readonly separator?: string } = {},
): Doc {
  if (members.length === 0) return `${open}${close}`;
  const edge = options.padded === true ? builders.line : builders.softline;
  const trailing = options.trailing === undefined ? "" : builders.ifBreak(options.trailing);
  const separator = [options.separator ?? ",", builders.line];
  return [open, builders.indent([edge, builders.join(separator, [...members])]), trailing, edge, close];
}
