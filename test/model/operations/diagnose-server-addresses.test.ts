import { describe, expect, test } from "vitest";
import { checkUserInfo, resolveServer } from "../../../src/runtime/servers/resolve-server.js";
import { modelOf } from "../model-of.js";
import { type Found, found } from "../../diagnostics/found.js";

test("a server that names a host and no scheme is called over https, which is told of once a server", () => {
  const given = `
servers: [{ url: http://localhost:8080 }, { url: '//{tenant}.example/v2', variables: { tenant: { default: a } } }]
paths:
  /a:
    servers: [{ url: '//rel.example/x' }]
    get: {}
    put: {}
    post: { servers: [{ url: /below }, { url: '//own.example' }] }`;
  const { servers, operations, diagnostics } = modelOf(given);
  expect(servers.map(({ url }) => url)).toEqual(["http://localhost:8080", "https://{tenant}.example/v2"]);
  expect(
    operations.map(({ method, servers: own }) => [method, ...(own ?? []).map(({ url }) => url)]),
  ).toEqual([
    ["GET", "https://rel.example/x"],
    ["POST", "/below", "https://own.example"],
    ["PUT", "https://rel.example/x"],
  ]);
  expect(found(diagnostics)).toEqual([
    ["server/without-scheme", "#/servers/1/url"],
    ["server/without-scheme", "#/paths/~1a/servers/0/url"],
    ["server/without-scheme", "#/paths/~1a/post/servers/1/url"],
  ]);
});

test.each(["/a//b", "///a", "//", "//?a", "http://a.example", "{any}//a.example"])(
  "a server %s is left as it is",
  (url) => {
    const { servers, diagnostics } = modelOf(`servers: [{ url: '${url}' }]`);
    expect([servers[0]?.url, diagnostics]).toEqual([url, []]);
  },
);

describe("a first server that clients refuse to call", () => {
  const diagnosticsOf = (servers: string) => found(modelOf(`servers: ${servers}`).diagnostics);
  const at = (pointer: string, scheme: string): Found => ["server/not-http", pointer, { scheme }];
  const ofScheme = (scheme: string) => at("#/servers/0/url", scheme);
  const withUser: Found = ["server/user-information", "#/servers/0/url"];

  test.each([
    ["x:", ofScheme("x:")],
    ["mailto:a@b.example", ofScheme("mailto:")],
    ["ftp://a.example/v1", ofScheme("ftp:")],
    ["FTP://u:p@a.example", ofScheme("ftp:")],
    ["localhost:8080/v1", ofScheme("localhost:")],
    ["wss://a.example", ofScheme("wss:")],
    ["https://user:s3cret@a.example", withUser],
    ["http://user@a.example/v1", withUser],
    ["//user:s3cret@a.example", withUser],
  ])("is told of: %s", (url, want) => {
    const told = diagnosticsOf(`[{ url: '${url}' }]`);
    expect(told.filter(([id]) => id !== "server/without-scheme")).toEqual([want]);
    expect(JSON.stringify(told)).not.toContain("s3cret");
    expect(() => {
      construct(url);
    }).toThrow();
  });

  test.each([
    "https://a.example",
    "HTTP://a.example/@b",
    "/v1",
    "v1",
    "",
    "?a=b:c",
    "{any}://a.example",
    "{any}",
  ])("is none: %s", (url) => {
    expect(diagnosticsOf(`[{ url: '${url}' }]`)).toEqual([]);
    if (/^http/iu.test(url))
      expect(() => {
        construct(url);
      }).not.toThrow();
  });

  test("may be so by the default of a variable, and is so for an operation", () => {
    const base = "{ url: '{base}', variables: { base: { default: 'ftp://a.example' } } }";
    expect(diagnosticsOf(`[${base}]`)).toEqual([ofScheme("ftp:")]);
    const own = `[{ url: 'https://a.example' }]
paths: { /a: { servers: [{ url: 'https://a.example' }, ${base}], get: { responses: {} }, put: { servers: [${base}], responses: {} } } }`;
    expect(diagnosticsOf(own)).toEqual([at("#/paths/~1a/put/servers/0/url", "ftp:")]);
  });

  /** What a client does with the server of its contract. */
  function construct(url: string): void {
    const { servers } = modelOf(`servers: [{ url: '${url}' }]`);
    checkUserInfo(new URL(resolveServer({ url: servers[0]?.url ?? "" }, {})), "The server's address");
  }
});
