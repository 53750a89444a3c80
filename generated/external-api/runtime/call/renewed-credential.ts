import type {
  AppliedCredential,
  CredentialTarget,
} from "../credentials/credential-provider.js";
import { retryEvent } from "./attempt-events.js";
import { failureError } from "./call-error.js";
import type { CallRecord } from "./call-record.js";
import type { Connection } from "./connection.js";
import type { OperationDescriptor } from "./operation-descriptor.js";
import {
  type CredentialState,
  isAddressedAlike,
} from "./refused-credential.js";
import type { AttemptResult } from "./send-attempt.js";

/** An attempt that brought no answer to give. */
export type Failed = Extract<AttemptResult, { readonly kind: "failed" }>;

/** An attempt that was answered with 401. */
export interface Refusal {
  readonly failed: Failed;
  readonly target: CredentialTarget;
}

/**
 * The replay after a 401 is for another credential (TOK-6): a request that was refused is not sent a second time as it was.
 * Only now is it told to the hook.
 *
 * @throws AuthenticationError when the credential is the same; OutcomeUnknownError after an attempt that left it open
 */
export function checkRenewed(
  connection: Connection,
  record: CallRecord,
  { failed, target }: Refusal,
  next: CredentialTarget,
): void {
  if (isAddressedAlike(target, next)) {
    record.credential = "unchanged";
    const open = record.uncertain && record.column !== "read";
    throw failureError(failed, record, open, serviceFacts(connection));
  }
  record.credential = "renewed";
  connection.report("retry", () => retryEvent(record, failed.fault, 0));
}

/** What an attempt carries that no 401 renewed: the caller's own `Authorization` counts as well. */
export function credentialSent(
  { security }: OperationDescriptor,
  { headers }: CredentialTarget,
  applied: readonly AppliedCredential[],
): CredentialState {
  if (applied.length > 0 || headers.has("authorization")) return "first";
  const isNamed = security?.some((each) => Object.keys(each).length > 0);
  return isNamed === true ? "none" : "unnamed";
}

/** What the error of a failed attempt says of the service. */
export function serviceFacts({ clock, limits, retry }: Connection) {
  return {
    now: clock.now(),
    asksCapabilities: limits() !== undefined,
    policy: retry.policy,
  };
}
