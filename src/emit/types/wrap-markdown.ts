/**
 * Wraps Markdown to a width: running text is filled anew, and what depends on its line breaks (code, tables, headings,
 * list items) keeps them. Blank lines at the ends go, several in a row become one.
 *
 * @returns lines without white space at their ends.
 */
export function wrapMarkdown(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let open: Block | undefined;
  let fenced = false;
  const close = () => {
    // One by one: a call does not take as many arguments as a long text has lines.
    if (open !== undefined) for (const line of fill(open, width)) lines.push(line);
    open = undefined;
  };
  for (const raw of text.replaceAll("\t", "  ").split("\n")) {
    const line = raw.trimEnd();
    const fence = /^\s*(?:```|~~~)/.test(line);
    if (fence || fenced || isFixed(line)) {
      close();
      if (line !== "" || lines.at(-1) !== "") lines.push(line);
      if (fence) fenced = !fenced;
      continue;
    }
    const item = /^(\s*(?:[-+*]|\d+[.)])\s+)(.*)$/.exec(line);
    if (item !== null) close();
    const started =
      item === null ? { first: "", rest: "", words: [line] } : itemBlock(item[1] ?? "", item[2] ?? "");
    if (open === undefined) open = started;
    else open.words.push(line);
  }
  close();
  return trimBlank(lines);
}

/** Words that are filled together, with what the first and the other lines start with. */
interface Block {
  readonly first: string;
  readonly rest: string;
  readonly words: string[];
}

function itemBlock(mark: string, words: string): Block {
  return { first: mark, rest: " ".repeat(mark.length), words: [words] };
}

/** Blank lines, tables, headings, quotes, HTML, indented code. */
function isFixed(line: string): boolean {
  return /^(?:\s*$|\s*[|>#<]|\s*(?:[-=*_]\s*){3,}$| {4,}\S)/.test(line);
}

function fill({ first, rest, words }: Block, width: number): readonly string[] {
  const lines: string[] = [];
  let line = first;
  let empty = true;
  for (const word of words
    .join(" ")
    .split(/\s+/)
    .filter((part) => part !== "")) {
    // Such a word at the start of a line would begin a block (CommonMark section 4 and 5), and end what is open.
    const stuck = /^(?:[-+*#>|=_~:]+|\d+[.)]|[@|#<>].*|(?:```|~~~).*)$/.test(word);
    if (!empty && !stuck && line.length + 1 + word.length > width) {
      lines.push(line);
      line = rest + word;
    } else line += empty ? word : ` ${word}`;
    empty = false;
  }
  return empty ? (first.trim() === "" ? [] : [first.trimEnd()]) : [...lines, line];
}

function trimBlank(lines: readonly string[]): readonly string[] {
  const kept = lines.filter((line, index) => line !== "" || (index > 0 && lines[index - 1] !== ""));
  return kept.at(-1) === "" ? kept.slice(0, -1) : kept;
}
