/** Where a sentence, a row of a table or an item of a list ends. */
export const SENTENCES =
  /(?<=[.;!?])\s+|\n(?=[^\S\n]{0,20}(?:[-*+|#]|\d{1,3}[.)])\s)|<br\s{0,2}\/?>|<\/(?:p|li|td)>/u;
