import { randomBytes } from "node:crypto";
import { type IncomingMessage, type RequestListener, STATUS_CODES, type ServerResponse } from "node:http";
import type { Contract } from "../contract/read-contract.js";
import { describeProblem } from "../problems/build-problem.js";
import { problemCatalog, routingProblems, type ProblemKind } from "../problems/problem-catalog.js";
import type { SandboxLimits } from "../sandbox-options.js";
import type { Exchange } from "./exchange.js";
import type { Incoming } from "./incoming.js";
import { noBody, receiveBody } from "./received-body.js";
import type { Endpoint } from "./resource-endpoint.js";
import { Router } from "./router.js";
import { sendInterference } from "./send-interference.js";
import { serveContract } from "./serve-contract.js";
import { serveOperation } from "./serve-operation.js";

/**
 * Serves every operation of the contract, the contract itself, and the problems' descriptions.
 * @param endpoints by operationId
 * @throws Error when an operation of the contract has no endpoint
 */
export function buildServer(
  contract: Contract,
  endpoints: ReadonlyMap<string, Endpoint>,
  exchange: Exchange,
  limits: Readonly<SandboxLimits>,
): RequestListener {
  const router = new Router();
  addOperations(router, contract, endpoints, exchange);
  addContract(router, contract, exchange);
  addProblemPages(router, exchange);
  return (request, response) => {
    // A broken connection is not an error here, and no client is left.
    response.on("error", () => undefined);
    void serve(router, request, response, exchange, limits).catch((error: unknown) =>
      serveDefect(error, request, response, exchange),
    );
  };
}

async function serve(
  router: Router,
  request: IncomingMessage,
  response: ServerResponse,
  exchange: Exchange,
  limits: Readonly<SandboxLimits>,
): Promise<void> {
  const { method = "GET", url = "/", headers } = request;
  const traceId = readTraceId(headers["traceparent"]);
  const refuse = (code: keyof typeof routingProblems, detail: string, more = {}): Promise<void> =>
    sendProblem(response, { code, kind: routingProblems[code], detail, traceId }, exchange, more);
  const [path = "", ...queries] = url.split("?");
  let route;
  try {
    route = router.find(path);
  } catch {
    const kind = problemCatalog.malformed_request;
    const detail = "The address is not valid.";
    await sendProblem(response, { code: "malformed_request", kind, detail, traceId }, exchange);
    return;
  }
  if (route === undefined) {
    await refuse("not_found", "See openapi.yaml for the addresses.");
    return;
  }
  const handler = route.handlers.get(method);
  if (handler === undefined) {
    // With the methods that there are (RFC 9110 section 15.5.6).
    const allowed = { Allow: [...route.handlers.keys()].join(", ") };
    await refuse("method_not_allowed", "See openapi.yaml for the methods.", allowed);
    return;
  }
  const incoming: Incoming = {
    path: route.path,
    query: readQuery(queries.join("?")),
    headers,
    body: method === "GET" ? noBody : await receiveBody(request, limits.maxRequestBodyBytes),
    traceId,
  };
  await handler(incoming, response);
}

/** What went wrong in the sandbox itself: reported to its listeners, and to the client without details. */
async function serveDefect(
  error: unknown,
  request: IncomingMessage,
  response: ServerResponse,
  exchange: Exchange,
): Promise<void> {
  // A client that goes away while it sends its body is not an error.
  if (request.readableAborted || response.headersSent) {
    response.destroy();
    return;
  }
  const message = error instanceof Error ? error.message : "an unknown error";
  const traceId = readTraceId(request.headers["traceparent"]);
  exchange.log({ kind: "defect", time: exchange.clock.now(), operationId: "unrouted", message, traceId });
  const kind = problemCatalog.internal_error;
  await sendProblem(response, { code: "internal_error", kind, detail: "Sandbox fault.", traceId }, exchange);
}

/** A name that is sent more than once has a list of its values. */
function readQuery(text: string): Readonly<Record<string, string | readonly string[]>> {
  const query = new URLSearchParams(text);
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const [value = "", ...more] = query.getAll(name);
      return [name, more.length === 0 ? value : [value, ...more]];
    }),
  );
}

function addOperations(
  router: Router,
  contract: Contract,
  endpoints: ReadonlyMap<string, Endpoint>,
  exchange: Exchange,
): void {
  for (const operation of contract.operations) {
    const endpoint = endpoints.get(operation.operationId);
    if (endpoint === undefined) throw new Error(`The sandbox lacks the operation ${operation.operationId}`);
    router.add(operation.method, operation.path, serveOperation(operation, endpoint, exchange));
  }
}

/** The published contract: the file's own bytes, and the same document as JSON. */
function addContract(router: Router, { basePath, source, document }: Contract, exchange: Exchange): void {
  const texts = [
    ["openapi.yaml", "application/yaml", source],
    ["openapi.json", "application/json", JSON.stringify(document)],
  ] as const;
  for (const [name, type, text] of texts) {
    const path = `${basePath}/${name}`;
    const response = { status: 200, headers: { "Content-Type": type }, body: Buffer.from(text) };
    router.add("GET", path, serveContract(path, response, exchange));
  }
}

/** What a problem's `type` leads to. */
function addProblemPages(router: Router, exchange: Exchange): void {
  const kinds: Record<string, ProblemKind> = { ...problemCatalog, ...routingProblems };
  for (const [code, { status, title, retryable }] of Object.entries(kinds)) {
    const lines = [
      title,
      `code: ${code}`,
      `status: ${status} ${STATUS_CODES[status] ?? ""}`,
      `retryable: ${String(retryable)}`,
    ];
    const headers = { "Content-Type": "text/plain; charset=utf-8" };
    const page = { kind: "text", status: 200, headers, text: `${lines.join("\n")}\n` } as const;
    router.add("GET", `/problems/${code.replaceAll("_", "-")}`, (_incoming, response) =>
      sendInterference(page, response, exchange),
    );
  }
}

/** @param more headers besides those of the problem */
async function sendProblem(
  response: ServerResponse,
  problem: {
    readonly code: string;
    readonly kind: ProblemKind;
    readonly detail: string;
    readonly traceId: string;
  },
  exchange: Exchange,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { code, kind, detail, traceId } = problem;
  const described = describeProblem(code, kind, detail, exchange.baseUrl, traceId);
  const headers = { ...described.headers, ...more };
  await sendInterference({ kind: "response", response: { ...described, headers } }, response, exchange);
}

const traceparent = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/;

/** The trace of a request: that of its `traceparent` (W3C Trace Context) or a new one, 32 hexadecimal digits. */
function readTraceId(header: unknown): string {
  const given = typeof header === "string" ? traceparent.exec(header)?.[1] : undefined;
  if (given !== undefined && !/^0+$/.test(given)) return given;
  return randomBytes(16).toString("hex");
}
