import { expect, test } from "vitest";
import { modelOf } from "../model-of.js";
import { found } from "../../diagnostics/found.js";

/** One operation with a key in three places as a parameter, and what its security says. */
function given(security: string): string {
  return `
components:
  securitySchemes:
    inQuery: { type: apiKey, in: query, name: key }
    inHeader: { type: apiKey, in: header, name: X-Key }
    inCookie: { type: apiKey, in: cookie, name: key }
paths:
  /pets:
    get:
      operationId: listPets
      security: ${security}
      parameters:
        - { in: query, name: key, required: true, schema: { type: string } }
        - { in: header, name: x-key, schema: { type: string } }
        - { in: cookie, name: Key, schema: { type: string } }
      responses: {}`;
}

function readOf(security: string) {
  const { operations, diagnostics } = modelOf(given(security));
  return {
    parameters: operations[0]?.parameters.map(({ in: location, name }) => `${location} ${name}`),
    found: found(diagnostics.filter(({ id }) => id === "security/key-parameter")),
  };
}

const ALL = ["query key", "header x-key", "cookie Key"];

test.each([
  ["an operation without security", "[]", ALL],
  ["one that a caller may use without the key", "[{}, { inQuery: [] }]", ALL],
  ["alternatives of which one goes without it", "[{ inHeader: [] }, { inQuery: [] }]", ALL],
  ["a cookie of another spelling", "[{ inCookie: [] }]", ALL],
  ["the key of the query", "[{ inQuery: [] }]", ["header x-key", "cookie Key"]],
  ["headers, whose names are the same in any case", "[{ inHeader: [] }]", ["query key", "cookie Key"]],
  ["both at once", "[{ inHeader: [], inQuery: [] }]", ["cookie Key"]],
])("a parameter is left out where a credential always brings it: %s", (_, security, want) => {
  expect(readOf(security).parameters).toEqual(want);
});

test("what is left out is told", () => {
  expect(readOf("[{ inQuery: [] }, { inHeader: [], inQuery: [] }]").found).toEqual([
    [
      "security/key-parameter",
      "#/paths/~1pets/get/parameters/0",
      { location: "query", name: "key", scheme: "inQuery" },
    ],
  ]);
});
