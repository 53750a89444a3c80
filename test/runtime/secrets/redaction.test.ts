import { inspect } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import { call } from "../../../src/runtime/call/call.js";
import { createCore } from "../../../src/runtime/call/create-core.js";
import type { ContractFacts } from "../../../src/runtime/descriptors/contract-facts.js";
import type { LogEntry } from "../../../src/runtime/tracing/events.js";
import type { OperationDescriptor } from "../../../src/runtime/descriptors/operation-descriptor.js";
import { apiKey } from "../../../src/runtime/credentials/api-key.js";
import { bearer } from "../../../src/runtime/credentials/bearer.js";
import { sensitiveFields } from "../../../src/runtime/secrets/sensitive-fields.js";
import { safeHeaders } from "../../../src/runtime/secrets/safe-headers.js";
import { showParameters } from "../../../src/runtime/tracing/attempt-events.js";
import { hangUp, json, problem, startTestServer, type TestServer } from "../call/test-server.js";
import { VirtualClock } from "../virtual-clock.js";

const servers: TestServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

describe("safeHeaders", () => {
  const headers = new Headers({
    "content-type": "text/plain",
    "x-own": "1",
    authorization: "Bearer s",
    "set-cookie": "s=1",
    "x-request-id": "r",
  });
  it("shows the allow-list alone", () => {
    expect(safeHeaders(headers)).toEqual({ "content-type": "text/plain", "x-request-id": "r" });
  });
  it("[SEC-1] shows identifiers of requests where they are nothing else", () => {
    const ids = { "x-request-id": "4f6c1b2a-95d2", "x-trace-id": "+442079460199", "x-correlation-id": "a b" };
    expect(safeHeaders(new Headers(ids))).toEqual({
      "x-correlation-id": "[hidden]",
      "x-request-id": "4f6c1b2a-95d2",
      "x-trace-id": "[hidden]",
    });
  });
  it.each([
    ["nginx/1.25.3 (Ubuntu) OpenSSL/3.0.2", true],
    ["Google Frontend", true],
    ["Apache/2.4.41 (Red Hat Enterprise Linux) mod_perl/2.0.11", true],
    ["AmazonS3", true],
    ["+442079460199", false],
    ["nginx 442079460199", false],
    ["me@mail.example", false],
    ["eyJhbGciOiJIUzI1NiJ9.e30.x", false],
    ["sk_live_4f6c1b2a", false],
    ["4f6c1b2a95d24f6c1b2a95d2", false],
    ["a".repeat(161), false],
  ])("[SEC-1] shows %s as the server's name: %s", (server, want) => {
    expect(safeHeaders(new Headers({ server }))).toEqual({ server: want ? server : "[hidden]" });
  });
  it("[SEC-1] shows proxies by their products alone", () => {
    expect(safeHeaders(new Headers({ via: "1.1 varnish (Varnish/7.1), HTTP/2 edge-1" }))).toEqual({
      via: "1.1 varnish (Varnish/7.1), HTTP/2 edge-1",
    });
    expect(safeHeaders(new Headers({ via: "1.1 10.0.0.7:8080" }))).toEqual({ via: "[hidden]" });
  });
  it("shows what the caller adds, credentials never", () => {
    expect(safeHeaders(headers, ["X-Own", "Authorization", "set-cookie"])).toEqual({
      "content-type": "text/plain",
      "x-own": "1",
      "x-request-id": "r",
    });
  });
});

describe("the mask of sensitive fields", () => {
  it("masks at any depth, without regard to case, and leaves the original alone", () => {
    const given = { name: "n", contacts: [{ Phone: "+7900", kind: "home" }], phone: { deep: 1 } };
    expect(sensitiveFields(["phone"]).mask(given)).toEqual({
      name: "n",
      contacts: [{ Phone: "[hidden]", kind: "home" }],
      phone: "[hidden]",
    });
    expect(given.contacts[0]?.Phone).toBe("+7900");
  });
  it("comes out of a cycle", () => {
    const cyclic: { self?: unknown } = {};
    cyclic.self = cyclic;
    expect(JSON.stringify(sensitiveFields([]).mask(cyclic))).toContain("[hidden]");
  });
});

describe("showParameters", () => {
  it("shows amounts, hides the rest, and never shows what is marked", () => {
    const given = [
      [{ name: "limit" }, 5],
      [{ name: "cabinetId" }, "12"],
      [{ name: "filter" }, { phone: "1", kind: "k" }],
      [{ name: "token", sensitive: true }, "s"],
      [{ name: "phone" }, "1"],
    ] as const;
    expect(showParameters(given, ["filter", "token", "phone"], sensitiveFields(["phone"]))).toEqual({
      limit: 5,
      cabinetId: "[hidden]",
      filter: { phone: "[hidden]", kind: "k" },
      token: "[hidden]",
      phone: "[hidden]",
    });
  });
});

