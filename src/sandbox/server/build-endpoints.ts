import type { CheckedContract } from "../contract/checked-contract.js";
import type { Contract } from "../contract/read-contract.js";
import { createPollFloor } from "../limits/poll-floor.js";
import { createRequestRate } from "../limits/request-rate.js";
import { createIdempotencyStore } from "../operations/idempotency-store.js";
import { createOperationStarter } from "../operations/start-operation.js";
import { createCursorCodec } from "../pages/cursor-codec.js";
import type { Deployment, Platform } from "../platform.js";
import { createAnalyticsRoutes } from "../routes/analytics-routes.js";
import { createCabinetRoutes } from "../routes/cabinet-routes.js";
import { createCapabilityRoutes } from "../routes/capability-routes.js";
import { createDealRoutes } from "../routes/deal-routes.js";
import { createOperationRoutes } from "../routes/operation-routes.js";
import { createProjectRoutes } from "../routes/project-routes.js";
import { createSettingsRoutes } from "../routes/settings-routes.js";
import { createCabinetEntry } from "../state/cabinet-entry.js";
import { createTokenExchange } from "../token/exchange-token.js";
import type { TokenIssuer } from "../token/token-issuer.js";
import type { Handlers } from "./handler.js";
import { createResourceEndpoint, type Endpoint } from "./resource-endpoint.js";
import { createTokenEndpoint } from "./token-endpoint.js";

/**
 * The endpoints of all operations, by operationId.
 * @param apiUrl `{api_url}`
 * @throws Error when handlers and contract do not name the same operations
 */
export function buildEndpoints(
  { contract, requestsOf }: CheckedContract,
  platform: Platform,
  deployment: Deployment,
  tokens: TokenIssuer,
  apiUrl: string,
): Map<string, Endpoint> {
  const { clock, credentials, guard, operations, wallClock } = platform;
  const { features, limits, vendor } = deployment;
  const gates = {
    clock,
    wallClock,
    tokens,
    guard,
    operations,
    features,
    limits,
    rate: createRequestRate(clock, limits),
  };
  const lifetimeSeconds = () => limits.tokenLifetimeSeconds;
  const exchange = createTokenExchange(credentials, tokens, { vendor, resource: apiUrl, lifetimeSeconds });
  const handlers = buildHandlers(platform, deployment, apiUrl, readPageLimit(contract));
  const endpoints = new Map([["exchangeToken", createTokenEndpoint(exchange, limits)]]);
  for (const [operationId, handler] of Object.entries(handlers)) {
    const operation = contract.operations.find((candidate) => candidate.operationId === operationId);
    if (operation === undefined) throw new Error(`The contract lacks the operation ${operationId}`);
    endpoints.set(operationId, createResourceEndpoint(operation, requestsOf(operation), handler, gates));
  }
  return endpoints;
}

function buildHandlers(
  platform: Platform,
  deployment: Deployment,
  apiUrl: string,
  pageLimit: number,
): Handlers {
  const { guard, operations, upstream, writes } = platform;
  const { limits, timing } = deployment;
  const entry = createCabinetEntry(upstream, guard);
  const cursors = createCursorCodec();
  const keys = createIdempotencyStore();
  const starter = createOperationStarter(apiUrl, operations, keys, writes, timing, limits);
  return {
    ...createCapabilityRoutes(deployment, apiUrl),
    ...createCabinetRoutes(entry, cursors, pageLimit),
    ...createSettingsRoutes(entry, writes),
    ...createAnalyticsRoutes(entry, cursors, pageLimit),
    ...createDealRoutes(entry, cursors, starter, upstream.nextId, pageLimit),
    ...createProjectRoutes(entry, starter, writes, upstream.nextId),
    ...createOperationRoutes(operations, guard, cursors, createPollFloor(limits), deployment),
  };
}

/** The default of `limit` in request bodies; that of the query is filled in when parameters are read. */
function readPageLimit({ document }: Contract): number {
  const limit = document.components.schemas["PageLimit"]?.["default"];
  if (typeof limit !== "number") throw new Error("The contract gives no default for PageLimit");
  return limit;
}
