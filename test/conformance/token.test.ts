import { existsSync } from "node:fs";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { startSandbox, type Interference } from "../../src/sandbox/index.js";
import { connect as connectRaw, exchange, exchangeForm, receive, refusal } from "../sandbox/connect.js";
import { contractText, generateByCommand } from "./generate-by-command.js";
import { errorOf, startWorld, useGeneratedClient } from "../e2e/world.js";
import { watchedFetch } from "./watched-fetch.js";

const client = useGeneratedClient();

/** The same members but one. */
function without<Value>(members: Record<string, Value>, name: string): Record<string, Value> {
  return Object.fromEntries(Object.entries(members).filter(([own]) => own !== name));
}

const formFields = [
  "grant_type",
  "subject_token_type",
  "subject_token",
  "requested_token_type",
  "resource",
  "scope",
];

describe("the token exchange", () => {
  test("[TOK-1] sends the six fields as a form, and nothing else", async () => {
    const { sandbox, connect } = await startWorld(client());
    const { sent, fetch } = watchedFetch();
    await connect({ fetch, scopes: ["cabinet:read", "cabinet:deals:read"] }).capabilities.get();
    const [exchange] = sent;
    expect([exchange?.method, exchange?.url]).toEqual(["POST", sandbox.tokenUrl]);
    expect(exchange?.headers.get("content-type")).toBe("application/x-www-form-urlencoded");
    expect(Object.fromEntries(new URLSearchParams(await exchange?.text()))).toEqual({
      grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
      subject_token_type: "urn:sandbox:params:oauth:token-type:external-access-credential",
      subject_token: sandbox.accessKey,
      requested_token_type: "urn:ietf:params:oauth:token-type:access_token",
      resource: sandbox.apiUrl,
      scope: "cabinet:read cabinet:deals:read",
    });
  });

  test.each(formFields)("[TOK-1] is refused by the server without %s, or with another one", async (name) => {
    const { sandbox } = await startWorld(client());
    const whole = exchangeForm(sandbox, sandbox.accessKey, "cabinet:read");
    const rest = without(whole, name);
    const answers = [
      await exchange(sandbox, rest),
      await exchange(sandbox, { ...whole, [name]: "urn:other" }),
    ];
    expect(answers.map(({ status, body }) => [status, typeof body["error"]])).toEqual([
      [400, "string"],
      [400, "string"],
    ]);
    expect((await exchange(sandbox, whole)).status).toBe(200);
  });

  test("[TOK-2] without the vendor word the command stops, says how to set it, and writes nothing", async () => {
    const { ran, folder } = await generateByCommand(contractText, []);
    expect(ran.exitCode).toBe(2);
    expect(ran.err).toContain("--vendor");
    expect(existsSync(folder)).toBe(false);
  });

  test("[TOK-2] the vendor word is that of generation, unless a client is given another", async () => {
    const { connect } = await startWorld(client(), { vendor: "acme" });
    expect(client().isTokenExchangeError(await errorOf(connect().connect()))).toBe(true);
    expect((await connect({ vendor: "acme" }).capabilities.get()).contractVersion).toBe("2026-08-09.5");
    const { read } = await generateByCommand(contractText, ["--vendor", "acme"]);
    expect(await read("connect.ts")).toContain('vendor: "acme"');
  });

  test("[TOK-4] the key goes to the token endpoint alone, the token everywhere else", async () => {
    const { sandbox, connect, cabinetId } = await startWorld(client());
    const { sent, fetch } = watchedFetch();
    const api = connect({ fetch });
    await api.cabinets.getSettings(cabinetId);
    await api.deals.export({ cabinetId, reason: "test" });
    const carriers = sandbox.requests.filter(({ hasAccessKey: hasAccessKey }) => hasAccessKey);
    expect(new Set(carriers.map(({ path }) => path))).toEqual(new Set(["/oauth/token"]));
    const others = sent.filter(({ url }) => url !== sandbox.tokenUrl);
    expect(others.length).toBeGreaterThan(2);
    expect(others.every(({ headers }) => headers.get("authorization")?.startsWith("Bearer ey"))).toBe(true);
  });

  test("[TOK-4] the key never goes over plain http to another host", async () => {
    const { connect } = await startWorld(client());
    const { sent, fetch } = watchedFetch();
    const open = () => connect({ fetch, baseUrl: "http://platform.example" }).capabilities.get();
    const error = await errorOf((async () => open())());
    expect(client().isArgumentError(error)).toBe(true);
    expect(sent).toEqual([]);
  });

  test("[TOK-4] the key does not follow a redirect", async () => {
    const elsewhere: Interference = {
      kind: "text",
      status: 307,
      headers: { location: "http://127.0.0.1:9/oauth/token" },
      text: "",
    };
    const { connect, sandbox } = await startWorld(client(), {
      interceptor: { before: ({ operationId }) => (operationId === "exchangeToken" ? elsewhere : undefined) },
    });
    const { sent, fetch } = watchedFetch();
    const error = await errorOf(connect({ fetch }).capabilities.get());
    expect(client().isTokenExchangeError(error)).toBe(true);
    expect(sent.map(({ url }) => url)).toEqual([sandbox.tokenUrl]);
  });

  test("[TOK-4] neither key nor token follows a redirect of a resource endpoint", async () => {
    const elsewhere = await startSandbox();
    onTestFinished(() => elsewhere.close());
    const { connect, cabinetId } = await startWorld(client(), {
      interceptor: {
        before: ({ operationId }) =>
          operationId === "getCabinetContext"
            ? { kind: "text", status: 308, headers: { location: `${elsewhere.apiUrl}/cabinets` }, text: "" }
            : undefined,
      },
    });
    const error = await errorOf(connect().cabinets.getContext(cabinetId));
    expect(client().isUnexpectedResponseError(error)).toBe(true);
    expect(error).toMatchObject({ status: 308 });
    expect(elsewhere.requests).toEqual([]);
  });

  test("[TOK-5] is made once, however many calls wait for it", async () => {
    const { connect, received, cabinetId } = await startWorld(client());
    const api = connect();
    await Promise.all(Array.from({ length: 20 }, () => api.cabinets.getContext(cabinetId)));
    expect(received("exchangeToken")).toHaveLength(1);
    expect(received("getCabinetContext")).toHaveLength(20);
  });

  test("[TOK-5] is the only way to a token: nothing is refreshed by a refresh token", async () => {
    const { connect, cabinetId, clock } = await startWorld(client());
    const { sent, fetch } = watchedFetch();
    const api = connect({ fetch });
    await api.cabinets.getContext(cabinetId);
    await clock.advance(7_200_000);
    await api.cabinets.getContext(cabinetId);
    const exchanges = sent.filter(({ url }) => url.endsWith("/oauth/token"));
    const grants = await Promise.all(
      exchanges.map(async (one) => new URLSearchParams(await one.text()).get("grant_type")),
    );
    expect(grants).toEqual(Array<string>(2).fill("urn:ietf:params:oauth:grant-type:token-exchange"));
  });

  test("[TOK-5] is made again before the token runs out", async () => {
    const { connect, received, cabinetId, clock } = await startWorld(client());
    let told = 0;
    const api = connect({ hooks: { token: () => (told += 1) } });
    for (let minute = 0; minute < 180; minute += 10) {
      await api.cabinets.getContext(cabinetId);
      // It is renewed behind the call: time stands still for as long as that takes.
      await vi.waitFor(() => {
        expect(told).toBe(received("exchangeToken").length);
      });
      await clock.advance(600_000);
    }
    const [first, ...renewals] = received("exchangeToken").map(({ time }) => time / 60_000);
    expect(renewals.map((minute) => Math.round(minute - (first ?? 0)))).toEqual([50, 100, 150]);
    expect(received("getCabinetContext").every(({ status }) => status === 200)).toBe(true);
  });
});

