import { type AddressInfo, createServer } from "node:net";
import { inspect } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import type { ExecuteOptions, Input } from "../../../src/runtime/call/call-options.js";
import { call } from "../../../src/runtime/call/call.js";
import type { ClientOptions } from "../../../src/runtime/call/client-options.js";
import type { Core, CoreSetup } from "../../../src/runtime/call/core.js";
import { createCore } from "../../../src/runtime/call/create-core.js";
import type { OperationDescriptor } from "../../../src/runtime/descriptors/operation-descriptor.js";
import { streamBytes } from "../../../src/runtime/streams/stream-call.js";
import { bearer } from "../../../src/runtime/credentials/bearer.js";
import type { CredentialProvider } from "../../../src/runtime/credentials/credential-provider.js";
import { tokenFrom } from "../../../src/runtime/credentials/token-from.js";
import {
  isAbortedError,
  isDeadlineError,
  isTransportError,
  isUnexpectedResponseError,
} from "../../../src/runtime/errors/call-errors.js";
import {
  isAccessDeniedError,
  isAuthenticationError,
  isScopeError,
  ScopeError,
} from "../../../src/runtime/errors/authorization-errors.js";
import {
  isAmbiguousOutcomeError,
  isIdempotencyConflictError,
  isOutcomeUnknownError,
} from "../../../src/runtime/errors/idempotency-errors.js";
import { isApiError } from "../../../src/runtime/errors/api-error.js";
import { isArgumentError } from "../../../src/runtime/errors/argument-error.js";
import {
  isProblem,
  isResourceProblemError,
  isResponseError,
} from "../../../src/runtime/errors/response-errors.js";
import {
  isRateLimitedError,
  isRequestTooLargeError,
  RequestTooLargeError,
} from "../../../src/runtime/errors/limit-errors.js";
import { retryAfterLimit } from "../../../src/runtime/retry/rate-limit.js";
import { writeBinary } from "../../../src/runtime/request/write-bytes.js";
import { sensitiveFields } from "../../../src/runtime/secrets/sensitive-fields.js";
import { complete } from "../complete-descriptor.js";
import { VirtualClock } from "../virtual-clock.js";
import {
  hangUp,
  json,
  problem,
  type Reply,
  silence,
  startTestServer,
  type TestServer,
} from "./test-server.js";

const servers: TestServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(...replies: readonly Reply[]): Promise<TestServer> {
  const server = await startTestServer(...replies);
  servers.push(server);
  return server;
}

const contract: CoreSetup["contract"] = {
  title: "Cabinets",
  version: "1",
  problem: {
    retryable: true,
    codes: {
      idempotency_key_conflict: "idempotency-conflict",
      ambiguous_upstream_outcome: "ambiguous-outcome",
    },
  },
};

const ok = [{ statuses: [200], content: [{ mediaType: "application/json", codec: "json" }] }] as const;
const read: OperationDescriptor = complete({
  name: "cabinets.get",
  method: "GET",
  path: "/cabinets/{cabinetId}",
  parameters: [
    { name: "cabinetId", in: "path", required: true, id: true },
    { name: "limit", in: "query" },
  ],
  responses: ok,
  retryClass: "read",
});
const keyed: OperationDescriptor = complete({
  name: "deals.import",
  method: "POST",
  path: "/imports",
  body: { from: "members", required: true, content: [{ mediaType: "application/json", codec: "json" }] },
  responses: ok,
  retryClass: "keyed",
  idempotencyHeader: "Idempotency-Key",
});
const write: OperationDescriptor = complete({
  name: "notes.add",
  method: "POST",
  path: "/notes",
  body: { from: "members", required: true, content: [{ mediaType: "application/json", codec: "json" }] },
  responses: ok,
  retryClass: "write",
});

function coreFor(serverUrl: string, options: ClientOptions = {}, setup: Partial<CoreSetup> = {}): Core {
  return createCore(
    { contract, serverUrl, credentials: {}, ...setup },
    { clock: new VirtualClock({ skip: 20_000 }), ...options },
  );
}

async function caught(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    (value) => {
      throw new Error(`resolved with ${JSON.stringify(value)}`);
    },
    (error: unknown) => error,
  );
}

describe("a call", () => {
  it("sends one request and parses the answer", async () => {
    const server = await serve(json({ name: "One", added: true }));
    const core = coreFor(`${server.url}/v1/external`);
    const answer = await call(core, read, { cabinetId: "9007199254740993", limit: 5 }).withResponse();
    expect(answer).toMatchObject({
      value: { name: "One", added: true },
      status: 200,
      attempts: 1,
      waited: 0,
    });
    expect(server.received.map(({ method, target }) => `${method} ${target}`)).toEqual([
      "GET /v1/external/cabinets/9007199254740993?limit=5",
    ]);
    expect(server.received[0]!.headers.accept).toBe("application/json");
  });

  it("takes a bare string for the only path parameter", async () => {
    const server = await serve(json(1));
    expect(await call(coreFor(server.url), read, "a/b c")).toBe(1);
    expect(server.received[0]!.target).toBe("/cabinets/a%2Fb%20c");
  });

  it.each([
    { given: "a/b", want: ["/cabinets/a%2Fb?api-version=1", "0"] },
    {
      given: { cabinetId: "2", "api-version": "2", Depth: undefined },
      want: ["/cabinets/2?api-version=2", "0"],
    },
  ])("sends the only value of a parameter that $given leaves out", async ({ given, want }) => {
    const server = await serve(json(1));
    const versioned: OperationDescriptor = complete({
      ...read,
      parameters: [
        { name: "cabinetId", in: "path", required: true },
        { name: "api-version", in: "query", required: true, only: "1" },
        { name: "Depth", in: "header", required: true, only: 0 },
      ],
    });
    expect(await call(coreFor(server.url), versioned, given)).toBe(1);
    expect([server.received[0]!.target, server.received[0]!.headers["depth"]]).toEqual(want);
  });

  it("leaves nothing behind on the clock or the caller's signal", async () => {
    const server = await serve(json(1));
    const clock = new VirtualClock();
    const abort = new AbortController();
    await call(coreFor(server.url, { clock }), read, "1", { signal: abort.signal });
    expect(clock.sleeping).toBe(0);
  });

  it.each([
    { given: "the value alone", use: (one: ReturnType<typeof call>) => one as Promise<unknown> },
    { given: "the response alone", use: (one: ReturnType<typeof call>) => one.withResponse() },
  ])("rejects once and leaves nothing unhandled with $given", async ({ use }) => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown): number => unhandled.push(reason);
    process.on("unhandledRejection", note);
    const server = await serve(problem(400));
    await caught(use(call(coreFor(server.url), read, "1")));
    await new Promise((resolve) => setTimeout(resolve, 20));
    process.off("unhandledRejection", note);
    expect(unhandled).toEqual([]);
    expect(server.received).toHaveLength(1);
  });
});

