import { inspect } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import type { ClientEvents } from "../../../src/runtime/tracing/events.js";
import type { CredentialProvider } from "../../../src/runtime/credentials/credential-provider.js";
import { ApiError } from "../../../src/runtime/errors/api-error.js";
import { tokenExchange } from "../../../src/runtime/token/token-exchange.js";
import type { TokenExchangeOptions } from "../../../src/runtime/token/token-exchange-config.js";
import { VirtualClock } from "../virtual-clock.js";
import { type Answer, grant, startTokenEndpoint, type TokenEndpoint } from "./token-endpoint.js";

const key = "key+with/odd=signs";
const hour = 3_600_000;

let endpoint: TokenEndpoint;
afterEach(() => endpoint.close());

async function given(answer?: Answer, options: Partial<TokenExchangeOptions> = {}) {
  endpoint = await startTokenEndpoint(answer);
  const clock = new VirtualClock({ skip: 25_000, random: () => 0 });
  const events: ClientEvents["token"][] = [];
  const provider = tokenExchange(
    {
      tokenUrl: endpoint.url,
      grantType: "urn:ietf:params:oauth:grant-type:token-exchange",
      subjectTokenType: "urn:<vendor>:params:oauth:token-type:external-access-credential",
      requestedTokenType: "urn:ietf:params:oauth:token-type:access_token",
      resource: "https://api.example/v1/external",
      responseFields: ["access_token", "issued_token_type", "token_type", "expires_in", "scope", "resource"],
    },
    {
      accessKey: key,
      scopes: ["cabinet:read", "cabinet:deals:read"],
      vendor: "acme",
      clock,
      hooks: { token: (event) => events.push(event) },
      ...options,
    },
  );
  return { provider, clock, events };
}

async function apply(
  provider: CredentialProvider,
  clock: VirtualClock,
  { scopes = ["cabinet:read"], signal = new AbortController().signal, within = 60_000 } = {},
) {
  const headers = new Headers();
  const url = new URL("https://api.example/v1/external/cabinets");
  const applied = await provider.apply({ method: "GET", url, headers }, scopes, {
    clock,
    fetch: (request) => fetch(request),
    report: () => undefined,
    signal,
    deadlineAt: clock.monotonic() + within,
  });
  return { authorization: headers.get("authorization"), applied };
}

