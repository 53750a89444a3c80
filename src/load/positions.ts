import type { Source } from "@redocly/openapi-core";
import { type CST, Parser } from "yaml";
import { pointerKeys } from "../text/json-pointer.js";

/** A part of a text, from its first character to behind its last; lines and columns are 1-based. */
export interface Span {
  readonly start: { readonly line: number; readonly col: number };
  readonly end: { readonly line: number; readonly col: number };
}

/**
 * Characters of a text that positions are looked up in. A text is read in some seconds a megabyte: what is larger is
 * named by file and pointer alone.
 */
const LONGEST = 16 * 1024 * 1024;

/** What positions of one text are looked up in: read once, however many are asked for. */
interface Index {
  readonly root: CST.Token | undefined | null;
  /** Offset of the first character of each line. */
  readonly lines: readonly number[];
  /** Members of a map by name: each map is listed once. */
  readonly members: Map<CST.Token, ReadonlyMap<string, CST.CollectionItem>>;
}

const indexes = new WeakMap<Source, Index>();

/**
 * Where a pointer stands in the text of a document, YAML or JSON; where the text lacks it, the nearest that it has above
 * it. Undefined where the text is too long, or is no YAML. The time grows with the length of the text, and not with its
 * square, as that of the bundler's library does.
 *
 * @param onKey - the name of a member in place of its value.
 */
export function positionOf(source: Source, pointer: string, onKey: boolean): Span | undefined {
  if (source.body.length > LONGEST) return undefined;
  const index = indexes.get(source) ?? readIndex(source.body);
  indexes.set(source, index);
  let node = index.root;
  let key: CST.Token | undefined;
  if (node === undefined || node === null) return undefined;
  for (const name of pointerKeys(pointer)) {
    const item: CST.CollectionItem | undefined = itemOf(node, name, index);
    if (item === undefined) break;
    key = item.key ?? undefined;
    // A member without a value is where its name is.
    const next: CST.Token | undefined = item.value ?? key;
    if (next === undefined) break;
    node = next;
  }
  const found = onKey && key !== undefined ? key : node;
  return { start: placeAt(startOf(found), index.lines), end: placeAt(endOf(found), index.lines) };
}

function readIndex(text: string): Index {
  const lines = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines.push(at + 1);
  let root: CST.Token | undefined;
  for (const token of new Parser().parse(text)) {
    if (token.type !== "document") continue;
    root = token.value;
    break;
  }
  return { root, lines, members: new Map() };
}

function itemOf(node: CST.Token, name: string, { members }: Index): CST.CollectionItem | undefined {
  if (node.type !== "block-map" && node.type !== "block-seq" && node.type !== "flow-collection")
    return undefined;
  if (isList(node)) return node.items.filter(isFilled)[Number(name)];
  const known =
    members.get(node) ??
    new Map<string, CST.CollectionItem>(node.items.map((item) => [nameOf(item.key), item]));
  members.set(node, known);
  return known.get(name);
}

function isList(node: CST.BlockMap | CST.BlockSequence | CST.FlowCollection): boolean {
  return (
    node.type === "block-seq" || (node.type === "flow-collection" && node.start.type === "flow-seq-start")
  );
}

/** A comma at the end of a list, and comments, are items without anything in them. */
function isFilled(item: CST.CollectionItem): boolean {
  return (
    item.value !== undefined ||
    item.key !== undefined ||
    item.start.some(({ type }) => type === "seq-item-ind")
  );
}

/** The name of a member, as far as its quotes and escapes are plain. */
function nameOf(key: CST.Token | null | undefined): string {
  if (key === null || key === undefined || !("source" in key)) return "";
  if (key.type === "double-quoted-scalar") {
    try {
      return String(JSON.parse(key.source));
    } catch {
      return key.source.slice(1, -1);
    }
  }
  return key.type === "single-quoted-scalar" ? key.source.slice(1, -1).replaceAll("''", "'") : key.source;
}

function startOf(token: CST.Token): number {
  // A block of text begins with its indicator.
  const [first] = token.type === "block-scalar" ? token.props : [];
  return first === undefined || !("offset" in first) ? token.offset : first.offset;
}

function endOf(token: CST.Token): number {
  switch (token.type) {
    case "block-map":
    case "block-seq": {
      const { key, value } = token.items.findLast(isFilled) ?? {};
      const last = value ?? key;
      return last === undefined || last === null ? token.offset : endOf(last);
    }
    case "flow-collection": {
      const last = token.end.at(-1);
      return last === undefined ? token.offset + 1 : last.offset + last.source.length;
    }
    case "block-scalar":
      return token.offset + token.source.trimEnd().length;
    default:
      return token.offset + ("source" in token ? token.source.length : 1);
  }
}

/** The line that an offset is in, found by halves. */
function placeAt(offset: number, lines: readonly number[]): { line: number; col: number } {
  let [low, high] = [0, lines.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((lines[middle] ?? Infinity) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, col: offset - (lines[low] ?? 0) + 1 };
}
