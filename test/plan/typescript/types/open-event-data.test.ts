import { type Found, found } from "../../../diagnostics/found.js";
import { expect, test } from "vitest";
import { layout } from "../../../../src/emit/layout.js";
import { typeDoc } from "../../../../src/emit/type-doc.js";
import { constantOf, planOf } from "../../plan-of.js";

/* The data of an event as OpenAPI 3.2 describes it: text that holds JSON (Server-Sent Event Streams). */
const HELD =
  "type: string, contentMediaType: application/json, contentSchema: { $ref: '#/components/schemas/Word' }";
const REFERENCE = "{ $ref: '#/components/schemas/Said' }";

/** The type of `data` in the schema `Said`, how it is read, and what is reported. */
function dataOf(data: string, { stream = `itemSchema: ${REFERENCE}`, beside = "" } = {}): object {
  const plan = planOf(`
components:
  schemas:
    Word: { type: object, properties: { n: { type: integer } } }
    Said: { type: object, required: [data], properties: { data: { ${data} } } }
paths:
  /talk:
    get:
      operationId: listen
      tags: [talk]
      responses: { '200': { content: { text/event-stream: { ${stream} } ${beside} } } }`);
  const declarations = plan.models.flatMap((file) => file.declarations);
  const said = declarations.find(({ name }) => name === "Said");
  const [member] = said?.kind === "interface" ? said.members : [];
  const { responses: answers } = constantOf(plan, "talk.listen").value as {
    readonly responses: readonly [{ readonly content: readonly { codec: string; data?: string }[] }];
  };
  return {
    type: member === undefined ? "" : layout(typeDoc(member.type)),
    read: answers[0].content.find(({ codec }) => codec === "events")?.data,
    found: found(plan.diagnostics),
  };
}

test.each([
  { title: "text that holds JSON is what it holds", given: HELD, want: "Word" },
  {
    title: "in place as well",
    given: HELD.replace("{ $ref: '#/components/schemas/Word' }", "{ type: array, items: { type: number } }"),
    want: "number[]",
  },
])("$title", ({ given, want }) => {
  expect(dataOf(given)).toEqual({ type: want, read: "json", found: [] });
  expect(dataOf(given, { stream: `schema: { type: array, items: ${REFERENCE} }` })).toEqual({
    type: want,
    read: "json",
    found: [],
  });
});

test.each([
  { title: "text that holds other text", given: HELD.replace("application/json", "application/xml") },
  { title: "JSON in other letters", given: `${HELD}, contentEncoding: base64` },
])("$title stays text", ({ given }) => {
  expect(dataOf(given)).toMatchObject({ type: "string", read: undefined });
});

const closed: Found = [
  "stream/data-as-text",
  "#/components/schemas/Said/properties/data",
  { operation: "GET /talk" },
];

test("a schema that JSON has as well keeps its text, and it is told", () => {
  const beside = `, application/json: { schema: ${REFERENCE} }`;
  expect(dataOf(HELD, { beside })).toEqual({ type: "string", read: undefined, found: [closed] });
});

test("JSON without a type stays what it can be, and it is told", () => {
  expect(dataOf(HELD.replace("type: string, ", ""))).toMatchObject({ found: [closed] });
});
