import { cabinetRights, externalApiAccess, type CabinetRight } from "./right.js";

/** A right as it is granted and withdrawn: the platform's own, or one in a cabinet. */
export type Right =
  { readonly right: typeof externalApiAccess } | { readonly right: CabinetRight; readonly cabinetId: string };

/** A user of the platform, as tests and documentation name them. */
export interface PlatformUser {
  /** UUID. */
  readonly userId: string;
  readonly name: string;
}

/** The platform's users with their current rights. */
export interface UserDirectory {
  readonly users: readonly PlatformUser[];
  /** Whether the user holds a right now; a user who is not known holds none. */
  holds(userId: string, right: Right): boolean;
  grant(userId: string, right: Right): void;
  withdraw(userId: string, right: Right): void;
}

/** @param entries the users with the cabinets in which they hold every right at first */
export function createUserDirectory(
  entries: readonly { user: PlatformUser; cabinetIds: readonly string[] }[],
): UserDirectory {
  const held = new Map(entries.map(({ user, cabinetIds }) => [user.userId, allRights(cabinetIds)]));
  const rightsOf = (userId: string) => {
    const rights = held.get(userId);
    if (rights === undefined) throw new Error(`The user ${userId} does not exist`);
    return rights;
  };
  return {
    users: entries.map(({ user }) => user),
    holds: (userId, right) => held.get(userId)?.has(toKey(right)) ?? false,
    grant: (userId, right) => void rightsOf(userId).add(toKey(right)),
    withdraw: (userId, right) => void rightsOf(userId).delete(toKey(right)),
  };
}

function allRights(cabinetIds: readonly string[]): Set<string> {
  const inCabinets = cabinetIds.flatMap((cabinetId) =>
    cabinetRights.map((right) => toKey({ right, cabinetId })),
  );
  return new Set([toKey({ right: externalApiAccess }), ...inCabinets]);
}

function toKey(right: Right): string {
  return "cabinetId" in right ? `${right.right} ${right.cabinetId}` : right.right;
}