describe("before anything is sent", () => {
  const longWrite: OperationDescriptor = complete({
    ...write,
    body: {
      from: "members",
      content: [{ mediaType: "application/json", codec: "json", longIntegers: ["lines"] }],
    },
  });
  const refused: readonly { given: string; descriptor: OperationDescriptor; input: unknown; says: string }[] =
    [
      {
        given: "[GEN-1] a number for an identifier",
        descriptor: read,
        input: { cabinetId: 12 },
        says: "cabinetId",
      },
      { given: "[GEN-1] a bare number for an identifier", descriptor: read, input: 12, says: "a number" },
      { given: "a missing path parameter", descriptor: read, input: {}, says: '"cabinetId" is required' },
      { given: "an unknown member", descriptor: read, input: { cabinetId: "1", limt: 3 }, says: '"limt"' },
      { given: "a step up in the path", descriptor: read, input: "..", says: "another path" },
      {
        given: "an empty path parameter",
        descriptor: { ...read, parameters: [{ name: "cabinetId", in: "path" }] },
        input: "",
        says: "empty",
      },
      { given: "a cyclic body", descriptor: write, input: cyclic(), says: "JSON" },
      {
        given: "a rounded 64-bit integer in a parameter",
        descriptor: { ...read, parameters: [{ name: "cabinetId", in: "path", longIntegers: [""] }] },
        input: 2 ** 53,
        says: '"cabinetId" is a 64-bit integer',
      },
      {
        given: "a rounded 64-bit integer deep in the body",
        descriptor: longWrite,
        input: { parts: [{ lines: { "data of somebody": -(2 ** 60) } }] },
        says: '"lines" is a 64-bit integer',
      },
      { given: "NaN in the body", descriptor: write, input: { a: Number.NaN }, says: "NaN" },
      {
        given: "[GEN-1] a number for an identifier deep in the body",
        descriptor: { ...write, body: { ...write.body!, ids: ["filter/dealIds/*"] } },
        input: { filter: { dealIds: ["1", 2] } },
        says: "filter/dealIds/*",
      },
    ];
  it("sends what loses nothing, and numbers that no 64-bit integer is, as they are", async () => {
    const server = await serve(json(1));
    await call(coreFor(server.url), longWrite, {
      lines: [9007199254740993n, 7, 2 ** 70, 0.5],
      other: 2 ** 60,
    });
    expect(server.received.map(({ body }) => body.toString())).toEqual([
      '{"lines":[9007199254740993,7,1.1805916207174113e+21,0.5],"other":1152921504606847000}',
    ]);
  });

  it.each(refused)("refuses $given", async ({ descriptor, input, says }) => {
    const server = await serve(json(1));
    const error = await caught(call(coreFor(server.url), descriptor, input as never));
    expect(isArgumentError(error) && error.message).toContain(says);
    expect(isArgumentError(error) && error.operation).toBe(descriptor.name);
    expect(server.received).toEqual([]);
  });

  it.each(["Authorization", "content-type", "idempotency-KEY", "Cookie"])(
    "refuses the added header %s",
    async (name) => {
      const error = await caught(
        call(
          coreFor("http://127.0.0.1:9"),
          { ...keyed, security: [{ accessToken: [] }] },
          { a: 1 },
          { headers: { [name]: "secret-value" } },
        ),
      );
      expect(isArgumentError(error) && error.message).toContain(name);
      expect(String(error)).not.toContain("secret-value");
    },
  );

  it("adds a header Authorization where the contract asks for no credential", async () => {
    const server = await serve(json(1));
    await call(coreFor(server.url), read, "1", { headers: { Authorization: "Digest d" } });
    expect(server.received.map(({ headers }) => headers.authorization)).toEqual(["Digest d"]);
  });

  it("[TOK-4] sends an added header Authorization over https or to this machine alone", async () => {
    const sent: string[] = [];
    const fetch = (request: Request) => {
      sent.push(request.url);
      return Promise.resolve(Response.json(1));
    };
    const core = coreFor("http://platform.example", { fetch });
    const error = await caught(call(core, read, "1", { headers: { authorization: "Digest d" } }));
    expect([isAuthenticationError(error), sent]).toEqual([true, []]);
  });

  it("refuses a header value with a line break without showing it", async () => {
    const error = await caught(
      call(coreFor("http://127.0.0.1:9"), read, "1", { headers: { "x-note": "secret\r\nx: y" } }),
    );
    expect(isArgumentError(error) && error.message).toContain("x-note");
    expect(String(error)).not.toContain("secret");
  });

  it("sends a header parameter `Cookie` and cookie parameters as one header (RFC 6265 section 5.4)", async () => {
    const server = await serve(json(1));
    const parameters = [
      { name: "theme", in: "cookie" },
      { name: "Cookie", in: "header" },
    ] as const;
    const descriptor = { ...read, path: "/", parameters };
    await call(coreFor(server.url), descriptor, { theme: "dark", Cookie: "a=1; b=2" });
    await call(coreFor(server.url), descriptor, { theme: "dark" });
    expect(server.received.map(({ headers }) => headers.cookie)).toEqual([
      "a=1; b=2; theme=dark",
      "theme=dark",
    ]);
  });

  it("[ACC-2] raises ScopeError for a scope that was not granted", async () => {
    const server = await serve(json(1));
    const provider: CredentialProvider = { ...bearer("t"), scopes: () => new Set(["cabinet:read"]) };
    const core = coreFor(server.url, {}, { credentials: { accessToken: provider } });
    const error = await caught(
      call(core, { ...read, security: [{ accessToken: ["cabinet:deals:write"] }] }, "1"),
    );
    expect(isScopeError(error) && error.alternatives).toEqual([["cabinet:deals:write"]]);
    expect(server.received).toEqual([]);
  });

  it("picks the alternative whose scopes were granted", async () => {
    const server = await serve(json(1));
    const provider: CredentialProvider = { ...bearer("t"), scopes: () => new Set(["b"]) };
    const core = coreFor(server.url, {}, { credentials: { accessToken: provider } });
    await call(core, { ...read, security: [{ accessToken: ["a"] }, { accessToken: ["b"] }] }, "1");
    expect(server.received[0]!.headers.authorization).toBe("Bearer t");
  });

  it("[ACC-2] picks again when the first exchange grants less than was requested", async () => {
    const server = await serve(json(1));
    let granted = new Set(["all:read", "cabinet:read"]);
    const accessToken: CredentialProvider = {
      scopes: () => granted,
      apply: (target, scopes) => {
        granted = new Set(["cabinet:read"]);
        const missing = scopes.filter((scope) => !granted.has(scope));
        if (missing.length > 0) return Promise.reject(new ScopeError({ alternatives: [missing] }));
        target.headers.set("authorization", "Bearer t");
        return Promise.resolve({});
      },
    };
    const core = coreFor(server.url, {}, { credentials: { accessToken } });
    const either = { ...read, security: [{ accessToken: ["all:read"] }, { accessToken: ["cabinet:read"] }] };
    expect(await call(core, either, "1")).toBe(1);
    const neither = { ...read, security: [{ accessToken: ["all:read"] }] };
    granted = new Set(["all:read"]);
    expect(isScopeError(await caught(call(core, neither, "1")))).toBe(true);
    expect(server.received).toHaveLength(1);
  });

  it("[CAP-2] refuses a body that is larger than the limit, in bytes and not in characters", async () => {
    const server = await serve(json(1));
    const unused = () => Promise.reject(new Error("not asked for"));
    const limits = () => ({
      checkKnown: () => undefined,
      check: (_: unknown, bytes = 0) =>
        bytes > 12 ? Promise.reject(new RequestTooLargeError({ bytes, maxBytes: 12 })) : Promise.resolve(),
      pace: () => Promise.resolve(),
      refused: () => Promise.resolve(),
      operationSeen: () => undefined,
      claimSlot: unused,
      capabilities: unused,
      retention: unused,
    });
    const core = coreFor(server.url, {}, { limits });
    const error = await caught(call(core, write, { a: "éééé" }));
    expect(isRequestTooLargeError(error) && [error.bytes, error.maxBytes]).toEqual([16, 12]);
    await call(core, write, { a: "éé" });
    expect(server.received).toHaveLength(1);
  });

  it("[TOK-4] sends no credential over plain http to another machine", async () => {
    const fetched: Request[] = [];
    const core = coreFor(
      "http://platform.example",
      { fetch: (request) => (fetched.push(request), Promise.resolve(new Response("1"))) },
      { credentials: { key: bearer("secret-token") } },
    );
    const error = await caught(call(core, { ...read, security: [{ key: [] }] }, "1"));
    expect(isAuthenticationError(error) && error.message).toContain("https");
    expect(fetched).toEqual([]);
  });
});

