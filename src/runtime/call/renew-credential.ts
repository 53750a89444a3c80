import type { CredentialTarget } from "../credentials/credential-provider.js";
import { retryEvent } from "../tracing/attempt-events.js";
import { failureError } from "./call-error.js";
import type { CallRecord } from "./call-record.js";
import type { Connection } from "./core.js";
import type { AttemptResult } from "./send-attempt.js";

/** An attempt that brought no response to give. */
export type Failed = Extract<AttemptResult, { readonly kind: "failed" }>;

/** An attempt whose response had status 401. */
export interface RefusedCredential {
  readonly failed: Failed;
  readonly target: CredentialTarget;
}

/**
 * The replay after a 401 is for another credential: a request that was refused is not sent a second time as it was.
 * Only now is it told to the hook.
 *
 * @throws AuthenticationError when the credential is the same; OutcomeUnknownError after an attempt that left it open
 */
export function checkRenewed(
  connection: Connection,
  record: CallRecord,
  { failed, target }: RefusedCredential,
  next: CredentialTarget,
): void {
  if (isAddressedAlike(target, next)) {
    record.credential = "unchanged";
    const open = record.uncertain && record.retryClass !== "read";
    throw failureError(failed, record, open, serviceFacts(connection));
  }
  record.credential = "renewed";
  connection.report("retry", () => retryEvent(record, failed.reason, 0));
}

/** What the error of a failed attempt says of the service. */
export function serviceFacts({
  clock,
  limits,
  retry,
}: Pick<Connection, "clock" | "limits" | "retry">) {
  return {
    now: clock.now(),
    readsCapabilities: limits() !== undefined,
    policy: retry.policy,
  };
}

/**
 * Whether two attempts are addressed alike, credentials included: the second would be refused like the first. A credential
 * may be in the address, in any header, or be a signature over both, so all of them are compared.
 */
function isAddressedAlike(
  one: CredentialTarget,
  other: CredentialTarget,
): boolean {
  return one.url.href === other.url.href && lines(one) === lines(other);
}

function lines({ headers }: CredentialTarget): string {
  const found: [name: string, value: string][] = [];
  headers.forEach((value, name) => found.push([name, value]));
  return JSON.stringify(found);
}
