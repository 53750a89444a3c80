import type { AccessGuard } from "../access/access-guard.js";
import type { Caller } from "../access/caller.js";
import type { Clock } from "../clock.js";
import type { ContractOperation } from "../contract/contract-operation.js";
import type { RequestValidator } from "../contract/request-validator.js";
import { checkFeatures } from "../limits/feature-guard.js";
import type { RequestRate } from "../limits/request-rate.js";
import type { Mishaps } from "../operations/mishaps.js";
import type { OperationStore } from "../operations/operation-store.js";
import { Rejection } from "../problems/rejection.js";
import type { SandboxFeatures, SandboxLimits } from "../sandbox-options.js";
import type { TokenIssuer } from "../token/token-issuer.js";
import type { SandboxResponse } from "./sandbox-response.js";
import type { Handler } from "./handler.js";
import { bearerToken, headerOf, type Incoming } from "./incoming.js";
import { readJsonBody } from "./read-json-body.js";

/** The checks between a request and its handler. */
export interface ResourceGates {
  readonly clock: Clock;
  readonly wallClock: Clock;
  readonly tokens: TokenIssuer;
  readonly rate: RequestRate;
  readonly guard: AccessGuard;
  readonly features: Readonly<SandboxFeatures>;
  readonly limits: Readonly<SandboxLimits>;
  readonly operations: OperationStore;
}

/** Responses the requests of one operation. */
export type Endpoint = (
  incoming: Incoming,
  identify: (caller: Caller) => void,
  mishaps: Mishaps,
) => Promise<SandboxResponse>;

/**
 * A resource endpoint: token, rate, access model, features, form of the request, and then the handler.
 * @returns a function that throws Refusal when the request is not carried out
 */
export function createResourceEndpoint(
  operation: ContractOperation,
  validator: RequestValidator,
  handler: Handler,
  gates: ResourceGates,
): Endpoint {
  return async (incoming, identify, mishaps) => {
    const caller = await gates.tokens.verify(readBearerToken(incoming));
    identify(caller);
    const now = gates.clock.now();
    // Whatever is due has happened before this request looks at anything.
    gates.operations.advance(now);
    gates.rate.count(caller.credential.credentialId, operation.method);
    gates.guard.checkUser(caller.credential.userId);
    gates.guard.checkScope(caller, operation.scopes);
    checkFeatures(gates.features, operation.features);
    const body = readBody(operation, incoming, gates.limits.maxRequestBodyBytes);
    checkPrecondition(operation, incoming);
    const parameters = validator.parameters(incoming);
    validator.body(body);
    const wallTime = gates.wallClock.now();
    return handler({ operation, caller, parameters, body, now, wallTime, mishaps });
  };
}

function readBearerToken(incoming: Incoming): string {
  const token = bearerToken(incoming);
  if (token === undefined) throw new Rejection("token_missing", "Send a JWT as Bearer token.");
  return token;
}

function readBody({ bodyMediaType }: ContractOperation, incoming: Incoming, limit: number): unknown {
  return bodyMediaType === undefined ? undefined : readJsonBody(incoming, bodyMediaType, limit);
}

/** The contract requires `If-Match`; leaving it out and weakening it have problems of their own (ETG-2, ETG-4). */
function checkPrecondition({ parameters }: ContractOperation, incoming: Incoming): void {
  if (!parameters.some(({ name }) => name === "If-Match")) return;
  const ifMatch = headerOf(incoming, "if-match");
  if (ifMatch === undefined) {
    throw new Rejection("precondition_required", "Send the strong ETag of the resource in If-Match.");
  }
  if (ifMatch.startsWith("W/")) throw new Rejection("weak_etag", "If-Match must be a strong entity tag.");
}
