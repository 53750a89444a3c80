/*
 * A text for a regular expression of a contract, made from its parts. The expression itself is never run here.
 */

/** A part of an expression that is repeated: its text, and how often at least and at most. */
interface Part {
  readonly text: string;
  readonly least: number;
  readonly most: number;
}

const MOST_PATTERN = 200;
const MOST_REPEATED = 300;

/**
 * A short text that an expression likely matches. A guess: it has to be checked.
 *
 * @param length - characters that it has at least, where the expression allows that.
 * @returns undefined for expressions that look ahead or behind, or refer to groups.
 */
export function textForPattern(pattern: string, length = 0): string | undefined {
  if (pattern.length > MOST_PATTERN || /\(\?(?![:<][^=!])|\\[1-9k]/u.test(pattern.replaceAll("\\\\", "")))
    return undefined;
  const reader = { rest: Array.from(pattern) };
  const text = readAlternatives(reader, length);
  return reader.rest.length === 0 ? text : undefined;
}

/** What is still to be read of an expression. */
interface Reader {
  rest: string[];
}

/** Up to the end, or to the end of the group: the text of the first alternative. */
function readAlternatives(reader: Reader, length: number): string | undefined {
  const first = readSequence(reader, length);
  while (reader.rest[0] === "|") {
    reader.rest.shift();
    readSequence(reader, 0);
  }
  return first;
}

function readSequence(reader: Reader, length: number): string | undefined {
  const parts: (Part | undefined)[] = [];
  while (reader.rest.length > 0 && reader.rest[0] !== "|" && reader.rest[0] !== ")")
    parts.push(readPart(reader));
  const known = parts.filter((part) => part !== undefined);
  return known.length < parts.length ? undefined : joinParts(known, length);
}

/** Repeats what may be repeated until the text is long enough. */
function joinParts(parts: readonly Part[], length: number): string | undefined {
  if (parts.some(({ least }) => least > MOST_REPEATED)) return undefined;
  let missing = length - parts.reduce((sum, { text, least }) => sum + text.length * least, 0);
  return parts
    .map(({ text, least, most }) => {
      const wanted = missing <= 0 || text === "" ? 0 : Math.ceil(missing / text.length);
      const more = Math.min(wanted, most - least, MOST_REPEATED);
      missing -= more * text.length;
      return "".padEnd(text.length * (least + more), text);
    })
    .join("");
}

function readPart(reader: Reader): Part | undefined {
  const text = readAtom(reader);
  const { least, most } = readCount(reader);
  return text === undefined ? undefined : { text, least, most };
}

function readAtom(reader: Reader): string | undefined {
  const first = reader.rest.shift() ?? "";
  if (first === "^" || first === "$") return "";
  if (first === ".") return "a";
  if (first === "[") return characterOf(`[${readUntil(reader, "]")}`);
  if (first === "\\") return readEscape(reader);
  if (first !== "(") return first;
  const [, opening = ""] = /^(\?:|\?<\w+>)/u.exec(reader.rest.join("")) ?? [];
  reader.rest.splice(0, opening.length);
  const text = readAlternatives(reader, 0);
  return reader.rest.shift() === ")" ? text : undefined;
}

function readEscape(reader: Reader): string | undefined {
  const letter = reader.rest.shift() ?? "";
  if (letter === "b" || letter === "B") return "";
  const isProperty = /[pPu]/u.test(letter) && reader.rest[0] === "{";
  return characterOf(`\\${letter}${isProperty ? readUntil(reader, "}") : ""}`);
}

/** Up to a character that is not escaped, with it. */
function readUntil(reader: Reader, end: string): string {
  let text = "";
  while (reader.rest.length > 0) {
    const character = reader.rest.shift() ?? "";
    text += character === "\\" ? character + (reader.rest.shift() ?? "") : character;
    // A class can begin with its end.
    if (character === end && text !== end && text !== `^${end}`) return text;
  }
  return text;
}

const CHARACTERS = Array.from("a1A0-_. /:#@+,=%&*!?$~;()[]{}<>|\"'`^\\b2B\té日");

/** A character of a class or escape: one of them alone takes no time. */
function characterOf(source: string): string | undefined {
  try {
    const expression = new RegExp(`^${source}$`, "u");
    return CHARACTERS.find((character) => expression.test(character)) ?? lastOf(expression);
  } catch {
    return undefined;
  }
}

function lastOf(expression: RegExp): string | undefined {
  const codes = Array.from({ length: 0x250 }, (_, code) => String.fromCodePoint(code));
  return codes.find((character) => expression.test(character));
}

function readCount(reader: Reader): Pick<Part, "least" | "most"> {
  const [all = "", counts = ""] =
    /^(?:([*+?]|\{\d+(?:,\d*)?\})\??)?/u.exec(reader.rest.slice(0, 24).join("")) ?? [];
  reader.rest.splice(0, all.length);
  if (counts === "*") return { least: 0, most: Infinity };
  if (counts === "+") return { least: 1, most: Infinity };
  if (counts === "?") return { least: 0, most: 1 };
  if (counts === "") return { least: 1, most: 1 };
  const [, least = "1", comma, most = ""] = /(\d+)(,?)(\d*)/u.exec(counts) ?? [];
  if (comma === "") return { least: Number(least), most: Number(least) };
  return { least: Number(least), most: most === "" ? Infinity : Number(most) };
}
