/** The texts of findings that are no whole sentences, or lack the value of a placeholder. */
export function faultyTexts(texts: readonly string[]): readonly string[] {
  const faulty = texts.filter((text) => !INVALID.test(text) && (hasGap(text) || !isSentence(text)));
  return [...new Set(faulty)];
}

/** It begins with a capital or a name of the contract, and ends. */
function isSentence(text: string): boolean {
  return /^[\p{Lu}`]/u.test(text) && text.endsWith(".");
}

/** What a placeholder without its value leaves; names of the contract aside. */
function hasGap(text: string): boolean {
  const words = text.replaceAll(/`(?!""`)[^`]+`/gu, "`name`");
  return /undefined|\[object|``|`""`|[{}]| {2}| [.,:;]|\( ?\)|: *\.$/u.test(words);
}

/** The default of a server variable is required, and absent in one edit. */
const INVALID = /^The default of the server variable `region` changed/u;
