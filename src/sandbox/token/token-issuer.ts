import { randomUUID } from "node:crypto";
import type { Caller } from "../access/caller.js";
import type { Credential } from "../access/credential-store.js";
import { isScope, type Scope } from "../access/scope.js";
import type { Clock } from "../clock.js";
import { Rejection } from "../problems/rejection.js";
import { createTokenKey } from "./json-web-token.js";

/** The JWTs of one sandbox, signed with a key that only this process has. */
export interface TokenIssuer {
  /** Signs a JWT. @param lifetimeSeconds how long it lives */
  issue(credential: Credential, scopes: readonly Scope[], lifetimeSeconds: number): Promise<string>;
  /** Who presents a JWT. @throws Refusal `token_expired` or `token_invalid` (TOK-9) */
  verify(token: string): Promise<Caller>;
  /**
   * From now on a JWT is refused: as expired, though its time has not run out, or as withdrawn.
   * @returns false for a JWT that is not good anyway
   */
  refuse(token: string, as: "expired" | "revoked"): Promise<boolean>;
  /** From now on every JWT issued so far is refused; the access keys stay good. */
  revokeAll(): void;
}

/**
 * @param issuer `{base_url}`, the `iss` claim
 * @param audience `{api_url}`, the `aud` claim
 */
export async function createTokenIssuer(
  issuer: string,
  audience: string,
  clock: Clock,
): Promise<TokenIssuer> {
  const key = await createTokenKey();
  const issued = new Map<string, Caller>();
  /** Identifiers of JWTs that count as expired. */
  const expired = new Set<string>();
  const seconds = (): number => Math.floor(clock.now() / 1000);
  const read = (token: string) => key.verify(token, { iss: issuer, aud: audience }, seconds());

  return {
    issue: async (credential, scopes, lifetimeSeconds) => {
      const tokenId = randomUUID();
      const now = seconds();
      issued.set(tokenId, { credential, scopes, tokenId });
      return key.sign({
        scope: scopes.filter(isScope).join(" "),
        client_id: credential.credentialId,
        iss: issuer,
        aud: audience,
        sub: credential.userId,
        jti: tokenId,
        iat: now,
        exp: now + lifetimeSeconds,
      });
    },
    refuse: async (token, as) => {
      const verified = await read(token);
      const tokenId = typeof verified === "string" ? undefined : verified.tokenId;
      if (tokenId === undefined || !issued.has(tokenId) || expired.has(tokenId)) return false;
      if (as === "expired") expired.add(tokenId);
      else issued.delete(tokenId);
      return true;
    },
    verify: async (token) => {
      const verified = await read(token);
      if (verified === "expired") throw tokenExpired();
      if (verified === "invalid")
        throw new Rejection("token_invalid", "The signature or a claim of the JWT was refused.");
      const { tokenId } = verified;
      if (tokenId !== undefined && expired.has(tokenId)) throw tokenExpired();
      const caller = tokenId === undefined ? undefined : issued.get(tokenId);
      if (caller === undefined) throw new Rejection("token_invalid", "The JWT was withdrawn.");
      if (caller.credential.revoked)
        throw new Rejection("token_invalid", "The access key of the JWT was revoked.");
      return caller;
    },
    revokeAll: () => {
      issued.clear();
    },
  };
}

function tokenExpired(): Rejection {
  return new Rejection("token_expired", "Exchange the access key for a new JWT.");
}
