import type { Sandbox, Scope } from "../../src/sandbox/index.js";
import { scopes as allScopes } from "../../src/sandbox/index.js";

/** What came back: status, headers, and the JSON body as a plain record. */
export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

export interface Extra {
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** A bare HTTP client with a JWT: tests see exactly what is on the wire. */
export interface Connection {
  readonly token: string;
  get(path: string, headers?: Record<string, string>): Promise<Received>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Received>;
}

/** The six form fields of an exchange that the sandbox accepts. */
export function exchangeForm(sandbox: Sandbox, accessKey: string, scope: string): Record<string, string> {
  return {
    grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
    subject_token_type: `urn:${sandbox.vendor}:params:oauth:token-type:external-access-credential`,
    subject_token: accessKey,
    requested_token_type: "urn:ietf:params:oauth:token-type:access_token",
    resource: sandbox.apiUrl,
    scope,
  };
}

export async function exchange(sandbox: Sandbox, form: Record<string, string>): Promise<Received> {
  return receive(await fetch(sandbox.tokenUrl, { method: "POST", body: new URLSearchParams(form) }));
}

export async function connect(
  sandbox: Sandbox,
  options: { accessKey?: string; scopes?: readonly Scope[] } = {},
): Promise<Connection> {
  const { accessKey = sandbox.accessKey, scopes = allScopes } = options;
  const { body, status } = await exchange(sandbox, exchangeForm(sandbox, accessKey, scopes.join(" ")));
  if (status !== 200) throw new Error(`the exchange responded ${status}: ${JSON.stringify(body)}`);
  const token = String(body["access_token"]);
  const authorization = `Bearer ${token}`;
  return {
    token,
    get: async (path, headers = {}) =>
      receive(await fetch(sandbox.apiUrl + path, { headers: { authorization, ...headers } })),
    post: async (path, body, headers = {}) =>
      receive(
        await fetch(sandbox.apiUrl + path, {
          method: "POST",
          headers: { authorization, "content-type": "application/json", ...headers },
          body: JSON.stringify(body),
        }),
      ),
  };
}

export async function receive(response: Response): Promise<Received> {
  const text = await response.text();
  const body = text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
  return { status: response.status, headers: response.headers, body };
}

/** Status and code, which is what most refusals are about. */
export function refusal({ status, body }: Received): [number, unknown] {
  return [status, body["code"] ?? body["error"]];
}

/** The `items` of a page. */
export function items({ body }: Received): Record<string, unknown>[] {
  return body["items"] as Record<string, unknown>[];
}

/** The single-context cabinet with 1800 deals. */
export function northwind(sandbox: Sandbox): string {
  return contextOf(sandbox, "Northwind").cabinet.cabinetId;
}

/** A context by its display name. */
export function contextOf(sandbox: Sandbox, name: string) {
  const context = sandbox.inspectUpstream().find((candidate) => candidate.name === name);
  if (context === undefined) throw new Error(`there is no context ${name}`);
  return context;
}
