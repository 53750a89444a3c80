import type { Sandbox } from "../../src/sandbox/index.js";
import type { Dialect, Members, Request as Said, Route, SandboxProblem } from "./dialect.js";

/** A request as the client sent it. */
export interface SentRequest {
  /** Method and path of the contract; the token endpoint has its path alone. */
  readonly operation: string;
  readonly url: string;
  readonly headers: Headers;
  readonly text: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** 0: no response came. */
  status: number;
}

/** What a response says, before it is sent. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  /** Undefined: it is not JSON. */
  readonly body: unknown;
}

/** How an adapter is started. */
export interface AdapterOptions {
  readonly now: () => number;
  /** Changes a response in the contract's spelling. */
  readonly alter?: ((operation: string, reply: Reply) => Partial<Reply> | undefined) | undefined;
}

/** A `fetch` that speaks the contract's spelling, before a sandbox that speaks its own. */
export interface Adapter {
  readonly sent: readonly SentRequest[];
  fetch(request: Request): Promise<Response>;
}

/** Puts an adapter before a sandbox. It translates, and keeps what the sandbox has no word for: changes that it made at once. */
export function adapt(dialect: Dialect, sandbox: Sandbox, { now, alter }: AdapterOptions): Adapter {
  const sent: SentRequest[] = [];
  const made = new MadeChanges();
  const matchers = dialect.routes.map((route) => ({ route, match: matcher(route.theirs) }));

  async function respond(request: Request, record: SentRequest): Promise<Reply | string> {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === dialect.tokenPath) return exchangeToken(dialect, sandbox, record);
    for (const { route, match } of matchers) {
      const path = match(`${request.method} ${pathname}`);
      if (path === undefined) continue;
      const body = record.text === "" ? {} : (JSON.parse(record.text) as Members);
      const said = { path, query: Object.fromEntries(searchParams), body };
      const operation = { dialect, sandbox, route, said, made, record };
      const reply = made.find(operation) ?? (await forward(operation));
      return typeof reply === "string" ? reply : { ...reply, ...alter?.(route.theirs, reply) };
    }
    throw new Error(`The contract has no ${request.method} ${pathname}.`);
  }

  return {
    sent,
    fetch: async (request) => {
      const { pathname } = new URL(request.url);
      const found = matchers.find(({ match }) => match(`${request.method} ${pathname}`) !== undefined);
      const { url, headers } = request;
      const operation = found?.route.theirs ?? pathname;
      const record = { operation, url, headers, text: await request.text(), at: now(), status: 0 };
      sent.push(record);
      const reply = await respond(request, record);
      if (typeof reply === "string") throw new Error(reply);
      record.status = reply.status;
      const text = typeof reply.body === "string" ? reply.body : JSON.stringify(reply.body);
      return new Response(text, { status: reply.status, headers: reply.headers });
    },
  };
}

interface Operation {
  readonly dialect: Dialect;
  readonly sandbox: Sandbox;
  readonly route: Route;
  readonly said: Said;
  readonly made: MadeChanges;
  readonly record: SentRequest;
}

async function forward(operation: Operation): Promise<Reply> {
  const { dialect, sandbox, route, said, made, record } = operation;
  const { path = {}, query = {}, body } = route.request(said);
  const [method = "", template = ""] = route.ours.split(" ");
  const url = new URL(
    sandbox.apiUrl + template.replace(/\{(\w+)\}/g, (_, name: string) => encoded(path[name])),
  );
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, text(value));
  const response = await fetch(url, {
    method,
    headers: forwarded(record.headers),
    redirect: "manual",
    ...(method === "POST" && { body: JSON.stringify(body) }),
  });
  const { status } = response;
  const received = await response.text();
  const headers = kept(response.headers);
  const json = parsed(received);
  if (json === undefined) return { status, headers, body: received };
  if (status >= 400) return problem(dialect, json, headers);
  headers.set("content-type", "application/json");
  if (route.background === "started") {
    const id = String(json["operationId"]);
    headers.set("location", dialect.location(id));
    return { status, headers, body: route.response(json, said) };
  }
  if (route.background === "made") return made.keep(operation);
  return { status, headers, body: route.response(json, said) };
}

function problem(dialect: Dialect, json: Members, headers: Headers): Reply {
  const { status, body } = dialect.problem(json as SandboxProblem);
  headers.set("content-type", "application/problem+json");
  return { status, headers, body };
}

