import { createHash, randomBytes, randomUUID } from "node:crypto";
import { isScope, type Scope } from "./scope.js";

/** Every access key begins so, and nothing else does; that is how a key in the wrong place is noticed. */
export const accessKeyPrefix = "cabkey_";

/** Which cabinets a key opens: every one that its user can reach at the time, or a fixed list. */
export type CabinetMode = "all_current" | { readonly cabinetAllowlist: readonly string[] };

/** An access key without the key itself. */
export interface Credential {
  readonly credentialId: string;
  readonly userId: string;
  readonly scopes: readonly Scope[];
  readonly mode: CabinetMode;
  revoked: boolean;
}

/** What is handed out when a key is created; the key's value is shown this once. */
export interface IssuedKey {
  readonly accessKey: string;
  readonly credentialId: string;
}

/** The access keys of the platform. Their values are not kept, only their hashes. */
export interface CredentialStore {
  /** @throws TypeError for invalid scopes or an invalid mode: plain JavaScript can pass anything */
  issue(key: Pick<Credential, "userId" | "scopes" | "mode">): IssuedKey;
  /** The credential of a key's value; undefined when there is none or it was revoked. */
  findByKey(accessKey: string): Credential | undefined;
  /** The credential of an identifier, revoked or not. */
  find(credentialId: string): Credential | undefined;
  /** @throws Error for an identifier that no credential has */
  revoke(credentialId: string): void;
}

/** Creates an empty store. */
export function createCredentialStore(): CredentialStore {
  const byHash = new Map<string, Credential>();
  const byId = new Map<string, Credential>();
  return {
    issue: ({ userId, scopes, mode }) => {
      checkScopes(scopes);
      checkMode(mode);
      const accessKey = accessKeyPrefix + randomBytes(32).toString("base64url");
      const credential: Credential = {
        credentialId: randomUUID(),
        userId,
        scopes: [...scopes],
        mode,
        revoked: false,
      };
      byHash.set(hash(accessKey), credential);
      byId.set(credential.credentialId, credential);
      return { accessKey, credentialId: credential.credentialId };
    },
    findByKey: (accessKey) => {
      const credential = byHash.get(hash(accessKey));
      return credential?.revoked === false ? credential : undefined;
    },
    find: (credentialId) => byId.get(credentialId),
    revoke: (credentialId) => {
      const credential = byId.get(credentialId);
      if (credential === undefined) throw new Error("No credential has this identifier");
      credential.revoked = true;
    },
  };
}

function checkScopes(scopes: unknown): void {
  if (Array.isArray(scopes) && scopes.every((scope) => typeof scope === "string" && isScope(scope))) return;
  throw new TypeError("`scopes` of a key is a list of scopes of the contract");
}

function checkMode(mode: unknown): void {
  if (mode === "all_current") return;
  const list =
    typeof mode === "object" && mode !== null && "cabinetAllowlist" in mode
      ? mode.cabinetAllowlist
      : undefined;
  if (Array.isArray(list) && list.every((id) => typeof id === "string")) return;
  throw new TypeError('`mode` of a key is "all_current" or { cabinetAllowlist: [ids of cabinets, as text] }');
}

/** Keys have 256 random bits, so a plain hash is enough to keep them apart and unreadable. */
function hash(accessKey: string): string {
  return createHash("sha256").update(accessKey).digest("hex");
}
