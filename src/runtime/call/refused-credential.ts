import type {
  AppliedCredential,
  CredentialTarget,
} from "../credentials/credential-provider.js";
import type { ErrorFacts } from "../errors/api-error.js";
import type { CredentialState } from "./call-record.js";
import type { OperationDescriptor } from "../descriptors/operation-descriptor.js";

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
    "The server refused the credential, and what supplies it gave the same one again.",
};

const unsent = {
  none: {
    happened: "The server requires a credential, and the request had none.",
    remedy: "Give the client one.",
  },
  unnamed: {
    happened:
      "The server refused the call, for which the contract names no credential.",
    remedy:
      "Check what the call gives itself, such as a password or a token among its inputs, or add what the service takes by the option `headers`.",
  },
};
