import type { OperationModel } from "../../../model/api-model.js";
import { clausesOf, negates } from "../../../text/without-denials.js";

/** Characters of a description that are searched. */
const LONGEST = 4000;

/** The sentence "Read only." or "Reads only."; or one of which the operation is the subject: what else "it" may be, nothing tells. */
const ONLY_READS =
  /^\W*(?:reads?[- ]only\W*$|this (?:api )?(?:call|endpoint|method|operation|request) (?:is read[- ]only|only reads)\b)/i;

/** Words by which a sentence is about some calls or times, or excepts something. */
const LIMITS =
  /\b(?:after|as|at|before|but|by|during|except|for|from|if|in|on|once|otherwise|since|then|though|under|unless|until|when|whenever|where|while|with|without|yet)\b/i;

/** The sentences of the summary and the description of an operation. */
export function sentencesOf({ summary = "", description = "" }: OperationModel): readonly string[] {
  return clausesOf(`${summary}\n\n${description}`.slice(0, LONGEST)).map((clauses) => clauses.join(""));
}

/** Whether a sentence says that the operation only reads. */
export function isOfReadsOnly(sentence: string): boolean {
  return ONLY_READS.test(sentence);
}

/** Whether the summary or the description of an operation says that it only reads, always. */
export function isDescribedRead(operation: OperationModel): boolean {
  return sentencesOf(operation).some(
    (sentence) => isOfReadsOnly(sentence) && !negates(sentence) && !LIMITS.test(sentence),
  );
}
