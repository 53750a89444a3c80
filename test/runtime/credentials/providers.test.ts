import { inspect } from "node:util";
import { describe, expect, it, test } from "vitest";
import { createReport } from "../../../src/runtime/tracing/events.js";
import { apiKey } from "../../../src/runtime/credentials/api-key.js";
import { authorization, type AuthorizationRequest } from "../../../src/runtime/credentials/authorization.js";
import { basic } from "../../../src/runtime/credentials/basic.js";
import { bearer } from "../../../src/runtime/credentials/bearer.js";
import type {
  CredentialContext,
  CredentialProvider,
} from "../../../src/runtime/credentials/credential-provider.js";
import { type SuppliedToken, tokenFrom } from "../../../src/runtime/credentials/token-from.js";
import { isAuthenticationError, isScopeError } from "../../../src/runtime/errors/authorization-errors.js";
import { maySendCredentials } from "../../../src/runtime/call/apply-credentials.js";
import { VirtualClock } from "../virtual-clock.js";

function contextOn(clock: VirtualClock): CredentialContext {
  return {
    clock,
    fetch,
    report: createReport(clock, undefined, undefined),
    signal: new AbortController().signal,
    deadlineAt: clock.monotonic() + 60_000,
  };
}

async function apply(
  provider: CredentialProvider,
  url = "https://h/x?a=%20b",
  clock = new VirtualClock(),
  scopes: readonly string[] = [],
) {
  const target = { method: "GET", url: new URL(url), headers: new Headers({ cookie: "s=1" }) };
  const applied = await provider.apply(target, scopes, contextOn(clock));
  return { href: target.url.href, headers: Object.fromEntries(target.headers), applied };
}

function raisedBy(make: () => unknown): unknown {
  try {
    return make();
  } catch (error) {
    return error;
  }
}

