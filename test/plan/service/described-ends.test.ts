import { expect, test } from "vitest";
import { planOf } from "../plan-of.js";

/** A start with an id, and the read of its state; texts of the link, the start, its response and the read. */
const stateLine = ({ link = "", start = "", response = "A", read = "", state = "{ type: string }" }) => {
  const { lost } = planOf(`
openapi: 3.1.0
info: { title: T, version: "1" }
servers: [{ url: https://a.example }]
components: { schemas: { Job: { type: object, required: [id, state], properties: { id: { type: string }, state: ${state} } } } }
paths:
  /exports:
    post: { description: ${JSON.stringify(start)}, responses: { "202": { description: ${JSON.stringify(response)}, links: { state: { operationId: getExport, parameters: { jobId: "$response.body#/id" }, description: ${JSON.stringify(link)} } }, content: { application/json: { schema: { $ref: "#/components/schemas/Job" } } } } } }
  /exports/{jobId}:
    get: { operationId: getExport, description: ${JSON.stringify(read)}, parameters: [{ name: jobId, in: path, required: true, schema: { type: string } }], responses: { "200": { description: S, content: { application/json: { schema: { $ref: "#/components/schemas/Job" } } } } } }
`).traits;
  return lost.flatMap(({ lines }) =>
    lines.filter((line) => line.includes("state: {")).map((line) => line.trim()),
  );
};

const KNOWN = 'state: { member: state, succeeded: ["succeeded"], failed: ["failed"] }';
const OPEN = 'state: { member: state, succeeded: ["?"], failed: ["?"] }';
const UNTIL = "Poll until `state` is `succeeded` or `failed`.";

test.each([
  [{ link: UNTIL }, KNOWN],
  [{ start: UNTIL }, KNOWN],
  [{ response: UNTIL }, KNOWN],
  [{ read: "Its state is one of `queued`, `running`, `succeeded`, or `failed`." }, KNOWN],
  [
    { read: "Its `state` is `paused`, `odd`, `succeeded` or `failed`." },
    'state: { member: state, succeeded: ["succeeded", "?"], failed: ["failed", "?"] }',
  ],
  [{ start: "Only exports whose `state` is `succeeded` or `failed`." }, OPEN],
  [{ read: "Its `phase` is `succeeded` or `failed`." }, OPEN],
  [{ read: "`state` is `succeeded`, and `error` is empty." }, OPEN],
  [{ read: "`succeeded` or `failed`." }, OPEN],
  [{ link: UNTIL, state: "{ enum: [a, b] }" }, OPEN],
])("states that a text beside the schema lists: %j", (texts, line) => {
  expect(stateLine(texts)).toEqual([line]);
});
