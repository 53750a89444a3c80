/** Words that deny a need, an exchange or a check: "does not need", "is not required", "never exchanges". */
const NOT_NEEDED =
  /(?:\bnot|n['’]t|\bnever|\bno longer)\s(?:\w+\s){0,2}(?:need|requir|necessary|support|check|exchang|depend|gated|guarded)/iu;

/** "No scope is necessary"; not "no other scope than". */
const NONE =
  /\b(?:no|neither|nor)\s(?:(?!other|further|more|additional|extra)\w+[\s-]){0,2}(?:scope|exchange|feature|flag|toggle)/iu;

/** The needs of a sentence that says what happens otherwise: "Without the scope `a`, 403". */
const OTHERWISE = /\b(?:without (?:it|the|this|that|these|either)|unless|otherwise)\b/iu;

/** "No header is required", "needs no header"; not "no other header is required". */
const NOTHING_NEEDED =
  /\b(?:(?:needs?|requires?)\sno\s(?!other|further|more|additional|extra)|no\s(?!other|further|more|additional|extra)(?:\S+\s){1,4}(?:is|are)\s(?:needed|required|necessary)\b)/iu;

/** A text without its sentences that deny what its words name: a scope that is not necessary, tokens that are not exchanged. */
export function withoutDenials(text: string): string {
  return affirmedSentences(text).join("\n");
}

/** The sentences of a text that deny nothing of what their words name. */
export function affirmedSentences(text: string): readonly string[] {
  return text
    .split(/(?<=[.;!?])\s+|\n(?=\s*(?:\n|[-*#|>]|\p{Lu}))/u)
    .filter(
      (sentence) =>
        OTHERWISE.test(sentence) ||
        ![NOT_NEEDED, NONE, NOTHING_NEEDED].some((denial) => denial.test(sentence)),
    );
}
