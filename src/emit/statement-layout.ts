/*
 * Layout of a statement that a template prints. The template says where a line may break: inside its brackets, after its
 * commas, and at its own line breaks. Whether it breaks there follows from the width, as prettier would decide.
 */
import { builders } from "prettier/doc";
import { assignment, assignmentOfCall, type Doc, enclosed, layout, typeArgumentList } from "./layout.js";

const { group, line } = builders;

/** Text of a view that knows where it may break, like a type. A template prints it as a token. */
export class LaidOut {
  static #all = new Map<string, LaidOut>();
  readonly doc: Doc;

  constructor(doc: Doc) {
    this.doc = doc;
  }

  /** The token. `layoutStatement` replaces it; a token that is left in the output is an error of the template. */
  toString(): string {
    const token = `${OPEN}${String(LaidOut.#all.size)}${CLOSE}`;
    LaidOut.#all.set(token, this);
    return token;
  }

  /** The text of a token; tokens of one rendering are forgotten by `forget`. */
  static of(token: string): Doc {
    const known = LaidOut.#all.get(token);
    if (known === undefined) throw new Error("A template prints a token that no view made.");
    return known.doc;
  }

  /** Forgets the tokens of a file that is rendered. */
  static forget(): void {
    LaidOut.#all.clear();
  }
}

const OPEN = "\u0001";
const CLOSE = "\u0002";

/** Whether a text has a token of {@link LaidOut} left in it. */
export function hasTokens(text: string): boolean {
  return text.includes(OPEN);
}

/**
 * Lays one statement out at width 80, at a depth of `indent` columns. In its text, lists in brackets may end with a comma, which is printed where the list
 * breaks alone; at a line break after `=` or `=>` the line may break.
 *
 * @throws Error when brackets do not match: a mistake in a template.
 */
export function layoutStatement(text: string, indent: number): string {
  const whole = text.trim();
  // A block that opens here has lines of its own.
  const doc = whole.endsWith(" {") ? [statementDoc(whole.slice(0, -2)), " {"] : statementDoc(whole);
  return layout(doc, { indent });
}

function statementDoc(text: string): Doc {
  const at = text.search(/=>?\s*\n/);
  if (at === -1) return segmentDoc(text);
  const left = segmentDoc(text.slice(0, at).trimEnd());
  const right = text.slice(text.indexOf("\n", at)).trim();
  if (text.startsWith("=>", at)) return [left, " =>", group(builders.indent([line, statementDoc(right)]))];
  const value = right.endsWith(";") ? right.slice(0, -1) : right;
  // Prettier would rather keep a call with one short argument whole.
  return /^\w+\(\w{1,20}\)$/.test(value)
    ? assignmentOfCall(left, segmentDoc(value))
    : assignment(left, group(statementDoc(value)));
}

/** The opening brackets, and what closes them. */
const BRACKETS: ReadonlyMap<string, string> = new Map([
  ["(", ")"],
  ["[", "]"],
  ["{", "}"],
  ["<", ">"],
]);

interface Reader {
  readonly tokens: readonly string[];
  position: number;
}

/** A part of a statement without a line break of the template's own. */
function segmentDoc(text: string): Doc {
  const tokens = text.match(/\u0001\d+\u0002|=>|[()[\]{}<>,]|\s+|[^\u0001()[\]{}<>,\s=]+|=/g) ?? [];
  const reader: Reader = { tokens, position: 0 };
  const docs = readUntil(reader, undefined);
  return group([...docs]);
}

/** Reads up to a closing bracket or a comma, which is left to the caller. */
function readUntil(reader: Reader, close: string | undefined): readonly Doc[] {
  const docs: Doc[] = [];
  for (
    let token = reader.tokens[reader.position];
    token !== undefined;
    token = reader.tokens[reader.position]
  ) {
    if (token === close || (close !== undefined && token === ",")) return docs;
    reader.position += 1;
    const opened = BRACKETS.get(token);
    if (token.startsWith(OPEN)) docs.push(LaidOut.of(token));
    else if (opened === undefined) docs.push(/^\s/.test(token) ? " " : token);
    else docs.push(readBrackets(reader, token, opened));
  }
  if (close !== undefined) throw new Error(`A template opens a bracket that ${close} does not close.`);
  return docs;
}

function readBrackets(reader: Reader, open: string, close: string): Doc {
  const items: Doc[] = [];
  const start = reader.position;
  for (;;) {
    while (/^\s/.test(reader.tokens[reader.position] ?? "")) reader.position += 1;
    const item = trimmed(readUntil(reader, close));
    if (item.length > 0) items.push(item.length === 1 ? (item[0] ?? "") : [...item]);
    const end = reader.tokens[reader.position];
    reader.position += 1;
    if (end === close) break;
  }
  if (open === "<") {
    const isParameters = reader.tokens.slice(start, reader.position).includes("extends");
    return isParameters ? group(enclosed("<", items, ">", { trailing: "," })) : typeArgumentList(items);
  }
  const [only] = items;
  // Prettier never breaks around a single name that is exported.
  if (open === "{" && only !== undefined && items.length === 1) return ["{ ", only, " }"];
  const list = enclosed(open, items, close, { padded: open === "{", trailing: "," });
  // The parameters of a function type break with what it returns.
  const isFunctionType = open === "(" && /^\s$/.test(reader.tokens[reader.position] ?? "") && isArrow(reader);
  return isFunctionType ? list : group(list);
}

function isArrow({ tokens, position }: Reader): boolean {
  return tokens[position + 1] === "=>";
}

function trimmed(docs: readonly Doc[]): readonly Doc[] {
  return docs.at(-1) === " " ? docs.slice(0, -1) : docs;
}