describe("a token that nobody has renewed", () => {
  test.each([
    ["about to run out", 3_590_000],
    ["over", 3_605_000],
  ])("[TOK-5] is not sent when it is %s", async (_, age) => {
    const { connect, received, sandbox, cabinetId, clock } = await startWorld(client());
    const api = connect();
    await api.cabinets.getContext(cabinetId);
    await clock.advance(age);
    await api.cabinets.getContext(cabinetId);
    expect(received("getCabinetContext").map(({ status }) => status)).toEqual([200, 200]);
    expect(sandbox.requests.slice(-2).map(({ operationId }) => operationId)).toEqual([
      "exchangeToken",
      "getCabinetContext",
    ]);
  });
});

describe("a token that is refused in the middle", () => {
  test("[TOK-6] leads to one exchange and one replay, however many calls it hits", async () => {
    const { sandbox, connect, received, cabinetId } = await startWorld(client());
    const api = connect();
    await api.cabinets.getContext(cabinetId);
    sandbox.revokeTokens();
    await Promise.all(Array.from({ length: 5 }, () => api.cabinets.getContext(cabinetId)));
    expect(received("exchangeToken")).toHaveLength(2);
    expect(
      received("getCabinetContext")
        .map(({ status }) => status)
        .sort(),
    ).toEqual([...Array<number>(6).fill(200), ...Array<number>(5).fill(401)]);
  });

  test("[TOK-6] replays a change unchanged, body and condition", async () => {
    const { sandbox, connect, received, cabinetId } = await startWorld(client());
    const api = connect();
    const { etag } = await api.cabinets.getSettings(cabinetId);
    sandbox.revokeTokens();
    const patch = { language: "fr" as const };
    await api.settings.update({ cabinetId, reason: "test", patch }, { ifMatch: etag });
    const [refused, replayed, ...more] = received("updateSettings");
    expect([refused?.status, replayed?.status, more]).toEqual([401, 200, []]);
    expect(replayed?.bodyDigest).toBe(refused?.bodyDigest);
    expect(replayed?.headers["if-match"]).toBe(etag);
  });

  test("[TOK-6] ends in an error that says where to look when the new one is refused too", async () => {
    const { connect, received, cabinetId } = await startWorld(client(), {
      interceptor: {
        before: ({ operationId }) =>
          operationId === "getCabinetContext"
            ? { kind: "response", response: { status: 401, headers: {}, body: {} } }
            : undefined,
      },
    });
    const error = await errorOf(connect().cabinets.getContext(cabinetId));
    expect(client().isAuthenticationError(error)).toBe(true);
    expect(String(error)).toContain("check what it grants: the capabilities of the service say that");
    expect(received("getCabinetContext")).toHaveLength(2);
    expect(received("exchangeToken")).toHaveLength(2);
  });
});

