/** Words that deny a need, an exchange or a check: "does not need", "is not required", "never exchanges". */
const NOT_NEEDED =
  /(?:\bnot|n['’]t|\bnever|\bno longer)\s(?:\w+\s){0,2}(?:need|requir|necessary|check|exchang|depend|gated|guarded)/iu;

/** "No scope is necessary"; not "no other scope than". */
const NONE =
  /\b(?:no|neither|nor)\s(?:(?!other|further|more|additional|extra)\w+[\s-]){0,2}(?:scope|exchange|feature|flag|toggle)/iu;

/** The needs of a sentence that says what happens otherwise: "Without the scope `a`, 403". */
const OTHERWISE = /\b(?:without (?:it|the|this|that|these|either)|unless|otherwise)\b/iu;

/** A text without its sentences that deny what its words name: a scope that is not necessary, tokens that are not exchanged. */
export function withoutDenials(text: string): string {
  return text
    .split(/(?<=[.;!?])\s+|\n(?=\s*(?:\n|[-*#|>]|\p{Lu}))/u)
    .filter((sentence) => OTHERWISE.test(sentence) || !(NOT_NEEDED.test(sentence) || NONE.test(sentence)))
    .join("\n");
}
