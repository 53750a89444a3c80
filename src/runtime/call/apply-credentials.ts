import type {
  AppliedCredential,
  CredentialProvider,
  CredentialTarget,
} from "../credentials/credential-provider.js";
import { isApiError } from "../errors/api-error.js";
import {
  AuthenticationError,
  isScopeError,
  ScopeError,
} from "../errors/authorization-errors.js";
import { DeadlineError } from "../errors/call-errors.js";
import type { CallTimer } from "../waiting/call-timer.js";
import type { Connection } from "./core.js";
import type { Redirection } from "./follow-redirect.js";
import type {
  OperationDescriptor,
  SecurityRequirement,
} from "../descriptors/operation-descriptor.js";
import type { PreparedCall } from "./own-options.js";

/** A provider and the scopes that the operation needs of it. */
interface NeededCredential {
  readonly provider: CredentialProvider;
  readonly scopes: readonly string[];
}

/**
 * Picks the first of the contract's alternatives that the client can satisfy: every scheme has a provider, and every
 * scope was declared by the caller and granted, as far as that is known.
 *
 * @param declared - what the caller said the client needs; undefined: nothing was said
 * @returns what to apply; nothing for an operation without security, or one that may be called without
 * @throws ScopeError when only scopes are missing
 * @throws AuthenticationError when no alternative has all its credentials
 */
export function chooseSecurity(
  alternatives: readonly SecurityRequirement[] | undefined,
  credentials: Readonly<Record<string, CredentialProvider>>,
  declared?: ReadonlySet<string>,
): readonly NeededCredential[] {
  if (alternatives === undefined || alternatives.length === 0) return [];
  const needing = alternatives.filter(
    (requirement) => Object.keys(requirement).length > 0,
  );
  const configured = needing.filter((requirement) =>
    Object.keys(requirement).every((name) => Object.hasOwn(credentials, name)),
  );
  const missing = configured.map((requirement) =>
    missingScopes(requirement, credentials, declared),
  );
  const index = missing.findIndex((scopes) => scopes.length === 0);
  const chosen = configured[index];
  if (chosen !== undefined) return neededBy(chosen, credentials);
  if (needing.length < alternatives.length) return [];
  if (missing.length > 0) throw new ScopeError({ alternatives: missing });
  const names = [
    ...new Set(needing.flatMap((requirement) => Object.keys(requirement))),
  ].join(", ");
  throw new AuthenticationError({
    happened: `The client was not given a credential that the operation needs (${names}).`,
    remedy: "Give it to the client when it is made.",
  });
}

function neededBy(
  requirement: SecurityRequirement,
  credentials: Readonly<Record<string, CredentialProvider>>,
): readonly NeededCredential[] {
  return Object.entries(requirement).flatMap(([name, scopes]) => {
    const provider = credentials[name];
    return provider === undefined ? [] : [{ provider, scopes }];
  });
}

function missingScopes(
  requirement: SecurityRequirement,
  credentials: Readonly<Record<string, CredentialProvider>>,
  declared: ReadonlySet<string> | undefined,
): readonly string[] {
  return Object.entries(requirement).flatMap(([name, scopes]) => {
    const granted = credentials[name]?.scopes?.(scopes);
    return scopes.filter(
      (scope) =>
        declared?.has(scope) === false || granted?.has(scope) === false,
    );
  });
}

/**
 * Adds what the operation needs to one attempt. A caller may have added an `authorization` of its own.
 *
 * @returns what was applied, to be asked when the server refuses it
 * @throws AuthenticationError when a credential is missing, or the address is one that must not see it
 */
async function applyCredentials(
  needed: readonly NeededCredential[],
  target: CredentialTarget,
  connection: Connection,
  timer: CallTimer,
): Promise<readonly AppliedCredential[]> {
  if (!maySendCredentials(target.url, connection.insecureHosts))
    throw new AuthenticationError(insecure);
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
      if (timer.endedBy === "deadline") throw new DeadlineError(late);
      // What a caller's own callback throws is told by its kind alone: its message can be anything.
      throw isApiError(cause) || timer.endedBy !== undefined
        ? cause
        : new AuthenticationError({ ...noCredential, cause });
    }
  }
  return applied;
}