describe("static credentials", () => {
  it("bearer", async () => {
    expect((await apply(bearer("t-1"))).headers["authorization"]).toBe("Bearer t-1");
  });
  it("basic, in UTF-8 (RFC 7617 section 2.1)", async () => {
    const { headers } = await apply(basic({ username: "test", password: () => Promise.resolve("123£") }));
    expect(headers["authorization"]).toBe("Basic dGVzdDoxMjPCow==");
  });
  it("basic with a key alone", async () => {
    expect((await apply(basic({ username: "sk_1", password: "" }))).headers["authorization"]).toBe(
      "Basic c2tfMTo=",
    );
  });
  it("basic refuses a colon in the name", async () => {
    expect(() => basic({ username: "a:b", password: "c" })).toThrow("The user name holds a colon");
    await expect(apply(basic({ username: () => "a:b", password: "c" }))).rejects.toSatisfy(
      isAuthenticationError,
    );
  });
  it("an API key in a header", async () => {
    expect((await apply(apiKey({ in: "header", name: "X-Key", value: "k" }))).headers["x-key"]).toBe("k");
  });
  it("an API key in the query, beside what is there", async () => {
    expect((await apply(apiKey({ in: "query", name: "api key", value: "k&=" }))).href).toBe(
      "https://h/x?a=%20b&api%20key=k%26%3D",
    );
    expect((await apply(apiKey({ in: "query", name: "key", value: "k" }), "https://h/x")).href).toBe(
      "https://h/x?key=k",
    );
  });
  it("an API key in a cookie, beside others", async () => {
    expect((await apply(apiKey({ in: "cookie", name: "sid", value: "a+/b==%3D" }))).headers["cookie"]).toBe(
      "s=1; sid=a+/b==%3D",
    );
  });
  it.each(["a;b", "a b", "a,b", 'a"b', "a\\b"])("[TOK-7] no API key %j in a cookie", async (value) => {
    expect(() => apiKey({ in: "cookie", name: "sid", value })).toThrow("a cookie cannot carry");
    await expect(apply(apiKey({ in: "cookie", name: "sid", value: () => value }))).rejects.toSatisfy(
      isAuthenticationError,
    );
  });
  it.each(["", "line\r\nbreak-hunter2", "\u{1F600}-hunter2"])(
    "[TOK-7] refuses %j without showing it",
    async (value) => {
      const error: unknown = await apply(bearer(() => value)).catch((thrown: unknown) => thrown);
      expect(isAuthenticationError(error)).toBe(true);
      expect(inspect(error) + JSON.stringify(error) + String(error)).not.toContain("hunter2");
    },
  );
  it.each([
    [" hunter2", "has white space around it"],
    ["hunter2\n", "has white space around it"],
    ["hun\tter2", "has control characters in it"],
    ["hunter2\u{1F600}", "has characters that cannot be sent"],
    ["", "is empty"],
    ["   ", "is nothing but white space"],
  ])("[TOK-7] says what is wrong with %j, and does not show it", async (value, why) => {
    for (const provider of [bearer(() => value), tokenFrom(() => value, "oauth")]) {
      const error: unknown = await apply(provider).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ name: "AuthenticationError" });
      expect(String(error)).toContain(why);
      expect(inspect(error) + JSON.stringify(error)).not.toContain("hunter2");
    }
  });
  it.each<[string, () => unknown, string]>(
    ([" hunter2", "hunter2\n", "hun\tter2", "hunter2\u{1F600}", "", "   ", 5, null] as string[]).flatMap(
      (given) => [
        [`bearer token ${JSON.stringify(given)}`, () => bearer(given), "bearer token"],
        [`OAuth token ${JSON.stringify(given)}`, () => tokenFrom(given, "oauth"), "bearer token"],
        [
          `API key ${JSON.stringify(given)}`,
          () => apiKey({ in: "header", name: "x", value: given }),
          "API key",
        ],
        [
          `key in a query ${JSON.stringify(given)}`,
          () => apiKey({ in: "query", name: "x", value: given }),
          "API key",
        ],
        [`digest ${JSON.stringify(given)}`, () => authorization(given, "digest"), "value of Authorization"],
      ],
    ),
  )("[TOK-7] refuses a text that no call could send before there is a client: %s", (_, make, name) => {
    const error = raisedBy(make);
    expect(error).toMatchObject({ name: "ArgumentError" });
    expect(String(error)).toMatch(new RegExp(`The ${name} (?:is|has) `));
    expect(inspect(error) + JSON.stringify(error)).not.toMatch(/hunter2|ter2/);
  });
  it("[TOK-7] refuses a bearer token with a blank in it, as a text at once", async () => {
    expect(() => bearer("Bearer hunter2")).toThrow("The bearer token has white space in it.");
    await expect(apply(bearer(() => "Bearer hunter2"))).rejects.toSatisfy(isAuthenticationError);
  });
  it.each<[string, object | null, string]>([
    ["a line break", { username: "u", password: "hunter2\n" }, "The password has control characters in it."],
    ["another kind", { username: 5, password: "hunter2" }, "The user name is not a string."],
    ["no members", Object("u:hunter2") as object, "The user name is not a string."],
    // Plain JavaScript passes what the types refuse.
    ["null", null, "The user name is not a string."],
    ["two empty texts", { username: "", password: "" }, "The user name and the password are both empty."],
  ])("[TOK-7] basic refuses %s before there is a client", (_, given, want) => {
    const error = raisedBy(() => basic(given as Parameters<typeof basic>[0]));
    expect(error).toMatchObject({ name: "ArgumentError", message: expect.stringContaining(want) as unknown });
    expect(inspect(error) + JSON.stringify(error)).not.toContain("hunter2");
  });
  it("[TOK-7] shows nothing of a secret when it is printed", () => {
    const all = [
      bearer("secret"),
      basic({ username: "u", password: "secret" }),
      apiKey({ in: "query", name: "k", value: "secret" }),
    ];
    expect(inspect(all, { depth: 9, showHidden: true }) + JSON.stringify(all)).not.toContain("secret");
  });
});

