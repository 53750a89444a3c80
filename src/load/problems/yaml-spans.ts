import { type CST, Parser } from "yaml";
import type { Extent, FoundValue } from "./json-spans.js";

/** Whole lines of a text: a document, or one member of a block mapping with its key. */
interface Section extends Extent {
  /** Spaces before the key; -1 for a document. */
  readonly indent: number;
}

/** Members of maps by name: each map is listed once. */
type KnownMembers = Map<CST.Token, ReadonlyMap<string, CST.CollectionItem>>;

/** Names below which a document is parsed: `paths` and a path, say. What they lead to is short. */
const NAMES_CUT = 2;

/**
 * Finds values in a YAML text by the names that lead to them; if the text lacks one, the nearest parent. Only the lines that the first
 * names lead to are parsed, where indentation says which they are (YAML 1.2.2 section 6.1): to parse megabytes takes half a second.
 *
 * @returns undefined for a text without a value
 */
export function createYamlFinder(text: string): (names: readonly string[]) => FoundValue | undefined {
  const document: Section = { start: 0, end: text.length, indent: -1 };
  const sections = new Map<Section, ReadonlyMap<string, Section>>();
  const roots = new Map<Section, CST.Token | undefined | null>();
  const known: KnownMembers = new Map();
  const memberOf = (section: Section, name: string): Section | undefined => {
    const members = sections.get(section) ?? listSections(text, section);
    sections.set(section, members);
    return members.get(name);
  };
  return (names) => {
    let section = document;
    let depth = 0;
    while (depth < NAMES_CUT) {
      const member = memberOf(section, names[depth] ?? "");
      if (member === undefined) break;
      section = member;
      depth += 1;
    }
    if (!roots.has(section)) roots.set(section, readRoot(text.slice(section.start, section.end)));
    const root = roots.get(section);
    // The lines of a member begin with its key.
    return findBelow(root, names.slice(Math.max(0, depth - 1)), { known, from: section.start });
  };
}

function findBelow(
  root: CST.Token | undefined | null,
  names: readonly string[],
  { known, from }: { readonly known: KnownMembers; readonly from: number },
): FoundValue | undefined {
  if (root === undefined || root === null) return undefined;
  let node = root;
  let key: CST.Token | undefined;
  for (const name of names) {
    const item: CST.CollectionItem | undefined = itemOf(node, name, known);
    if (item === undefined) break;
    key = item.key ?? undefined;
    // A member without a value is where its name is.
    const next: CST.Token | undefined = item.value ?? key;
    if (next === undefined) break;
    node = next;
  }
  return { value: extentOf(node, from), ...(key !== undefined && { key: extentOf(key, from) }) };
}

/**
 * The members of a block mapping, each with the lines below it; none where the section is something else. A member whose value begins on
 * the line of its key is omitted: it need not be a mapping.
 */
function listSections(text: string, section: Section): ReadonlyMap<string, Section> {
  const found = new Map<string, Section>();
  const line = /^( *)([^\s#].*)$/gmu;
  line.lastIndex = section.indent < 0 ? 0 : text.indexOf("\n", section.start) + 1;
  let indent: number | undefined;
  let open: { readonly name: string; readonly start: number } | undefined;
  const close = (end: number): void => {
    if (open !== undefined && indent !== undefined) found.set(open.name, { start: open.start, end, indent });
    open = undefined;
  };
  for (let match = line.exec(text); match !== null; match = line.exec(text)) {
    if (match.index >= section.end) break;
    const [, { length: spaces } = "", written = ""] = match;
    if (indent === undefined && /^(?:%|---(?:\s|$))/u.test(written)) continue;
    indent ??= spaces;
    // A list may have the indentation of its key.
    if (spaces > indent || /^-(?:\s|$)/u.test(written)) continue;
    close(match.index);
    if (spaces < indent || /^(?:---|\.\.\.)(?:\s|$)/u.test(written)) break;
    const name = nameBefore(written);
    if (name !== undefined && indent > section.indent) open = { name, start: match.index };
  }
  close(section.end);
  return found;
}

/** The name of a key that ends its line; undefined for another line. */
function nameBefore(written: string): string | undefined {
  const [, double, single, plain] =
    /^(?:("(?:[^"\\]|\\.)*")|'((?:[^']|'')*)'|([^\s"'#&*!|>%@`?:,[\]{}-][^:#"']*))\s*:\s*(?:#.*)?$/u.exec(
      written,
    ) ?? [];
  if (double !== undefined) return parsedText(double);
  return single?.replaceAll("''", "'") ?? plain?.trimEnd();
}

function readRoot(text: string): CST.Token | undefined | null {
  for (const token of new Parser().parse(text)) if (token.type === "document") return token.value;
  return undefined;
}

function extentOf(token: CST.Token, from: number): Extent {
  return { start: from + startOf(token), end: from + endOf(token) };
}

function itemOf(node: CST.Token, name: string, members: KnownMembers): CST.CollectionItem | undefined {
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
  if (key.type === "double-quoted-scalar") return parsedText(key.source);
  return key.type === "single-quoted-scalar" ? key.source.slice(1, -1).replaceAll("''", "'") : key.source;
}

function parsedText(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted.slice(1, -1);
  }
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
      // Behind it are white space, a line break and comments.
      const last = token.end.findLast(({ type }) => type === "flow-map-end" || type === "flow-seq-end");
      return last === undefined ? token.offset + 1 : last.offset + last.source.length;
    }
    case "block-scalar":
      return token.offset + token.source.trimEnd().length;
    default:
      return token.offset + ("source" in token ? token.source.length : 1);
  }
}
