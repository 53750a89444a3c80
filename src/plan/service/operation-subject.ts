/** A subject of a sentence that is about the operation that has it, as the source of an expression: "this API call". */
export const THIS_CALL = "this\\s(?:api\\s)?(?:call|endpoint|method|operation|request)";

const SUBJECT = new RegExp(`^\\W{0,20}(?:it|${THIS_CALL})\\s(?:will\\s|only\\s)?`, "iu");

/** A sentence about an operation without its subject: "returns the pet" of "This call returns the pet". */
export function withoutSubject(sentence: string): string {
  return sentence.replace(SUBJECT, "");
}
