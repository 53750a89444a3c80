import type { Deployment, Platform } from "./platform.js";
import type { Sandbox, UpstreamContext } from "./sandbox.js";
import type { CabinetState } from "./state/cabinet-state.js";
import type { TokenIssuer } from "./token/token-issuer.js";

/** The levers of a sandbox that no client has. */
export type SandboxControls = Pick<
  Sandbox,
  | "issueKey"
  | "revokeKey"
  | "revokeTokens"
  | "withdrawRight"
  | "grantRight"
  | "setLimits"
  | "setFeatures"
  | "failNextOperation"
  | "makeNextWriteAmbiguous"
  | "jumpClock"
  | "inspectUpstream"
>;

/** @param ownerId the default user of calls: keys are issued to it, and its rights change */
export function createControls(
  platform: Platform,
  deployment: Deployment,
  tokens: TokenIssuer,
  ownerId: string,
): SandboxControls {
  const { clock, credentials, operations, upstream, users, wallClock, writes } = platform;
  /** Whatever is due at this moment happens under the rights that hold until now. */
  const advance = () => {
    operations.advance(clock.now());
  };
  return {
    issueKey: ({ scopes, mode, userId = ownerId }) => {
      if (!users.users.some((user) => user.userId === userId))
        throw new Error(`The user ${userId} does not exist`);
      return credentials.issue({ scopes, mode, userId });
    },
    revokeKey: (credentialId) => {
      credentials.revoke(credentialId);
    },
    revokeTokens: () => {
      tokens.revokeAll();
    },
    withdrawRight: (right, userId = ownerId) => {
      advance();
      users.withdraw(userId, right);
    },
    grantRight: (right, userId = ownerId) => {
      advance();
      users.grant(userId, right);
    },
    setLimits: (limits) => void Object.assign(deployment.limits, limits),
    setFeatures: (features) => void Object.assign(deployment.features, features),
    failNextOperation: (failure) => {
      operations.planFailure(failure);
    },
    makeNextWriteAmbiguous: (planned) => {
      writes.planAmbiguity(planned);
    },
    jumpClock: (milliseconds) => {
      wallClock.jump(milliseconds);
    },
    inspectUpstream: () => {
      advance();
      return [...upstream.cabinets.values()].flatMap(describeContexts);
    },
  };
}

function describeContexts({ cabinet, contexts }: CabinetState): UpstreamContext[] {
  return contexts.map(({ namespaceId, placementId, name, projects, deals }) => ({
    cabinet,
    namespaceId,
    placementId,
    name,
    projects: [...projects.values()].map(({ project }) => project),
    deals: [...deals],
  }));
}
