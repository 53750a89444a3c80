import { builders } from "prettier/doc";
import { type Doc, enclosed, typeArgumentList } from "./layout.js";

const { group, indent, join, line } = builders;

/** Text of a view that knows where it may break, like a type. A template prints it as a token. */
export class LaidOut {
  static #all: LaidOut[] = [];
  readonly doc: Doc;

  constructor(doc: Doc) {
    this.doc = doc;
  }

  /** The token. `layoutStatement` replaces it; a token that is left in the output is an error of the template. */
  toString(): string {
    return `${OPEN}${String(LaidOut.#all.push(this) - 1)}${CLOSE}`;
  }

  /** The text of a token; tokens of one rendering are forgotten by `forget`. */
  static of(token: string): Doc {
    const known = LaidOut.#all[Number(token.slice(1, -1))];
    if (known === undefined) throw new Error("A template prints a token that no view made.");
    return known.doc;
  }

  /** Forgets the tokens of a file that is rendered. */
  static forget(): void {
    LaidOut.#all = [];
  }
}

const OPEN = "\u0001";
const CLOSE = "\u0002";

/** The label of a document that prettier rather puts on a line of its own than breaks, like a text. */
export const UNBROKEN = "unbroken";

/** Whether a text has a token of {@link LaidOut} left in it. */
export function hasTokens(text: string): boolean {
  return text.includes(OPEN);
}

/** What a statement is made of, in order. */
export type Parts = readonly (Doc | Block)[];

/** Brackets whose members always have lines of their own, because the template writes them so. */
export class Block {
  readonly open: string;
  readonly items: readonly Parts[];
  readonly close: string;

  constructor(open: string, items: readonly Parts[], close: string) {
    this.open = open;
    this.items = items;
    this.close = close;
  }
}

/**
 * Reads a statement without line breaks but those in its objects.
 *
 * @throws Error when brackets do not match: a mistake in a template.
 */
export function readParts(text: string): Parts {
  const tokens = text.match(/\u0001\d+\u0002|=>|[!=]==|[()[\]{}<>,;]|\s+|[^\u0001()[\]{}<>,;\s=]+|=/g) ?? [];
  return readUntil({ tokens, position: 0 }, undefined).parts;
}

interface Reader {
  readonly tokens: readonly string[];
  position: number;
}

/** What is between two commas. */
interface Item {
  readonly parts: Parts;
  /** Of a bracket alone: which one, and how many members it has. */
  readonly bracket: { readonly open: string; readonly size: number } | undefined;
}

/** The opening brackets, and what closes them. */
const BRACKETS: ReadonlyMap<string, string> = new Map([
  ["(", ")"],
  ["[", "]"],
  ["{", "}"],
  ["<", ">"],
]);

/** Reads up to a closing bracket or what separates members, which is left to the caller. */
function readUntil(reader: Reader, close: string | undefined): Item {
  const parts: (Doc | Block)[] = [];
  let bracket: Item["bracket"];
  for (;;) {
    const token = reader.tokens[reader.position];
    if (token === undefined) break;
    if (token === close || (close !== undefined && isSeparator(token, close)))
      return { parts: trimmed(parts), bracket: parts.length === 1 ? bracket : undefined };
    reader.position += 1;
    const closing = BRACKETS.get(token);
    if (token.startsWith(OPEN)) parts.push(LaidOut.of(token));
    else if (closing === undefined) parts.push(/^\s/.test(token) ? " " : token);
    else {
      const { part, size } = readBrackets(reader, token, closing);
      parts.push(part);
      bracket = { open: token, size };
    }
  }
  if (close !== undefined) throw new Error(`A template opens a bracket that ${close} does not close.`);
  return { parts, bracket: undefined };
}

/** Members of an object's type end with semicolons. */
function isSeparator(token: string, close: string): boolean {
  return token === "," || (token === ";" && close === "}");
}

function readBrackets(
  reader: Reader,
  open: string,
  close: string,
): { readonly part: Doc | Block; readonly size: number } {
  const items: Item[] = [];
  const start = reader.position;
  const isExpanded = open === "{" && /\n/.test(reader.tokens[start] ?? "");
  let [separator, trailing] = [",", ""];
  for (;;) {
    while (/^\s/.test(reader.tokens[reader.position] ?? "")) reader.position += 1;
    const item = readUntil(reader, close);
    if (item.parts.length > 0) {
      items.push(item);
      trailing = "";
    }
    const end = reader.tokens[reader.position];
    reader.position += 1;
    if (end === close) break;
    separator = trailing = end ?? ",";
  }
  const inside = items.map((item) => {
    if (open === "(") return returnedParts(comparedParts(item));
    return open === "{" && separator === "," ? memberParts(item) : item.parts;
  });
  if (isExpanded || inside.some((parts) => parts.some((part) => part instanceof Block)))
    return { part: new Block(open, inside, close), size: items.length };
  const docs = inside.map((parts): Doc => [...(parts as readonly Doc[])]);
  const part = bracketsDoc({ open, close, items, docs, separator, trailing }, reader, start);
  return { part, size: items.length };
}

