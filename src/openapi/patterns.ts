/*
 * Regular expressions of contracts. Contracts are untrusted, and an expression can take exponential time: only expressions
 * that cannot are ever run, on short texts.
 */

const MOST_PATTERN = 200;
/** Characters of a text that an expression is run on. */
export const MOST_TEXT = 200;

/**
 * Whether a text matches a regular expression of a contract.
 *
 * @returns undefined when the expression is not run: it is invalid, too long, or could take exponential time.
 */
export function matchesPattern(pattern: string, text: string): boolean | undefined {
  if (text.length > MOST_TEXT) return undefined;
  return compiledPattern(pattern)?.test(text);
}

/** The expression, when it is safe to run: see {@link isSafePattern}. */
export function compiledPattern(pattern: string): RegExp | undefined {
  if (!isSafePattern(pattern)) return undefined;
  try {
    return new RegExp(pattern, "u");
  } catch {
    return undefined;
  }
}

/**
 * Whether a regular expression takes at most cubic time: a group is repeated only where its occurrences cannot be confused, no
 * text is remembered or looked ahead at, at most three parts are repeated without end, and at most six are optional or repeated.
 */
export function isSafePattern(pattern: string): boolean {
  if (pattern.length > MOST_PATTERN) return false;
  if (/\\[1-9]|\\k/u.test(pattern)) return false;
  const atoms: string[] = [];
  // Escapes and classes are one character each.
  const plain = pattern.replaceAll(ATOM, (atom) => String.fromCodePoint(FIRST_ATOM + atoms.push(atom) - 1));
  if (/\(\?(?!:)/u.test(plain)) return false;
  const simple = plain.replaceAll(REPEATED, (group, body: string) =>
    hasClearBorders(body, atoms) ? "" : group,
  );
  if (/\)(?:[*+]|\{)/u.test(simple)) return false;
  const unlimited = plain.match(/[*+]|\{\d+,/gu) ?? [];
  const optional = plain.replaceAll("(?:", "(").match(/\?/gu) ?? [];
  return unlimited.length <= 3 && unlimited.length + optional.length <= 6;
}

/** A group without groups or alternatives in it, repeated. */
const REPEATED = /\((?:\?:)?([^()|]*)\)(?:[*+]|\{\d+(?:,\d*)?\})/gu;

const ATOM = /\\(?:[pPu]\{[^}]*\}|.)|\[(?:\\.|[^\]\\])*\]/gsu;
/** Private use: no expression of a contract means these characters. */
const FIRST_ATOM = 0xf0000;

/**
 * Whether there is one way to split a text into occurrences of a group: all are equally long, or each begins with a character
 * that is nowhere else in it.
 */
function hasClearBorders(body: string, atoms: readonly string[]): boolean {
  if (/^(?:[^*+?{}.]|\.(?![*+?{])|\{\d+\})+$/u.test(body)) return true;
  const [, first = "", rest = ""] = /^([^*+?{}.^$])([^*+?{}.^$])(?:[*+]|\{\d+,\d*\})$/u.exec(body) ?? [];
  if (first === "" || rest === "") return false;
  const [one, other] = [setOf(first, atoms), setOf(rest, atoms)];
  return (
    one !== undefined &&
    other !== undefined &&
    !ASCII.some((letter) => one.test(letter) && other.test(letter))
  );
}

const ASCII = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));

/** The characters of an atom, where all of them are in ASCII or are spaces. */
function setOf(character: string, atoms: readonly string[]): Pick<RegExp, "test"> | undefined {
  const index = (character.codePointAt(0) ?? 0) - FIRST_ATOM;
  if (index < 0) return character < "\u0080" ? { test: (other) => other === character } : undefined;
  const source = atoms[index] ?? "";
  if (/\\[pPuDSWbB]|^\[\^|[^\p{ASCII}]/u.test(source)) return undefined;
  try {
    return new RegExp(`^${source}$`, "u");
  } catch {
    return undefined;
  }
}

/** Whether an expression matches every text, and so says nothing. */
export function isTrivialPattern(pattern: string): boolean {
  return ["", "^", "$", ".*", "^.*", ".*$", "[\\s\\S]*", "^[\\s\\S]*$"].includes(pattern);
}
