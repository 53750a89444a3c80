import { generateKeyPair, SignJWT, decodeJwt, decodeProtectedHeader } from "jose";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createManualClock, startSandbox, type ManualClock, type Sandbox } from "../../src/sandbox/index.js";
import { connect, exchange, exchangeForm, receive, refusal } from "./connect.js";

let clock: ManualClock;
let sandbox: Sandbox;
beforeEach(async () => {
  clock = createManualClock();
  sandbox = await startSandbox({ clock });
});
afterEach(() => sandbox.close());

const read = () => exchangeForm(sandbox, sandbox.accessKey, "cabinet:read");

async function callWith(authorization: string | undefined) {
  const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
  return receive(await fetch(`${sandbox.apiUrl}/capabilities`, { headers }));
}

describe("the token exchange", () => {
  test("[TOK-3] responses the six fields", async () => {
    const { status, headers, body } = await exchange(sandbox, read());
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(body).toEqual({
      access_token: expect.any(String) as unknown,
      issued_token_type: "urn:ietf:params:oauth:token-type:access_token",
      token_type: "Bearer",
      expires_in: 3600,
      scope: "cabinet:read",
      resource: sandbox.apiUrl,
    });
  });

  test("[TOK-9] signs a JWT that carries user, audience and scopes, and lives 60 minutes", async () => {
    const { body } = await exchange(
      sandbox,
      exchangeForm(sandbox, sandbox.accessKey, "cabinet:read cabinet:exports:run"),
    );
    const token = String(body["access_token"]);
    expect(decodeProtectedHeader(token)).toEqual({ alg: "ES256", typ: "at+jwt" });
    const claims = decodeJwt(token);
    expect(claims).toMatchObject({
      iss: sandbox.baseUrl,
      aud: sandbox.apiUrl,
      sub: sandbox.users[0]?.userId,
      client_id: sandbox.credentialId,
      scope: "cabinet:read cabinet:exports:run",
    });
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(3600);
  });

  test("grants no more than the key has, and says so", async () => {
    const { accessKey } = sandbox.issueKey({ scopes: ["cabinet:read"], mode: "all_current" });
    const { body } = await exchange(
      sandbox,
      exchangeForm(sandbox, accessKey, "cabinet:read cabinet:deals:read"),
    );
    expect(body["scope"]).toBe("cabinet:read");
  });

  test.each([
    "grant_type",
    "subject_token_type",
    "subject_token",
    "requested_token_type",
    "resource",
    "scope",
  ])("[TOK-1] needs the field %s", async (field) => {
    const form = Object.fromEntries(Object.entries(read()).filter(([name]) => name !== field));
    const received = await exchange(sandbox, form);
    expect(refusal(received)).toEqual([400, "invalid_request"]);
    expect(received.body["error_description"]).toBe(`The field ${field} is missing.`);
  });

  test("refuses a revoked key, and the JWTs issued for it", async () => {
    const { accessKey, credentialId } = sandbox.issueKey({ scopes: ["cabinet:read"], mode: "all_current" });
    const api = await connect(sandbox, { accessKey, scopes: ["cabinet:read"] });
    sandbox.revokeKey(credentialId);
    expect(refusal(await exchange(sandbox, exchangeForm(sandbox, accessKey, "cabinet:read")))).toEqual([
      400,
      "invalid_request",
    ]);
    expect(refusal(await api.get("/capabilities"))).toEqual([401, "token_invalid"]);
  });

  test("[TOK-2] takes the vendor word that it was started with, and no word that is none", async () => {
    const other = await startSandbox({ vendor: "acme" });
    expect((await exchange(other, exchangeForm(other, other.accessKey, "cabinet:read"))).status).toBe(200);
    await other.close();
    await expect(startSandbox({ vendor: "Not a word" })).rejects.toThrow(RangeError);
  });
});

describe("the JWT", () => {
  test("[TOK-9] is good until its last second, and expired after it", async () => {
    const api = await connect(sandbox);
    clock.advance(3_599_000);
    expect((await api.get("/capabilities")).status).toBe(200);
    clock.advance(1_000);
    const received = await api.get("/capabilities");
    expect(refusal(received)).toEqual([401, "token_expired"]);
    expect(received.headers.get("www-authenticate")).toBe('Bearer error="invalid_token"');
  });

  test("[TOK-9] is needed", async () => {
    const received = await callWith(undefined);
    expect(refusal(received)).toEqual([401, "token_missing"]);
    expect(received.headers.get("www-authenticate")).toBe("Bearer");
    expect(refusal(await callWith("Basic dXNlcjpwYXNz"))).toEqual([401, "token_missing"]);
  });

  test("[TOK-9] is refused when its content was changed", async () => {
    const [header, , signature] = (await connect(sandbox)).token.split(".");
    const claims = { ...decodeJwt((await connect(sandbox)).token), sub: sandbox.users[1]?.userId };
    const forged = [header, Buffer.from(JSON.stringify(claims)).toString("base64url"), signature].join(".");
    expect(refusal(await callWith(`Bearer ${forged}`))).toEqual([401, "token_invalid"]);
  });

  test("[TOK-9] is refused with a foreign signature, or without one", async () => {
    const claims = decodeJwt((await connect(sandbox)).token);
    const { privateKey } = await generateKeyPair("ES256");
    const foreign = await new SignJWT(claims)
      .setProtectedHeader({ alg: "ES256", typ: "at+jwt" })
      .sign(privateKey);
    expect(refusal(await callWith(`Bearer ${foreign}`))).toEqual([401, "token_invalid"]);
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
    const unsigned = `${encode({ alg: "none" })}.${encode(claims)}.`;
    expect(refusal(await callWith(`Bearer ${unsigned}`))).toEqual([401, "token_invalid"]);
  });

  test("[TOK-9] of another sandbox is foreign", async () => {
    const other = await startSandbox({ clock });
    const { token } = await connect(other);
    await other.close();
    expect(refusal(await callWith(`Bearer ${token}`))).toEqual([401, "token_invalid"]);
  });

  test("[TOK-4] cannot be replaced by the access key, and the attempt is noticed", async () => {
    expect(refusal(await callWith(`Bearer ${sandbox.accessKey}`))).toEqual([401, "token_invalid"]);
    expect(sandbox.requests.at(-1)).toMatchObject({ operationId: "getCapabilities", hasAccessKey: true });
  });

  test("[TOK-6] can be withdrawn while its key stays good", async () => {
    const api = await connect(sandbox);
    sandbox.revokeTokens();
    expect(refusal(await api.get("/capabilities"))).toEqual([401, "token_invalid"]);
    expect((await (await connect(sandbox)).get("/capabilities")).status).toBe(200);
  });
});
