import { Rejection } from "../problems/rejection.js";
import type { Caller } from "./caller.js";
import type { Credential } from "./credential-store.js";
import { externalApiAccess, rightForScope } from "./right.js";
import type { Scope } from "./scope.js";
import type { UserDirectory } from "./user-directory.js";

/** The four conditions of the access model (part 1 of the contract's source), each on its own. */
export interface AccessGuard {
  /** ACC-1: the user holds `external_api_access`. @throws Rejection `access_denied` */
  checkUser(userId: string): void;
  /** ACC-2: the JWT carries one of the scopes; any scope will do when none is named. @throws Refusal `scope_missing` */
  checkScope(caller: Caller, scopes: readonly Scope[]): void;
  /** ACC-3: the key opens the cabinet. @throws Refusal `cabinet_not_allowed` */
  checkAllowlist(credential: Credential, cabinetId: string): void;
  /** ACC-4: the user may still do in the cabinet what the scope names. @throws Refusal `cabinet_access_denied` */
  checkCabinetRight(userId: string, cabinetId: string, scope: Scope): void;
  /** Whether ACC-3 and ACC-4 both hold for reading, as a list of cabinets needs it. */
  canSee(credential: Credential, cabinetId: string): boolean;
}

/** @param users the users whose current rights decide */
export function createAccessGuard(users: UserDirectory): AccessGuard {
  const guard: AccessGuard = {
    checkUser: (userId) => {
      if (users.holds(userId, { right: externalApiAccess })) return;
      throw new Rejection("access_denied", `The user does not hold the right ${externalApiAccess}.`);
    },
    checkScope: (caller, scopes) => {
      if (scopes.length === 0 && caller.scopes.length > 0) return;
      if (scopes.some((scope) => caller.scopes.includes(scope))) return;
      throw new Rejection("scope_missing", `This operation needs the scope ${scopes.join(" or ")}.`);
    },
    checkAllowlist: (credential, cabinetId) => {
      if (opens(credential, cabinetId)) return;
      throw new Rejection("cabinet_not_allowed", "The cabinet is not in the allowlist of the access key.");
    },
    checkCabinetRight: (userId, cabinetId, scope) => {
      const right = rightForScope[scope];
      if (users.holds(userId, { right, cabinetId })) return;
      throw new Rejection(
        "cabinet_access_denied",
        `The user does not hold the right ${right} in this cabinet.`,
      );
    },
    canSee: (credential, cabinetId) =>
      opens(credential, cabinetId) && users.holds(credential.userId, { right: "view", cabinetId }),
  };
  return guard;
}

function opens({ mode }: Credential, cabinetId: string): boolean {
  return mode === "all_current" || mode.cabinetAllowlist.includes(cabinetId);
}
