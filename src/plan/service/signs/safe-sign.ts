import type { OperationModel } from "../../../model/api-model.js";
import { clausesOf, negates } from "../../../text/without-denials.js";
import { findHeader, startsSomething, successResponses } from "../responses.js";
import { readSign } from "../traits/pagination/only-reads.js";
import { collectShownPages } from "../traits/pagination/shown-pages.js";
import { type LostSign, operationLines, type SignSource } from "./sign.js";

/**
 * A POST whose description says that it only reads; or one that gives a list, shows that it reads, and has the status of a create:
 * frameworks write 201 for every POST.
 */
export function safeSign({ operation, traits, switchedOff, reader }: SignSource): LostSign | undefined {
  const { safe, background, conditionalChange, idempotentCreate } = traits;
  const successes = successResponses(operation);
  if (operation.method !== "POST" || switchedOff.includes("safe")) return undefined;
  if ([safe, background, conditionalChange, idempotentCreate].some((one) => one !== undefined))
    return undefined;
  if (!startsSomething(operation) && isDescribedSafe(operation))
    return {
      operation,
      trait: "safe",
      shown: "its description says that it only reads",
      missing: "its responses, scopes and parameters do not show that",
      lines: operationLines(operation, ["safe: true"]),
    };
  if (!successes.some(({ status }) => status === "201")) return undefined;
  const isCreated = successes.some(
    (response) => response.status !== "201" || findHeader(response, "Location") !== undefined,
  );
  const shown = isCreated ? undefined : collectShownPages(operation, reader);
  const sign = shown?.list && readSign(shown);
  if (sign === undefined) return undefined;
  return {
    operation,
    trait: "safe",
    shown: `it gives a list and ${sign}`,
    missing: "it responds with 201, as a create does",
    lines: operationLines(operation, ["safe: true"]),
  };
}

/** Characters of a description that are searched. */
const LONGEST = 4000;

/** The summary or the sentence "Read only."; or one of which the operation is the subject: what else "it" may be, nothing tells. */
const ONLY_READS =
  /^\W*(?:read[- ]only\W*$|this (?:api )?(?:call|endpoint|method|operation|request) (?:is read[- ]only|only reads)\b)/i;

/** Words by which a sentence is about some calls or times, or excepts something. */
const LIMITS =
  /\b(?:after|as|at|before|but|by|during|except|for|from|if|in|on|once|otherwise|since|then|though|under|unless|until|when|whenever|where|while|with|without|yet)\b/i;

function isDescribedSafe({ summary = "", description = "" }: OperationModel): boolean {
  return clausesOf(`${summary}\n\n${description}`.slice(0, LONGEST))
    .map((clauses) => clauses.join(""))
    .some((sentence) => ONLY_READS.test(sentence) && !negates(sentence) && !LIMITS.test(sentence));
}
