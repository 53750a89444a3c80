/*
 * Descriptions of contracts have HTML in them, which editors show with its tags. What has a counterpart in Markdown
 * becomes that; other tags go, and their text stays. Code is unchanged.
 */

/** Tags of HTML and DocBook that descriptions have; anything else between angle brackets is text: `<your key>`. */
const TAG =
  /<(\/?)(a|abbr|b|big|blockquote|br|center|code|dd|del|details|div|dl|dt|em|font|fullname|h[1-6]|hr|i|img|important|kbd|li|nobr|note|ol|p|para|pre|remarks|s|samp|small|span|strike|strong|sub|summary|sup|table|tbody|td|tfoot|th|thead|tr|tt|u|ul|var|wbr)((?:\s[^<>]*)?)\/?>/gi;

/** Code, in which nothing is a tag: a fenced block, or a span. Each part of a text is looked through once. */
const CODE = /(^ *(?:```|~~~)[^]*?^ *(?:```|~~~)|(?<!`)(`{1,2})(?!`)[^`]+\2(?!`))/gm;

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["apos", "'"],
  ["gt", ">"],
  ["hellip", "…"],
  ["ldquo", "“"],
  ["lt", "<"],
  ["mdash", "—"],
  ["nbsp", " "],
  ["ndash", "–"],
  ["quot", '"'],
  ["rdquo", "”"],
  ["rsquo", "’"],
]);

/*
 * Marks between which white space is dropped. No description has them: they are controls, which comments omit.
 */

/** Drops the white space after it: the text of an item or link begins beside its mark, whatever tags are between them. */
const NO_SPACE_AFTER = "\u0001";
/** Drops the white space before it. */
const NO_SPACE_BEFORE = "\u0002";
/** Keeps one of the line breaks beside it from `NO_SPACE_AFTER`. */
const KEEP = "\u0003";

/** Elements that are open at a place of a text. */
interface Open {
  /** Addresses of links; empty for an anchor without one. */
  readonly links: string[];
  /** Lists, outermost first: how many items each has so far, where it is numbered. */
  readonly lists: (number | undefined)[];
}

/** The text with Markdown in place of HTML; the same text when it has none. */
export function htmlToMarkdown(text: string): string {
  if (!/<\/?[a-z]|&[a-z#]/i.test(text)) return text;
  const open: Open = { links: [], lists: [] };
  const parts = text.split(CODE);
  // Of each piece of code, `split` gives the whole and its marks.
  const converted = parts.map((part, index) => {
    if (index % 3 === 0) return convert(part, open);
    return index % 3 === 1 ? part : "";
  });
  return tidySpace(converted.join("")).trim();
}

/** Each run of white space is looked at once, however long it is. Indentation stays: code has it. */
function tidySpace(text: string): string {
  return text
    .replace(/(\u0001?)([\s\u0003]+)(\u0002?)/g, (_, after: string, space: string, before: string) => {
      if (before !== "" || (after !== "" && !space.includes(KEEP))) return "";
      const lines = space.replaceAll(KEEP, "").split("\n");
      if (lines.length === 1) return space;
      return (lines.length === 2 || after !== "" ? "\n" : "\n\n") + (lines.at(-1) ?? "");
    })
    .replace(/[\u0001-\u0003]/g, "");
}

function convert(text: string, open: Open): string {
  const plain = text.replace(TAG, (_, close: string, name: string, attributes: string) => {
    const tag = name.toLowerCase();
    const closes = close === "/";
    if (tag === "a") return link(closes, attributes, open.links);
    if (tag === "ul" || tag === "ol") return list(closes, tag === "ol", open.lists);
    return tag === "li" ? item(closes, open.lists) : mark(tag, closes);
  });
  return plain.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi,
    (all: string, decimal?: string, hex?: string, name?: string) => entity(all, decimal, hex, name),
  );
}

function link(closes: boolean, attributes: string, open: string[]): string {
  if (closes) {
    const address = open.pop();
    return address === undefined || address === "" ? "" : `${NO_SPACE_BEFORE}](${address})`;
  }
  const [, double, single, bare] = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|(\S+))/i.exec(attributes) ?? [];
  const address = (double ?? single ?? bare ?? "").replace(/[\s()]/g, encodeURIComponent);
  open.push(address);
  return address === "" ? "" : `[${NO_SPACE_AFTER}`;
}

function list(closes: boolean, isNumbered: boolean, open: Open["lists"]): string {
  if (closes) open.pop();
  const isInner = open.length > 0;
  if (!closes) open.push(isNumbered ? 0 : undefined);
  if (!isInner) return "\n\n";
  return closes ? "" : NO_SPACE_BEFORE;
}

function item(closes: boolean, open: Open["lists"]): string {
  if (closes) return NO_SPACE_BEFORE;
  const number = open.at(-1);
  if (number !== undefined) open[open.length - 1] = number + 1;
  const bullet = number === undefined ? "-" : `${String(number + 1)}.`;
  return `${KEEP}\n${"".padEnd(2 * (open.length - 1))}${bullet} ${NO_SPACE_AFTER}`;
}

function mark(tag: string, closes: boolean): string {
  if (/^(?:b|strong)$/.test(tag)) return "**";
  if (/^(?:i|em|var)$/.test(tag)) return "_";
  if (/^(?:code|kbd|samp|tt)$/.test(tag)) return "`";
  if (tag === "br") return "\n";
  if (tag === "note") return closes ? "\n\n" : `\n\n**Note:** ${NO_SPACE_AFTER}`;
  if (tag === "important") return closes ? "\n\n" : `\n\n**Important:** ${NO_SPACE_AFTER}`;
  if (/^(?:p|div|dl|table|blockquote|pre|h[1-6]|hr|center|details|fullname|para|remarks)$/.test(tag))
    return "\n\n";
  return /^(?:tr|dt|dd)$/.test(tag) && closes ? "\n" : /^t[dh]$/.test(tag) && closes ? " " : "";
}

function entity(
  all: string,
  decimal: string | undefined,
  hex: string | undefined,
  name: string | undefined,
): string {
  if (name !== undefined) return ENTITIES.get(name.toLowerCase()) ?? all;
  const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
  return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : all;
}
