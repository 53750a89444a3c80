/** A part of a text with its heading, up to the next one. */
export interface Section {
  /** Empty before the first heading, and behind a line across the page. */
  readonly heading: string;
  /** 1 to 6; 7 of a line in bold, or of a line across the page. */
  readonly depth: number;
  /** The text with its heading. */
  readonly text: string;
}

/** A heading of Markdown or HTML, or a line in bold. */
const HEADING =
  /^[^\S\n]{0,3}(?:(?<marks>#{1,6})\s(?<own>[^\n]{0,200})|<h(?<level>[1-6])\b[^<>]{0,100}>(?<inner>[^<]{0,200})|\*\*(?<bold>[^*\n]{1,200})\*\*:?\s*$)/iu;

/** What makes the line before it a heading (CommonMark, setext headings), or divides a text. */
const UNDERLINE = /^[^\S\n]{0,3}(?:={2,}|-{2,})\s*$/u;
const ACROSS = /^[^\S\n]{0,3}(?:-{3,}|\*{3,}|_{3,})\s*$/u;

/** Lines that no underline makes a heading: entries, rows, quotes, and what is indented. */
const NO_TITLE = /^(?:\s{4,}|\s{0,3}(?:[-*+>|]|\d{1,3}[.)])\s|[^\n]{200,}|[^\n]*\|)|^\s*$/u;

/** The sections of a text, in their order: joined they are the text. */
export function sectionsOf(text: string): readonly Section[] {
  const lines = text.split(/(?<=\n)|(?=<h[1-6]\b)/iu);
  const sections: { heading: string; depth: number; lines: string[] }[] = [];
  lines.forEach((line, index) => {
    const found = titleOf(line, lines[index + 1], lines[index - 1]);
    if (found !== undefined || sections.length === 0)
      sections.push({ heading: "", depth: 7, ...found, lines: [line] });
    else sections.at(-1)?.lines.push(line);
  });
  return sections.map(({ heading, depth, lines: own }) => ({ heading, depth, text: own.join("") }));
}

function titleOf(line: string, next = "", previous = ""): Pick<Section, "heading" | "depth"> | undefined {
  const { marks, own, level, inner, bold } = HEADING.exec(line)?.groups ?? {};
  const heading = own ?? inner ?? bold;
  const isUnderlined = UNDERLINE.test(next) && !/\S/u.test(previous) && !NO_TITLE.test(line);
  if (isUnderlined && marks === undefined && level === undefined)
    return { heading: bold ?? line.trim(), depth: next.trim().startsWith("=") ? 1 : 2 };
  if (heading !== undefined) return { heading, depth: marks?.length ?? Number(level ?? 7) };
  return ACROSS.test(line) && !/\S/u.test(previous) ? { heading: "", depth: 7 } : undefined;
}