/** A JWT without a signature that anybody could check; `exp` in seconds since the epoch. */
function jwt(exp: number, id = 0): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part({ alg: "none" })}.${part({ exp, jti: `\u{1F511}-${String(id)}` })}.c2ln`;
}

const made: readonly [name: string, make: (source: () => string | SuppliedToken) => CredentialProvider][] = [
  ["bearer", (source) => bearer(source)],
  ["API key", (value) => apiKey({ in: "header", name: "authorization", value })],
  ["password", (password) => basic({ username: "u", password })],
  ["OAuth callback", (callback) => tokenFrom(callback, "oauth")],
];

describe.each(made)("a function: %s", (_name, make) => {
  const sentBy = async (provider: CredentialProvider, clock?: VirtualClock) =>
    (await apply(provider, "https://h", clock)).headers["authorization"];

  it("[TOK-5] is called once however many calls wait for it, and those after", async () => {
    let asked = 0;
    const provider = make(() => `t-${String((asked += 1))}`);
    const sent = await Promise.all(Array.from({ length: 10 }, () => sentBy(provider)));
    expect(new Set([...sent, await sentBy(provider)]).size).toBe(1);
    expect(asked).toBe(1);
  });

  it("[TOK-6] is called once for a 401 that hits ten calls, is told of it, and keeps what is newer", async () => {
    const told: unknown[] = [];
    const provider = make(
      ((request: unknown) => (told.push(request), `t-${String(told.length)}`)) as () => string,
    );
    const hit = await Promise.all(Array.from({ length: 10 }, () => apply(provider)));
    for (const { applied } of hit.slice(0, 9)) expect(applied.refused?.()).toBe(true);
    const renewed = await Promise.all(Array.from({ length: 10 }, () => sentBy(provider)));
    expect(hit[9]?.applied.refused?.()).toBe(true);
    expect(new Set([...renewed, await sentBy(provider)]).size).toBe(1);
    expect(told).toMatchObject([{ refused: false }, { refused: true }]);
  });

  it("[TOK-5] is kept for the lifetime that it gives, and renewed in the background before its end", async () => {
    const clock = new VirtualClock({ random: () => 0 });
    let asked = 0;
    const provider = make(() => ({ token: `t-${String((asked += 1))}`, expiresIn: 100 }));
    const first = await sentBy(provider, clock);
    await clock.advance(69_000);
    expect(await sentBy(provider, clock)).toBe(first);
    expect(asked).toBe(1);
    await clock.advance(2000);
    expect(await sentBy(provider, clock)).toBe(first);
    expect(asked).toBe(2);
    expect(await sentBy(provider, clock)).not.toBe(first);
  });

  it("[TOK-5] is kept until the `exp` of a JWT (RFC 7519 section 4.1.4), and not beyond", async () => {
    const clock = new VirtualClock({ random: () => 0 });
    let asked = 0;
    const provider = make(() => jwt(Math.floor(clock.now() / 1000) + 100, (asked += 1)));
    const first = await sentBy(provider, clock);
    await clock.advance(60_000);
    expect(await sentBy(provider, clock)).toBe(first);
    await clock.advance(40_000);
    expect(await sentBy(provider, clock)).not.toBe(first);
    expect(asked).toBe(2);
  });

  it("gives a JWT that has ended by this machine's clock to the calls that wait, and is asked again", async () => {
    const clock = new VirtualClock();
    let asked = 0;
    const provider = make(() => jwt(1000, (asked += 1)));
    const sent = [await sentBy(provider, clock), await sentBy(provider, clock)];
    expect(new Set(sent).size).toBe(2);
  });

  it("goes on when the call that it was called for is aborted, and serves the next", async () => {
    let give: (token: string) => void = () => undefined;
    let asked = 0;
    const provider = make(() => {
      asked += 1;
      return new Promise<string>((resolve) => (give = resolve)) as never;
    });
    const clock = new VirtualClock();
    const gone = new AbortController();
    const target = { method: "GET", url: new URL("https://h"), headers: new Headers() };
    const left = provider.apply(target, [], { ...contextOn(clock), signal: gone.signal });
    await Promise.resolve();
    gone.abort();
    await expect(left).rejects.toMatchObject({ name: "AbortError" });
    const next = sentBy(provider, clock);
    await Promise.resolve();
    give("t");
    await next;
    expect(asked).toBe(1);
  });
});

describe.each(made)("a function that may never answer: %s", (_name, make) => {
  const hanging = () => {
    const answers: ((token: string) => void)[] = [];
    const provider = make(() => new Promise<string>((resolve) => void answers.push(resolve)) as never);
    const clock = new VirtualClock();
    const ask = async (): Promise<string> => {
      const target = { method: "GET", url: new URL("https://h"), headers: new Headers() };
      await provider.apply(target, [], contextOn(clock));
      return target.headers.get("authorization") ?? "";
    };
    return { answers, clock, ask };
  };
  const turns = () => new Promise((resolve) => setTimeout(resolve, 1));

  it("is called anew by whoever comes a minute later", async () => {
    const { answers, clock, ask } = hanging();
    const lost = expect(ask()).rejects.toMatchObject({ kind: "deadline" });
    await turns();
    await clock.advance(59_000);
    const joined = ask();
    await turns();
    expect(answers).toHaveLength(1);
    await clock.advance(1000);
    await lost;
    const next = ask();
    await turns();
    expect(answers).toHaveLength(2);
    answers[1]?.("newer");
    const sent = await next;
    answers[0]?.("older");
    // Who waited for the late one gets it; it does not replace the newer.
    expect(await joined).not.toBe(sent);
    expect(await ask()).toBe(sent);
    expect(answers).toHaveLength(2);
  });
});

test("a text is accepted where a function is", async () => {
  const { headers, applied } = await apply(tokenFrom("t-1", "oauth"));
  expect(headers["authorization"]).toBe("Bearer t-1");
  expect(applied.refused?.()).toBe(false);
});

describe("tokenFrom", () => {
  it("asks once however many calls wait", async () => {
    let release: (token: string) => void = () => undefined;
    let asked = 0;
    const provider = tokenFrom(() => {
      asked += 1;
      return new Promise((resolve) => (release = resolve));
    }, "oauth");
    const waiting = Promise.all([apply(provider), apply(provider), apply(provider)]);
    await Promise.resolve();
    release("t");
    expect((await waiting).map(({ headers }) => headers["authorization"])).toEqual([
      "Bearer t",
      "Bearer t",
      "Bearer t",
    ]);
    expect(asked).toBe(1);
  });

  it("[TOK-5] asks again shortly before the token runs out, by the monotonic clock", async () => {
    const clock = new VirtualClock();
    let asked = 0;
    const provider = tokenFrom(
      (): SuppliedToken => ({ token: `t-${String((asked += 1))}`, expiresIn: 60 }),
      "oauth",
    );
    const at = async (milliseconds: number): Promise<string | undefined> => {
      await clock.advance(milliseconds - clock.monotonic());
      return (await apply(provider, "https://h", clock)).headers["authorization"];
    };
    expect([await at(0), await at(49_999), await at(50_000), await at(99_000)]).toEqual([
      "Bearer t-1",
      "Bearer t-1",
      "Bearer t-2",
      "Bearer t-2",
    ]);
  });

  it("[TOK-6] throws away only the token that was refused, never a newer one", async () => {
    const refusals: boolean[] = [];
    const provider = tokenFrom(
      ({ refused }) => (refusals.push(refused), `t-${String(refusals.length)}`),
      "oauth",
    );
    const first = await apply(provider);
    const alsoFirst = await apply(provider);
    expect(first.applied.refused?.()).toBe(true);
    expect((await apply(provider)).headers["authorization"]).toBe("Bearer t-2");
    expect(alsoFirst.applied.refused?.()).toBe(true);
    expect((await apply(provider)).headers["authorization"]).toBe("Bearer t-2");
    expect(refusals).toEqual([false, true]);
  });

  it("forgets a failure: the next call asks again", async () => {
    let asked = 0;
    const provider = tokenFrom(() => (++asked === 1 ? Promise.reject(new Error("down")) : "t"), "oauth");
    await expect(apply(provider)).rejects.toThrow("down");
    expect((await apply(provider)).headers["authorization"]).toBe("Bearer t");
  });

  it("[ACC-2] knows the scopes that came with the token", async () => {
    const provider = tokenFrom(() => ({ token: "t", scopes: ["a"] }), "oauth");
    expect(provider.scopes?.()).toBeUndefined();
    await apply(provider);
    expect([...(provider.scopes?.() ?? [])]).toEqual(["a"]);
  });

  it.each([
    { token: "t", expiresIn: 0 },
    { token: "t", expiresIn: Number.NaN },
    { token: "" },
    { token: "a b" },
  ])("refuses %j", async (given) => {
    await expect(apply(tokenFrom(() => given, "oauth"))).rejects.toSatisfy(isAuthenticationError);
  });
});

describe("the scopes of a token", () => {
  it("are a list, not the text of an answer", async () => {
    const given = JSON.parse('{ "token": "t", "scopes": "a b" }') as SuppliedToken;
    await expect(apply(tokenFrom(() => given, "oauth"))).rejects.toMatchObject({
      name: "AuthenticationError",
      message: expect.stringContaining("must give `scopes` as a list") as unknown,
    });
  });

  it("are asked for together with those of the calls before, once each", async () => {
    const asked: unknown[] = [];
    const provider = tokenFrom((request) => (asked.push(request), `t-${String(asked.length)}`), "oauth");
    const tokens: unknown[] = [];
    for (const scopes of [["b"], ["b"], ["a", "b"], ["a"], []]) {
      tokens.push((await apply(provider, undefined, undefined, scopes)).headers["authorization"]);
    }
    expect(tokens).toEqual(["Bearer t-1", "Bearer t-1", "Bearer t-2", "Bearer t-2", "Bearer t-2"]);
    expect(asked).toEqual([
      { refused: false, scheme: "oauth", scopes: ["b"] },
      { refused: false, scheme: "oauth", scopes: ["a", "b"] },
    ]);
  });

  it("are never too few for a call that waited for the token of another", async () => {
    const asked: (readonly string[])[] = [];
    const provider = tokenFrom(({ scopes }) => (asked.push(scopes), scopes.join("+")), "oauth");
    const both = await Promise.all(["a", "b"].map((scope) => apply(provider, undefined, undefined, [scope])));
    expect(both.map(({ headers }) => headers["authorization"])).toEqual(["Bearer a", "Bearer a+b"]);
    expect(asked).toEqual([["a"], ["a", "b"]]);
  });

  it("that could not be had leave the token of before in use", async () => {
    const provider = tokenFrom(({ scopes }) => {
      if (scopes.includes("b")) throw new Error("no");
      return "t";
    }, "oauth");
    const at = (...scopes: readonly string[]) => apply(provider, undefined, undefined, scopes);
    await at("a");
    await expect(at("b")).rejects.toThrow("no");
    expect((await at("a")).headers["authorization"]).toBe("Bearer t");
  });

  it("[ACC-2] are not known to be missing before they were asked for", async () => {
    const provider = tokenFrom(({ scopes }) => ({ token: "t", scopes }), "oauth");
    await apply(provider, undefined, undefined, ["a"]);
    expect(provider.scopes?.(["b"])).toBeUndefined();
    expect(provider.scopes?.(["a"])).toEqual(new Set(["a"]));
  });

  it("are not known to be missing once the token has run out", async () => {
    const clock = new VirtualClock();
    const grants = [["a"], ["a", "b"]];
    const provider = tokenFrom(() => ({ token: "t", expiresIn: 60, scopes: grants.shift() ?? [] }), "oauth");
    const at = () => apply(provider, undefined, clock, ["a", "b"]);
    await expect(at()).rejects.toSatisfy(isScopeError);
    await clock.advance(59_999);
    expect(provider.scopes?.(["a", "b"])).toEqual(new Set(["a"]));
    await clock.advance(1);
    expect(provider.scopes?.(["a", "b"])).toBeUndefined();
    expect((await at()).headers["authorization"]).toBe("Bearer t");
  });

  it("are asked for again after five minutes, where nothing says when the token ends", async () => {
    const clock = new VirtualClock();
    const grants = [["a"], ["a"], ["a", "b"]];
    let asked = 0;
    const provider = tokenFrom(
      () => ({ token: `t-${String((asked += 1))}`, scopes: grants.shift() ?? [] }),
      "oauth",
    );
    const at = (...scopes: readonly string[]) => apply(provider, undefined, clock, scopes);
    for (const wait of [299_999, 1, 299_999, 1]) {
      await expect(at("a", "b")).rejects.toSatisfy(isScopeError);
      await clock.advance(wait);
      // What the token has needs no other.
      await at("a");
    }
    expect(asked).toBe(2);
    expect(provider.scopes?.(["b"])).toBeUndefined();
    expect((await at("b")).headers["authorization"]).toBe("Bearer t-3");
    expect(provider.scopes?.(["b"])).toEqual(new Set(["a", "b"]));
  });

  it("that came unasked do not need another token", async () => {
    let asked = 0;
    const provider = tokenFrom(() => ({ token: `t-${String((asked += 1))}`, scopes: ["a", "b"] }), "oauth");
    await apply(provider, undefined, undefined, ["a"]);
    await apply(provider, undefined, undefined, ["b"]);
    expect(asked).toBe(1);
  });
});

describe("the value of Authorization", () => {
  it("is what the caller gives", async () => {
    const { headers, applied } = await apply(authorization("Token t-1", "token"));
    expect(headers["authorization"]).toBe("Token t-1");
    expect(applied.refused?.()).toBe(false);
  });

  it("is asked for with the request, and with the challenge of the last refusal of that server", async () => {
    const asked: AuthorizationRequest[] = [];
    const provider = authorization((request) => {
      asked.push(request);
      return request.challenge === undefined ? undefined : `Digest answer to ${request.challenge}`;
    }, "digest");
    const first = await apply(provider, "https://h/x?a=1");
    expect(first.headers).toEqual({ cookie: "s=1" });
    expect(first.applied.refused?.("Digest nonce=1")).toBe(true);
    expect((await apply(provider, "https://h/y")).headers["authorization"]).toBe(
      "Digest answer to Digest nonce=1",
    );
    expect((await apply(provider, "https://other")).headers["authorization"]).toBeUndefined();
    expect(asked).toEqual([
      { authentication: "digest", method: "GET", url: "https://h/x?a=1" },
      { authentication: "digest", method: "GET", url: "https://h/y", challenge: "Digest nonce=1" },
      { authentication: "digest", method: "GET", url: "https://other/" },
    ]);
  });

  it("[TOK-7] that cannot be sent is refused without being shown", async () => {
    const error: unknown = await apply(authorization(() => "Digest hunter2\n", "digest")).catch(
      (thrown: unknown) => thrown,
    );
    expect(isAuthenticationError(error)).toBe(true);
    expect(inspect(error) + JSON.stringify(error) + String(error)).not.toContain("hunter2");
  });
});

describe("[TOK-4] where credentials may go", () => {
  it.each([
    ["https://platform.example", true],
    ["http://localhost:8080", true],
    ["http://api.localhost", true],
    ["http://127.0.0.1:1", true],
    ["http://127.9.9.9", true],
    ["http://[::1]:8080", true],
    ["http://platform.example", false],
    ["http://127.0.0.1.evil.example", false],
    ["http://localhost.evil.example", false],
    ["http://10.0.0.1", false],
    ["ftp://localhost", false],
  ])("%s: %s", (url, want) => {
    expect(maySendCredentials(new URL(url))).toBe(want);
  });

  it.each([
    ["http://api.internal:8080/v1", true],
    ["http://API.internal:8080", true],
    ["http://api.internal:8081", false],
    ["http://api.internal", false],
    ["http://other.internal:8080", false],
    ["http://10.0.0.1:1", true],
    ["ftp://10.0.0.1", false],
  ])("%s beside hosts that the caller names: %s", (url, want) => {
    expect(maySendCredentials(new URL(url), ["api.internal:8080", "10.0.0.1"])).toBe(want);
  });
});
