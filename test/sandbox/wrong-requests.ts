import type { ValidateFunction } from "ajv";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { loadContract } from "../../src/sandbox/contract/checked-contract.js";
import { createSchemaCompiler, type SchemaCompiler } from "../../src/sandbox/contract/schema-compiler.js";
import {
  problemCatalog,
  routingProblems,
  type ProblemKind,
} from "../../src/sandbox/problems/problem-catalog.js";
import {
  createManualClock,
  scopes as allScopes,
  startSandbox,
  type ManualClock,
  type Sandbox,
  type SandboxOptions,
  type Scope,
} from "../../src/sandbox/index.js";
import { connect, contextOf, exchange, exchangeForm, receive, type Received } from "./connect.js";

/** What is sent besides the address; a body that is neither text nor bytes goes as JSON. */
export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer> | object;
  /** The JWT; one with all scopes by default, none for `null`. */
  readonly token?: string | null;
}

/** A sandbox to send wrong requests to. */
export interface WrongWorld {
  readonly sandbox: Sandbox;
  readonly clock: ManualClock;
  /** Northwind, which has one context and 1800 deals. */
  readonly cabinetId: string;
  /** A cabinet with several contexts. */
  readonly crowdedId: string;
  readonly projectId: string;
  readonly archivedId: string;
  /** Sends a request to a resource endpoint. @param path what follows `{api_url}` */
  send(path: string, sent?: Sent): Promise<Received>;
  /** Starts an import and gives the id of its operation. */
  startImport(token?: string): Promise<string>;
  /** A JWT of a new key. */
  issueToken(key: {
    scopes?: readonly Scope[];
    cabinetAllowlist?: readonly string[];
    userId?: string;
  }): Promise<string>;
  /** An exchange with some fields replaced, or omitted (`undefined`). */
  exchange(fields: Readonly<Record<string, string | undefined>>): Promise<Received>;
}

/** One wrong request, and status, code and `retryable` of its response. */
export type WrongRow = readonly [
  name: string,
  request: (world: WrongWorld) => Promise<Received>,
  want: readonly [status: number, code: string, retryable: boolean],
];

/** One wrong exchange, and status and error of its response. */
export type WrongExchange = readonly [
  name: string,
  request: (world: WrongWorld) => Promise<Received>,
  want: readonly [status: number, error: string],
];

/** The most bytes of a request body. */
export const mebibyte = 1_048_576;

export const jsonBody = { "content-type": "application/json" };

/** Starts a sandbox whose rates are out of the way. */
export async function startWrongWorld(options: SandboxOptions = {}): Promise<WrongWorld> {
  const clock = createManualClock();
  const limits = { postRequestsPerMinute: 10_000, readRequestsPerMinute: 10_000, ...options.limits };
  const sandbox = await startSandbox({ clock, ...options, limits });
  const { token } = await connect(sandbox);
  const northwind = contextOf(sandbox, "Northwind");
  const { cabinetId } = northwind.cabinet;
  const send: WrongWorld["send"] = async (path, sent = {}) => {
    const authorization = sent.token === null ? {} : { authorization: `Bearer ${sent.token ?? token}` };
    const method = sent.method ?? (sent.body === undefined ? "GET" : "POST");
    const { headers, body } = encode(sent);
    const init = {
      method,
      headers: { ...authorization, ...headers },
      ...(body === undefined ? {} : { body }),
    };
    return receive(await fetch(sandbox.apiUrl + path, init));
  };
  return {
    sandbox,
    clock,
    cabinetId,
    crowdedId: contextOf(sandbox, "Berlin office").cabinet.cabinetId,
    projectId: projectOf(northwind.projects, "active"),
    archivedId: projectOf(northwind.projects, "archived"),
    send,
    startImport: async (own) => {
      const { body } = await send(`/gck/cabinets/${cabinetId}/deals/import-jobs`, {
        headers: { "idempotency-key": crypto.randomUUID() },
        body: importBody,
        ...(own === undefined ? {} : { token: own }),
      });
      return String(body["operationId"]);
    },
    issueToken: async ({ scopes = allScopes, cabinetAllowlist, userId }) => {
      const mode = cabinetAllowlist === undefined ? "all_current" : { cabinetAllowlist };
      const { accessKey } = sandbox.issueKey({ scopes, mode, ...(userId === undefined ? {} : { userId }) });
      return (await connect(sandbox, { accessKey, scopes })).token;
    },
    exchange: async (fields) => {
      const all = { ...exchangeForm(sandbox, sandbox.accessKey, "cabinet:read"), ...fields };
      const sent = Object.entries(all).filter((field): field is [string, string] => field[1] !== undefined);
      return exchange(sandbox, Object.fromEntries(sent));
    },
  };
}

