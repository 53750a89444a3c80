/*
 * Regular expressions of contracts. Contracts are untrusted, and an expression can take exponential time: only expressions
 * that cannot are ever run, on short texts.
 */

const MOST_PATTERN = 200;
const MOST_TEXT = 200;

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
 * Whether a regular expression takes at most cubic time: no group is repeated without end, no text is remembered or looked
 * ahead at, and at most three parts are repeated without end.
 */
export function isSafePattern(pattern: string): boolean {
  if (pattern.length > MOST_PATTERN) return false;
  // Escapes and classes are one character each.
  const plain = pattern.replaceAll(/\\(?:[pPu]\{[^}]*\}|.)/gu, "e").replaceAll(/\[[^\]]*\]/gu, "c");
  if (/\\[1-9]|\\k/u.test(pattern) || /\(\?(?!:)/u.test(plain)) return false;
  if (/\)(?:[*+]|\{)/u.test(plain)) return false;
  return (plain.match(/[*+]|\{\d+,/gu) ?? []).length <= 3;
}

/** Whether an expression matches every text, and so says nothing. */
export function isTrivialPattern(pattern: string): boolean {
  return ["", "^", "$", ".*", "^.*", ".*$", "[\\s\\S]*", "^[\\s\\S]*$"].includes(pattern);
}
