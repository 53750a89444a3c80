import { describe, expect, test, vi } from "vitest";
import { generate } from "../../src/generate.js";
import type { Interference } from "../../src/sandbox/index.js";
import { makeTemporaryFolder } from "../support/temporary-folder.js";
import { errorOf, startWorld, useGeneratedClient } from "./world.js";

const client = useGeneratedClient();

/** Keeps a copy of every request that a client sends. */
function watchedFetch(): { readonly sent: Request[]; fetch(request: Request): Promise<Response> } {
  const sent: Request[] = [];
  return {
    sent,
    fetch: (request) => {
      sent.push(request.clone());
      return fetch(request);
    },
  };
}

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

  test("[TOK-2] a contract that leaves the vendor word open stops without it", async () => {
    const { sandbox } = await startWorld(client());
    const { path, remove } = await makeTemporaryFolder("no-vendor");
    const error = await errorOf(generate({ contract: sandbox.apiUrl, out: path }));
    await remove();
    expect(JSON.stringify({ ...(error as object), text: String(error) })).toContain("--vendor");
  });

  test("[TOK-4] the key goes to the token endpoint alone, the token everywhere else", async () => {
    const { sandbox, connect, cabinetId } = await startWorld(client());
    const { sent, fetch } = watchedFetch();
    const api = connect({ fetch });
    await api.cabinets.getSettings(cabinetId);
    await api.deals.export({ cabinetId, reason: "test" });
    const carriers = sandbox.requests.filter(({ carriesAccessKey }) => carriesAccessKey);
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

  test("[TOK-5] is made once, however many calls wait for it", async () => {
    const { connect, received, cabinetId } = await startWorld(client());
    const api = connect();
    await Promise.all(Array.from({ length: 20 }, () => api.cabinets.getContext(cabinetId)));
    expect(received("exchangeToken")).toHaveLength(1);
    expect(received("getCabinetContext")).toHaveLength(20);
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
    const patch = { language: "fr" };
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
            ? { kind: "answer", answer: { status: 401, headers: {}, body: {} } }
            : undefined,
      },
    });
    const error = await errorOf(connect().cabinets.getContext(cabinetId));
    expect(client().isAuthenticationError(error)).toBe(true);
    expect(String(error)).toContain("capabilities");
    expect(received("getCabinetContext")).toHaveLength(2);
    expect(received("exchangeToken")).toHaveLength(2);
  });
});

describe("a token endpoint that answers otherwise", () => {
  const json = { "content-type": "application/json" };
  const good = {
    access_token: "a.b.c",
    issued_token_type: "urn:ietf:params:oauth:token-type:access_token",
    token_type: "Bearer",
    expires_in: 3600,
    scope: "cabinet:read",
  };
  const problem = { type: "about:blank", title: "Locked", status: 403, code: "key_locked", traceId: "t-1" };
  const cases: readonly (readonly [string, number, Record<string, string>, string])[] = [
    ["an OAuth error", 400, json, '{"error":"invalid_grant"}'],
    ["Problem Details", 403, { "content-type": "application/problem+json" }, JSON.stringify(problem)],
    ["a page of HTML", 403, { "content-type": "text/html" }, "<html>Forbidden</html>"],
    ["nothing", 401, {}, ""],
    ["success without a token", 200, json, "{}"],
    ["success with another token type", 200, json, JSON.stringify({ ...good, token_type: "MAC" })],
    ["success for another resource", 200, json, JSON.stringify({ ...good, resource: "https://x.example" })],
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

  test("[TOK-8] what could be read of it is on the error", async () => {
    const { connect, sandbox } = await startWorld(client());
    sandbox.revokeKey(sandbox.credentialId);
    const error = await errorOf(connect().capabilities.get());
    expect(error).toMatchObject({ kind: "token-exchange", oauthError: "invalid_request", status: 400 });
  });
});
