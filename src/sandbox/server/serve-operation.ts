import type { ContractOperation } from "../contract/contract-operation.js";
import type { Encounter } from "../faults/encounter.js";
import { buildProblem } from "../problems/build-problem.js";
import { Rejection } from "../problems/rejection.js";
import { buildTokenError, TokenError } from "../token/token-error.js";
import type { SandboxResponse } from "./sandbox-response.js";
import type { Exchange } from "./exchange.js";
import { headerOf, type Incoming } from "./incoming.js";
import type { InterceptedRequest, Interference } from "./interceptor.js";
import { recordCaller, recordRequest, type RecordedRequest } from "./recorded-request.js";
import type { Endpoint } from "./resource-endpoint.js";
import type { RouteHandler } from "./router.js";
import { sendInterference } from "./send-interference.js";

/** Makes a request handler from an endpoint: recording, faults, problems, and the contract's check. */
export function serveOperation(
  operation: ContractOperation,
  endpoint: Endpoint,
  exchange: Exchange,
): RouteHandler {
  return async (incoming, response) => {
    const recorded = recordRequest(operation, incoming, exchange.clock.now());
    exchange.record(recorded);
    const encounter = exchange.faults.meet(operation.operationId, incoming);
    const outcome = await finishValue(operation, endpoint, incoming, recorded, encounter, exchange).finally(
      () => {
        recorded.injected = encounter.close();
      },
    );
    finish(outcome, recorded, exchange);
    await sendInterference(outcome, response, exchange);
  };
}

/** What goes out in the end: the response, or what an interceptor or a planned fault puts in its place. */
async function finishValue(
  operation: ContractOperation,
  endpoint: Endpoint,
  incoming: Incoming,
  recorded: RecordedRequest,
  encounter: Encounter,
  exchange: Exchange,
): Promise<Interference> {
  const { interceptor } = exchange;
  const intercepted = describeRequest(operation, incoming);
  const first = (await interceptor.before?.(intercepted)) ?? (await encounter.before());
  if (first !== undefined) return first;
  const response = await respond(operation, endpoint, incoming, recorded, encounter, exchange);
  const last = (await interceptor.after?.(intercepted, response)) ?? (await encounter.after(response));
  return last ?? { kind: "response", response };
}

async function respond(
  operation: ContractOperation,
  endpoint: Endpoint,
  incoming: Incoming,
  recorded: RecordedRequest,
  encounter: Encounter,
  exchange: Exchange,
): Promise<SandboxResponse> {
  const { traceId } = incoming;
  const refuse = (error: unknown) => toErrorResponse(operation, error, traceId, exchange);
  const identify = recordCaller.bind(undefined, recorded);
  const response = await endpoint(incoming, identify, encounter).catch(refuse);
  const fault = exchange.responses.findFault(operation, response);
  // A response that does not follow the contract is the sandbox's own mistake, and must not pass for anything else.
  return fault === undefined
    ? response
    : refuse(new Error(`the response ${response.status} breaks the contract: ${fault}`));
}

function toErrorResponse(
  operation: ContractOperation,
  error: unknown,
  traceId: string,
  exchange: Exchange,
): SandboxResponse {
  if (error instanceof Rejection) return buildProblem(error, exchange.baseUrl, traceId);
  if (error instanceof TokenError) return buildTokenError(error);
  const { operationId } = operation;
  const message = error instanceof Error ? error.message : "an unknown error";
  exchange.log({ kind: "defect", time: exchange.clock.now(), operationId, message, traceId });
  if (!operation.secured)
    return buildTokenError(new TokenError("server_error", `Sandbox fault: ${message}`, 500));
  return buildProblem(
    new Rejection("internal_error", `Sandbox fault: ${message}`),
    exchange.baseUrl,
    traceId,
  );
}

function finish(outcome: Interference, recorded: RecordedRequest, { clock, log }: Exchange): void {
  recorded.status = statusOf(outcome);
  recorded.code = outcome.kind === "response" ? readCode(outcome.response) : undefined;
  const { method, path, status, code, traceId, injected } = recorded;
  log({ kind: "request", time: clock.now(), method, path, status, code, traceId, injected });
}

/** The HTTP status that goes out; 0 when none does. */
export function statusOf(outcome: Interference): number {
  if (outcome.kind === "disconnect") return 0;
  return outcome.kind === "text" ? outcome.status : outcome.response.status;
}

function readCode({ status, body }: SandboxResponse): string | undefined {
  if (status < 400 || typeof body !== "object" || body === null) return undefined;
  const { code, error } = body as { code?: unknown; error?: unknown };
  return [code, error].find((value): value is string => typeof value === "string");
}

function describeRequest(
  { operationId, method, path }: ContractOperation,
  incoming: Incoming,
): InterceptedRequest {
  return { operationId, method, path, idempotencyKey: headerOf(incoming, "idempotency-key") };
}
