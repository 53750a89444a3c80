import type { OperationModel } from "../../model/api-model.js";
import { fullName } from "../reading/answers.js";
import { answerWithETag, type ChangePairs } from "./pair-changes.js";
import type { ConditionalChange, Trait } from "./trait.js";

/**
 * A GET whose ETag protects a change (ETG-1). An ETag that no change asks for is there for caches, may be weak, and says
 * nothing to the caller.
 */
export function recogniseVersionedRead(
  operation: OperationModel,
  { byRead }: ChangePairs,
): Trait<object> | undefined {
  if (operation.form !== undefined && operation.form.kind !== "versioned") return undefined;
  const answer = answerWithETag(operation);
  const pair = byRead.get(fullName(operation));
  if (answer === undefined || pair === undefined) return undefined;
  const reason = `A GET whose answer ${answer.status} has the header "ETag", which protects ${fullName(pair.change)}.`;
  return { facts: {}, reason };
}

/** A write with a required If-Match, and the read that hands its validator out (ETG-2). */
export function recogniseConditionalChange(
  operation: OperationModel,
  { byChange }: ChangePairs,
): Trait<ConditionalChange> | undefined {
  const pair = byChange.get(fullName(operation));
  if (pair === undefined) return undefined;
  const { header, read } = pair;
  const start = `It has the required header parameter "${header}"`;
  if (read === undefined)
    return { facts: { header }, reason: `${start}; no read with an ETag could be paired with it.` };
  return {
    facts: { header, read: read.operation.name },
    reason: `${start}; its ETag comes from ${fullName(read.operation)}, ${read.why}.`,
  };
}
