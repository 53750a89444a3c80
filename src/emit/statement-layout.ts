/*
 * Layout of a statement that a template prints. The template says where a line may break: inside its brackets, after its
 * commas, and at its own line breaks. Whether it breaks there follows from the width, as prettier would decide. An object
 * whose first member has a line of its own in the template has one in the output as well: prettier keeps that.
 */
import { builders } from "prettier/doc";
import { alternatives, assignment, assignmentOfCall, type Doc, layout, PRINT_WIDTH } from "./layout.js";
import { Block, readParts, type Parts } from "./statement-parts.js";

const { group, hardline, indent, join, line } = builders;

/**
 * Lays one statement out at width 80, at a depth of so many columns. In its text, lists in brackets may end with a comma,
 * which is printed where the list breaks alone; at a line break after `=` or `=>` the line may break.
 *
 * @throws Error when brackets do not match: a mistake in a template.
 */
export function layoutStatement(text: string, depth: number): string {
  const whole = text.trim();
  // A block that opens here has lines of its own.
  if (whole.endsWith(" {")) return layout([statementDoc(whole.slice(0, -2)), " {"], { indent: depth });
  const assigned = /^([^=]*) = (\{\s*\n[^]*\});$/.exec(whole);
  if (assigned === null) return printParts(readStatement(whole), depth, "");
  const [, left = "", right = ""] = assigned;
  const [head, value] = [segmentDoc(left), readParts(right)];
  const start = layout([head, " = {"], { indent: depth });
  return start.includes("\n") || depth + start.length > PRINT_WIDTH
    ? layout(assignment(head, partsDoc(value)), { indent: depth })
    : `${start.slice(0, -1)}${printParts(value, depth, ";")}`;
}

/** A statement in which the template breaks no line has parts; any other is one document. */
function readStatement(text: string): Parts {
  return /=>?\s*\n/.test(text) ? [statementDoc(text)] : readParts(text);
}

function statementDoc(text: string): Doc {
  const at = text.search(/=>?\s*\n/);
  if (at === -1) return segmentDoc(text);
  const left = segmentDoc(text.slice(0, at).trimEnd());
  const right = text.slice(text.indexOf("\n", at)).trim();
  if (text.startsWith("=>", at)) return [left, " =>", group(indent([line, statementDoc(right)]))];
  const value = right.endsWith(";") ? right.slice(0, -1) : right;
  if (value.startsWith("| ")) return assignmentOfCall(left, alternatives(readAlternatives(value)));
  // Prettier would rather keep a call with one short argument whole.
  return /^\w+\(\w{1,20}(?:, )?\)$/.test(value)
    ? assignmentOfCall(left, segmentDoc(value))
    : assignment(left, group(statementDoc(value)));
}

/** A part of a statement without a line break of the template's own. */
function segmentDoc(text: string): Doc {
  return group(partsDoc(readParts(text)));
}

/** `| A | B` */
function readAlternatives(text: string): readonly Doc[] {
  return text
    .split("|")
    .slice(1)
    .map((one) => segmentDoc(one.trim()));
}

/** Prints what has blocks line by line, so that a line which fits asks for no more than its length. */
function printParts(parts: Parts, depth: number, after: string): string {
  const block = parts.at(-1);
  if (!(block instanceof Block)) return layout([group(partsDoc(parts)), after], { indent: depth });
  const head = layout(partsDoc(parts.slice(0, -1)), { indent: depth });
  const inner = depth + 2;
  const lines = block.items.map((item) => `${"".padEnd(inner)}${printParts(item, inner, ",")}\n`);
  return `${head}${block.open}\n${lines.join("")}${"".padEnd(depth)}${block.close}${after}`;
}

function partsDoc(parts: Parts): Doc {
  return parts.map((part) => (part instanceof Block ? blockDoc(part) : part));
}

function blockDoc({ open, items, close }: Block): Doc {
  const lines = items.map((item) => [partsDoc(item), ","]);
  return [open, indent([hardline, join(hardline, lines)]), hardline, close];
}