describe("a token endpoint that answers otherwise", () => {
  const json = { "content-type": "application/json" };
  const granted = {
    access_token: "a.b.c",
    issued_token_type: "urn:ietf:params:oauth:token-type:access_token",
    token_type: "Bearer",
    expires_in: 3600,
    scope: "cabinet:read",
    resource: "",
  };
  const problem = { type: "about:blank", title: "Locked", status: 403, code: "key_locked", traceId: "t-1" };
  const cases: readonly (readonly [string, number, Record<string, string>, string])[] = [
    ["an OAuth error", 400, json, '{"error":"invalid_grant"}'],
    ["Problem Details", 403, { "content-type": "application/problem+json" }, JSON.stringify(problem)],
    ["a page of HTML", 403, { "content-type": "text/html" }, "<html>Forbidden</html>"],
    ["nothing", 401, {}, ""],
    ["success without a token", 200, json, "{}"],
    ["success with another token type", 200, json, JSON.stringify({ ...granted, token_type: "MAC" })],
    [
      "success for another resource",
      200,
      json,
      JSON.stringify({ ...granted, resource: "https://x.example" }),
    ],
    ["success that is cut off", 200, json, '{"access_token":"a.b'],
  ];

  test.each(cases)("[TOK-3] [TOK-8] %s is one typed error", async (_, status, headers, text) => {
    const { connect, received, sandbox } = await startWorld(client(), {
      interceptor: {
        before: ({ operationId }) =>
          operationId === "exchangeToken" ? { kind: "text", status, headers, text } : undefined,
      },
    });
    const error = await errorOf(connect().capabilities.get());
    expect(client().isTokenExchangeError(error)).toBe(true);
    expect(error).toMatchObject({ status });
    expect(received("exchangeToken")).toHaveLength(1);
    expect(sandbox.requests).toHaveLength(1);
  });

  test.each(Object.keys(granted))("[TOK-3] success without %s is the same error", async (name) => {
    const { connect, sandbox } = await startWorld(client(), {
      interceptor: {
        after: ({ operationId }, answer) => {
          if (operationId !== "exchangeToken") return undefined;
          const body = without(answer.body as Record<string, unknown>, name);
          return { kind: "response", response: { ...answer, body } };
        },
      },
    });
    const error = await errorOf(connect().capabilities.get());
    expect(client().isTokenExchangeError(error)).toBe(true);
    expect(String(error)).toContain(name);
    expect(sandbox.requests).toHaveLength(1);
  });

  test("[TOK-3] fewer scopes than were requested are kept, told, and a call beyond them is not sent", async () => {
    const { connect, sandbox, received, cabinetId } = await startWorld(client());
    const { accessKey } = sandbox.issueKey({ scopes: ["cabinet:read"], mode: "all_current" });
    const told: unknown[] = [];
    const api = connect({ accessKey, hooks: { token: (event) => void told.push(event) } });
    await api.cabinets.getContext(cabinetId);
    expect(told).toMatchObject([{ granted: ["cabinet:read"], expiresIn: 3600 }]);
    expect(client().isScopeError(await errorOf(api.deals.export({ cabinetId, reason: "r" })))).toBe(true);
    expect(received("exportDeals")).toEqual([]);
  });

  test("[TOK-8] what could be read of it is on the error", async () => {
    const { connect, sandbox } = await startWorld(client());
    sandbox.revokeKey(sandbox.credentialId);
    const error = await errorOf(connect().capabilities.get());
    expect(error).toMatchObject({ kind: "token-exchange", oauthError: "invalid_request", status: 400 });
  });
});

