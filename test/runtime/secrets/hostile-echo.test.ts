import { inspect } from "node:util";
import fc from "fast-check";
import { afterEach, describe, expect, it, test, vi } from "vitest";
import { call } from "../../../src/runtime/call/call.js";
import type { ClientOptions } from "../../../src/runtime/call/client-options.js";
import { createCore } from "../../../src/runtime/call/create-core.js";
import type { OperationDescriptor } from "../../../src/runtime/descriptors/operation-descriptor.js";
import { apiKey } from "../../../src/runtime/credentials/api-key.js";
import { basic } from "../../../src/runtime/credentials/basic.js";
import { bearer } from "../../../src/runtime/credentials/bearer.js";
import { ApiError } from "../../../src/runtime/errors/api-error.js";
import { safeHeaders } from "../../../src/runtime/secrets/safe-headers.js";
import { createStriker } from "../../../src/runtime/secrets/striker.js";
import { problem, type Reply, startTestServer, type TestServer } from "../call/test-server.js";
import { VirtualClock } from "../virtual-clock.js";

const servers: TestServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

/* A server that repeats what it was sent wherever a response has room for it. */
const token = "kx7-p2m-9qa-z41-b8w";
const key = "qr5.tv6/wx7+yz8=ab9";
const password = "hunter-2-gatherer";
const phone = "+79161234567";

const names = [
  "accept-ranges",
  "age",
  "allow",
  "cache-control",
  "content-type",
  "date",
  "deprecation",
  "etag",
  "last-modified",
  "content-location",
  "link",
  "location",
  "refresh",
  "ratelimit",
  "ratelimit-limit",
  "ratelimit-policy",
  "ratelimit-remaining",
  "ratelimit-reset",
  "retry-after",
  "server",
  "sunset",
  "traceparent",
  "vary",
  "via",
  "www-authenticate",
  "x-correlation-id",
  "x-ratelimit-limit",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
  "x-request-id",
  "x-trace-id",
];

const read: OperationDescriptor = {
  name: "things.get",
  method: "GET",
  path: "/things",
  security: [{ token: [], key: [], basic: [] }],
  responses: [{ statuses: [200], content: [{ mediaType: "application/json", codec: "json" }] }],
  retryClass: "read",
};

const spellings = (secret: string): readonly string[] => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(secret).toString("base64").replace(/=+$/, ""),
  Buffer.from(`x${secret}y`).toString("base64url").slice(2, -4),
  secret.replaceAll(/[-./+=]/g, "_"),
  secret.toUpperCase(),
  secret.slice(0, 12),
  secret.slice(-12),
];

async function coreOf(replies: readonly Reply[], options: ClientOptions) {
  const server = await startTestServer(...replies);
  servers.push(server);
  const told: unknown[] = [];
  const tell = (event: unknown): number => told.push(event);
  const core = createCore(
    {
      contract: { title: "t", version: "1", problem: { retryable: true, codes: { known: "access-denied" } } },
      serverUrl: server.url,
      credentials: {
        token: bearer(token),
        key: apiKey({ in: "query", name: "k", value: key }),
        basic: {
          apply: async (target, scopes, context) => {
            const own = { ...target, headers: new Headers() };
            const applied = await basic({ username: "me", password }).apply(own, scopes, context);
            target.headers.set("x-basic", own.headers.get("authorization") ?? "");
            return applied;
          },
        },
      },
    },
    {
      clock: new VirtualClock({ skip: 20_000 }),
      hooks: { response: tell, retry: tell, failure: tell, request: tell },
      logger: tell,
      ...options,
    },
  );
  return { core, told };
}

async function toldBy(replies: readonly Reply[], options: ClientOptions = {}) {
  const { core, told } = await coreOf(replies, options);
  const error: unknown = await call(core, read, {}).catch((thrown: unknown) => thrown);
  if (!(error instanceof ApiError)) throw new Error("no error");
  const shown = [told, error, error.cause, core].map(
    (one) => inspect(one, { depth: 12, showHidden: true }) + JSON.stringify(one) + String(one),
  );
  return { shown: shown.join("\n"), error };
}

