import * as crypto from "node:crypto";
import type { KeyObject } from "node:crypto";
import { promisify } from "node:util";

const generateKeyPair = promisify(crypto.generateKeyPair);
const sign = promisify(crypto.sign);
const verify = promisify(crypto.verify);

/** Claims of an access token (RFC 9068 section 2.2). */
export interface Claims {
  readonly iss: string;
  readonly aud: string;
  readonly sub: string;
  readonly jti: string;
  /** Seconds since the epoch. */
  readonly iat: number;
  /** Seconds since the epoch: the token is not good from then on. */
  readonly exp: number;
  readonly scope: string;
  readonly client_id: string;
}

/** What a verified token has to say, as far as it matters here. */
export type VerifiedToken = "expired" | "invalid" | { readonly tokenId: string | undefined };

/** Signs and verifies with one key that never leaves the process: ECDSA on P-256 with SHA-256 (RFC 7518 section 3.4). */
export interface TokenKey {
  sign(claims: Claims): Promise<string>;
  /** @param now seconds since the epoch */
  verify(token: string, expected: Pick<Claims, "iss" | "aud">, now: number): Promise<VerifiedToken>;
}

/** Creates a key pair. */
export async function createTokenKey(): Promise<TokenKey> {
  const { privateKey, publicKey } = await generateKeyPair("ec", { namedCurve: "P-256" });
  return {
    sign: async (claims) => {
      const signed = `${encode({ alg: "ES256", typ: "at+jwt" })}.${encode(claims)}`;
      const signature = await sign("sha256", Buffer.from(signed), raw(privateKey));
      return `${signed}.${signature.toString("base64url")}`;
    },
    verify: async (token, expected, now) => {
      const payload = await readPayload(token, publicKey);
      if (payload === undefined) return "invalid";
      const { iss, aud, exp, nbf, jti } = payload;
      const isForUs = iss === expected.iss && [aud].flat().includes(expected.aud);
      if (!isForUs || typeof exp !== "number") return "invalid";
      if (nbf !== undefined && !(typeof nbf === "number" && nbf <= now)) return "invalid";
      if (exp <= now) return "expired";
      return { tokenId: typeof jti === "string" ? jti : undefined };
    },
  };
}

/** JWS has the signature as two numbers side by side, not in DER (RFC 7518 section 3.4). */
function raw(key: KeyObject): { key: KeyObject; dsaEncoding: "ieee-p1363" } {
  return { key, dsaEncoding: "ieee-p1363" };
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

/** The claims of a token in compact form that this key has signed (RFC 7515 section 5.2). */
async function readPayload(
  token: string,
  key: KeyObject,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const [header, payload, signature, ...more] = token.split(".");
  if (header === undefined || payload === undefined || signature === undefined || more.length > 0)
    return undefined;
  const { alg, crit } = readPart(header) ?? {};
  // Only what was signed with is accepted, whatever the token says of itself (RFC 8725 section 3.1).
  if (alg !== "ES256" || crit !== undefined || !/^[\w-]+$/u.test(signature)) return undefined;
  const signed = Buffer.from(`${header}.${payload}`);
  const isSigned = await verify("sha256", signed, raw(key), Buffer.from(signature, "base64url"));
  return isSigned ? readPart(payload) : undefined;
}

function readPart(part: string): Readonly<Record<string, unknown>> | undefined {
  if (!/^[\w-]+$/u.test(part)) return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
    return typeof value === "object" && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
