import { describe, expect, test } from "vitest";
import { modelOf } from "../model-of.js";
import { type Found, found } from "../../diagnostics/found.js";

const diagnosticsOf = (url: string, security: string, more = "") =>
  unprotectedIn(`
servers: [{ url: '${url}'${more} }, { url: 'https://b.example' }]
paths: { /a: { get: { security: ${security}, responses: { '204': { description: '' } } } } }
components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }`);

function unprotectedIn(yaml: string): readonly Found[] {
  return found(modelOf(yaml).diagnostics).filter(([id]) => id === "server/unprotected");
}

const at = (pointer: string, server: string, ...options: readonly string[]): Found => [
  "server/unprotected",
  pointer,
  { options: [...options, "baseUrl", "serverUrl"], server },
];

describe("a first server that credentials are not sent to", () => {
  test("is told of where operations need some", () => {
    expect(diagnosticsOf("http://a.example/v1", "[{ key: [] }]")).toEqual([
      at("#/servers/0/url", "http://a.example/v1"),
    ]);
  });

  test("may be so by the default of a variable", () => {
    const variables = ", variables: { scheme: { default: http } }";
    expect(diagnosticsOf("{scheme}://a.example", "[{ key: [] }]", variables)).toHaveLength(1);
  });

  test.each([
    ["http", "{ default: http, enum: [http, https] }", '{ "scheme": "https" }'],
    ["http", "{ default: http }", '{ "scheme": "https" }'],
    ["http", "{ default: http, enum: [http] }", undefined],
  ])("names the variable that makes it one that they are sent to: %s, %s", (_, variable, want) => {
    const variables = `, variables: { host: { default: a.example }, scheme: ${variable} }`;
    const options = want === undefined ? [] : [`serverVariables: ${want}`];
    expect(diagnosticsOf("{scheme}://{host}", "[{ key: [] }]", variables)).toEqual([
      at("#/servers/0/url", "{scheme}://{host}", ...options),
    ]);
  });

  test.each([
    ["https://a.example", "[{ key: [] }]"],
    ["http://localhost:8080", "[{ key: [] }]"],
    ["http://api.localhost", "[{ key: [] }]"],
    ["http://127.0.0.1", "[{ key: [] }]"],
    ["http://[::1]:8080", "[{ key: [] }]"],
    ["/v1", "[{ key: [] }]"],
    ["http://a.example", "[]"],
    ["http://a.example", "[{}]"],
  ])("is none in %s with %s", (url, security) => {
    expect(diagnosticsOf(url, security)).toEqual([]);
  });

  test.each(["http://localhost.evil.example", "http://127.0.0.1.evil.example", "http://10.0.0.1"])(
    "is %s",
    (url) => {
      expect(diagnosticsOf(url, "[{ key: [] }]")).toHaveLength(1);
    },
  );
});

describe("an operation's own server that credentials are not sent to", () => {
  /** What is reported of a contract with these servers at a path, and at an operation that is below it. */
  const ownNotes = (path: string, operation: string, more = "", first = "https://a.example") =>
    unprotectedIn(`
servers: [{ url: '${first}' }]
security: [{ key: [] }]
paths:
  /a: { servers: [${path}], get: { responses: {} }, put: { responses: {} }, post: { servers: [${operation}], responses: {}${more} } }
components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }`);
  const http = "{ url: 'http://b.example' }";
  const own = (pointer: string, ...options: readonly string[]) => at(pointer, "http://b.example", ...options);

  test("is told of once a list", () => {
    expect(ownNotes(http, "")).toEqual([own("#/paths/~1a/servers/0/url")]);
    expect(ownNotes(http, http)).toEqual([
      own("#/paths/~1a/servers/0/url"),
      own("#/paths/~1a/post/servers/0/url"),
    ]);
    expect(ownNotes("", http, ", security: []")).toEqual([]);
  });

  test("can be another that takes them", () => {
    expect(ownNotes("", `${http}, { url: 'http://c.example' }, { url: 'https://d.example' }`)).toEqual([
      own("#/paths/~1a/post/servers/0/url", 'operationServers: { "http://b.example": "https://d.example" }'),
    ]);
  });

  test("is no reason to tell of the contract's, unless something is called there", () => {
    const https = "{ url: 'https://b.example' }";
    expect(ownNotes(https, https, "", "http://a.example")).toEqual([]);
  });

  test.each([
    "{ url: /b }",
    "{ url: b }",
    "{ url: ../b }",
    "{ url: '' }",
    "{ url: '{base}/b', variables: { base: { default: /a } } }",
    "{ url: '{base}b', variables: { base: { default: '' } } }",
  ])("is the contract's where it is relative: %s", (relative) => {
    const https = "{ url: 'https://b.example' }";
    expect(ownNotes(https, relative, "", "http://a.example")).toEqual([
      at("#/servers/0/url", "http://a.example"),
    ]);
    expect(ownNotes(https, relative)).toEqual([]);
  });

  test("is told of where a variable holds the whole of it", () => {
    const whole = "{ url: '{base}/v1', variables: { base: { default: 'http://b.example' } } }";
    expect(ownNotes("", whole)).toEqual([at("#/paths/~1a/post/servers/0/url", "{base}/v1")]);
  });
});
