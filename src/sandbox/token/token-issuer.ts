import { randomUUID } from "node:crypto";
import { errors, generateKeyPair, jwtVerify, SignJWT } from "jose";
import type { Caller } from "../access/caller.js";
import type { Credential } from "../access/credential-store.js";
import { isScope, type Scope } from "../access/scope.js";
import type { Clock } from "../clock.js";
import { Refusal } from "../problems/refusal.js";

/** The JWTs of one sandbox, signed with a key that only this process has. */
export interface TokenIssuer {
  /** Signs a JWT. @param lifetimeSeconds how long it lives */
  issue(credential: Credential, scopes: readonly Scope[], lifetimeSeconds: number): Promise<string>;
  /** Who presents a JWT. @throws Refusal `token_expired` or `token_invalid` (TOK-9) */
  verify(token: string): Promise<Caller>;
  /** From now on every JWT issued so far is refused; the access keys stay good. */
  revokeAll(): void;
}

const algorithm = "ES256";

/**
 * @param issuer `{base_url}`, the `iss` claim
 * @param audience `{api_url}`, the `aud` claim
 */
export async function createTokenIssuer(
  issuer: string,
  audience: string,
  clock: Clock,
): Promise<TokenIssuer> {
  const { privateKey, publicKey } = await generateKeyPair(algorithm);
  const issued = new Map<string, Caller>();

  async function readTokenId(token: string): Promise<string | undefined> {
    const currentDate = new Date(clock.now());
    const expected = { issuer, audience, algorithms: [algorithm], currentDate };
    const { payload } = await jwtVerify(token, publicKey, expected);
    return payload.jti;
  }

  return {
    issue: async (credential, scopes, lifetimeSeconds) => {
      const tokenId = randomUUID();
      const now = Math.floor(clock.now() / 1000);
      issued.set(tokenId, { credential, scopes, tokenId });
      return new SignJWT({ scope: scopes.filter(isScope).join(" "), client_id: credential.credentialId })
        .setProtectedHeader({ alg: algorithm, typ: "at+jwt" })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(credential.userId)
        .setJti(tokenId)
        .setIssuedAt(now)
        .setExpirationTime(now + lifetimeSeconds)
        .sign(privateKey);
    },
    verify: async (token) => {
      const tokenId = await readTokenId(token).catch((error: unknown) => {
        if (error instanceof errors.JWTExpired)
          throw new Refusal("token_expired", "Exchange the access key for a new JWT.");
        throw new Refusal("token_invalid", "The signature or a claim of the JWT was refused.");
      });
      const caller = tokenId === undefined ? undefined : issued.get(tokenId);
      if (caller === undefined) throw new Refusal("token_invalid", "The JWT was withdrawn.");
      if (caller.credential.revoked)
        throw new Refusal("token_invalid", "The access key of the JWT was revoked.");
      return caller;
    },
    revokeAll: () => {
      issued.clear();
    },
  };
}
