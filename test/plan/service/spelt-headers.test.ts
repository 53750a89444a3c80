import { expect, test } from "vitest";
import { planOf, traitsOf } from "../plan-of.js";
import { json } from "./lost-contract.js";
import { planUnder } from "./overrides/configured.js";

const THING = json("{ $ref: '#/components/schemas/Thing' }");
const contract = (header: string) => `paths:
  /things/{id}:
    parameters: [{ in: path, name: id, required: true, schema: { type: string } }]
    get: { operationId: read, responses: { '200': { description: T, headers: { ETag: { schema: { type: string } } }, ${THING} } } }
    put: { operationId: write, parameters: [{ in: header, name: ${header}, schema: { type: string } }], requestBody: { ${THING} }, responses: { '204': { description: W } } }
components: { schemas: { Thing: { properties: { name: { type: string } } } } }`;

test.each(["ifMatch", "if_match", "If_Match", "IfMatch", "X-If-Match"])(
  "a header `%s` is named, and its lines send it",
  async (header) => {
    const [sign, ...others] = planOf(contract(header)).traits.lost;
    expect(others).toEqual([]);
    expect(sign).toMatchObject({
      trait: "conditional",
      shown: `it takes "${header}"`,
      missing: "that is not spelled `If-Match` (RFC 9110 section 13.1.1)",
      lines: [
        "operations:",
        '  "PUT /things/{id}":',
        `    conditional: { read: "GET /things/{id}", header: ${header} }`,
      ],
    });
    const { traits } = await planUnder(contract(header), sign?.lines.join("\n") ?? "");
    expect(traits.lost).toEqual([]);
    const headers = traits.operations.flatMap((one) => one.traits.conditionalChange?.facts.header ?? []);
    expect(headers).toEqual([header]);
  },
);

test.each(["if-match", "IF-MATCH", "notIfMatch", "If-Match-Mode", "match"])(
  "a header `%s` is that of the standard, or another",
  (header) => {
    expect(planOf(contract(header)).traits.lost.map(({ missing }) => missing)).not.toContain(
      "that is not spelled `If-Match` (RFC 9110 section 13.1.1)",
    );
  },
);

test.each([
  ["idempotencyKey", true],
  ["idempotency_key", true],
  ["XIdempotencyKey", true],
  ["X-Idempotencykey", true],
  ["idempotencykey", true],
  ["idempotencyKeys", false],
  ["parentIdempotencyKey", false],
])("a header `%s` is an idempotency key: %s", (header, isKey) => {
  const given = `paths: { /things: { post: { operationId: create, tags: [things], parameters: [{ in: header, name: ${header}, schema: { type: string } }], responses: { '201': { description: T } } } } }`;
  expect(traitsOf(given, "things.create").idempotentCreate?.facts.header).toBe(isKey ? header : undefined);
});
