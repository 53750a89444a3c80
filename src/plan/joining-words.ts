/** Words that lead on to another: English, German, French and Spanish, as titles of contracts are written. */
const JOINING = new Set(
  (
    "a an and as at between but by for from in into its of on or our over per that the their to under using via " +
    "with within your " +
    "der die das des dem den ein eine für im mit oder und von vom zu zum zur über " +
    "à au aux avec dans de du en et la le les ou par pour sur " +
    "con del e el los las o para por y"
  ).split(" "),
);

/** The words of a title that was cut, up to the last that may end one: `search directory and` → `search directory`. */
export function withoutJoiningEnd(words: readonly string[]): readonly string[] {
  return words.slice(0, words.findLastIndex((word) => !JOINING.has(word)) + 1);
}