/** Changes that the sandbox made at once, as operations that have ended. */
class MadeChanges {
  readonly #byKey = new Map<string, { readonly text: string; readonly id: string }>();
  readonly #ids = new Set<string>();

  /** The response to a repeated change, or to a question about one. */
  find({ dialect, route, said, record }: Operation): Reply | undefined {
    const headers = new Headers({ "content-type": "application/json" });
    const id = Object.values(said.path).at(-1) ?? "";
    if (route.background === "status" && this.#ids.has(id))
      return { status: 200, headers, body: route.response(ended(id), said) };
    const key = record.headers.get("idempotency-key");
    const known = key === null || route.background !== "made" ? undefined : this.#byKey.get(key);
    if (known === undefined) return undefined;
    if (known.text === record.text) return this.#accepted(dialect, route, said, known.id);
    const conflict = {
      status: 409,
      code: "idempotency_key_conflict",
      detail: "Other data.",
      retryable: false,
    };
    return problem(dialect, { ...conflict, title: "Conflict", traceId: "adapter" }, headers);
  }

  keep({ dialect, route, said, record }: Operation): Reply {
    const id = `made-${String(this.#ids.size + 1)}`;
    this.#ids.add(id);
    const key = record.headers.get("idempotency-key");
    if (key !== null) this.#byKey.set(key, { text: record.text, id });
    return this.#accepted(dialect, route, said, id);
  }

  #accepted(dialect: Dialect, route: Route, said: Said, id: string): Reply {
    const headers = {
      "content-type": "application/json",
      "retry-after": "2",
      location: dialect.location(id),
    };
    return { status: 202, headers: new Headers(headers), body: route.response({ operationId: id }, said) };
  }
}

/** The sandbox's own record of an operation that has succeeded. */
function ended(operationId: string): Members {
  const at = "2026-11-20T00:00:00Z";
  return { operationId, status: "succeeded", kind: "change", createdAt: at, finishedAt: at, expiresAt: at };
}

/** The exchange has the same fields; the resource and the vendor's word are those of the service that is asked. */
async function exchangeToken(dialect: Dialect, sandbox: Sandbox, { text }: SentRequest): Promise<Reply> {
  const form = new URLSearchParams(text);
  const type = (vendor: string) => `urn:${vendor}:params:oauth:token-type:external-access-credential`;
  if (form.get("resource") === dialect.apiUrl) form.set("resource", sandbox.apiUrl);
  if (form.get("subject_token_type") === type(dialect.vendor))
    form.set("subject_token_type", type(sandbox.vendor));
  const response = await fetch(sandbox.tokenUrl, { method: "POST", body: form });
  const received = await response.text();
  const json = parsed(received);
  const headers = kept(response.headers);
  if (json === undefined) return { status: response.status, headers, body: received };
  headers.set("content-type", "application/json");
  const body = json["resource"] === sandbox.apiUrl ? { ...json, resource: dialect.apiUrl } : json;
  return { status: response.status, headers, body };
}

/** What a template's parameters are in a request line; undefined for a line of another operation. */
function matcher(template: string): (line: string) => Record<string, string> | undefined {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const pattern = new RegExp(`^${template.replace(/\{\w+\}/g, "([^/]+)")}$`);
  return (line) => {
    const found = pattern.exec(line);
    if (found === null) return undefined;
    return Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(found[index + 1] ?? "")]));
  };
}

function encoded(value: unknown): string {
  return encodeURIComponent(text(value));
}

/** A value of a path or a query. */
function text(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function parsed(text: string): Members | undefined {
  try {
    return JSON.parse(text) as Members;
  } catch {
    return undefined;
  }
}

const REQUEST_HEADERS = ["authorization", "content-type", "idempotency-key", "if-match", "traceparent"];
const RESPONSE_HEADERS = ["content-type", "etag", "retry-after", "date", "www-authenticate", "location"];

function forwarded(headers: Headers): Headers {
  return pick(headers, REQUEST_HEADERS);
}

function kept(headers: Headers): Headers {
  return pick(headers, RESPONSE_HEADERS);
}

function pick(headers: Headers, names: readonly string[]): Headers {
  return new Headers([...headers].filter(([name]) => names.includes(name)));
}
