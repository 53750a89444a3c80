import type {
  AppliedCredential,
  CredentialTarget,
} from "../credentials/credential-provider.js";
import type { ErrorFacts } from "../errors/api-error.js";
import { failureError } from "./call-error.js";
import { type CallRecord, retryEvent } from "./call-record.js";
import type { Connection } from "./core.js";
import type { OperationDescriptor } from "./operation-descriptor.js";
import type { AttemptResult } from "./send-attempt.js";

/** An attempt that brought no answer to give. */
export type Failed = Extract<AttemptResult, { readonly kind: "failed" }>;

/** An attempt that was answered with 401. */
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
    readsCapabilities: limits() !== undefined,
    policy: retry.policy,
  };
}

/**
 * What became of a call's credential: `none` was sent, or none is named by the contract for the operation (`unnamed`); the
 * `first` one was, or one that was `renewed` after a 401; or what was asked for after a 401 was the very one that had
 * been refused (`unchanged`), and was not sent again.
 */
export type CredentialState =
  "none" | "unnamed" | "first" | "renewed" | "unchanged";

/**
 * Whether two attempts are addressed alike, credentials included: the second would be refused like the first. A credential
 * may stand in the address, in any header, or be a signature over both, so all of them are compared.
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

/**
 * What the error of a 401 says beside its own words.
 *
 * @param readsCapabilities - the contract has an operation that tells what a credential grants
 */
export function refusedCredentialText(
  state: CredentialState,
  readsCapabilities: boolean,
): Pick<ErrorFacts, "happened" | "remedy"> {
  if (state === "none" || state === "unnamed") return unsent[state];
  const remedy = readsCapabilities
    ? "Obtain a new credential and check what it grants: the capabilities of the service say that."
    : undefined;
  const happened = happenedBy[state];
  return {
    ...(happened !== undefined && { happened }),
    ...(remedy !== undefined && { remedy }),
  };
}

const happenedBy = {
  first: undefined,
  renewed: "The server refused the credential, and a new one as well.",
  unchanged:
    "The server refused the credential, and what supplies it gave the same one again, which was not sent a second time.",
};

const unsent = {
  none: {
    happened: "The server asks for a credential, and none was sent.",
    remedy: "Give the client one by `credentials`.",
  },
  unnamed: {
    happened:
      "The server refused the call, for which the contract names no credential.",
    remedy:
      "Check what the call gives itself, such as a password or a token among its inputs, or add what the service takes by the option `headers`.",
  },
};
