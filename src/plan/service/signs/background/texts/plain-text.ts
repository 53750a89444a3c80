/** A link of Markdown, whose address may have any word: the text alone counts. */
const LINK = /!?\[([^\][]{0,200})\]\([^()\s]{0,400}(?:\s"[^"]{0,100}")?\)/gu;

/** Marks of emphasis and code, in Markdown and HTML. */
const MARKS = /<\/?(?:a|b|code|em|i|span|strong|u)\b[^<>]{0,300}>|\*\*|__|`/giu;

/** A text without its marks and the addresses of its links, as people read it. */
export function plainText(text: string): string {
  return text.replace(LINK, "$1").replace(MARKS, "");
}
