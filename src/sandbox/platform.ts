import { createAccessGuard, type AccessGuard } from "./access/access-guard.js";
import { createCredentialStore, type CredentialStore } from "./access/credential-store.js";
import { createUserDirectory, type UserDirectory } from "./access/user-directory.js";
import type { Clock } from "./clock.js";
import { createOperationStore, type OperationStore } from "./operations/operation-store.js";
import type { OperationTiming, SandboxFeatures, SandboxLimits } from "./sandbox-options.js";
import type { UpstreamState } from "./state/cabinet-state.js";
import { seedUpstream } from "./state/seed-upstream.js";
import { seedUsers } from "./state/seed-users.js";
import { createUpstreamWrites, type UpstreamWrites } from "./state/upstream-writes.js";
import { createWallClock, type WallClock } from "./wall-clock.js";

/** What a deployment is configured with. Limits and features can change while the sandbox runs. */
export interface Deployment {
  readonly vendor: string;
  /** What `/capabilities` reports. */
  readonly contractVersion: string;
  readonly limits: SandboxLimits;
  readonly features: SandboxFeatures;
  readonly timing: Readonly<OperationTiming>;
}

/** What lies behind the endpoints: users and their keys, the upstream system, the background operations. */
export interface Platform {
  /** What everything that lasts is counted by. */
  readonly clock: Clock;
  /** What the service takes for the time of day. */
  readonly wallClock: WallClock;
  readonly users: UserDirectory;
  readonly credentials: CredentialStore;
  readonly guard: AccessGuard;
  readonly upstream: UpstreamState;
  readonly writes: UpstreamWrites;
  readonly operations: OperationStore;
}

/** A platform with the seeded data. */
export function createPlatform(clock: Clock, { timing, limits }: Deployment): Platform {
  const upstream = seedUpstream();
  const users = createUserDirectory(seedUsers(upstream));
  const guard = createAccessGuard(users);
  return {
    clock,
    wallClock: createWallClock(clock),
    users,
    guard,
    upstream,
    credentials: createCredentialStore(),
    writes: createUpstreamWrites(),
    operations: createOperationStore(guard, timing, limits),
  };
}
