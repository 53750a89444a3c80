import { STATUS_CODES, type IncomingMessage, type Server } from "node:http";
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { Contract } from "../contract/read-contract.js";
import { describeProblem } from "../problems/build-problem.js";
import { problemCatalog, routingProblems, type ProblemKind } from "../problems/problem-catalog.js";
import type { SandboxLimits } from "../sandbox-options.js";
import { toHttpDate } from "../wall-clock.js";
import type { Exchange } from "./exchange.js";
import { receiveBody } from "./received-body.js";
import type { Endpoint } from "./resource-endpoint.js";
import { serveContract } from "./serve-contract.js";
import { serveOperation } from "./serve-operation.js";
import { readTraceId } from "./trace-id.js";

type RequestHandler = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>;

/**
 * Serves every operation of the contract, the contract itself, and the problems' descriptions.
 * @param http the server that listens already
 * @param endpoints by operationId
 * @throws Error when an operation of the contract has no endpoint
 */
export function buildServer(
  http: Server,
  contract: Contract,
  endpoints: ReadonlyMap<string, Endpoint>,
  exchange: Exchange,
  limits: Readonly<SandboxLimits>,
): FastifyInstance {
  const { baseUrl } = exchange;
  const refuse = (code: keyof typeof routingProblems, detail: string): RequestHandler => {
    return (request, reply) => sendProblem(request, reply, code, routingProblems[code], detail, baseUrl);
  };
  const { malformed_request } = problemCatalog;
  const server = fastify({
    logger: false,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 4096 },
    serverFactory: (handler) => http.on("request", handler),
    frameworkErrors: (_error, request, reply) => {
      sendProblem(
        request,
        reply,
        "malformed_request",
        malformed_request,
        "The address is not valid.",
        baseUrl,
      );
    },
  });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser("*", (_request: FastifyRequest, payload: IncomingMessage) =>
    receiveBody(payload, limits.maxRequestBodyBytes),
  );
  server.setErrorHandler((error, request, reply) => {
    const message = error instanceof Error ? error.message : "an unknown error";
    const traceId = readTraceId(request.headers["traceparent"]);
    // A client that goes away while it sends its body is nobody's fault, and there is nobody to answer.
    if (request.raw.readableAborted) return reply.hijack();
    exchange.log({ kind: "defect", time: exchange.clock.now(), operationId: "unrouted", message, traceId });
    return sendProblem(
      request,
      reply,
      "internal_error",
      problemCatalog.internal_error,
      "Sandbox fault.",
      baseUrl,
    );
  });
  server.addHook("onSend", (_request, reply, _payload, done) => {
    // The service's own time, not the machine's: HTTP dates are counted from it.
    void reply.header("Date", toHttpDate(exchange.wallClock.now()));
    done();
  });
  server.setNotFoundHandler(refuse("not_found", "See openapi.yaml for the addresses."));
  const refuseMethod = refuse("method_not_allowed", "See openapi.yaml for the methods.");
  addOperations(server, contract, endpoints, exchange, refuseMethod);
  addContract(server, contract, exchange, refuseMethod);
  addProblemPages(server);
  return server;
}

function addOperations(
  server: FastifyInstance,
  contract: Contract,
  endpoints: ReadonlyMap<string, Endpoint>,
  exchange: Exchange,
  refuseMethod: RequestHandler,
): void {
  for (const operation of contract.operations) {
    const endpoint = endpoints.get(operation.operationId);
    if (endpoint === undefined) throw new Error(`The sandbox lacks the operation ${operation.operationId}`);
    const url = operation.path.replaceAll(/\{(\w+)\}/g, ":$1");
    const { method } = operation;
    server.route({ method, url, handler: serveOperation(operation, endpoint, exchange) });
    refuseOthers(server, method, url, refuseMethod);
  }
}

const methods = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"] as const;

/** Answers 405 and the one method that there is (RFC 9110 section 15.5.6). */
function refuseOthers(
  server: FastifyInstance,
  allowed: "GET" | "POST",
  url: string,
  refuseMethod: RequestHandler,
): void {
  server.route({
    method: methods.filter((method) => method !== allowed),
    url,
    handler: (request, reply) => refuseMethod(request, reply.header("Allow", allowed)),
  });
}

/** The published contract: the file's own bytes, and the same document as JSON. */
function addContract(
  server: FastifyInstance,
  { basePath, source, document }: Contract,
  exchange: Exchange,
  refuseMethod: RequestHandler,
): void {
  const texts = [
    ["openapi.yaml", "application/yaml", source],
    ["openapi.json", "application/json", JSON.stringify(document)],
  ] as const;
  for (const [name, type, text] of texts) {
    const path = `${basePath}/${name}`;
    const answer = { status: 200, headers: { "Content-Type": type }, body: Buffer.from(text) };
    server.get(path, serveContract(path, answer, exchange));
    refuseOthers(server, "GET", path, refuseMethod);
  }
}

/** What a problem's `type` leads to. */
function addProblemPages(server: FastifyInstance): void {
  const kinds: Record<string, ProblemKind> = { ...problemCatalog, ...routingProblems };
  for (const [code, { status, title, retryable }] of Object.entries(kinds)) {
    const lines = [
      title,
      `code: ${code}`,
      `status: ${status} ${STATUS_CODES[status] ?? ""}`,
      `retryable: ${String(retryable)}`,
    ];
    server.get(`/problems/${code.replaceAll("_", "-")}`, (_request, reply) => {
      return reply.type("text/plain").send(`${lines.join("\n")}\n`);
    });
  }
}

function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  code: string,
  kind: ProblemKind,
  detail: string,
  baseUrl: string,
): FastifyReply {
  const traceId = readTraceId(request.headers["traceparent"]);
  const answer = describeProblem(code, kind, detail, baseUrl, traceId);
  return reply
    .code(answer.status)
    .headers(answer.headers)
    .send(Buffer.from(JSON.stringify(answer.body)));
}
