import type { Credential } from "./credential-store.js";
import type { Scope } from "./scope.js";

/** Who makes a request, as its JWT says. */
export interface Caller {
  readonly credential: Credential;
  /** The scopes of the JWT, which may be fewer than those of the key. */
  readonly scopes: readonly Scope[];
  /** The JWT's identifier (`jti`); it is not a secret. */
  readonly tokenId: string;
}