function cyclic(): object {
  const a: { self?: unknown } = {};
  a.self = a;
  return a;
}

describe("repeats", () => {
  it("repeats a read whose answer was lost, and counts", async () => {
    const server = await serve(hangUp, { status: 503, body: "<html>" }, json(1));
    const clock = new VirtualClock({ skip: 20_000 });
    const answer = await call(coreFor(server.url, { clock }), read, "1").withResponse();
    expect(answer).toMatchObject({ value: 1, attempts: 3, waited: 250 + 500 });
  });

  it("[IDM-3] repeats a keyed create byte for byte with the same key", async () => {
    const server = await serve(hangUp, problem(500, { retryable: true }), json({ operationId: "7" }));
    await call(coreFor(server.url), keyed, { b: 1, a: "é" });
    const bodies = server.received.map(({ body }) => body.toString());
    const keys = server.received.map(({ headers }) => headers["idempotency-key"]);
    expect(bodies).toEqual(Array<string>(3).fill('{"a":"é","b":1}'));
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("[IDM-3] says that the outcome is unknown, with key and intent, when repeats are used up", async () => {
    const server = await serve(hangUp);
    const error = await caught(
      call(
        coreFor(server.url, { retry: { attempts: 2 } }),
        keyed,
        { a: 1 },
        { idempotencyKey: "k-1", intent: "nightly" },
      ),
    );
    expect(isOutcomeUnknownError(error) && [error.idempotencyKey, error.intent, error.attempts]).toEqual([
      "k-1",
      "nightly",
      2,
    ]);
    expect(isOutcomeUnknownError(error) && isTransportError(error.cause)).toBe(true);
  });

  it("does not repeat another write whose answer was lost", async () => {
    const server = await serve(hangUp, json(1));
    const error = await caught(call(coreFor(server.url), write, { a: 1 }));
    expect(isOutcomeUnknownError(error)).toBe(true);
    expect(server.received).toHaveLength(1);
  });

  describe("where the contract's problems never say what is retryable", () => {
    const silent = { contract: { title: "t", version: "1" } };

    it("repeats a read after a gateway's status, as long after as it says", async () => {
      const server = await serve(problem(503, {}, { "retry-after": "2" }), json(1));
      const answer = await call(coreFor(server.url, {}, silent), read, "1").withResponse();
      expect(answer).toMatchObject({ value: 1, attempts: 2, waited: 2000 });
    });

    it("raises the server's own 503 of a write, and calls a gateway's an unknown outcome", async () => {
      for (const [reply, isOwn] of [
        [problem(503), true],
        [{ status: 503, body: "<html>" }, false],
      ] as const) {
        const server = await serve(reply, json(1));
        const error = await caught(call(coreFor(server.url, {}, silent), write, { a: 1 }));
        expect([isProblem(error), isOutcomeUnknownError(error), server.received.length]).toEqual([
          isOwn,
          !isOwn,
          1,
        ]);
      }
    });

    it("calls a gateway's code that the contract does not describe an unknown outcome", async () => {
      const contract = {
        title: "t",
        version: "1",
        problem: { codes: { job_gone: "operation-expired" as const } },
      };
      const given = [
        { code: "upstream_timeout", message: "m" },
        { code: "upstream_timeout", retryable: false },
        { code: "upstream_timeout", title: "t", status: 504 },
        { code: "job_gone" },
      ];
      const unknown = given.map(async (body) => {
        const server = await serve(json(body, 504));
        return isOutcomeUnknownError(
          await caught(call(coreFor(server.url, {}, { contract }), write, { a: 1 })),
        );
      });
      expect(await Promise.all(unknown)).toEqual([true, false, false, false]);
    });

    it("[ERR-6] and where they do, silence means no", async () => {
      const server = await serve(problem(503), json(1));
      const error = await caught(call(coreFor(server.url), read, "1"));
      expect([isProblem(error), server.received.length]).toEqual([true, 1]);
    });
  });

  it("tells after a server's fault what to do, never in the server's words", async () => {
    const server = await serve(problem(500, { title: "Call +49 170 1234567" }));
    const remedies = await Promise.all(
      [read, write].map(async (descriptor) => {
        const error = await caught(call(coreFor(server.url), descriptor, { cabinetId: "1" }));
        expect(inspect(error) + JSON.stringify(error)).not.toContain("170");
        return isApiError(error) && [error.happened, error.remedy];
      }),
    );
    expect(remedies).toEqual([
      ["The server failed.", "Read `problem` for what the server said; try again later."],
      [
        "The server failed.",
        "The server did not say whether anything was changed: look at the state before you send it again.",
      ],
    ]);
  });

  it("sends as many requests as the call allows, whatever the client says", async () => {
    const server = await serve(problem(500, { retryable: true }));
    const core = coreFor(server.url, { retry: { attempts: 2 } });
    await caught(call(core, read, "1", { attempts: 3 }));
    expect(server.received).toHaveLength(3);
  });

  it("repeats any write that never left this machine", async () => {
    const port = await freePort();
    const error = await caught(call(coreFor(`http://127.0.0.1:${String(port)}`), write, { a: 1 }));
    expect(isTransportError(error) && [error.attempts, error.happened]).toEqual([
      4,
      "The server was not reached; nothing was sent.",
    ]);
  });

  it("[CAP-6] waits as long as a 429 says and goes on", async () => {
    const server = await serve(problem(429, {}, { "retry-after": "7" }), json(1));
    const answer = await call(coreFor(server.url), write, { a: 1 }).withResponse();
    expect(answer).toMatchObject({ value: 1, attempts: 2, waited: 7000 });
  });

  it("[CAP-6] waits until the limit resets, where a 429 says no other time", async () => {
    const waits = async (headers: Readonly<Record<string, string>>, status = 429) => {
      const server = await serve(problem(status, { retryable: true }, headers), json(1));
      const core = coreFor(server.url, {}, { contract: { ...contract, retryAfter: retryAfterLimit } });
      return (await call(core, read, "1").withResponse()).waited;
    };
    expect(await waits({ "ratelimit-reset": "9" })).toBe(9000);
    expect(await waits({ "ratelimit-reset": "9", "retry-after": "7" })).toBe(7000);
    expect(await waits({ "ratelimit-reset": "9" }, 503)).toBeLessThan(9000);
  });

  it("[CAP-6] fails at once with retryAt when the deadline is nearer", async () => {
    const server = await serve(problem(429, {}, { "retry-after": "120" }));
    const error = await caught(call(coreFor(server.url), read, "1", { deadline: "30s" }));
    expect(isRateLimitedError(error) && error.retryAt?.toISOString()).toBe("2026-11-20T00:02:00.000Z");
    expect(server.received).toHaveLength(1);
  });

  it.each<[string, OperationDescriptor, unknown, ExecuteOptions, number, string]>([
    [
      "deadline",
      read,
      "1",
      { deadline: "30s" },
      120,
      "Try again at 2026-11-20T00:02:00.000Z, or give a longer `deadline`.",
    ],
    [
      "attempts",
      read,
      "1",
      { attempts: 2 },
      7,
      "Try again at 2026-11-20T00:00:14.000Z, or allow more `attempts`.",
    ],
    [
      "one stream as a body",
      {
        ...write,
        body: {
          ...write.body,
          from: "body",
          content: [{ mediaType: "text/csv", codec: "binary", write: writeBinary }],
        },
      },
      { body: new Blob(["a"]).stream() },
      {},
      7,
      "Try again at 2026-11-20T00:00:07.000Z, with a new body: a stream can be sent only once.",
    ],
  ])(
    "advises what fits the end of a paused call: its %s",
    async (_, descriptor, input, options, after, want) => {
      const pause = problem(429, {}, { "retry-after": String(after) });
      const server = await serve(pause, pause, pause);
      const error = await caught(call(coreFor(server.url), descriptor, input as Input, options));
      expect(isRateLimitedError(error) && error.remedy).toBe(want);
    },
  );

  it("[CAP-6] a Retry-After beyond every date is a typed error all the same", async () => {
    const server = await serve(problem(429, {}, { "retry-after": "99999999999999" }));
    const error = await caught(call(coreFor(server.url), read, "1"));
    expect(isRateLimitedError(error) && error.retryAt?.getUTCFullYear()).toBe(2126);
  });

  it("[CAP-6] tells of retryAt for a gateway that asks for more time than there is", async () => {
    const server = await serve({ status: 503, headers: { "retry-after": "3600" }, body: "<html>" });
    const error = await caught(call(coreFor(server.url), read, "1"));
    expect(isRateLimitedError(error) && error.retryAt?.toISOString()).toBe("2026-11-20T01:00:00.000Z");
    expect(server.received).toHaveLength(1);
  });

  it("[IDM-3] says that the outcome is unknown when a lost create is turned away afterwards", async () => {
    const server = await serve(hangUp, problem(403, { code: "access_denied" }));
    const error = await caught(call(coreFor(server.url), keyed, { a: 1 }));
    expect(isOutcomeUnknownError(error) && isAccessDeniedError(error.cause)).toBe(true);
  });

  it.each<
    [given: string, replies: readonly [Reply, ...Reply[]], status: number | undefined, message: string]
  >([
    ["no answer", [hangUp], undefined, "its response was lost: the change may have been made or not."],
    [
      "a gateway's 503",
      [{ status: 503, headers: { "x-trace-id": "t-7" }, body: "<html>" }],
      503,
      "The request was sent and the server failed: the change may have been made or not.",
    ],
    [
      "a problem that may be sent again",
      [problem(503, { retryable: true, traceId: "t-7" })],
      503,
      "The request was sent and the server failed: the change may have been made or not.",
    ],
    [
      "a refusal after a lost attempt",
      [hangUp, problem(403, { code: "access_denied" })],
      403,
      "An earlier attempt may have been carried out, and the server did not take the last one: the change may have been made or not.",
    ],
  ])("[IDM-3] gives the status of what came of an open change: %s", async (_, replies, status, message) => {
    const server = await serve(...replies);
    const core = coreFor(server.url, { retry: { attempts: replies.length } });
    const error = await caught(call(core, keyed, { a: 1 }));
    if (!isOutcomeUnknownError(error)) throw error;
    expect([error.status, error.traceId, isProblem(error)]).toEqual([
      status,
      status === 503 ? "t-7" : undefined,
      false,
    ]);
    expect(error.message).toContain(message);
    expect(error.message.includes("[status")).toBe(status !== undefined);
    expect(error.toJSON()["status"]).toBe(status);
  });

  it("says what the server said of an open change", async () => {
    const server = await serve(json({ message: "Shelf nine is locked" }, 503));
    const error = await caught(call(coreFor(server.url), write, { a: 1 }));
    if (!isOutcomeUnknownError(error)) throw error;
    expect(error.serverMessage).toBe("Shelf nine is locked");
    expect(error.message).toContain('The server said: "Shelf nine is locked".');
  });

  it("[IDM-3] says that the outcome is unknown when the time of a lost create is over", async () => {
    const server = await serve(hangUp);
    const clock = new VirtualClock();
    const ended = caught(call(coreFor(server.url, { clock }), keyed, { a: 1 }, { deadline: 200 }));
    const error = await ended;
    expect(isOutcomeUnknownError(error) && isTransportError(error.cause)).toBe(true);
    expect(server.received).toHaveLength(1);
  });

  it("[ERR-6] raises a server-side failure that is not retryable", async () => {
    const server = await serve(problem(500, { code: "boom", retryable: false, traceId: "t-1" }), json(1));
    const error = await caught(call(coreFor(server.url), read, "1"));
    expect(isProblem(error, "boom") && [error.status, error.traceId, error.attempts]).toEqual([
      500,
      "t-1",
      1,
    ]);
  });

  it("[IDM-2] raises a key conflict as such", async () => {
    const server = await serve(problem(409, { code: "idempotency_key_conflict", retryable: true }));
    expect(isIdempotencyConflictError(await caught(call(coreFor(server.url), keyed, { a: 1 })))).toBe(true);
    expect(server.received).toHaveLength(1);
  });

  it("[IDM-5] never repeats an ambiguous outcome", async () => {
    const server = await serve(problem(503, { code: "ambiguous_upstream_outcome", retryable: true }));
    expect(isAmbiguousOutcomeError(await caught(call(coreFor(server.url), keyed, { a: 1 })))).toBe(true);
    expect(server.received).toHaveLength(1);
  });

  it("does not repeat a body that was a stream", async () => {
    const server = await serve(problem(500, { retryable: true }), json(1));
    const descriptor: OperationDescriptor = complete({
      ...write,
      body: { from: "body", content: [{ mediaType: "application/octet-stream", codec: "binary" }] },
    });
    const error = await caught(call(coreFor(server.url), descriptor, { body: new Blob(["abc"]).stream() }));
    expect(isProblem(error)).toBe(true);
    expect(server.received.map(({ body }) => body.toString())).toEqual(["abc"]);
  });

  it("[IDM-3] advises a new stream where the one that was sent can be gone through only once", async () => {
    const server = await serve(json({}, 503));
    const descriptor: OperationDescriptor = complete({
      ...keyed,
      body: { from: "body", content: [{ mediaType: "application/octet-stream", codec: "binary" }] },
    });
    const error = await caught(call(coreFor(server.url), descriptor, { body: new Blob(["abc"]).stream() }));
    expect(isOutcomeUnknownError(error) && error.remedy).toBe(
      "Make the call again with the same `idempotencyKey` and a new stream of the same bytes: it cannot happen twice.",
    );
  });
});

describe("credentials", () => {
  it("[TOK-6] obtains a new one after a 401 and replays once, outside the budget", async () => {
    const server = await serve(problem(401), json(1));
    const asked: boolean[] = [];
    const provider = tokenFrom(
      ({ refused }) => (asked.push(refused), `token-${String(asked.length)}`),
      "oauth",
    );
    const core = coreFor(server.url, { retry: { attempts: 1 } }, { credentials: { oauth: provider } });
    const answer = await call(core, { ...write, security: [{ oauth: [] }] }, { a: 1 }).withResponse();
    expect(answer).toMatchObject({ value: 1, attempts: 2, waited: 0 });
    expect(asked).toEqual([false, true]);
    expect(server.received.map(({ headers }) => headers.authorization)).toEqual([
      "Bearer token-1",
      "Bearer token-2",
    ]);
  });

  it("[TOK-6] leaves the whole budget to what happens after the replay", async () => {
    const server = await serve(problem(401), hangUp, json(1));
    const provider = tokenFrom(({ refused }) => (refused ? "u" : "t"), "oauth");
    const core = coreFor(server.url, { retry: { attempts: 2 } }, { credentials: { oauth: provider } });
    const answer = await call(core, { ...read, security: [{ oauth: [] }] }, "1").withResponse();
    expect(answer).toMatchObject({ value: 1, attempts: 3 });
  });

  it("does not replay a static credential that was refused", async () => {
    const server = await serve(problem(401));
    const core = coreFor(server.url, {}, { credentials: { key: bearer("t") } });
    const error = await caught(call(core, { ...read, security: [{ key: [] }] }, "1"));
    expect(isAuthenticationError(error) && error.attempts).toBe(1);
    expect(server.received).toHaveLength(1);
  });

  it("[TOK-6] raises when the new one is refused as well", async () => {
    const server = await serve(problem(401));
    const provider = tokenFrom(({ refused }) => (refused ? "u" : "t"), "oauth");
    const error = await caught(
      call(
        coreFor(server.url, {}, { credentials: { oauth: provider } }),
        { ...read, security: [{ oauth: [] }] },
        "1",
      ),
    );
    expect(isAuthenticationError(error) && error.message).toContain("a new one as well");
    expect(server.received).toHaveLength(2);
  });

  it("[TOK-6] says that the outcome is open where an attempt before the refusal left it so", async () => {
    const server = await serve(hangUp, problem(401));
    const provider = bearer(() => "t");
    const error = await caught(
      call(
        coreFor(server.url, {}, { credentials: { key: provider } }),
        { ...keyed, security: [{ key: [] }] },
        { a: 1 },
        { idempotencyKey: "k-1" },
      ),
    );
    expect(isOutcomeUnknownError(error) && [error.attempts, isAuthenticationError(error.cause)]).toEqual([
      2,
      true,
    ]);
    expect(server.received).toHaveLength(2);
  });

  it("[TOK-4] follows no redirect", async () => {
    const other = await serve(json(1));
    const server = await serve({ status: 307, headers: { location: `${other.url}/elsewhere` } });
    const error = await caught(
      call(
        coreFor(server.url, {}, { credentials: { key: bearer("t") } }),
        { ...read, security: [{ key: [] }] },
        "1",
      ),
    );
    expect(isUnexpectedResponseError(error) && error.message).toContain("redirect");
    expect(other.received).toEqual([]);
  });

  it("[TOK-7] tells of a failing secret function without its message", async () => {
    const provider = bearer(() => Promise.reject(new Error("secret-in-message")));
    const error = await caught(
      call(
        coreFor("http://127.0.0.1:9", {}, { credentials: { key: provider } }),
        { ...read, security: [{ key: [] }] },
        "1",
      ),
    );
    expect(isAuthenticationError(error) && JSON.stringify(error)).not.toContain("secret-in-message");
  });
});

describe("the end of a call's time", () => {
  it("raises DeadlineError for a read that was not answered in time", async () => {
    const server = await serve(silence);
    const clock = new VirtualClock();
    const ended = caught(call(coreFor(server.url, { clock }), read, "1", { deadline: "10s" }));
    await waitUntil(() => server.received.length === 1);
    await clock.advance(10_000);
    expect(isDeadlineError(await ended)).toBe(true);
    expect(clock.sleeping).toBe(0);
  });

  it("tells of a function for a secret that makes a call which needs the secret", async () => {
    const clock = new VirtualClock();
    const of = { ...read, security: [{ key: [] }] };
    const core: Core = coreFor(
      "http://127.0.0.1:9",
      { clock },
      { credentials: { key: bearer(async () => String(await call(core, of, "2"))) } },
    );
    const ended = caught(call(core, of, "1", { deadline: "10s" }));
    await clock.asleep();
    await clock.advance(10_000);
    expect(await ended).toMatchObject({
      kind: "deadline",
      operation: "cabinets.get",
      happened: "The deadline of the call passed before its credentials came.",
      remedy: "Give a longer `deadline`. A function for a secret must make no call that needs it.",
    });
  });

  it("says that the outcome of a write in flight is unknown", async () => {
    const server = await serve(silence);
    const clock = new VirtualClock();
    const ended = caught(call(coreFor(server.url, { clock }), write, { a: 1 }, { deadline: "10s" }));
    await waitUntil(() => server.received.length === 1);
    await clock.advance(10_000);
    const error = await ended;
    expect(isOutcomeUnknownError(error) && isDeadlineError(error.cause)).toBe(true);
  });

  it("ends a wait at once on abort and keeps the caller's reason", async () => {
    const server = await serve(problem(429, {}, { "retry-after": "20" }));
    const clock = new VirtualClock();
    const abort = new AbortController();
    const ended = caught(call(coreFor(server.url, { clock }), read, "1", { signal: abort.signal }));
    await clock.asleep(2);
    const reason = new Error("shutting down");
    abort.abort(reason);
    const error = await ended;
    expect(isAbortedError(error) && error.rawCause).toBe(reason);
    expect(clock.sleeping).toBe(0);
  });

  it("sends nothing for a signal that is aborted already", async () => {
    const server = await serve(json(1));
    const error = await caught(
      call(coreFor(server.url), write, { a: 1 }, { signal: AbortSignal.abort("no") }),
    );
    expect(isAbortedError(error) && error.rawCause).toBe("no");
    expect(server.received).toEqual([]);
  });

  it("counts a lost attempt by its own timeout", async () => {
    const server = await serve(silence, json(1));
    const clock = new VirtualClock();
    const answer = call(coreFor(server.url, { clock, timeout: "5s" }), read, "1").withResponse();
    await waitUntil(() => server.received.length === 1);
    await clock.advance(5000);
    await clock.asleep(1, 500);
    await clock.advance(500);
    expect(await answer).toMatchObject({ value: 1, attempts: 2 });
  });
});

describe("error answers", () => {
  it("[ERR-1] [ERR-4] access denied: says what to check", async () => {
    const server = await serve(problem(403, { code: "scope_missing", detail: "user 79001234567" }));
    const error = await caught(call(coreFor(server.url), read, "1"));
    expect(isAccessDeniedError(error) && error.message).toBe(
      'cabinets.get (GET /cabinets/{cabinetId}): Access was denied. The server said: "user [hidden]". Check the scope, the allowlist of the key and the current rights of its user. [status 403, code scope_missing]',
    );
    expect(isAccessDeniedError(error) && error.problem?.detail).toBe("user 79001234567");
  });

  it("[ERR-5] names the identifiers that were sent, by name", async () => {
    const server = await serve(problem(404, { code: "cabinet_not_found" }));
    const descriptor: OperationDescriptor = complete({
      ...read,
      parameters: [
        ...read.parameters!,
        { name: "namespaceId", in: "query", id: true },
        { name: "placementId", in: "query", id: true },
      ],
    });
    const error = await caught(
      call(coreFor(server.url), descriptor, { cabinetId: "424242", namespaceId: "535353" }),
    );
    expect(isResourceProblemError(error) && error.identifiers).toEqual(["cabinetId", "namespaceId"]);
    expect(JSON.stringify(error) + String(error)).not.toMatch(/424242|535353/);
  });

  it.each([
    {
      given: "a proxy's HTML",
      reply: { status: 500, headers: { "content-type": "text/html" }, body: "<h1>no</h1>" },
    },
    { given: "nothing", reply: { status: 500 } },
    {
      given: "truncated JSON",
      reply: { status: 500, headers: { "content-type": "application/json" }, body: '{"co' },
    },
    {
      given: "a problem that is a list",
      reply: { status: 500, headers: { "content-type": "application/problem+json" }, body: "[]" },
    },
  ])("[ERR-7] $given", async ({ reply }) => {
    const server = await serve(reply);
    const error = await caught(call(coreFor(server.url), read, "1"));
    expect(isUnexpectedResponseError(error) && error.status).toBe(500);
    expect(isApiError(error) && error.headers["date"]).toBeDefined();
  });

  it("[ERR-7] an error answer that breaks off is told by its status, and not repeated as a lost one", async () => {
    const server = await serve((_, response) => {
      response.writeHead(400, { "content-type": "text/html", "content-length": "900" });
      response.write("<html>", () => response.destroy());
    });
    const error = await caught(call(coreFor(server.url), read, "1"));
    expect(isUnexpectedResponseError(error) && error.status).toBe(400);
    expect(server.received).toHaveLength(1);
  });

  it("[ERR-8] carries an unknown code through", async () => {
    const server = await serve(problem(422, { code: "from_the_future" }));
    const error = await caught(call(coreFor(server.url), read, "1"));
    expect(isProblem(error) && error.problem.code).toBe("from_the_future");
  });

  it.each<{ given: string; sensitive?: readonly string[] }>([
    { given: "no field is sensitive" },
    { given: "a field is sensitive", sensitive: ["phone"] },
  ])("keeps a declared body on `body`, and of it shows what the server said, where $given", async (one) => {
    const { sensitive } = one;
    const server = await serve(
      json(
        {
          message:
            "card 4242 of +49 170 1234567\nand ada+x@mail.example, /u?of=ada%40mail.example was declined",
          pin: 80771,
        },
        402,
      ),
    );
    const descriptor: OperationDescriptor = complete({
      ...read,
      responses: [...ok, { statuses: ["default"], content: ok[0].content }],
    });
    const error = await caught(
      call(
        coreFor(
          server.url,
          {},
          {
            contract: {
              title: "t",
              version: "1",
              ...(sensitive !== undefined && { sensitive: sensitiveFields(sensitive) }),
            },
          },
        ),
        descriptor,
        "1",
      ),
    );
    if (!isResponseError(error)) throw new Error("It is the server's error.");
    expect(error.body).toMatchObject({ pin: 80771 });
    const words = "card 4242 of [hidden] and [hidden] [hidden] was declined";
    expect(error.serverMessage).toBe(words);
    expect(error.message.includes(` The server said: "${words}".`)).toBe(sensitive === undefined);
    expect(Object.keys(error)).not.toContain("serverMessage");
    const shown = JSON.stringify(error) + inspect(error);
    expect(shown.includes("4242")).toBe(sensitive === undefined);
    expect(shown).not.toMatch(/1234567|ada|80771/);
  });

  it("strikes out of the server's message what the request has in sensitive fields", async () => {
    const message = 'iban "DE02-1203 0000" and pin 771 of mode 42; code b%2Fc for Ada Q. Byron, 771-b';
    const server = await serve(json({ message }, 402));
    const sensitive = sensitiveFields(["IBAN", "pin", "code", "owner"]);
    const core = coreFor(server.url, {}, { contract: { title: "t", version: "1", sensitive } });
    const parameters = [
      { name: "code", in: "query" },
      { name: "mode", in: "query" },
    ] as const;
    const input = {
      code: "b/c",
      mode: 42,
      payer: { iban: "DE0212030000", pin: 771n, owner: { names: ["Ada Q. Byron"] } },
    };
    const error = await caught(call(core, { ...write, parameters }, input));
    if (!isApiError(error)) throw new Error("It is an error of the client.");
    expect(error.serverMessage).toBe(
      'iban "[hidden]" and pin [hidden] of mode 42; code [hidden] for [hidden], [hidden]-b',
    );
    expect(String(error) + JSON.stringify(error) + inspect(error)).not.toMatch(/771|Byron|DE02/);
  });

  it("keeps the server's message back where the request has more sensitive values than can be struck out", async () => {
    const server = await serve(json({ message: "row 300 was declined" }, 402));
    const core = coreFor(
      server.url,
      {},
      { contract: { title: "t", version: "1", sensitive: sensitiveFields(["pin"]) } },
    );
    const rows = Array.from({ length: 300 }, (_, pin) => ({ pin }));
    const error = await caught(call(core, write, { rows }));
    expect(isApiError(error) && [error.status, error.serverMessage]).toEqual([402, undefined]);
  });

  it("keeps all headers where code can read them, and shows those alone that are known to be harmless", async () => {
    const server = await serve(json({}, 404, { "x-account": "4242", "retry-after": "1" }));
    const error = await caught(call(coreFor(server.url), read, "1"));
    if (!isApiError(error)) throw new Error("It is an error of the client.");
    expect([error.allHeaders?.get("x-account"), error.headers["retry-after"]]).toEqual(["4242", "1"]);
    expect(JSON.stringify(error) + String(error) + inspect(error)).not.toContain("4242");
  });

  it.each([
    {
      given: "HTML where JSON was promised",
      reply: { headers: { "content-type": "text/html" }, body: "<p>log in" },
    },
    { given: "no JSON", reply: { headers: { "content-type": "application/json" }, body: "{" } },
    { given: "an empty body", reply: { headers: { "content-type": "application/json" } } },
  ])("a success that cannot be read: $given", async ({ reply }) => {
    const server = await serve(reply);
    const error = await caught(call(coreFor(server.url), read, "1"));
    expect(isUnexpectedResponseError(error) && error.status).toBe(200);
    expect(server.received).toHaveLength(1);
  });
});

describe("an answer without content", () => {
  const empty = { statuses: [204], content: [] };
  const head: OperationDescriptor = complete({ ...read, method: "HEAD" });

  it.each<[string, OperationDescriptor, number]>([
    ["that the contract describes", { ...read, responses: [...ok, empty] }, 204],
    ["to HEAD", head, 204],
    [
      "304 beside a parameter that asks for it",
      { ...read, responses: [...ok, { ...empty, statuses: [304] }] },
      304,
    ],
  ])("is undefined %s", async (_, descriptor, status) => {
    const server = await serve({ status });
    const { value, ...rest } = await call(coreFor(server.url), descriptor, "7").withResponse();
    expect([value, rest.status]).toEqual([undefined, status]);
  });

  it.each<[number, string]>([
    [204, "The server responded with success, but without the content that the contract promises."],
    [304, "responded with 304 (not modified), and the contract has no parameter for it"],
  ])("is an error where the contract always promises content: %i", async (status, want) => {
    const server = await serve({ status });
    const error = await caught(call(coreFor(server.url), read, "7"));
    expect(isUnexpectedResponseError(error) && [error.status, error.message]).toEqual([
      status,
      expect.stringContaining(want),
    ]);
  });
});

describe("streams", () => {
  const download: OperationDescriptor = complete({
    ...read,
    responses: [{ statuses: [200], content: [{ mediaType: "application/octet-stream", codec: "binary" }] }],
  });

  const inTwoParts: Reply = (_, response) => {
    response.writeHead(200, { "content-type": "application/octet-stream" });
    response.write("first,");
    setTimeout(() => response.end("second"), 30);
  };

  it("hands out a binary answer as it arrives; without a deadline of its own, for as long as it takes", async () => {
    const server = await serve(inTwoParts);
    const clock = new VirtualClock();
    const bytes = await streamBytes(coreFor(server.url, { clock, deadline: "5s" }), download, "1");
    await clock.advance(60_000);
    expect(await new Response(bytes).text()).toBe("first,second");
    expect(clock.sleeping).toBe(0);
  });

  it("counts a deadline of the call to the last byte", async () => {
    const server = await serve(inTwoParts);
    const clock = new VirtualClock();
    const bytes = await streamBytes(coreFor(server.url, { clock }), download, "1", { deadline: "5s" });
    await clock.advance(5_000);
    const error = await caught(new Response(bytes).text());
    expect(isDeadlineError(error) && error.operation).toBe("cabinets.get");
    expect(clock.sleeping).toBe(0);
  });

  it("does not wait longer than the client's deadline for a server that falls silent", async () => {
    const server = await serve((_, response) => {
      response.writeHead(200, { "content-type": "application/octet-stream" });
      response.write("first,");
    });
    const clock = new VirtualClock();
    const bytes = await streamBytes(coreFor(server.url, { clock, deadline: "5s" }), download, "1");
    const reader = bytes.getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe("first,");
    const second = caught(reader.read());
    await clock.asleep();
    await clock.advance(5_000);
    const error = await second;
    expect(isDeadlineError(error) && error.happened).toBe(
      "No bytes came for 5000 ms in the middle of the response.",
    );
    expect(clock.sleeping).toBe(0);
  });

  it("closes the connection when the reader gives up", async () => {
    let closed = false;
    const server = await serve((_, response) => {
      response.writeHead(200, { "content-type": "application/octet-stream" });
      response.write("first,");
      response.on("close", () => (closed = true));
    });
    const bytes = await streamBytes(coreFor(server.url), download, "1");
    await bytes.cancel();
    await waitUntil(() => closed);
    expect(closed).toBe(true);
  });

  it("raises a typed error when the connection breaks off", async () => {
    const server = await serve((_, response) => {
      response.writeHead(200, { "content-type": "application/octet-stream" });
      response.write("first,");
      setTimeout(() => response.destroy(), 30);
    });
    const bytes = await streamBytes(coreFor(server.url), download, "1");
    const error = await caught(new Response(bytes).text());
    expect(isTransportError(error) && error.operation).toBe("cabinets.get");
  });

  it("ends a stream on the caller's abort", async () => {
    const server = await serve((_, response) => {
      response.writeHead(200, { "content-type": "application/octet-stream" });
      response.write("first,");
    });
    const abort = new AbortController();
    const bytes = await streamBytes(coreFor(server.url), download, "1", { signal: abort.signal });
    setTimeout(() => {
      abort.abort("enough");
    }, 20);
    const error = await caught(new Response(bytes).text());
    expect(isAbortedError(error) && error.rawCause).toBe("enough");
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function waitUntil(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}
