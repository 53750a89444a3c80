import type { Answer } from "../server/answer.js";
import type { Incoming } from "../server/incoming.js";
import { addUnknownFields } from "./add-unknown-fields.js";
import type { AnswerJudge } from "./answer-judge.js";
import type { Fault } from "./fault.js";
import { isRecord } from "./plan-reader.js";

/**
 * What a fault makes of a successful answer.
 * @returns undefined when the fault is of another kind, or finds nothing in the answer to change
 */
export function changeAnswer(
  fault: Fault,
  answer: Answer,
  incoming: Incoming,
  operationId: string,
  judge: AnswerJudge,
): Answer | undefined {
  if (fault.kind === "unknownFields")
    return addUnknownFields(answer, (candidate) => judge(operationId, candidate));
  if (answer.status >= 300 || !isRecord(answer.body)) return undefined;
  const { body } = answer;
  if (fault.kind === "operationState" && "status" in body)
    return { ...answer, body: { ...body, status: fault.status ?? "suspended" } };
  if (fault.kind === "repeatCursor" && typeof body["nextCursor"] === "string") {
    const cursor = cursorOf(incoming);
    return cursor === undefined ? undefined : { ...answer, body: { ...body, nextCursor: cursor } };
  }
  return undefined;
}

/** The cursor of a valid request, in its query or in its body. */
function cursorOf({ query, body }: Incoming): string | undefined {
  if (typeof query["cursor"] === "string") return query["cursor"];
  if (body.length === 0) return undefined;
  const sent: unknown = JSON.parse(body.bytes.toString("utf8"));
  return isRecord(sent) && typeof sent["cursor"] === "string" ? sent["cursor"] : undefined;
}