describe("token exchange", () => {
  it("[TOK-1] posts the six fields as a form", async () => {
    const { provider, clock } = await given();
    await apply(provider, clock);
    expect(endpoint.asks.map(({ contentType, form }) => ({ contentType, form }))).toEqual([
      {
        contentType: "application/x-www-form-urlencoded",
        form: {
          grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
          subject_token_type: "urn:acme:params:oauth:token-type:external-access-credential",
          subject_token: key,
          requested_token_type: "urn:ietf:params:oauth:token-type:access_token",
          resource: "https://api.example/v1/external",
          scope: "cabinet:read cabinet:deals:read",
        },
      },
    ]);
  });

  it("[TOK-1] posts them as JSON where the contract takes no form", async () => {
    endpoint = await startTokenEndpoint();
    const clock = new VirtualClock({ skip: 25_000, random: () => 0 });
    const config = {
      tokenUrl: endpoint.url,
      grantType: "g",
      mediaType: "application/json",
      responseFields: [],
      subjectTokenType: "urn:acme:x",
    };
    const provider = tokenExchange(config, { accessKey: key, scopes: ["cabinet:read"], clock });
    expect((await apply(provider, clock)).authorization).toBe("Bearer token-0");
    const [ask] = endpoint.asks;
    expect([ask?.contentType, JSON.parse(ask?.text ?? "")]).toEqual([
      "application/json",
      { grant_type: "g", subject_token_type: "urn:acme:x", subject_token: key, scope: "cabinet:read" },
    ]);
  });

  it("[TOK-1] [GEN-4] asks for no type of token where the contract leaves it open, and takes what it gets", async () => {
    endpoint = await startTokenEndpoint((response) => {
      response.end(grant(0, { issued_token_type: "urn:ietf:params:oauth:token-type:jwt" }));
    });
    const clock = new VirtualClock({ skip: 25_000, random: () => 0 });
    const config = {
      tokenUrl: endpoint.url,
      grantType: "g",
      responseFields: [],
      subjectTokenType: "urn:acme:x",
    };
    const provider = tokenExchange(config, { accessKey: key, scopes: ["cabinet:read"], clock });
    expect((await apply(provider, clock)).authorization).toBe("Bearer token-0");
    expect(endpoint.asks.map(({ form }) => Object.keys(form))).toEqual([
      ["grant_type", "subject_token_type", "subject_token", "scope"],
    ]);
  });

  it("[TOK-1] names an audience, and no scope where the contract has none", async () => {
    endpoint = await startTokenEndpoint((response) => {
      response.end(JSON.stringify({ access_token: "token-0" }));
    });
    const clock = new VirtualClock({ skip: 25_000, random: () => 0 });
    const config = {
      tokenUrl: endpoint.url,
      grantType: "g",
      subjectTokenType: "urn:acme:x",
      more: { audience: "fleet" },
      responseFields: ["access_token"],
      unscoped: true,
    } as const;
    const provider = tokenExchange(config, { accessKey: key, scopes: [], clock });
    expect((await apply(provider, clock, { scopes: [] })).authorization).toBe("Bearer token-0");
    expect(endpoint.asks.map(({ form }) => form)).toEqual([
      { grant_type: "g", subject_token_type: "urn:acme:x", subject_token: key, audience: "fleet" },
    ]);
  });

  it.each([
    ["issued_token_type", { issued_token_type: "urn:x" }],
    ["token_type", { token_type: "DPoP" }],
  ])("[TOK-3] checks %s where it is there, though the contract does not declare it", async (name, more) => {
    endpoint = await startTokenEndpoint((response) => {
      response.end(JSON.stringify({ access_token: "t", ...more }));
    });
    const clock = new VirtualClock({ skip: 25_000, random: () => 0 });
    const provider = tokenExchange(
      {
        tokenUrl: endpoint.url,
        grantType: "g",
        subjectTokenType: "urn:acme:x",
        requestedTokenType: "urn:y",
        responseFields: ["access_token"],
      },
      { accessKey: key, scopes: ["a"], clock },
    );
    await expect(apply(provider, clock)).rejects.toThrow(`"${name}" other than`);
  });

  it("[TOK-3] a response without a member that it must have is for the people who run the server to correct", async () => {
    endpoint = await startTokenEndpoint((response) => {
      response.end(JSON.stringify({ access_token: "t", token_type: "Bearer" }));
    });
    const clock = new VirtualClock({ skip: 25_000, random: () => 0 });
    const config = {
      tokenUrl: endpoint.url,
      grantType: "g",
      subjectTokenType: "urn:acme:x",
      responseFields: ["access_token", "issued_token_type", "token_type"],
    };
    const provider = tokenExchange(config, { accessKey: key, scopes: ["a"], clock });
    await expect(apply(provider, clock)).rejects.toThrow(
      'The response of the token endpoint has no "issued_token_type". Report it to the people who run the server.',
    );
  });

  it.each([
    [{ data: { access_token: "t-1", token_type: "Bearer", scope: "a b" } }, "Bearer t-1"],
    [{ access_token: "t-2", token_type: "Bearer" }, "is not a JSON object"],
    [{ data: { token_type: "Bearer" } }, 'has no "access_token"'],
  ])("[TOK-3] takes the token out of the envelope that the contract describes: %j", async (body, want) => {
    endpoint = await startTokenEndpoint((response) => {
      response.end(JSON.stringify(body));
    });
    const clock = new VirtualClock({ skip: 25_000, random: () => 0 });
    const config = {
      tokenUrl: endpoint.url,
      grantType: "g",
      subjectTokenType: "urn:acme:x",
      responseFields: ["access_token"],
      responseAt: "data",
    };
    const provider = tokenExchange(config, { accessKey: key, scopes: ["a"], clock });
    const got = apply(provider, clock, { scopes: ["a"] }).then(
      ({ authorization }) => authorization,
      (error: unknown) => String(error),
    );
    expect(await got).toContain(want);
  });

  it("[TOK-5] one exchange serves however many calls wait, and those after", async () => {
    const { provider, clock } = await given();
    const together = await Promise.all(Array.from({ length: 20 }, () => apply(provider, clock)));
    const after = await apply(provider, clock);
    expect(new Set([...together, after].map((one) => one.authorization))).toEqual(
      new Set(["Bearer token-0"]),
    );
    expect(endpoint.asks).toHaveLength(1);
  });

  it("[TOK-5] a token past 70 hundredths of its life serves while a new one is fetched behind it", async () => {
    const { provider, clock } = await given();
    await apply(provider, clock);
    await clock.advance(hour * 0.69);
    expect((await apply(provider, clock)).authorization).toBe("Bearer token-0");
    expect(endpoint.asks).toHaveLength(1);
    await clock.advance(hour * 0.02);
    expect((await apply(provider, clock)).authorization).toBe("Bearer token-0");
    await expect.poll(async () => (await apply(provider, clock)).authorization).toBe("Bearer token-1");
    expect(endpoint.asks).toHaveLength(2);
  });

  it("[TOK-5] a token at the end of its life is never used: the call waits for a new one", async () => {
    const { provider, clock } = await given();
    await apply(provider, clock);
    await clock.advance(hour - 29_000);
    expect((await apply(provider, clock)).authorization).toBe("Bearer token-1");
  });

  it("a failed renewal in the background fails no call, is told to the hook and not tried again at once", async () => {
    const { provider, clock, events } = await given((response, _, index) => {
      if (index === 0) return void response.end(grant(0));
      response.statusCode = 400;
      response.end('{"error":"invalid_grant"}');
    });
    await apply(provider, clock);
    await clock.advance(hour * 0.8);
    expect((await apply(provider, clock)).authorization).toBe("Bearer token-0");
    await expect.poll(() => events.length).toBe(2);
    expect(events[1]).toMatchObject({
      reason: "refresh",
      error: { name: "TokenExchangeError", oauthError: "invalid_grant" },
    });
    expect((await apply(provider, clock)).authorization).toBe("Bearer token-0");
    expect(endpoint.asks).toHaveLength(2);
  });

  it("[TOK-5] a lifetime counts from when the token was asked for, however long the answer took", async () => {
    const { provider, clock } = await given(async (response, _, index) => {
      await clock.advance(20_000);
      response.end(grant(index, { expires_in: 60 }));
    });
    await apply(provider, clock);
    await clock.advance(35_000);
    expect((await apply(provider, clock)).authorization).toBe("Bearer token-1");
  });

  it("[TOK-6] an old 401 cannot throw away a newer token", async () => {
    const { provider, clock } = await given();
    const one = await apply(provider, clock);
    const other = await apply(provider, clock);
    expect(one.applied.refused?.()).toBe(true);
    expect((await apply(provider, clock)).authorization).toBe("Bearer token-1");
    expect(other.applied.refused?.()).toBe(true);
    expect((await apply(provider, clock)).authorization).toBe("Bearer token-1");
    expect(endpoint.asks).toHaveLength(2);
  });

  it("a waiter that aborts leaves the exchange to the others", async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const { provider, clock } = await given(async (response, _, index) => {
      await held;
      response.end(grant(index));
    });
    const leaving = new AbortController();
    const one = apply(provider, clock, { signal: leaving.signal });
    const other = apply(provider, clock);
    await expect.poll(() => endpoint.asks.length).toBe(1);
    leaving.abort(new Error("enough"));
    await expect(one).rejects.toMatchObject({ kind: "aborted", rawCause: new Error("enough") });
    release();
    expect((await other).authorization).toBe("Bearer token-0");
    expect(endpoint.asks).toHaveLength(1);
  });

  it("the last waiter that leaves ends the exchange", async () => {
    let gone = false;
    const { provider, clock } = await given((response) => void response.on("close", () => (gone = true)));
    const waiting = apply(provider, clock, { within: 30_000 });
    const outcome = expect(waiting).rejects.toMatchObject({ kind: "deadline" });
    await expect.poll(() => endpoint.asks.length).toBe(1);
    await clock.advance(30_000);
    await outcome;
    await expect.poll(() => gone).toBe(true);
  });

  it("[ACC-2] fewer scopes than requested: kept, told, and a call beyond them is refused", async () => {
    const { provider, clock, events } = await given(
      (response) => void response.end(grant(0, { scope: "cabinet:read" })),
    );
    expect((await apply(provider, clock)).authorization).toBe("Bearer token-0");
    expect(events).toEqual([
      { reason: "first", granted: ["cabinet:read"], missing: ["cabinet:deals:read"], expiresIn: 3600 },
    ]);
    expect(provider.scopes?.()).toEqual(new Set(["cabinet:read"]));
    await expect(apply(provider, clock, { scopes: ["cabinet:deals:read"] })).rejects.toMatchObject({
      kind: "scope",
      alternatives: [["cabinet:deals:read"]],
    });
  });

  it("an exchange that nobody waits for any more cannot replace the token of a newer one", async () => {
    const answers: ((response: Response) => void)[] = [];
    // A `fetch` that does not know of signals.
    const deaf = () => new Promise<Response>((resolve) => void answers.push(resolve));
    const { provider, clock } = await given(undefined, { fetch: deaf });
    const gone = new AbortController();
    const left = apply(provider, clock, { signal: gone.signal });
    await expect.poll(() => answers.length).toBe(1);
    gone.abort();
    await expect(left).rejects.toMatchObject({ kind: "aborted" });
    const next = apply(provider, clock);
    await expect.poll(() => answers.length).toBe(2);
    const granted = (index: number) =>
      new Response(grant(index), { headers: { "content-type": "application/json" } });
    answers[1]?.(granted(1));
    expect((await next).authorization).toBe("Bearer token-1");
    answers[0]?.(granted(0));
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect((await apply(provider, clock)).authorization).toBe("Bearer token-1");
  });

  it("gives up on an attempt that hangs after 90 seconds, so that calls that keep coming do not keep it", async () => {
    const hanging: Answer = (response, _, index) => {
      if (index > 0) response.end(grant(index));
    };
    const { provider, clock } = await given(hanging);
    const first = apply(provider, clock, { within: 120_000 });
    await expect.poll(() => endpoint.asks.length).toBe(1);
    await clock.advance(89_000);
    const later = apply(provider, clock, { within: 120_000 });
    await clock.advance(1000);
    expect((await first).authorization).toBe("Bearer token-1");
    expect((await later).authorization).toBe("Bearer token-1");
  });

  it("repeats what may pass and counts on the waits of the server", async () => {
    const { provider, clock } = await given((response, _, index) => {
      if (index === 0) return void response.destroy();
      if (index === 1) return void response.writeHead(503, { "retry-after": "7" }).end();
      response.end(grant(index));
    });
    expect((await apply(provider, clock)).authorization).toBe("Bearer token-2");
    expect(clock.sleeps).toContain(7000);
  });

  it("gives up on an attempt that hangs, when the client bounds attempts", async () => {
    const hanging: Answer = (response, _, index) => {
      if (index > 0) response.end(grant(index));
    };
    const { provider, clock } = await given(hanging, { timeout: "30s" });
    const waiting = apply(provider, clock);
    await expect.poll(() => endpoint.asks.length).toBe(1);
    await clock.advance(30_000);
    expect((await waiting).authorization).toBe("Bearer token-1");
    expect(clock.sleeping).toBe(0);
  });

  it("a pause longer than the deadline fails at once with the time to come back", async () => {
    const { provider, clock } = await given(
      (response) => void response.writeHead(429, { "retry-after": "120" }).end(),
    );
    await expect(apply(provider, clock)).rejects.toMatchObject({
      kind: "rate-limited",
      retryAt: new Date(clock.now() + 120_000),
    });
    expect(endpoint.asks).toHaveLength(1);
  });

  it("keeps to the default bounds where the caller's are undefined", async () => {
    const { provider, clock } = await given((response) => void response.writeHead(503).end(), {
      // As a caller in plain JavaScript, or without exactOptionalPropertyTypes, gives them.
      retry: { maxDelay: 1, attempts: undefined, baseDelay: undefined } as object,
    });
    await expect(apply(provider, clock)).rejects.toMatchObject({ kind: "token-exchange", status: 503 });
    expect(endpoint.asks).toHaveLength(4);
  });

  it.each([{ attempts: 0 }, { attempts: Number.NaN }, { baseDelay: -1 }])(
    "refuses %o as bounds of repeats",
    async (retry) => {
      await expect(given(undefined, { retry })).rejects.toMatchObject({ kind: "argument" });
    },
  );

  it.each([
    ["/oauth/token", "Check `baseUrl`: scheme and host of the API."],
    ["/v1/v1/oauth/token", "The path has `/v1` twice: leave it out of `baseUrl`."],
    ["/api/v1/api/v1/token?key=secret", "The path has `/api/v1` twice: leave it out of `baseUrl`."],
    ["/tokens/token", "Check `baseUrl`: scheme and host of the API."],
  ])("names the address where nothing was found: %s", async (path, remedy) => {
    const notFound: Answer = (response) => {
      response.writeHead(404, { "content-type": "application/json" }).end('{"error":"Not Found"}');
    };
    endpoint = await startTokenEndpoint(notFound);
    const { origin } = new URL(endpoint.url);
    const clock = new VirtualClock({ skip: 25_000 });
    const config = {
      tokenUrl: `${origin}${path}`,
      grantType: "g",
      responseFields: [],
      subjectTokenType: "t",
    };
    const provider = tokenExchange(config, { accessKey: key, scopes: ["cabinet:read"], clock });
    await expect(apply(provider, clock)).rejects.toMatchObject({
      kind: "token-exchange",
      status: 404,
      happened: `The token endpoint is not at ${origin}${path.replace(/\?.*/, "")}.`,
      remedy,
    });
  });

  it("[TOK-4] a redirect is not followed", async () => {
    const { provider, clock } = await given((response) => {
      response.writeHead(307, { location: `${endpoint.url}/elsewhere` }).end();
    });
    await expect(apply(provider, clock)).rejects.toMatchObject({ kind: "token-exchange", status: 307 });
    expect(endpoint.asks).toHaveLength(1);
  });

  it.each([
    [
      "an RFC 6749 error",
      400,
      '{"error":"invalid_target","error_description":"no"}',
      { oauthError: "invalid_target" },
    ],
    [
      "Problem Details",
      403,
      '{"title":"No","status":403,"code":"key_revoked","traceId":"t1","retryable":false}',
      { code: "key_revoked", traceId: "t1" },
    ],
    ["HTML", 403, "<html>proxy</html>", { status: 403 }],
    ["nothing", 401, "", { status: 401 }],
    ["a token of another type", 200, grant(0, { issued_token_type: "urn:x" }), { status: 200 }],
    ["truncated JSON", 200, grant(0).slice(0, 40), { status: 200 }],
  ])("[TOK-8] %s is one typed error", async (_, status, body, want) => {
    const { provider, clock } = await given((response) => void response.writeHead(status).end(body));
    await expect(apply(provider, clock)).rejects.toMatchObject({ kind: "token-exchange", ...want });
  });

  it.each(['{"error":"invalid_target"}', '{"title":"No","status":400,"code":"invalid_target"}'])(
    "[TOK-8] says to check what tokens are for: %s",
    async (body) => {
      const { provider, clock } = await given((response) => void response.writeHead(400).end(body));
      await expect(apply(provider, clock)).rejects.toMatchObject({
        remedy:
          "Check the access key, the requested scopes, the token endpoint, and the `resource` below `baseUrl`.",
      });
    },
  );

  it("[TOK-8] what says `retryable: false` is not asked again", async () => {
    const { provider, clock } = await given((response) => {
      response.writeHead(503).end('{"title":"No","status":503,"code":"closed","retryable":false}');
    });
    await expect(apply(provider, clock)).rejects.toMatchObject({ kind: "token-exchange", code: "closed" });
    expect(endpoint.asks).toHaveLength(1);
  });

  it.each([
    ["for another resource", { resource: "https://other.example/v1/external" }, /"resource"/],
    ["of a type that is not Bearer", { token_type: "DPoP" }, /"token_type"/],
  ])("[TOK-3] a token %s is not taken", async (_, changed, want) => {
    const { provider, clock } = await given((response) => void response.end(grant(0, changed)));
    await expect(apply(provider, clock)).rejects.toMatchObject({ kind: "token-exchange", status: 200 });
    await expect(apply(provider, clock)).rejects.toThrow(want);
  });

  it("[TOK-7] shows neither key nor token, not even when the server echoes the key", async () => {
    const { provider, clock, events } = await given((response, ask, index) => {
      if (index === 0) return void response.end(grant(0));
      response.statusCode = 400;
      response.end(JSON.stringify({ error: ask.form["subject_token"], error_description: `bad ${key}` }));
    });
    const { applied } = await apply(provider, clock);
    applied.refused?.();
    const error: unknown = await apply(provider, clock).catch((caught: unknown) => caught);
    if (!(error instanceof ApiError)) throw new Error("no error");
    const shown = [provider, error, applied, events].flatMap((one) => [
      inspect(one, { depth: 9, showHidden: true }),
      JSON.stringify(one),
    ]);
    const all = [...shown, String(error), error.message, JSON.stringify(error.body)].join("\n");
    expect(all).toContain("TokenExchangeError");
    for (const secret of [key, encodeURIComponent(key), "token-0"]) expect(all).not.toContain(secret);
  });

  it("[TOK-7] hides the key as the form spells it, too", async () => {
    const odd = "odd key!~";
    const { provider, clock } = await given(
      (response) => {
        response.statusCode = 400;
        response.end(JSON.stringify({ error: "invalid_request", error_description: "odd+key%21%7E" }));
      },
      { accessKey: odd },
    );
    const error: unknown = await apply(provider, clock).catch((caught: unknown) => caught);
    expect(error instanceof ApiError && error.body).toEqual({
      error: "invalid_request",
      error_description: "[hidden]",
    });
  });

  it.each([
    ["an escaped slash", '{"error":"unknown key ab\\/cd+ef\\/gh"}', {}],
    ["an escape by number", '{"error":"unknown key ab/cd\\u002Bef/gh"}', {}],
    ["a code of Problem Details", '{"status":400,"title":"No","code":"ab\\u002fcd+ef\\/gh"}', {}],
    ["a trace", '{"status":400,"title":"No","traceId":"ab\\/cd+ef/gh"}', {}],
    ["the name of a member", '{"error":"no","ab\\/cd+ef/gh":[{"deep":"ab/cd\\u002bef/gh"}]}', {}],
    ["an address with small digits", '{"error":"no","uri":"https://a.example/?key=ab%2fcd%2bef%2fgh"}', {}],
    ["JSON within a text", JSON.stringify({ error: "no", sent: '{"key":"ab\\/cd+ef\\/gh"}' }), {}],
    ["text that is no JSON", "unknown key ab/cd+ef/gh", {}],
    ["the header of a trace", '{"error":"no"}', { "x-request-id": "ab/cd+ef/gh" }],
  ])("[TOK-7] hides the key in %s", async (_, text, headers) => {
    const { provider, clock } = await given((response) => void response.writeHead(400, headers).end(text), {
      accessKey: "ab/cd+ef/gh",
    });
    const error: unknown = await apply(provider, clock).catch((caught: unknown) => caught);
    if (!(error instanceof ApiError)) throw new Error("no error");
    expect(error.kind).toBe("token-exchange");
    const kept = [error.body, error.problem, error.headers, error.code, error.traceId];
    const all = [error.message, inspect(error), JSON.stringify(error), inspect(kept, { depth: 9 })].join(
      "\n",
    );
    expect(all.match(/cd.{0,6}ef/gi)).toBeNull();
  });

  it("survives an error that is nested without end", async () => {
    const { provider, clock } = await given((response) => {
      response.statusCode = 400;
      response.end(`{"error":"invalid_grant","more":${"[".repeat(20_000)}${"]".repeat(20_000)}}`);
    });
    await expect(apply(provider, clock)).rejects.toMatchObject({ oauthError: "invalid_grant" });
  });

  it("takes a token that happens to hold the key's characters", async () => {
    const { provider, clock } = await given(
      (response) => void response.end(grant(0, { access_token: "abc.def" })),
      { accessKey: "def" },
    );
    expect((await apply(provider, clock)).authorization).toBe("Bearer abc.def");
  });

  it("[TOK-7] asks the source of the key anew for every exchange", async () => {
    const keys = ["first", "second"];
    const { provider, clock } = await given(undefined, {
      accessKey: () => Promise.resolve(keys.shift() ?? ""),
    });
    (await apply(provider, clock)).applied.refused?.();
    (await apply(provider, clock)).applied.refused?.();
    expect(endpoint.asks.map((ask) => ask.form["subject_token"])).toEqual(["first", "second"]);
    await expect(apply(provider, clock)).rejects.toMatchObject({ kind: "authentication" });
  });
});

