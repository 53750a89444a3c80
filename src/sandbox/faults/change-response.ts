import type { SandboxResponse } from "../server/sandbox-response.js";
import type { Incoming } from "../server/incoming.js";
import { addUnknownFields } from "./add-unknown-fields.js";
import type { ResponseJudge } from "./response-judge.js";
import type { Fault } from "./fault.js";
import { isRecord } from "./plan-reader.js";

/**
 * What a fault makes of a successful response.
 * @returns undefined when the fault is of another kind, or finds nothing in the response to change
 */
export function changeResponse(
  fault: Fault,
  response: SandboxResponse,
  incoming: Incoming,
  operationId: string,
  judge: ResponseJudge,
): SandboxResponse | undefined {
  if (fault.kind === "unknownFields")
    return addUnknownFields(response, (candidate) => judge(operationId, candidate));
  if (response.status >= 300 || !isRecord(response.body)) return undefined;
  const { body } = response;
  if (fault.kind === "operationState" && "status" in body)
    return { ...response, body: { ...body, status: fault.status ?? "suspended" } };
  if (fault.kind === "repeatCursor" && typeof body["nextCursor"] === "string") {
    const cursor = cursorOf(incoming);
    return cursor === undefined ? undefined : { ...response, body: { ...body, nextCursor: cursor } };
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
