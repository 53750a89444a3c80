import { describe, expect, test } from "vitest";
import { modelOf } from "../model-of.js";

const notesOf = (url: string, security: string, more = "") =>
  modelOf(`
servers: [{ url: '${url}'${more} }, { url: 'https://b.example' }]
paths: { /a: { get: { security: ${security}, responses: { '204': { description: '' } } } } }
components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }`).notes.filter(
    ({ text }) => text.startsWith("Credentials"),
  );

describe("a first server that credentials are not sent to", () => {
  test("is told of where operations need some", () => {
    expect(notesOf("http://a.example/v1", "[{ key: [] }]")).toEqual([
      {
        text: 'Credentials are sent over https alone, and the first server is "http://a.example/v1": the client needs `baseUrl` or `serverUrl` with an https address.',
        pointer: "#/servers/0/url",
      },
    ]);
  });

  test("may be so by the default of a variable", () => {
    const variables = ", variables: { scheme: { default: http } }";
    expect(notesOf("{scheme}://a.example", "[{ key: [] }]", variables)).toHaveLength(1);
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
    expect(notesOf(url, security)).toEqual([]);
  });

  test.each(["http://localhost.evil.example", "http://127.0.0.1.evil.example", "http://10.0.0.1"])(
    "is %s",
    (url) => {
      expect(notesOf(url, "[{ key: [] }]")).toHaveLength(1);
    },
  );
});