describe("the JWT that the server issues", () => {
  /** Header and claims of a JWT (RFC 7519). */
  const partsOf = (token: string) =>
    token
      .split(".")
      .slice(0, 2)
      .map((part) => JSON.parse(Buffer.from(part, "base64url").toString()) as Record<string, unknown>);

  test("[TOK-9] is signed, lives for an hour, and carries the scopes", async () => {
    const { sandbox } = await startWorld(client());
    const form = exchangeForm(sandbox, sandbox.accessKey, "cabinet:read cabinet:deals:read");
    const { body } = await exchange(sandbox, form);
    const token = String(body["access_token"]);
    const [header, claims] = partsOf(token);
    expect(token.split(".")).toHaveLength(3);
    expect(header).toMatchObject({ alg: "ES256" });
    expect(claims).toMatchObject({ aud: sandbox.apiUrl, scope: "cabinet:read cabinet:deals:read" });
    expect([Number(claims?.["exp"]) - Number(claims?.["iat"]), body["expires_in"]]).toEqual([3600, 3600]);
  });

  test("[TOK-9] is refused with 401 when it has expired, was forged, or is another service's", async () => {
    const { sandbox, clock } = await startWorld(client());
    const other = await startSandbox();
    onTestFinished(() => other.close());
    const [own, foreign] = [await connectRaw(sandbox), await connectRaw(other)];
    const [head, claims, signature] = own.token.split(".");
    const none = Buffer.from(JSON.stringify({ alg: "none", typ: "at+jwt" })).toString("base64url");
    const more = Buffer.from(JSON.stringify({ ...partsOf(own.token)[1], scope: "cabinet:read" })).toString(
      "base64url",
    );
    const call = async (token: string) =>
      refusal(
        await receive(
          await fetch(`${sandbox.apiUrl}/capabilities`, { headers: { authorization: `Bearer ${token}` } }),
        ),
      );
    const forged = [`${head}.${more}.${signature}`, `${none}.${claims}.`, foreign.token, sandbox.accessKey];
    for (const token of forged) expect(await call(token)).toEqual([401, "token_invalid"]);
    expect((await own.get("/capabilities")).status).toBe(200);
    await clock.advance(3_600_000);
    expect(await call(own.token)).toEqual([401, "token_expired"]);
  });
});