/** Whether six letters and digits of a secret in a row stand in a text. */
function leaks(text: string, secret: string): boolean {
  const plain = (one: string) => one.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  const all = plain(secret);
  const length = 8;
  return Array.from({ length: all.length - length + 1 }, (_, at) => all.slice(at, at + length)).some(
    (piece) => text.split(/["'\n,: {}[\]]+/).some((word) => plain(word).includes(piece)),
  );
}

describe.each([
  ["the token", token],
  ["an API key", key],
  ["a password", password],
])("[SEC-1] [TOK-7] %s that a server repeats", (_name, secret) => {
  it.each(names)("in the header `%s` is not shown", async (name) => {
    for (const echo of spellings(secret)) {
      const headers = { [name]: name === "content-type" ? `text/${echo.toLowerCase()}` : echo };
      const { shown, error } = await toldBy([problem(400, {}, headers)]);
      const all = JSON.stringify([...(error.allHeaders ?? [])]);
      expect(leaks(shown + all, secret), echo).toBe(false);
    }
  });

  it("in a problem is not shown, nor in what code can read", async () => {
    for (const echo of spellings(secret)) {
      const { shown, error } = await toldBy([
        problem(400, {
          type: `https://h/${echo}`,
          title: echo,
          detail: `not ${echo}!`,
          instance: echo,
          code: echo,
          traceId: echo,
          [echo]: { deep: [echo] },
        }),
      ]);
      expect(leaks(shown, secret), echo).toBe(false);
      expect(leaks(JSON.stringify(error.problem), secret), echo).toBe(false);
      expect(leaks(String(error.code) + String(error.traceId), secret), echo).toBe(false);
    }
  });

  it("in another body, a retry or the platform's error is not shown", async () => {
    const body = JSON.stringify({ message: secret });
    const headers = { "content-type": "application/json" };
    const plain = await toldBy([{ status: 400, headers, body }]);
    expect(leaks(plain.shown + JSON.stringify(plain.error.body), secret)).toBe(false);
    expect(plain.error.body).toEqual({ message: "[hidden]" });
    const again = await toldBy([problem(500, { retryable: true, code: secret })]);
    expect(leaks(again.shown, secret)).toBe(false);
    const broken = await toldBy([], {
      fetch: () =>
        Promise.reject(Object.assign(new Error(secret), { name: secret, code: secret, [secret]: secret })),
    });
    expect(leaks(broken.shown, secret)).toBe(false);
  });
});

describe("[SEC-1] the address of a redirect that is a value", () => {
  const download: OperationDescriptor = {
    ...read,
    responses: [{ statuses: [302], redirect: true, content: [] }],
  };
  const addressOf = async (location: string) => {
    const headers = { location, link: `<${location}>; rel="next"`, "x-request-id": "r-1" };
    const told: unknown[] = [];
    const tell = (event: unknown): number => told.push(event);
    const { core } = await coreOf([{ status: 302, headers }], {
      hooks: { response: tell },
      show: { headers: ["location", "link"] },
    });
    const made = call(core, download, {});
    const value = await made;
    const { headers: given } = await made.withResponse();
    return { value, given: [given.get("location"), given.get("link")].join(" "), told };
  };

  it.each(spellings(key).slice(0, 4))("holds no credential that the server repeats: %s", async (echo) => {
    const { value, given, told } = await addressOf(`https://files.example/1?k=${echo}&at=2`);
    expect(value).toMatch(/^https:\/\/files\.example\/1\?k=.*&at=2$/);
    expect(leaks(String(value) + given + JSON.stringify(told), key)).toBe(false);
  });

  it("stays as it is where only pieces are those of a credential", async () => {
    const address = `https://files.example/1?signature=${token.slice(0, 12)}-else`;
    const { value, given, told } = await addressOf(address);
    expect(value).toBe(address);
    expect(given).toContain(address);
    expect(leaks(JSON.stringify(told), token)).toBe(false);
  });
});

describe("an event that nobody listens to", () => {
  const looked = async (options: ClientOptions): Promise<number> => {
    const { core } = await coreOf([], {
      hooks: {},
      logger: undefined as never,
      fetch: () => Promise.resolve(Response.json(1, { headers: { etag: '"1"' } })),
      ...options,
    });
    let built = 0;
    const each = vi.spyOn(Headers.prototype, "forEach").mockImplementation(() => (built += 1));
    try {
      await call(core, read, {});
    } finally {
      each.mockRestore();
    }
    return built;
  };

  it("is not built: no header is looked at to be shown", async () => {
    expect(await looked({})).toBe(0);
    expect(await looked({ hooks: { retry: () => undefined } })).toBe(0);
    expect(await looked({ hooks: { request: () => undefined } })).toBe(1);
    expect(await looked({ logger: () => undefined })).toBe(2);
  });
});

test("[SEC-1] a number of a telephone in a header is not shown", async () => {
  for (const name of names) {
    const { shown } = await toldBy([
      problem(400, {}, { [name]: phone }),
      problem(400, {}, { [name]: phone.slice(1) }),
    ]);
    expect(shown, name).not.toContain("9161234567");
  }
});

test("[ERR-2] a code that the contract gives a meaning is kept whatever the credentials are", async () => {
  const server = await startTestServer(problem(400, { code: "access_denied", detail: "access_denied" }));
  servers.push(server);
  const core = createCore({
    contract: { title: "t", version: "1", problem: { codes: { access_denied: "access-denied" } } },
    serverUrl: server.url,
    credentials: { token: bearer("access_denied") },
  });
  const error: unknown = await call(core, { ...read, security: [{ token: [] }] }, {}).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toMatchObject({ code: "access_denied", problem: { detail: "[hidden]" } });
});

describe("headers in their own grammar", () => {
  it.each([
    ["content-type", "application/problem+json; charset=utf-8"],
    ["content-type", "application/vnd.api.v2+json"],
    ["accept", "application/json, application/problem+json;q=0.9, */*"],
    ["date", "Sun, 06 Nov 1994 08:49:37 GMT"],
    ["retry-after", "120"],
    ["age", "0"],
    ["content-length", "1048576"],
    ["cache-control", "private, max-age=0, no-store"],
    ["allow", "GET, HEAD"],
    ["vary", "Accept-Encoding, Origin"],
    ["x-ratelimit-reset", "1763800000"],
    ["traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"],
    ["x-request-id", "4f6c1b2a-95d2-4b0e-9d3a-0123456789ab"],
  ])("shows %s: %s", (name, value) => {
    expect(safeHeaders(new Headers({ [name]: value }))).toEqual({ [name]: value });
  });

  it("shows amounts of a policy without its name", () => {
    const headers = new Headers({ "ratelimit-policy": '"burst-of-acme";q=100;w=60' });
    expect(safeHeaders(headers)).toEqual({ "ratelimit-policy": "q=100;w=60" });
  });

  it("shows validators as a hash that tells them apart", () => {
    const hash = (etag: string) => safeHeaders(new Headers({ etag }))["etag"];
    expect(hash('"a"')).toMatch(/^#[\da-f]{8}$/);
    expect(hash('"a"')).toBe(hash('"a"'));
    expect(hash('"a"')).not.toBe(hash('"b"'));
    expect(hash('W/"a"')).toMatch(/^W\/#/);
  });
});

describe("what is struck", () => {
  const strike = (secret: string, text: string): string => {
    const striker = createStriker();
    striker.add([secret]);
    return striker.text(text);
  };
  it("leaves words alone that hold a short secret", () => {
    expect(strike("key", "key: the keyboard (key)")).toBe("[hidden]: the keyboard ([hidden])");
  });
  it("leaves text without secrets alone", () => {
    expect(strike(token, "An order was not found; try it again.")).toBe(
      "An order was not found; try it again.",
    );
  });
  it("stands long and odd secrets", () => {
    const long = "ab1".repeat(50_000);
    expect(strike(long, `x ${long} y`)).toBe("x [hidden] y");
    expect(strike("\uD800 lone $& surrogate", "a \uD800 lone $& surrogate")).toBe("a [hidden]");
  });
  it("takes time in proportion to the text", () => {
    const striker = createStriker();
    striker.add([token, key, password]);
    const since = performance.now();
    striker.text("kx7p2m9q ".repeat(100_000));
    expect(performance.now() - since).toBeLessThan(5000);
  });
});

describe("[SEC-1] a secret in a URL", () => {
  const strikes = (secret: string) => {
    const striker = createStriker();
    striker.add([secret]);
    return striker;
  };

  it.each([
    ["p{a: word}1", "https://f.example/p%7Ba:%20word%7D1/x", "https://f.example/[hidden]/x"],
    ["a$b:c word", "https://u:a$b%3Ac%20word@f.example/", "https://u:[hidden]@f.example/"],
    ["a$b:c word", "/x#a$b:c%20word", "/x#[hidden]"],
    ["a+b c/d", "/x?q=a%2bb+c%2Fd&r=1", "/x?q=[hidden]&r=1"],
    ["a%41 {b}", "/x/a%41%20%7Bb%7D/y", "/x/[hidden]/y"],
    [
      "pass wörd",
      "/x?next=https%3A%2F%2Fh%2Fpass%2520w%25C3%25B6rd%2Fy",
      "/x?next=https%3A%2F%2Fh%2F[hidden]%2Fy",
    ],
    ["\u{1F600} smile", "/%F0%9F%98%80%20smile%FF", "/[hidden]%FF"],
    ["pin", "/a%2Fpin%2Fb%70%69n", "/a%2F[hidden]%2Fb%70%69n"],
  ])("%s is struck from %s, and nothing else is", (secret, url, want) => {
    expect(strikes(secret).whole(url)).toBe(want);
    expect(strikes(secret).text(url)).toBe(want);
  });

  it("is struck however base64 is escaped, and so are pieces", () => {
    const password = "hunter>>>2?gatherer";
    const encoded = encodeURIComponent(Buffer.from(password).toString("base64"));
    expect(encoded).toContain("%2");
    expect(strikes(password).whole(`/x?b=${encoded}&c=1`)).toMatch(/^\/x\?b=\[hidden\].{0,8}&c=1$/);
    expect(strikes("ab{cd}ef{gh}ij{kl}").text("see %7Bcd%7Def%7Bgh%7Dij, 1")).toBe("see %7B[hidden], 1");
  });

  it("is found wherever the platform's URL writes it", () => {
    const characters = fc.constantFrom(
      ...Array.from("aZ09 !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~äß中\u{1F600}\t"),
    );
    const inside = fc.string({ unit: characters, minLength: 8, maxLength: 24 });
    const positions: readonly ((secret: string) => URL)[] = [
      (secret) => Object.assign(new URL("https://h.example/"), { username: secret }),
      (secret) => Object.assign(new URL("https://u@h.example/"), { password: secret }),
      (secret) => Object.assign(new URL("https://h.example/"), { pathname: `/x/${secret}/y` }),
      (secret) => Object.assign(new URL("https://h.example/"), { search: `?k=${secret}&l=1` }),
      (secret) => Object.assign(new URL("app:x/"), { search: `?k=${secret}&l=1` }),
      (secret) => Object.assign(new URL("https://h.example/"), { hash: `#k=${secret}&l=1` }),
      (secret) => new URL(`https://h.example/?${new URLSearchParams({ k: secret, l: "1" }).toString()}`),
      (secret) => new URL(`https://h.example/?k=${encodeURIComponent(secret)}&l=1`),
    ];
    const known = fc.tuple(inside, inside).map(([one, other]) => `k${one}q{ }z${other}7`);
    fc.assert(
      fc.property(known, fc.constantFrom(...positions), (secret, place) => {
        // Segments that the parser removes from a path are no longer there.
        fc.pre(!/(?:^|[/\\])(?:\.|%2e){1,2}(?:[/\\]|$)/i.test(secret.replaceAll("\t", "")));
        const { href } = place(secret);
        const struck = strikes(secret).whole(href);
        expect(struck).toContain("[hidden]");
        expect(struck.length).toBeLessThanOrEqual("https://h.example/?k=[hidden]&l=1".length);
      }),
      { numRuns: 2000, seed: 3 },
    );
  });

  it("costs time in proportion to the text", () => {
    const striker = strikes(password);
    const since = performance.now();
    for (const unit of ["%FF", "%25", "%2525", "a%20", "%F0%9F%98%80"])
      expect(striker.text(unit.repeat(100_000))).toBe(unit.repeat(100_000));
    expect(performance.now() - since).toBeLessThan(10_000);
  });
});

describe("what striking costs", () => {
  const secrets = Array.from(
    { length: 100 },
    (_, at) => `${String(at)}-${"kx7p2m9qaz41b8w".repeat(20)}-${String(at)}`,
  );
  it("looks through a large body once, however many secrets there are", () => {
    const page = "The quick brown fox, 123. ".repeat(20_000);
    const time = (count: number): number => {
      const striker = createStriker();
      striker.add(secrets.slice(0, count));
      striker.text("warm up");
      const begun = performance.now();
      expect(striker.text(page)).toBe(page);
      return performance.now() - begun;
    };
    const one = Math.min(time(1), time(1), time(1));
    const many = Math.min(time(100), time(100));
    expect(many / one).toBeLessThan(25);
  });

  it("forgets first what was sent longest ago", () => {
    const striker = createStriker();
    striker.add(["kept-kx7p2m9qaz41"]);
    for (let at = 0; at < 1000; at += 1) {
      striker.add([`once-${String(at)}-${"z".repeat(8)}`, "kept-kx7p2m9qaz41"]);
      if (at % 100 === 0) striker.text("look");
    }
    expect(striker.text("x kept-kx7p2m9qaz41 y")).toBe("x [hidden] y");
    expect(striker.text("once-999-zzzzzzzz")).toBe("[hidden]");
    expect(striker.text("kx7p2m9q, then once-3")).toBe("[hidden], then once-3");
  });
});