const late = {
  happened: "The deadline of the call passed before its credentials came.",
  remedy:
    "Give a longer `deadline`. A function for a secret must make no call that needs it.",
};

const insecure = {
  happened:
    "Credentials are sent over https or to this machine itself, and the address is neither.",
  remedy:
    "Give an https address, or name the host in `allowInsecureHosts` where the network is your own.",
};

const noCredential = {
  happened: "What supplies the credential failed.",
  remedy: "See `cause`. Check the value, or the function that supplies it.",
};

/** What one attempt is sent to. Its URL is parsed when it is asked for: most attempts need the text alone. */
export class AttemptTarget implements CredentialTarget {
  readonly method: string;
  readonly headers: Headers;
  readonly #href: string;
  #url: URL | undefined;

  /** @param href - absolute */
  constructor(method: string, href: string, headers: Headers) {
    this.method = method;
    this.#href = href;
    this.headers = headers;
  }

  get url(): URL {
    return (this.#url ??= new URL(this.#href));
  }

  /** The text of `url`, with what was added to it. */
  get href(): string {
    return this.#url?.href ?? this.#href;
  }
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
 * Only a token's response says what was granted: where that is too little, another alternative of the contract may do.
 *
 * @returns what addresses the next attempt: to the address of a redirect, where there was one
 * @throws ScopeError, AuthenticationError when no alternative of the contract can be satisfied: nothing was sent
 */
export function addressAttempts(
  descriptor: OperationDescriptor,
  prepared: PreparedCall,
  connection: Connection,
  timer: CallTimer,
): (
  to: Redirection | undefined,
) => AddressedAttempt | Promise<AddressedAttempt> {
  const { method, security } = descriptor;
  const choose = () =>
    chooseSecurity(security, connection.credentials, connection.scopes);
  let needed = choose();
  const { isTraced } = connection;
  // Credentials and traces are added to copies; where there are none, all attempts share what was prepared.
  const targetOf = (href: string): AttemptTarget => {
    const { headers } = prepared;
    const isShared = needed.length === 0 && !isTraced;
    return new AttemptTarget(
      method,
      href,
      isShared ? headers : new Headers(headers),
    );
  };
  const addressWith = async (href: string): Promise<AddressedAttempt> => {
    for (let tried = 1; ; tried += 1) {
      const target = targetOf(href);
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
  return (to) => {
    const href = to?.url.href ?? prepared.url;
    if (to?.anonymous === true) return addressWithout(href, prepared, method);
    return needed.length === 0 && !prepared.headers.has("authorization")
      ? { target: targetOf(href), applied: [] }
      : addressWith(href);
  };
}

/** Of the call's headers only what says nothing of the caller: a parameter or an added header can be a secret. */
function addressWithout(
  href: string,
  { headers }: PreparedCall,
  method: string,
): AddressedAttempt {
  const accept = headers.get("accept");
  const own = new Headers(accept === null ? {} : { accept });
  return { target: new AttemptTarget(method, href, own), applied: [] };
}

/**
 * Whether credentials may be sent to an address: over https, or to this machine itself.
 *
 * `localhost` and names under it are loopback by RFC 6761; 127.0.0.0/8 and ::1 by RFC 1122 and RFC 4291.
 *
 * @param insecureHosts - hosts that the caller allows over plain http, with a port or for all ports; never for an access key
 */
export function maySendCredentials(
  url: URL,
  insecureHosts: readonly string[] = [],
): boolean {
  if (url.protocol === "https:") return true;
  const host = url.hostname.toLowerCase();
  const loopback =
    host === "localhost" ||
    host.endsWith(".localhost") ||
    host === "[::1]" ||
    /^127(?:\.\d{1,3}){3}$/.test(host);
  const isNamed = insecureHosts.some((name) => isAt(url, name));
  return url.protocol === "http:" && (loopback || isNamed);
}

/** Whether an http address is at a host: with a port, which can be 80, or at any. Read as URLs are, names beyond ASCII as well. */
function isAt(url: URL, name: string): boolean {
  const [, port] = /:(\d+)$/.exec(name) ?? [];
  const { hostname } = new URL(`http://${name}`);
  return (
    hostname === url.hostname &&
    (port === undefined || Number(port) === Number(url.port || 80))
  );
}
