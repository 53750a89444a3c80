import type {
  AppliedCredential,
  CredentialTarget,
} from "../credentials/credential-provider.js";
import { isScopeError } from "../errors/scope-error.js";
import { applyCredentials } from "./apply-credentials.js";
import type { CallTimer } from "./call-timer.js";
import { chooseSecurity } from "./choose-security.js";
import type { Connection } from "./connection.js";
import type { Redirection } from "./follow-redirect.js";
import type { OperationDescriptor } from "./operation-descriptor.js";
import type { PreparedCall } from "./prepare-call.js";

/** What one attempt is sent to. */
export interface AttemptTarget extends CredentialTarget {
  /** The text of `url`, where nobody can have changed it: the platform parses it, and the client need not. */
  readonly href?: string;
}

/** What one attempt is addressed to, and the credentials that it carries. */
export interface AddressedAttempt {
  readonly target: AttemptTarget;
  /** To be told when the server refuses them. */
  readonly applied: readonly AppliedCredential[];
}

/**
 * Addresses the attempts of one call, each with credentials of its own.
 *
 * Only a token's answer says what was granted: where that is too little, another alternative of the contract may do.
 *
 * @returns what addresses the next attempt: to the address of a redirect, where there was one
 * @throws ScopeError, AuthenticationError when no alternative of the contract can be satisfied: nothing was sent
 */
export function addressAttempts(
  descriptor: OperationDescriptor,
  prepared: PreparedCall,
  connection: Connection,
  timer: CallTimer,
): (to: Redirection | undefined) => Promise<AddressedAttempt> {
  const { method, security } = descriptor;
  const choose = () =>
    chooseSecurity(security, connection.credentials, connection.scopes);
  let needed = choose();
  const { tracing, traceContext } = connection;
  const isTraced = tracing !== undefined || traceContext !== undefined;
  // Credentials and traces are added to copies; where there are none, all attempts share what was prepared.
  const targetOf = (href: string): AttemptTarget =>
    needed.length > 0 || isTraced
      ? { method, url: new URL(href), headers: new Headers(prepared.headers) }
      : {
          method,
          href,
          get url() {
            return new URL(href);
          },
          headers: prepared.headers,
        };
  return async (to) => {
    if (to?.anonymous === true) return addressWithout(to.url, prepared, method);
    for (let tried = 1; ; tried += 1) {
      const target = targetOf(to?.url.href ?? prepared.url);
      try {
        const applied = await applyCredentials(
          needed,
          target,
          connection,
          timer,
        );
        return { target, applied };
      } catch (error) {
        if (!isScopeError(error)) throw error;
        needed = choose();
        // A credential that is not sure what it was granted must not be asked for ever.
        if (tried > (security?.length ?? 0)) throw error;
      }
    }
  };
}

/** Of the call's headers only what says nothing of the caller: a parameter or an added header can be a secret. */
function addressWithout(
  url: URL,
  { headers }: PreparedCall,
  method: string,
): AddressedAttempt {
  const accept = headers.get("accept");
  const target = {
    method,
    url,
    headers: new Headers(accept === null ? {} : { accept }),
  };
  return { target, applied: [] };
}