describe("[SEC-1] [TOK-7] everything that a client tells of its calls", () => {
  const search: OperationDescriptor = {
    name: "deals.search",
    method: "POST",
    path: "/cabinets/{cabinetId}/deals",
    security: [{ key: [], token: [] }],
    parameters: [
      { name: "cabinetId", in: "path", id: true },
      { name: "limit", in: "query" },
      { name: "X-Session", in: "header", key: "session", sensitive: true },
    ],
    body: { from: "members", content: [{ mediaType: "application/json", codec: "json" }] },
    responses: [{ statuses: [200], content: [{ mediaType: "application/json", codec: "json" }] }],
    retryClass: "read",
  };

  it.each<readonly [string, readonly string[], object]>([
    [
      "where fields are sensitive",
      ["phone"],
      { detail: "[hidden]", extensions: { errors: [{ phone: "[hidden]", at: 1 }] } },
    ],
    [
      "where none are",
      [],
      { detail: "Call [hidden] with [hidden].", extensions: { errors: [{ phone: "+49", at: 1 }] } },
    ],
  ])("a printed problem shows what may be shown %s, and code reads all of it", async (_, names, shown) => {
    const detail = "Call +49 301 2345678 with secret-token.";
    const members = { code: "bad", detail, errors: [{ phone: "+49", at: 1 }] };
    const server = await startTestServer(problem(422, members));
    servers.push(server);
    const core = createCore({
      contract: { title: "t", version: "1", problem: { codes: {} }, sensitive: sensitiveFields(names) },
      serverUrl: server.url,
      credentials: { token: bearer("secret-token") },
    });
    const error = await call(core, { ...search, security: [{ token: [] }] }, { cabinetId: "7" }).then(
      () => undefined,
      (thrown: unknown) => thrown as { readonly problem: object },
    );
    const want = { type: "about:blank", title: "Refused", status: 422, code: "bad", ...shown };
    expect(JSON.parse(JSON.stringify(error?.problem))).toEqual(want);
    const inspected = inspect(error?.problem, { depth: 9 });
    expect([inspected.includes("2345678"), inspected.includes("secret")]).toEqual([false, false]);
    expect(inspected.includes("+49")).toBe(names.length === 0);
    expect(error?.problem).toEqual({
      ...want,
      detail: "Call +49 301 2345678 with [hidden].",
      extensions: { errors: [{ phone: "+49", at: 1 }] },
    });
  });

  describe("a printed problem that repeats what the request had in a sensitive field", () => {
    const answered = async (
      members: Readonly<Record<string, unknown>>,
      input: Readonly<Record<string, unknown>>,
      facts: Partial<ContractFacts> = {},
    ): Promise<{
      readonly problem: object;
      readonly shown: Record<string, unknown>;
      readonly text: string;
    }> => {
      const server = await startTestServer(problem(422, members));
      servers.push(server);
      const core = createCore({
        contract: {
          title: "t",
          version: "1",
          problem: { codes: {} },
          sensitive: sensitiveFields(["phone"]),
          ...facts,
        },
        serverUrl: server.url,
        credentials: {},
      });
      const operation = { ...search, security: [] };
      const error = await call(core, operation, { cabinetId: "7", ...input }).then(
        () => undefined,
        (thrown: unknown) => thrown as Error & { readonly problem: object },
      );
      const own = error?.problem ?? {};
      const text = inspect([own, error], { depth: 9 }) + JSON.stringify([own, error]) + String(error);
      return { problem: own, shown: JSON.parse(JSON.stringify(own)) as Record<string, unknown>, text };
    };

    it("shows it nowhere: in title, instance, member, name, number, code or trace", async () => {
      const members = {
        title: "No Wanda Maximoff here",
        instance: "/people/Wanda%20Maximoff",
        code: "+493012345678",
        traceId: "49 30 12345678",
        reason: "unknown_person",
        hint: "Ask Wanda Maximoff",
        seen: [4711471, 3, { "Wanda Maximoff": true }],
      };
      const { problem: own, shown, text } = await answered(members, { phone: ["Wanda Maximoff", 4711471] });
      expect(shown).toEqual({
        type: "about:blank",
        title: "No [hidden] here",
        status: 422,
        instance: "/people/[hidden]",
        code: "[hidden]",
        traceId: "[hidden]",
        extensions: {
          reason: "unknown_person",
          hint: "[hidden]",
          seen: ["[hidden]", 3, { "[hidden]": true }],
        },
      });
      expect(text).not.toMatch(/Wanda|4711471|12345678/);
      expect(own).toMatchObject({
        title: members.title,
        extensions: { hint: members.hint, seen: members.seen },
      });
    });

    it.each<readonly [string, Partial<ContractFacts>, object]>([
      [
        "a sentence where fields are sensitive",
        {},
        { detail: "[hidden]", extensions: { detail: "[hidden]" } },
      ],
      [
        "a phone number where none are",
        { sensitive: sensitiveFields([]) },
        { detail: "Use [hidden].", extensions: { detail: "Not [hidden] again" } },
      ],
    ])("prints no `detail` beside the member that holds the message: %s", async (_, facts, want) => {
      const { shown, text } = await answered(
        { message: "Use +49 301 2345678.", detail: "Not +49 301 2345678 again" },
        {},
        { problem: { codes: {}, members: { detail: "message" } }, ...facts },
      );
      expect(shown).toMatchObject(want);
      expect(text).not.toContain("2345678");
    });

    it("shows nothing of a text where the request had more such values than are looked for", async () => {
      const phone = Array.from({ length: 200 }, (_, at) => `person-${String(at)}-x`);
      const { shown, text } = await answered({ title: "Not person-0-x", hint: "person_0" }, { phone });
      expect(shown).toEqual({ "[hidden]": "[hidden]", extensions: { "[hidden]": "[hidden]" } });
      expect(text).not.toMatch(/person[-_]0/);
    });

    it("is printed however deep it is", async () => {
      const server = await startTestServer({
        status: 422,
        headers: { "content-type": "application/problem+json" },
        body: `{"title":"t","deep":${"[".repeat(90_000)}1${"]".repeat(90_000)}}`,
      });
      servers.push(server);
      const core = createCore({
        contract: { title: "t", version: "1", problem: { codes: {} } },
        serverUrl: server.url,
        credentials: {},
      });
      const error: unknown = await call(core, { ...search, security: [] }, { cabinetId: "7" }).catch(
        (e: unknown) => e,
      );
      expect(JSON.parse(JSON.stringify((error as { problem: object }).problem))).toMatchObject({
        title: "t",
        extensions: {},
      });
    });
  });

  it("holds no key, token, identifier, phone number or payload", async () => {
    const server = await startTestServer(
      hangUp,
      problem(
        500,
        { retryable: true, detail: "secret-detail", phone: "secret-phone" },
        { "set-cookie": "secret=1" },
      ),
      json({ phone: "secret-answer" }),
      problem(422, { code: "bad", detail: "secret-detail" }),
    );
    servers.push(server);
    const told: unknown[] = [];
    const entries: LogEntry[] = [];
    const core = createCore(
      {
        contract: { title: "t", version: "1", problem: { codes: {} }, sensitive: sensitiveFields(["phone"]) },
        serverUrl: server.url,
        credentials: {
          key: apiKey({ in: "query", name: "api_key", value: "secret-key" }),
          token: bearer("secret-token"),
        },
      },
      {
        clock: new VirtualClock({ skip: 20_000 }),
        hooks: {
          request: (event) => told.push(event),
          response: (event) => told.push(event),
          retry: (event) => told.push(event),
          failure: (event) => told.push(event),
        },
        logger: (entry) => entries.push(entry),
        show: { headers: ["authorization", "x-session", "set-cookie"], parameters: ["X-Session", "phone"] },
        traceContext: () => ({ traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" }),
      },
    );
    const input = { cabinetId: "secret-id", limit: 5, session: "secret-session", phone: "secret-phone" };
    await call(core, search, input);
    const error: unknown = await call(core, search, input).catch((thrown: unknown) => thrown);

    expect(server.received[0]!.target).toContain("api_key=secret-key");
    expect(server.received[0]!.headers).toMatchObject({
      authorization: "Bearer secret-token",
      "x-session": "secret-session",
    });
    expect(server.received[0]!.headers["traceparent"]).toMatch(/^00-0af7/);
    const cloned: unknown = structuredClone(error);
    const shownProblem = (error as { readonly problem?: unknown }).problem;
    const everything = [told, entries, error, core, cloned, [shownProblem]].map(
      (one) => inspect(one, { depth: 12, showHidden: true }) + JSON.stringify(one) + String(one),
    );
    expect(everything.join()).not.toMatch(/secret[-=]/);
    expect(entries.map(({ level, event }) => `${level} ${event}`)).toEqual([
      "debug request",
      "warn retry",
      "debug request",
      "debug response",
      "warn retry",
      "debug request",
      "debug response",
      "debug request",
      "debug response",
      "error failure",
    ]);
    expect(told[0]).toMatchObject({
      operation: "deals.search",
      attempt: 1,
      path: "/cabinets/{cabinetId}/deals",
      parameters: { cabinetId: "[hidden]", limit: 5 },
      bytes: 24,
    });
  });

  it("is told quietly: a hook or logger that throws changes nothing", async () => {
    const server = await startTestServer(json(1));
    servers.push(server);
    const fail = (): never => {
      throw new Error("hook");
    };
    const core = createCore(
      {
        contract: { title: "t", version: "1" },
        serverUrl: server.url,
        credentials: { key: bearer("a"), token: bearer("b") },
      },
      {
        hooks: {
          request: fail,
          response: () => void Promise.reject(new Error("late")).catch(() => undefined),
        },
        logger: fail,
      },
    );
    expect(await call(core, search, { cabinetId: "1" })).toBe(1);
  });
});
