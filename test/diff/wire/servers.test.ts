import { describe, expect, test } from "vitest";
import { findingsOf, verdictsOf } from "./compare.js";

const servers = (...urls: readonly string[]) =>
  `servers: [${urls.map((url) => `{ url: '${url}' }`).join(", ")}]\npaths: { /pets: { get: {} } }`;
const region = (variable: string) =>
  `servers: [{ url: 'https://{region}.example', variables: { region: {${variable}} } }]\npaths: { /pets: { get: {} } }`;

describe("servers", () => {
  test.each<[row: string, old: string, now: string, want: readonly string[], back: readonly string[]]>([
    [
      "A4 A5",
      servers("https://a.example"),
      servers("https://a.example", "https://b.example"),
      ["server.added compatible"],
      ["server.removed risky"],
    ],
    [
      "A5 URL",
      servers("https://a.example/v1"),
      servers("https://a.example/v2"),
      ["server.url-changed risky"],
      ["server.url-changed risky"],
    ],
    [
      "A5 the first one",
      servers("https://a.example", "https://b.example"),
      servers("https://b.example", "https://a.example"),
      ["server.default-changed risky"],
      ["server.default-changed risky"],
    ],
    [
      "A5 default of a variable",
      region("default: eu, enum: [eu, us]"),
      region("default: us, enum: [eu, us]"),
      ["server.variable-default-changed risky"],
      ["server.variable-default-changed risky"],
    ],
    [
      "A6",
      region("default: eu, enum: [eu, us]"),
      region("default: eu, enum: [eu]"),
      ["server.variable-value-removed breaking"],
      ["server.variable-value-added compatible"],
    ],
    [
      "A6 limited",
      region("default: eu"),
      region("default: eu, enum: [eu, us]"),
      ["server.variable-limited breaking"],
      ["server.variable-not-limited compatible"],
    ],
    [
      "A6 another name",
      region("default: eu, enum: [eu, us]"),
      region("default: eu, enum: [eu]").replaceAll("region", "area"),
      ["server.variable-renamed compatible", "server.variable-value-removed breaking"],
      ["server.variable-renamed compatible", "server.variable-value-added compatible"],
    ],
    [
      "A2 of a variable",
      region("default: eu"),
      region("default: eu, description: Near you."),
      ["docs.changed docs"],
      ["docs.changed docs"],
    ],
    [
      "A5 a prefix that moves from the server to the paths",
      servers("https://a.example/api"),
      servers("https://a.example").replace("/pets", "/api/pets"),
      ["server.prefix-moved compatible"],
      ["server.prefix-moved compatible"],
    ],
    [
      "A5 a prefix that moves for one path",
      `${servers("https://a.example/api").slice(0, -1)}, "/dogs/{id}": { get: {} } }`,
      `${servers("https://a.example/api").slice(0, -1)}, "/api/dogs/{dog}": { servers: [{ url: 'https://a.example/' }], get: {} } }`,
      ["path.parameter-renamed compatible", "server.prefix-moved compatible"],
      ["path.parameter-renamed compatible", "server.prefix-moved compatible"],
    ],
    [
      "A5 a prefix that moves, and another host",
      servers("https://a.example/api"),
      servers("https://b.example").replace("/pets", "/api/pets"),
      ["server.url-changed risky"],
      ["server.url-changed risky"],
    ],
    [
      "A5 a prefix that was the default of a variable",
      region("default: v1").replace("{region}.example", "a.example/{region}"),
      servers("https://a.example").replace("/pets", "/v1/pets"),
      ["server.url-changed risky", "server.variable-limited breaking"],
      ["server.url-changed risky"],
    ],
    [
      "A6 a prefix that was the default of a variable with other values",
      region("default: v1, enum: [v1, v2]").replace("{region}.example", "a.example/{region}"),
      servers("https://a.example").replace("/pets", "/v1/pets"),
      ["server.url-changed risky", "server.variable-value-removed breaking"],
      ["server.url-changed risky"],
    ],
    [
      "A6 none of the values of a variable in its place",
      region("default: eu, enum: [eu]"),
      servers("https://us.example"),
      ["server.url-changed risky", "server.variable-value-removed breaking"],
      ["server.url-changed risky"],
    ],
    [
      "A6 the only value of a variable in its place",
      region("default: eu, enum: [eu]"),
      servers("https://eu.example"),
      ["server.url-changed risky"],
      ["server.url-changed risky"],
    ],
    [
      "A6 one value of a variable in its place",
      region("default: eu, enum: [eu, us]"),
      servers("https://us.example"),
      ["server.url-changed risky", "server.variable-value-removed breaking"],
      ["server.url-changed risky"],
    ],
    [
      "A6 a variable of the path with other values, and another host",
      region("default: v1, enum: [v1, v2]").replace("{region}.example", "a.example/{region}"),
      servers("https://b.example/v1"),
      ["server.url-changed risky", "server.variable-value-removed breaking"],
      ["server.url-changed risky"],
    ],
    [
      "A6 a variable of any value, and another host",
      region("default: eu").replace("{region}.example", "{region}.a.example"),
      servers("https://b.example"),
      ["server.url-changed risky", "server.variable-limited breaking"],
      ["server.url-changed risky"],
    ],
    [
      "A6 a variable of one value, and another host",
      region("default: eu, enum: [eu]").replace("{region}.example", "{region}.a.example"),
      servers("https://b.example"),
      ["server.url-changed risky"],
      ["server.url-changed risky"],
    ],
    [
      "A6 one of two variables, and another host",
      region("default: eu, enum: [eu]").replace(
        "{region}.example', variables: {",
        "{zone}.a.example/{region}', variables: { zone: { default: x, enum: [x, y] },",
      ),
      region("default: eu, enum: [eu]").replace("{region}.example", "b.example/{region}"),
      ["server.url-changed risky", "server.variable-value-removed breaking"],
      ["server.url-changed risky"],
    ],
    [
      "A5 a prefix of one of two servers",
      servers("https://a.example/api", "https://b.example"),
      servers("https://a.example", "https://b.example").replace("/pets", "/api/pets"),
      ["server.prefix-moved compatible", "server.url-changed risky"],
      ["server.prefix-moved compatible", "server.url-changed risky"],
    ],
    ["a slash at the end", servers("https://a.example"), servers("https://a.example/"), [], []],
    ["none and the default", servers(), servers("/"), [], []],
    [
      "of the root and of each operation",
      servers("https://a.example"),
      "paths: { /pets: { get: { servers: [{ url: 'https://a.example' }] } } }",
      [],
      [],
    ],
    [
      "of a path item and of its operation",
      "paths: { /pets: { servers: [{ url: /v1 }], get: {} } }",
      "paths: { /pets: { get: { servers: [{ url: /v1 }] } } }",
      [],
      [],
    ],
    [
      "A2",
      servers("/a"),
      servers("/a").replace("url", "description: Test, url"),
      ["docs.changed docs"],
      ["docs.changed docs"],
    ],
  ])("%s", (_, old, now, want, back) => {
    expect(verdictsOf(old, now)).toEqual(want);
    expect(verdictsOf(now, old)).toEqual(back);
  });

  test("have the part that moved into the paths in their addresses", () => {
    const old = servers("https://a.example");
    const now = servers("https://b.example").replace("/pets", "/api/pets");
    const [moved] = findingsOf(old.replace("a.example", "a.example/api"), now);
    expect(moved?.title).toBe(
      "The address of the server changed from `https://a.example/api` to `https://b.example/api` (servers of the contract).",
    );
    expect(moved?.reach).toMatchObject([{ operation: "GET /api/pets", oldOperation: "GET /pets" }]);
  });

  test("with many variables are compared in little time", () => {
    const names = Array.from({ length: 25 }, (_, index) => `v${String(index)}`);
    const variables = names.map((name) => `${name}: { default: a }`).join(", ");
    const url = `https://a.example/${names.map((name) => `{${name}}`).join("a")}!`;
    const old = `servers: [{ url: '${url}', variables: { ${variables} } }]\npaths: { /pets: { get: {} } }`;
    const start = performance.now();
    const now = servers(`https://a.example/${"a".repeat(100)}`);
    expect(verdictsOf(old, now)).toContain("server.url-changed risky");
    // An expression that tries each way to divide the address takes years.
    expect(performance.now() - start).toBeLessThan(1000);
  });

  test("of the contract are one change for all operations", () => {
    const of = (url: string) => `servers: [{ url: ${url} }]\npaths: { /a: { get: {}, put: {} } }`;
    expect(findingsOf(of("/v1"), of("/v2"))).toMatchObject([
      {
        title: "The address of the server changed from `/v1` to `/v2` (servers of the contract).",
        old: { pointer: "#/servers/0", value: "/v1" },
        new: { pointer: "#/servers/0", value: "/v2" },
        reach: [{ operation: "GET /a" }, { operation: "PUT /a" }],
      },
    ]);
  });
});
