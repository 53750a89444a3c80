import { describe, expect, test } from "vitest";
import { findingsOf, verdictsOf } from "./compare.js";

/** A contract whose operation has the given requirements; `a`, `b` are keys, `o` is OAuth. */
const get = (security: string) => `paths: { /pets: { get: {${security}} } }`;
const oauth = (flow: string) =>
  `components: { securitySchemes: { o: { type: oauth2, flows: { authorizationCode: {${flow}} } } } }`;
const scheme = (members: string) => `
security: [{ s: [] }]
paths: { /pets: { get: {} } }
components: { securitySchemes: { s: {${members}} } }`;

describe("security", () => {
  test.each<[row: string, old: string, now: string, want: readonly string[], back: readonly string[]]>([
    [
      "C1 C3",
      get("security: [{ a: [] }]"),
      get("security: [{ a: [] }, { b: [] }]"),
      ["request.security.alternative-added compatible"],
      ["request.security.alternative-removed breaking"],
    ],
    [
      "C2 first requirement",
      get(""),
      get("security: [{ a: [] }]"),
      ["request.security.required breaking"],
      ["request.security.not-required compatible"],
    ],
    [
      "C2 the root applies where the own empty list goes",
      `security: [{ a: [] }]\n${get("security: []")}`,
      `security: [{ a: [] }]\n${get("")}`,
      ["request.security.required breaking"],
      ["request.security.not-required compatible"],
    ],
    [
      "C2 anonymous alternative",
      get("security: [{}, { a: [] }]"),
      get("security: [{ a: [] }]"),
      ["request.security.required breaking"],
      ["request.security.not-required compatible"],
    ],
    ["C2 an empty list and an empty alternative", get("security: []"), get("security: [{}]"), [], []],
    ["C2 an empty list and none", get("security: []"), get(""), [], []],
    [
      "C4 C5 scope",
      get("security: [{ o: [read] }]"),
      get("security: [{ o: [read, write] }]"),
      ["request.security.scope-added breaking"],
      ["request.security.scope-removed compatible"],
    ],
    [
      "C4 C5 another scope",
      get("security: [{ o: [read] }]"),
      get("security: [{ o: [write] }]"),
      ["request.security.scope-added breaking", "request.security.scope-removed compatible"],
      ["request.security.scope-added breaking", "request.security.scope-removed compatible"],
    ],
    [
      "C3 C4 both of two that were alternatives",
      get("security: [{ a: [] }, { b: [] }]"),
      get("security: [{ a: [], b: [] }]"),
      ["request.security.joined breaking"],
      ["request.security.split compatible"],
    ],
    [
      "C3 C4 both of two that were alternatives, beside another",
      get("security: [{ a: [] }, { b: [] }, { c: [] }]"),
      get("security: [{ a: [], b: [] }, { c: [] }]"),
      ["request.security.joined breaking"],
      ["request.security.split compatible"],
    ],
    [
      "C4 C5 a scheme in addition",
      get("security: [{ a: [] }]"),
      get("security: [{ a: [], b: [] }]"),
      ["request.security.scheme-added breaking"],
      ["request.security.scheme-dropped compatible"],
    ],
    [
      "C1 C3 another scheme",
      get("security: [{ a: [] }]"),
      get("security: [{ b: [] }]"),
      ["request.security.alternative-added compatible", "request.security.alternative-removed breaking"],
      ["request.security.alternative-added compatible", "request.security.alternative-removed breaking"],
    ],
    [
      "C1 C3 another scheme beside the same one",
      get("security: [{ a: [], b: [] }]"),
      get("security: [{ a: [], c: [] }]"),
      ["request.security.scheme-replaced breaking"],
      ["request.security.scheme-replaced breaking"],
    ],
    [
      "C1 C3 another scheme beside the same one, which is enough",
      get("security: [{ a: [] }, { a: [], b: [] }]"),
      get("security: [{ a: [] }, { a: [], c: [] }]"),
      ["request.security.scheme-replaced none"],
      ["request.security.scheme-replaced none"],
    ],
    [
      "C3 an alternative that another one contains goes without harm",
      get("security: [{ a: [] }, { a: [], b: [] }]"),
      get("security: [{ a: [] }]"),
      ["request.security.alternative-removed none"],
      ["request.security.alternative-added none"],
    ],
    [
      "order means nothing",
      get("security: [{ a: [] }, { o: [x, y] }]"),
      get("security: [{ o: [y, x] }, { a: [] }]"),
      [],
      [],
    ],
    [
      "the root and the same list at the operation",
      `security: [{ a: [] }]\n${get("")}`,
      get("security: [{ a: [] }]"),
      [],
      [],
    ],
    [
      "C6",
      get(""),
      `${get("")}\ncomponents: { securitySchemes: { a: { type: apiKey, in: header, name: X-Key } } }`,
      ["security-scheme.added compatible"],
      ["security-scheme.removed compatible"],
    ],
    [
      "C6 renamed",
      scheme("type: apiKey, in: header, name: X-Key"),
      scheme("type: apiKey, in: header, name: x-key").replaceAll(" s:", " t:"),
      ["security-scheme.renamed compatible"],
      ["security-scheme.renamed compatible"],
    ],
    [
      "C7 type",
      scheme("type: http, scheme: basic"),
      scheme("type: mutualTLS"),
      ["request.security-scheme.changed breaking"],
      ["request.security-scheme.changed breaking"],
    ],
    [
      "C7 in and name",
      scheme("type: apiKey, in: header, name: X-Key"),
      scheme("type: apiKey, in: query, name: key"),
      ["request.security-scheme.changed breaking"],
      ["request.security-scheme.changed breaking"],
    ],
    [
      "C7 the scheme in another case",
      scheme("type: http, scheme: basic"),
      scheme("type: http, scheme: Basic"),
      [],
      [],
    ],
    [
      "C7 of no operation",
      scheme("type: http, scheme: basic").replace("security", "x-security"),
      scheme("type: http, scheme: bearer").replace("security", "x-security"),
      ["request.security-scheme.changed none"],
      ["request.security-scheme.changed none"],
    ],
    [
      "C7 flow",
      scheme("type: oauth2, flows: { implicit: {} }"),
      scheme("type: oauth2, flows: { implicit: {}, password: {} }"),
      ["request.security-scheme.flow-added compatible"],
      ["request.security-scheme.flow-removed breaking"],
    ],
    [
      "C8 metadata of the authorization server",
      scheme("type: oauth2, flows: {}, oauth2MetadataUrl: /a"),
      scheme("type: oauth2, flows: {}, oauth2MetadataUrl: /b"),
      ["request.security-scheme.metadata-url-changed risky"],
      ["request.security-scheme.metadata-url-changed risky"],
    ],
    [
      "A2 of a scheme",
      scheme("type: http, scheme: bearer"),
      scheme("type: http, scheme: bearer, bearerFormat: JWT"),
      ["docs.changed docs"],
      ["docs.changed docs"],
    ],
    [
      "C8",
      scheme("type: oauth2, flows: { implicit: { authorizationUrl: /a } }"),
      scheme("type: oauth2, flows: { implicit: { authorizationUrl: /b } }"),
      ["request.security-scheme.url-changed risky"],
      ["request.security-scheme.url-changed risky"],
    ],
    [
      "C9",
      oauth("scopes: { read: Reads. }"),
      oauth("scopes: { read: Reads all., write: Writes. }"),
      ["security-scheme.scope-declared docs", "security-scheme.scope-described docs"],
      ["security-scheme.scope-described docs", "security-scheme.scope-undeclared docs"],
    ],
  ])("%s", (_, old, now, want, back) => {
    expect(verdictsOf(old, now)).toEqual(want);
    expect(verdictsOf(now, old)).toEqual(back);
  });

  test("of the root is one change for all operations", () => {
    const of = (security: string) =>
      `security: ${security}\npaths: { /a: { get: {}, post: { security: [] } }, /b: { get: {} } }`;
    expect(findingsOf(of("[{ a: [] }]"), of("[{ a: [] }, { b: [] }]"))).toMatchObject([
      {
        title: "The security of the contract also accepts `b`.",
        old: { pointer: "#/security", value: ["a"] },
        new: { pointer: "#/security", value: ["a", "b"] },
        reach: [{ operation: "GET /a" }, { operation: "GET /b" }],
      },
    ]);
  });

  test("that lose the way without credentials name those that are left", () => {
    const of = (security: string) => `paths: { /a: { get: { security: ${security} } } }`;
    expect(findingsOf(of("[{}, { a: [] }, { b: [] }]"), of("[{ a: [] }, { b: [] }]"))).toMatchObject([
      { title: "The security of `GET /a` requires credentials now: `a`, `b`." },
    ]);
  });

  test("changes of an API key are the members that are written otherwise", () => {
    const of = (members: string) => `
security: [{ key: [] }]
paths: { /a: { get: {} } }
components: { securitySchemes: { key: { type: apiKey, ${members} } } }`;
    expect(findingsOf(of("in: header, name: X-Key"), of("in: query, name: X-Key"))).toMatchObject([
      {
        title: "Security scheme `key` changed: `in`.",
        old: { value: { type: "apiKey", in: "header", name: "X-Key" } },
        new: { value: { type: "apiKey", in: "query", name: "X-Key" } },
      },
    ]);
    expect(findingsOf(of("in: header, name: X-Key"), of("in: header, name: x-key"))).toEqual([]);
  });

  test("of webhooks is judged the other way round", () => {
    const of = (security: string) => `webhooks: { added: { post: { security: ${security} } } }`;
    expect(verdictsOf(of("[{ a: [] }]"), of("[{ a: [] }, { b: [] }]"))).toEqual([
      "response.security.alternative-added breaking",
    ]);
    expect(
      verdictsOf(
        "webhooks: { added: { post: {} } }",
        "security: [{ a: [] }]\nwebhooks: { added: { post: {} } }",
      ),
    ).toEqual([]);
  });
});
