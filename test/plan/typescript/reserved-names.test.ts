import { expect, test } from "vitest";
import { planOf } from "../plan-of.js";

test.each([
  "Granted",
  "IntentStore",
  "ProblemCode",
  "Scope",
  "WebhookHeaders",
  "WebhookPayloads",
  "WebhookQueries",
])("no model is called %s, although this client has nothing of that name", (name) => {
  const { models } = planOf(`
paths: { /a: { get: { responses: { 200: { description: "", content: { application/json: { schema: { $ref: "#/components/schemas/${name}" } } } } } } } }
components: { schemas: { ${name}: { type: object, properties: { a: { type: string } } } } }`);
  expect(models.flatMap(({ declarations }) => declarations.map((one) => one.name))).toEqual([`${name}Model`]);
});
