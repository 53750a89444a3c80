import type { FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../clock.js";
import type { AnswerValidator } from "../contract/answer-validator.js";
import type { ContractOperation } from "../contract/contract-operation.js";
import { buildProblem } from "../problems/build-problem.js";
import { Refusal } from "../problems/refusal.js";
import { buildTokenError, TokenError } from "../token/token-error.js";
import type { Answer } from "./answer.js";
import { headerOf, type Incoming } from "./incoming.js";
import type { InterceptedRequest, Interceptor, Interference } from "./interceptor.js";
import { noBody, type ReceivedBody } from "./received-body.js";
import { noteCaller, recordRequest, type RecordedRequest } from "./recorded-request.js";
import type { Endpoint } from "./resource-endpoint.js";
import type { SandboxEvent } from "./sandbox-event.js";
import { readTraceId } from "./trace-id.js";

/** What every request passes, whatever its operation. */
export interface Exchange {
  readonly clock: Clock;
  /** `{base_url}`, for problem types. */
  readonly baseUrl: string;
  readonly answers: AnswerValidator;
  readonly interceptor: Interceptor;
  readonly log: (event: SandboxEvent) => void;
  /** Receives each request when it comes in; its status follows. */
  readonly record: (request: RecordedRequest) => void;
}

/** Makes a request handler of fastify from an endpoint: recording, interference, problems, and the contract's check. */
export function serveOperation(operation: ContractOperation, endpoint: Endpoint, exchange: Exchange) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const incoming = toIncoming(request);
    const recorded = recordRequest(operation, incoming, exchange.clock.now());
    exchange.record(recorded);
    const intercepted = describeRequest(operation, incoming);
    const first = await exchange.interceptor.before?.(intercepted);
    if (first !== undefined) return send(first, recorded, reply, exchange);
    const answer = await answerRequest(operation, endpoint, incoming, recorded, exchange);
    const second = await exchange.interceptor.after?.(intercepted, answer);
    if (second !== undefined) return send(second, recorded, reply, exchange);
    return send({ kind: "answer", answer }, recorded, reply, exchange);
  };
}

async function answerRequest(
  operation: ContractOperation,
  endpoint: Endpoint,
  incoming: Incoming,
  recorded: RecordedRequest,
  exchange: Exchange,
): Promise<Answer> {
  const { traceId } = incoming;
  const refuse = (error: unknown) => toErrorAnswer(operation, error, traceId, exchange);
  const answer = await endpoint(incoming, (caller) => {
    noteCaller(recorded, caller);
  }).catch(refuse);
  const fault = exchange.answers.findFault(operation, answer);
  // An answer that does not follow the contract is the sandbox's own mistake, and must not pass for anything else.
  return fault === undefined
    ? answer
    : refuse(new Error(`the answer ${answer.status} breaks the contract: ${fault}`));
}

function toErrorAnswer(
  operation: ContractOperation,
  error: unknown,
  traceId: string,
  exchange: Exchange,
): Answer {
  if (error instanceof Refusal) return buildProblem(error, exchange.baseUrl, traceId);
  if (error instanceof TokenError) return buildTokenError(error);
  const { operationId } = operation;
  const message = error instanceof Error ? error.message : "an unknown error";
  exchange.log({ kind: "fault", time: exchange.clock.now(), operationId, message, traceId });
  if (!operation.secured)
    return buildTokenError(new TokenError("server_error", `Sandbox fault: ${message}`, 500));
  return buildProblem(new Refusal("internal_error", `Sandbox fault: ${message}`), exchange.baseUrl, traceId);
}

function send(
  interference: Interference,
  recorded: RecordedRequest,
  reply: FastifyReply,
  exchange: Exchange,
): FastifyReply {
  finish(interference, recorded, exchange);
  if (interference.kind === "disconnect") {
    reply.hijack();
    reply.raw.destroy();
    return reply;
  }
  if (interference.kind === "text") {
    return reply.code(interference.status).headers(interference.headers).send(interference.text);
  }
  const { status, headers, body } = interference.answer;
  // Bytes, so that fastify adds no charset to the media type, which JSON does not have.
  return reply
    .code(status)
    .headers(headers)
    .send(Buffer.from(JSON.stringify(body)));
}

function finish(interference: Interference, recorded: RecordedRequest, { clock, log }: Exchange): void {
  if (interference.kind === "answer") {
    recorded.status = interference.answer.status;
    recorded.code = readCode(interference.answer);
  }
  if (interference.kind === "text") recorded.status = interference.status;
  const { method, path, status, code, traceId } = recorded;
  log({ kind: "request", time: clock.now(), method, path, status, code, traceId });
}

function readCode({ status, body }: Answer): string | undefined {
  if (status < 400 || typeof body !== "object" || body === null) return undefined;
  const { code, error } = body as { code?: unknown; error?: unknown };
  return [code, error].find((value): value is string => typeof value === "string");
}

function toIncoming(request: FastifyRequest): Incoming {
  return {
    path: request.params as Record<string, unknown>,
    query: request.query as Record<string, unknown>,
    headers: request.headers,
    body: (request.body as ReceivedBody | undefined) ?? noBody,
    traceId: readTraceId(request.headers["traceparent"]),
  };
}

function describeRequest(
  { operationId, method, path }: ContractOperation,
  incoming: Incoming,
): InterceptedRequest {
  return { operationId, method, path, idempotencyKey: headerOf(incoming, "idempotency-key") };
}
