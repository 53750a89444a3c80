/*
 * Prettier's document printer without prettier's parsers: emitted text is laid out as prettier would lay it out, at a
 * fraction of the time. Code that prints TypeScript builds a `Doc` and passes it to `layout`.
 */
import { builders, printer } from "prettier/doc";

/** A piece of text that knows where it may break (prettier's document commands). */
export type Doc = builders.Doc;

/** Columns a line may have: prettier's default, which consumers most often keep. */
export const PRINT_WIDTH = 80;

/** Where the text will be in its file. */
export interface LayoutPosition {
  /** Columns by which every line after the first is indented; the first line starts there too. Default 0. */
  readonly indent?: number;
  /** Columns already taken in front of the first line, when more than `indent`. */
  readonly column?: number;
}

/**
 * Prints a document at width 80. The first line is returned without its indentation, the following ones with it, so
 * that the result can be put after what the line already has. What follows in the last line (`,`, `;`, ` {`)
 * must be in the document, because it counts when deciding where to break.
 *
 * @returns text without a line break at its end, unless the document ends with one.
 */
export function layout(doc: Doc, position: LayoutPosition = {}): string {
  const indent = position.indent ?? 0;
  const flat = flatText(doc);
  if (flat !== undefined && Math.max(position.column ?? 0, indent) + flat.length <= PRINT_WIDTH) return flat;
  const plain = plainText(doc, "".padEnd(indent));
  if (plain !== undefined) return plain;
  const ahead = Math.max((position.column ?? indent) - indent, 0);
  const before = "".padEnd(ahead, "x");
  const placed = builders.align(indent, [builders.hardline, before, doc]);
  const { formatted } = printer.printDocToString(placed, { printWidth: PRINT_WIDTH, tabWidth: 2 });
  return formatted.slice(1 + indent + ahead);
}

/**
 * The text of a document that breaks nowhere but where it must: most documents are such, and need no printer.
 *
 * @param indentation - of every line but the first.
 * @returns undefined for a document that the printer has to break.
 */
function plainText(doc: Doc, indentation: string): string | undefined {
  const lines: string[] = [];
  let line = "";
  return append(doc) ? [...lines, line].join("") : undefined;

  function append(part: Doc): boolean {
    if (typeof part === "string") {
      line += part;
      return !part.includes("\n");
    }
    if (Array.isArray(part)) return part.every(append);
    switch (part.type) {
      case "break-parent":
        return true;
      case "group":
        return !Array.isArray(part.expandedStates) && append(part.contents);
      case "line": {
        if (!("hard" in part) || "literal" in part) return false;
        // The printer leaves no blanks at the end of a line.
        let end = line.length;
        while (line[end - 1] === " " || line[end - 1] === "\t") end -= 1;
        lines.push(line.slice(0, end), "\n");
        line = indentation;
        return lines.length > 2 || end > 0;
      }
      default:
        return false;
    }
  }
}

/**
 * A document on one line, if it may be on one: most documents may, so that prettier's printer is
 * called for few. Undefined: a part asks for lines of its own, or has characters that may be wider than one column.
 */
function flatText(doc: Doc, isGrouped = false): string | undefined {
  if (typeof doc === "string") return /[^ -~]/.test(doc) ? undefined : doc;
  if (Array.isArray(doc)) return flatTexts(doc, isGrouped);
  switch (doc.type) {
    case "line":
      if (doc.hard === true || !isGrouped) return undefined;
      return doc.soft === true ? "" : " ";
    case "group":
      return doc.break ? undefined : flatText(doc.contents, true);
    case "align":
    case "label":
    case "indent":
    case "indent-if-break":
      return "contents" in doc ? flatText(doc.contents, isGrouped) : undefined;
    case "if-break":
      return isGrouped ? flatText(doc.flatContents, true) : undefined;
    case "fill":
      return isGrouped ? flatTexts(doc.parts, true) : undefined;
    case "line-suffix-boundary":
      return "";
    default:
      return undefined;
  }
}

function flatTexts(docs: readonly Doc[], isGrouped: boolean): string | undefined {
  let text = "";
  for (const doc of docs) {
    const part = flatText(doc, isGrouped);
    if (part === undefined) return undefined;
    text += part;
  }
  return text;
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

const { group, indent, indentIfBreak, line, lineSuffixBoundary } = builders;

/**
 * `left = right;`: the right side goes on a line of its own when not even its start fits beside the left one
 * (prettier's layout `fluid`: objects, `new` and calls with several arguments).
 */
export function assignment(left: Doc, right: Doc): Doc {
  const id = Symbol("assignment");
  const gap = group(indent(line), { id });
  return [
    group([group(left), " =", gap, lineSuffixBoundary, indentIfBreak(group(right), { groupId: id })]),
    ";",
  ];
}

/** The same for a call with one short argument, which prettier would rather keep whole (`break-after-operator`). */
export function assignmentOfCall(left: Doc, right: Doc): Doc {
  return [group([group(left), " =", group(indent([line, right]))]), ";"];
}

/** `A | B`; each on a line of its own, with a mark in front, when they do not fit on one. */
export function alternatives(types: readonly Doc[]): Doc {
  return builders.group(
    types.map((type, index) => [
      index === 0 ? builders.ifBreak("| ") : [line, "| "],
      builders.align(2, type),
    ]),
  );
}

/** A call of a function with type arguments, none of whose values is a function or an object literal. */
export function callExpression(callee: string, typeArguments: readonly Doc[], values: readonly Doc[]): Doc {
  return [callee, typeArgumentList(typeArguments), group(enclosed("(", values, ")", { trailing: "," }))];
}

/** `<A, B>`; nothing when there are none. A single plain name never breaks, as prettier has it. */
export function typeArgumentList(types: readonly Doc[]): Doc {
  if (types.length === 0) return "";
  const [only] = types;
  if (types.length === 1 && typeof only === "string") return ["<", only, ">"];
  return group(enclosed("<", types, ">"));
}