interface Brackets {
  readonly open: string;
  readonly close: string;
  readonly items: readonly Item[];
  readonly docs: readonly Doc[];
  readonly separator: string;
  /** What the last member ends with where the members have lines of their own; the template ends the list with it. */
  readonly trailing: string;
}

function bracketsDoc(brackets: Brackets, reader: Reader, start: number): Doc {
  const { open, close, items, docs, separator, trailing } = brackets;
  const [only] = docs;
  if (open === "<") {
    const isParameters = reader.tokens.slice(start, reader.position).includes("extends");
    return isParameters
      ? group(enclosed("<", docs, ">", { trailing: "," }))
      : typeArgumentList(docs.map(unwrapped));
  }
  // Prettier never breaks around a single name that is exported.
  if (open === "{" && only !== undefined && items.length === 1 && items[0]?.parts.length === 1)
    return ["{ ", only, " }"];
  if (open === "(" && endsWithList(items)) return ["(", join(", ", [...docs]), ")"];
  const list = enclosed(open, docs, close, { padded: open === "{", trailing, separator });
  // The parameters of a function break with what it returns; a single name without a type never does.
  const isFunction = open === "(" && /^\s$/.test(reader.tokens[reader.position] ?? "") && isArrow(reader);
  if (isFunction && only !== undefined && items.length === 1 && items[0]?.parts.length === 1)
    return ["(", only, ")"];
  return isFunction ? list : group(list, { shouldBreak: open === "[" && breaksAlways(items) });
}

/** A plain name alone between angle brackets never breaks. */
function unwrapped(doc: Doc): Doc {
  return Array.isArray(doc) && doc.length === 1 ? (doc[0] ?? "") : doc;
}

/** A call whose last argument is a list or an object, after plain names: that breaks, and the call does not. */
function endsWithList(items: readonly Item[]): boolean {
  return (
    /[[{]/.test(items.at(-1)?.bracket?.open ?? "") &&
    items.slice(0, -1).every(({ parts }) => parts.every((part) => typeof part === "string"))
  );
}

/** Prettier keeps a list of several objects, or several lists, of more than one member each, on several lines. */
function breaksAlways(items: readonly Item[]): boolean {
  const open = items[0]?.bracket?.open;
  return items.length > 1 && items.every(({ bracket }) => bracket?.open === open && (bracket?.size ?? 0) > 1);
}

/** A member of an object: a text or a name that does not fit after its key goes on the next line. */
function memberParts({ parts }: Item): Parts {
  const colon = parts.findIndex((part) => typeof part === "string" && part.endsWith(":"));
  const [space, value, ...others] = parts.slice(colon + 1);
  if (colon < 0 || space !== " " || !isUnbroken(value) || others.length > 0) return parts;
  const key = parts
    .slice(0, colon + 1)
    .flatMap((part) => (typeof part === "string" ? part : []))
    .join("");
  // Prettier never breaks after a key that fits in the indentation that it would save.
  return key.length < 6 ? [key, " ", value] : [group([key, group(indent([line, value]))])];
}

function isUnbroken(part: Doc | Block | undefined): part is Doc {
  if (typeof part === "string") return true;
  return typeof part === "object" && "type" in part && part.type === "label" && part.label === UNBROKEN;
}

/** `a !== b`: the line may break after the operator. */
function comparedParts({ parts }: Item): Parts {
  const at = parts.findIndex((part) => typeof part === "string" && /^[!=]==$/.test(part));
  return at < 0
    ? parts
    : [...parts.slice(0, at), group([parts[at] as string, line, ...(parts.slice(at + 2) as Doc[])])];
}

/** `(name) => new Name(name)` as an argument: what it returns goes on the next line before its brackets break. */
function returnedParts(parts: Parts): Parts {
  const at = parts.indexOf("=>");
  const returned = parts.slice(at + 2);
  if (at < 0 || returned.some((part) => part instanceof Block)) return parts;
  return [...parts.slice(0, at + 1), group(indent([line, ...(returned as Doc[])]))];
}

function isArrow({ tokens, position }: Reader): boolean {
  return tokens[position + 1] === "=>";
}

function trimmed<T extends Doc | Block>(parts: readonly T[]): readonly T[] {
  return parts.at(-1) === " " ? parts.slice(0, -1) : parts;
}
