import type { Credential } from "../access/credential-store.js";
import type { Deployment } from "../platform.js";
import { jsonResponse } from "../server/sandbox-response.js";
import type { Handlers } from "../server/handler.js";

/**
 * What a token may do here and now (CAP-1).
 * @param deployment its limits and features are read at each request
 * @param apiUrl `{api_url}`
 */
export function createCapabilityRoutes(
  deployment: Deployment,
  apiUrl: string,
): Pick<Handlers, "getCapabilities"> {
  return {
    getCapabilities: ({ caller: { credential, scopes } }) => {
      const { limits } = deployment;
      return jsonResponse(200, {
        contractVersion: deployment.contractVersion,
        resource: apiUrl,
        actorUserId: credential.userId,
        credentialId: credential.credentialId,
        scopes,
        cabinetAccess: describeAccess(credential),
        features: { ...deployment.features },
        limits: {
          readRequestsPerMinute: limits.readRequestsPerMinute,
          postRequestsPerMinute: limits.postRequestsPerMinute,
          maxConcurrentOperations: limits.maxConcurrentOperations,
          operationRetentionDays: limits.operationRetentionDays,
          maxRequestBodyBytes: limits.maxRequestBodyBytes,
        },
        permissionCatalogVersion: 1,
      });
    },
  };
}

/** The source does not show the mode of a fixed list; `allowlist` is the sandbox's word. */
function describeAccess({ mode }: Credential): object {
  if (mode === "all_current") return { mode, cabinetIds: [] };
  return { mode: "allowlist", cabinetIds: mode.cabinetAllowlist };
}
