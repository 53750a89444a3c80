import { shownCode } from "../errors/shown-code.js";
import { safeHeaders } from "../secrets/safe-headers.js";
import { showParameters } from "../secrets/show-parameters.js";
import type { CallRecord } from "./call-record.js";
import type { Connection } from "./connection.js";
import type { RequestEvent, ResponseEvent, RetryEvent } from "./events.js";
import type { Fault } from "./fault.js";
import type { PreparedCall } from "./prepare-call.js";

/** An attempt that is about to be sent; its headers are those from before credentials were added. */
export function requestEvent(
  connection: Connection,
  record: CallRecord,
  prepared: PreparedCall,
): RequestEvent {
  const sensitive = connection.contract.sensitive ?? [];
  const { headers = [], parameters = [] } = connection.show;
  return {
    ...record.facts,
    attempt: record.attempts,
    headers: safeHeaders(
      prepared.headers,
      visible(headers, prepared, sensitive),
    ),
    parameters: showParameters(prepared.given, parameters, sensitive),
    ...(record.bytes !== undefined && { bytes: record.bytes }),
  };
}

/** An answer, whatever its status. `since`: monotonic milliseconds at which the attempt was sent. */
export function responseEvent(
  connection: Connection,
  record: CallRecord,
  response: Response,
  since: number,
): ResponseEvent {
  return {
    ...record.facts,
    attempt: record.attempts,
    status: response.status,
    headers: safeHeaders(response.headers, connection.show.headers),
    milliseconds: connection.clock.monotonic() - since,
  };
}

/** An attempt that will be repeated after `milliseconds`. */
export function retryEvent(
  record: CallRecord,
  fault: Fault,
  milliseconds: number,
): RetryEvent {
  const code = "code" in fault ? fault.code : undefined;
  return {
    ...record.facts,
    attempt: record.attempts,
    reason: fault.kind,
    ...("status" in fault && { status: fault.status }),
    ...(code !== undefined && { code: shownCode(code, record.striker) }),
    milliseconds,
  };
}

/** Header parameters that the contract marks as sensitive are not shown, even when the caller allows them. */
function visible(
  headers: readonly string[],
  prepared: PreparedCall,
  sensitive: readonly string[],
): readonly string[] {
  const marked = prepared.given
    .filter(([parameter]) => parameter.sensitive === true)
    .map(([{ name }]) => name);
  const hidden = new Set(
    [...marked, ...sensitive].map((name) => name.toLowerCase()),
  );
  return headers.filter((name) => !hidden.has(name.toLowerCase()));
}