/**
 * Starts a world for all tests of a file, or a new one for each, and ends it with the expectation that the sandbox kept
 * the contract.
 * @returns what gives the world, once the tests run
 */
export function useWrongWorld(per: "file" | "test"): () => WrongWorld {
  let world: WrongWorld | undefined;
  const [before, after] = per === "file" ? [beforeAll, afterAll] : [beforeEach, afterEach];
  before(async () => {
    world = await startWrongWorld();
  });
  after(async () => {
    expect(world?.sandbox.defects).toEqual([]);
    await world?.sandbox.close();
  });
  return () => {
    if (world === undefined) throw new Error("the world is started before the tests run");
    return world;
  };
}

export const importBody = { reason: "fair", contacts: [{ phone: "+442079460958" }] };

function projectOf(projects: readonly { projectId: string; state: string }[], state: string): string {
  const project = projects.find((candidate) => candidate.state === state);
  if (project === undefined) throw new Error(`no project is ${state}`);
  return project.projectId;
}

function encode({ headers = {}, body }: Sent) {
  if (body === undefined) return { headers };
  if (typeof body === "string" || body instanceof Uint8Array) return { headers, body };
  return { headers: { ...jsonBody, ...headers }, body: JSON.stringify(body) };
}

let compiler: Promise<SchemaCompiler> | undefined;

/** The contract's own schema. @param name its name among the components */
async function schemaOf(name: string): Promise<ValidateFunction> {
  compiler ??= loadContract().then(({ contract }) => createSchemaCompiler(contract, { coerce: false }));
  return (await compiler).at(`/components/schemas/${name}`);
}

const kinds: Readonly<Record<string, ProblemKind>> = { ...problemCatalog, ...routingProblems };

/** Expects the whole of a problem: what the row wants, the contract's shape and texts, and nothing that was secret. */
export async function expectProblem(
  { sandbox }: WrongWorld,
  { status, headers, body }: Received,
  [wantStatus, code, retryable]: WrongRow[2],
): Promise<void> {
  expect([status, body["code"], body["retryable"]]).toEqual([wantStatus, code, retryable]);
  const validate = await schemaOf("Problem");
  expect(validate(body) ? [] : validate.errors).toEqual([]);
  expect(headers.get("content-type")).toBe("application/problem+json");
  expect(body).toEqual({
    type: `${sandbox.baseUrl}/problems/${code.replaceAll("_", "-")}`,
    title: kinds[code]?.title,
    status,
    detail: expect.stringMatching(/./) as unknown,
    code,
    retryable,
    traceId: expect.stringMatching(/^[0-9a-f]{32}$/) as unknown,
  });
  expectNoSecrets(sandbox, body);
}

/** Expects the whole of a token error (RFC 6749 section 5.2). */
export async function expectTokenError(
  { sandbox }: WrongWorld,
  { status, headers, body }: Received,
  [wantStatus, error]: WrongExchange[2],
): Promise<void> {
  expect([status, body["error"]]).toEqual([wantStatus, error]);
  const validate = await schemaOf("TokenError");
  expect(validate(body) ? [] : validate.errors).toEqual([]);
  expect(headers.get("content-type")).toBe("application/json");
  expect(headers.get("cache-control")).toBe("no-store");
  expect(Object.keys(body)).toEqual(["error", "error_description"]);
  expectNoSecrets(sandbox, body);
}

/** [SEC-1] Neither the response nor what the sandbox keeps of the request quotes a credential or a phone number. */
function expectNoSecrets({ requests, defects }: Sandbox, body: object): void {
  expect(JSON.stringify([body, requests.at(-1), defects])).not.toMatch(/cabkey_|eyJ|442079460958/);
}

/** Where the settings of Northwind are. */
export const settingsPath = (w: WrongWorld) => `/cabinets/${w.cabinetId}/settings`;

/** A change of settings that is right but for its validator. */
export const changeSettings = (w: WrongWorld, headers: Record<string, string>) =>
  w.send("/settings/updates", {
    headers,
    body: { cabinetId: w.cabinetId, reason: "a", patch: { language: "en" } },
  });

/** An import under an idempotency key. */
export const importUnder = (w: WrongWorld, key: string, body: object = importBody) =>
  w.send(`/gck/cabinets/${w.cabinetId}/deals/import-jobs`, { headers: { "idempotency-key": key }, body });

/** An export under an idempotency key. */
export const exportUnder = (w: WrongWorld, key: string) =>
  w.send(`/cabinets/${w.cabinetId}/deals/export-jobs`, {
    headers: { "idempotency-key": key },
    body: { reason: "fair" },
  });
