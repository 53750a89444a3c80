/*
 * Descriptions of contracts have HTML in them, which editors show as it is written. What has a counterpart in Markdown
 * becomes that; other tags go, and their text stays. Code is left as it is.
 */

/** Tags of HTML that descriptions have; anything else between angle brackets is text: `<your key>`. */
const TAG =
  /<(\/?)(a|abbr|b|big|blockquote|br|center|code|dd|del|details|div|dl|dt|em|font|h[1-6]|hr|i|img|kbd|li|nobr|ol|p|pre|s|samp|small|span|strike|strong|sub|summary|sup|table|tbody|td|tfoot|th|thead|tr|tt|u|ul|var|wbr)((?:\s[^<>]*)?)\/?>/gi;

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

/** The text with Markdown in place of HTML; the same text when it has none. */
export function htmlToMarkdown(text: string): string {
  if (!/<\/?[a-z]|&[a-z#]/i.test(text)) return text;
  const parts = text.split(CODE);
  // Of each piece of code, `split` gives the whole and its marks.
  const converted = parts.map((part, index) => {
    if (index % 3 === 0) return convert(part);
    return index % 3 === 1 ? part : "";
  });
  return converted
    .join("")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function convert(text: string): string {
  const links: string[] = [];
  const plain = text.replace(TAG, (_, close: string, name: string, attributes: string) => {
    const tag = name.toLowerCase();
    if (tag === "a") return link(close === "/", attributes, links);
    return mark(tag, close === "/");
  });
  return plain.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi,
    (all: string, decimal?: string, hex?: string, name?: string) => entity(all, decimal, hex, name),
  );
}

function link(closes: boolean, attributes: string, open: string[]): string {
  if (closes) {
    const address = open.pop();
    return address === undefined || address === "" ? "" : `](${address})`;
  }
  const [, double, single, bare] = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|(\S+))/i.exec(attributes) ?? [];
  const address = (double ?? single ?? bare ?? "").replace(/[\s()]/g, encodeURIComponent);
  open.push(address);
  return address === "" ? "" : "[";
}

function mark(tag: string, closes: boolean): string {
  if (/^(?:b|strong)$/.test(tag)) return "**";
  if (/^(?:i|em|var)$/.test(tag)) return "_";
  if (/^(?:code|kbd|samp|tt)$/.test(tag)) return "`";
  if (tag === "br") return "\n";
  if (tag === "li") return closes ? "" : "\n- ";
  if (/^(?:p|div|ul|ol|dl|table|blockquote|pre|h[1-6]|hr|center|details)$/.test(tag)) return "\n\n";
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
