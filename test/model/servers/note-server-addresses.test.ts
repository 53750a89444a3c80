import { expect, test } from "vitest";
import { modelOf } from "../model-of.js";

test("a server that names a host and no scheme is called over https, which is told of once a server", () => {
  const given = `
servers: [{ url: http://localhost:8080 }, { url: '//{tenant}.example/v2', variables: { tenant: { default: a } } }]
paths:
  /a:
    servers: [{ url: '//rel.example/x' }]
    get: {}
    put: {}
    post: { servers: [{ url: /below }, { url: '//own.example' }] }`;
  const { servers, operations, notes } = modelOf(given);
  expect(servers.map(({ url }) => url)).toEqual(["http://localhost:8080", "https://{tenant}.example/v2"]);
  expect(
    operations.map(({ method, servers: own }) => [method, ...(own ?? []).map(({ url }) => url)]),
  ).toEqual([
    ["GET", "https://rel.example/x"],
    ["POST", "/below", "https://own.example"],
    ["PUT", "https://rel.example/x"],
  ]);
  const text =
    "The server's URL names no scheme; https is taken. `baseUrl` or `serverUrl` says another where that is wrong.";
  expect(notes).toEqual([
    { text, pointer: "#/servers/1/url" },
    { text, pointer: "#/paths/~1a/servers/0/url" },
    { text, pointer: "#/paths/~1a/post/servers/1/url" },
  ]);
});

test.each(["/a//b", "///a", "//", "//?a", "http://a.example", "{any}//a.example"])(
  "a server %s is left as it is",
  (url) => {
    const { servers, notes } = modelOf(`servers: [{ url: '${url}' }]`);
    expect([servers[0]?.url, notes]).toEqual([url, []]);
  },
);