describe("what can be told before any exchange", () => {
  it.each([
    ["[TOK-2] no vendor word", {}, { vendor: undefined }, /Pass `vendor/],
    ["[TOK-2] a vendor word that is none", {}, { vendor: "a b" }, /namespace identifier/],
    [
      "[TOK-4] plain http to another machine",
      { tokenUrl: "http://api.example/oauth/token" },
      {},
      /unprotected.*never sent over plain http to another machine, not even to a host in `allowInsecureHosts`/,
    ],
    [
      "[TOK-4] credentials in the address",
      { tokenUrl: "https://a:b@api.example/oauth/token" },
      {},
      /user name/,
    ],
    ["no absolute address", { tokenUrl: "/oauth/token" }, {}, /must be an absolute/],
    ["no scopes", {}, { scopes: [] }, /`scopes` is empty/],
    // Does not compile; plain JavaScript can.
    ["one scope as text", {}, { scopes: "read" as unknown as [] }, /`scopes` must be a list/],
    ["a scope with a space", {}, { scopes: ["a b"] }, /not a scope/],
  ])("%s", async (_, config, options, want) => {
    endpoint = await startTokenEndpoint();
    const { vendor, ...rest } = { vendor: "acme" as string | undefined, ...options };
    const make = () =>
      tokenExchange(
        {
          tokenUrl: "https://api.example/oauth/token",
          grantType: "g",
          responseFields: [],
          subjectTokenType: "urn:<vendor>:x",
          requestedTokenType: "r",
          ...config,
        },
        { accessKey: key, scopes: ["cabinet:read"], ...(vendor !== undefined && { vendor }), ...rest },
      );
    expect(make).toThrow(want);
  });
});

describe("a token endpoint", () => {
  const tooMuch =
    (status: number): Answer =>
    (response) => {
      response.statusCode = status;
      response.end(JSON.stringify({ error: "invalid_grant", more: "x".repeat(1024 * 1024) }));
    };

  it.each([
    [200, "larger than 1048576 bytes"],
    [400, "could not be exchanged"],
  ])("[TOK-8] that answers %s with more than 1 MiB is not read to its end", async (status, why) => {
    const { provider, clock } = await given(tooMuch(status));
    await expect(apply(provider, clock)).rejects.toMatchObject({
      name: "TokenExchangeError",
      status,
      message: expect.stringContaining(why) as unknown,
    });
    expect(endpoint.asks).toHaveLength(1);
  });

  it("[TOK-5] whose token has ended when it arrives is told so: the token is not sent", async () => {
    const { provider, clock } = await given(async (response, _, index) => {
      await clock.advance(3000);
      response.end(grant(index, { expires_in: 2 }));
    });
    await expect(apply(provider, clock)).rejects.toMatchObject({
      name: "TokenExchangeError",
      message: expect.stringContaining("had ended when it arrived: it is valid for 2 s") as unknown,
    });
  });

  it.each([0, -1])("[TOK-3] that gives `expires_in: %s` has given no token", async (seconds) => {
    const { provider, clock } = await given(
      (response, _, index) => void response.end(grant(index, { expires_in: seconds })),
    );
    await expect(apply(provider, clock)).rejects.toMatchObject({ name: "TokenExchangeError" });
  });

  it("[TOK-5] whose tokens live for two seconds is asked before they end", async () => {
    const { provider, clock } = await given(
      (response, _, index) => void response.end(grant(index, { expires_in: 2 })),
    );
    expect((await apply(provider, clock)).authorization).toBe("Bearer token-0");
    await clock.advance(1000);
    expect((await apply(provider, clock)).authorization).toBe("Bearer token-0");
    await clock.advance(900);
    expect((await apply(provider, clock)).authorization).toBe("Bearer token-1");
  });
});

it("[TOK-2] a vendor word beside a type that the contract fixes is refused when the client is made", () => {
  const config = {
    tokenUrl: "https://h/t",
    grantType: "g",
    responseFields: [],
    subjectTokenType: "urn:acme:x",
  };
  expect(() => tokenExchange(config, { accessKey: key, scopes: ["a"], vendor: "acme" })).toThrow(
    "the contract fixes the type of the access key",
  );
});
