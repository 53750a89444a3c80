import type {
  AppliedCredential,
  CredentialTarget,
} from "../credentials/credential-provider.js";
import { isApiError } from "../errors/api-error.js";
import { AuthenticationError } from "../errors/authentication-error.js";
import { mayCarryCredentials } from "../http/credential-target.js";
import type { CallTimer } from "./call-timer.js";
import type { NeededCredential } from "./choose-security.js";
import type { Connection } from "./connection.js";

/**
 * Adds what the operation needs to one attempt. A caller may have added an `authorization` of its own.
 *
 * @returns what was applied, to be asked when the server refuses it
 * @throws AuthenticationError when there is no credential to be had, or the address is one that must not see it (TOK-4)
 */
export async function applyCredentials(
  needed: readonly NeededCredential[],
  target: CredentialTarget,
  connection: Connection,
  timer: CallTimer,
): Promise<readonly AppliedCredential[]> {
  const carries = needed.length > 0 || target.headers.has("authorization");
  if (carries && !mayCarryCredentials(target.url, connection.insecureHosts))
    throw new AuthenticationError(insecure);
  if (!carries) return [];
  const { clock, ownFetch, report } = connection;
  const context = {
    get signal() {
      return timer.signal;
    },
    deadlineAt: timer.deadlineAt,
    clock,
    fetch: ownFetch ?? ((request: Request) => fetch(request)),
    report,
  };
  const applied: AppliedCredential[] = [];
  const first = needed.filter(({ provider }) => provider.last !== true);
  const last = needed.filter(({ provider }) => provider.last === true);
  for (const { provider, scopes } of [...first, ...last]) {
    try {
      applied.push(await timer.until(provider.apply(target, scopes, context)));
    } catch (cause) {
      // What a caller's own callback throws is told by its kind alone: its message can be anything.
      throw isApiError(cause) || timer.endedBy !== undefined
        ? cause
        : new AuthenticationError({ ...noCredential, cause });
    }
  }
  return applied;
}

const insecure = {
  happened:
    "Credentials are sent over https or to this machine itself, and the address is neither.",
  remedy:
    "Give the client an https address: as `baseUrl` or `serverUrl`, or by `serverVariables` or `operationServers` where the contract has one. In a network of your own, name the host in `allowInsecureHosts`.",
};

const noCredential = {
  happened: "The credential could not be obtained: what supplies it failed.",
  remedy:
    "See `cause`, and check the function or value that was given to the client.",
};
