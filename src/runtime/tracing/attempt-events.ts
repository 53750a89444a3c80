import type { CallRecord } from "../call/call-record.js";
import type { Connection } from "../call/core.js";
import type { SensitiveFields } from "../descriptors/contract-facts.js";
import type { RequestEvent, ResponseEvent, RetryEvent } from "./events.js";
import type { PreparedCall } from "../call/own-options.js";
import type { AttemptFailure } from "../retry/next-step.js";
import { safeHeaders } from "../secrets/safe-headers.js";
import { hidden, shownCode } from "../secrets/shown-values.js";

/** An attempt that is about to be sent; its headers are those from before credentials were added. */
export function requestEvent(
  { contract, show }: Pick<Connection, "contract" | "show">,
  record: CallRecord,
  prepared: PreparedCall,
): RequestEvent {
  const { sensitive } = contract;
  const { headers = [], parameters = [] } = show;
  return {
    ...record.facts,
    attempt: record.attempts,
    headers: safeHeaders(
      prepared.headers,
      visible(headers, prepared, sensitive?.names ?? []),
    ),
    parameters: showParameters(prepared.given, parameters, sensitive),
    ...(record.bytes !== undefined && { bytes: record.bytes }),
  };
}

/** A response, whatever its status. `since`: monotonic milliseconds at which the attempt was sent. */
export function responseEvent(
  { clock, show }: Pick<Connection, "clock" | "show">,
  record: CallRecord,
  response: Response,
  since: number,
): ResponseEvent {
  return {
    ...record.facts,
    attempt: record.attempts,
    status: response.status,
    headers: safeHeaders(response.headers, show.headers),
    milliseconds: clock.monotonic() - since,
  };
}

/** An attempt that will be repeated after `milliseconds`. */
export function retryEvent(
  record: CallRecord,
  reason: AttemptFailure,
  milliseconds: number,
): RetryEvent {
  const code = "code" in reason ? reason.code : undefined;
  return {
    ...record.facts,
    attempt: record.attempts,
    reason: reason.kind,
    ...("status" in reason && { status: reason.status }),
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

/** Parameters whose values say how much is asked for, never what or whose. */
const shown: ReadonlySet<string> = new Set([
  "limit",
  "offset",
  "order",
  "page",
  "page_size",
  "pageSize",
  "per_page",
  "sort",
]);

/** A parameter as far as showing it goes. */
interface ShownParameter {
  /** On the wire. */
  readonly name: string;
  readonly sensitive?: true;
}

/**
 * The parameters of a call, by wire name, fit for a log: values of the allow-list, `[hidden]` for all others.
 *
 * @param more - names that the caller allows in addition
 * @param sensitive - what stays masked, whatever is allowed
 */
export function showParameters(
  given: readonly (readonly [parameter: ShownParameter, value: unknown])[],
  more: readonly string[],
  sensitive?: SensitiveFields,
): Readonly<Record<string, unknown>> {
  const masked = new Set(sensitive?.names.map((one) => one.toLowerCase()));
  return Object.fromEntries(
    given.map(([{ name, sensitive: secret }, value]) => {
      const allowed =
        (shown.has(name) || more.includes(name)) &&
        secret !== true &&
        !masked.has(name.toLowerCase());
      return [
        name,
        allowed
          ? sensitive === undefined
            ? value
            : sensitive.mask(value)
          : hidden,
      ];
    }),
  );
}
