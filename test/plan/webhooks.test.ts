import { describe, expect, test } from "vitest";
import type { KeptNames } from "../../src/model/names/kept-names.js";
import { emitContract, generated } from "../emit/emit-contract.js";
import { planOf } from "./plan-of.js";

/** `webhooks.ts` of a contract with these webhooks and callbacks, without the header. */
async function webhooksOf(yaml: string): Promise<string> {
  const text = generated(await emitContract(yaml)).get("webhooks.ts") ?? "";
  return text.replace(/^\/\/.*\n|^import[^;]*;\n/gm, "").trim();
}

const text = "{ type: string }";
const pet = "{ type: object, required: [id], properties: { id: { type: string } } }";

test("what the API sends has a type for each webhook and callback, whatever media types it comes in", async () => {
  const given = `
paths:
  /pets:
    post:
      operationId: addPet
      tags: [pets]
      responses: { 204: { description: "" } }
      callbacks:
        onAdded:
          "{$request.body#/url}":
            post: { requestBody: { content: { application/json: { schema: ${pet} } } }, responses: {} }
            put: { summary: Changed, requestBody: { content: { text/plain: { schema: ${text} } } }, responses: {} }
webhooks:
  petLost:
    post:
      summary: A pet is gone
      requestBody: { content: { application/json: { schema: ${pet} }, text/plain: { schema: ${text} } } }
      responses: {}
  petPing:
    post: { responses: {} }`;
  expect(await webhooksOf(given)).toBe(`/**
 * What the API sends to its user's server: the body of each webhook and
 * callback, by name.
 */
export interface WebhookPayloads {
  onAdded: PetsAddOnAddedCallbackBody;
  /** Changed */
  "onAdded.put": string;
  /** A pet is gone */
  petLost: PetLostWebhookBody | string;
}`);
});

describe("requests of one name that carry different things", () => {
  const body = (schema: string): string =>
    `{ requestBody: { content: { application/json: { schema: ${schema} } } }, responses: {} }`;
  const operation = (path: string, callbacks: string): string => `
  ${path}:
    post:
      operationId: create
      tags: [${path.slice(1)}]
      responses: { 204: { description: "" } }
      callbacks: ${callbacks}`;
  const number = "{ type: number }";

  /** Member of `WebhookPayloads` → its type. */
  function namesOf(yaml: string, kept: KeptNames["webhooks"] = {}): Readonly<Record<string, string>> {
    const { webhooks } = planOf(yaml, { kept: { operations: {}, models: {}, webhooks: kept } });
    return Object.fromEntries(
      webhooks.map(({ name, payload }) => [name, payload.kind === "keyword" ? payload.name : payload.kind]),
    );
  }

  test.each([
    [
      "callbacks of two operations",
      `
paths:${operation("/a", `{ onPaid: { "{$url}": { post: ${body(text)} } } }`)}${operation("/b", `{ onPaid: { "{$url}": { post: ${body(number)} } } }`)}`,
      { onPaid: "string", "b.create.onPaid": "number" },
    ],
    [
      "a webhook comes before a callback",
      `
webhooks: { onPaid: { post: ${body(number)} } }
paths:${operation("/a", `{ onPaid: { "{$url}": { post: ${body(text)} } } }`)}`,
      { onPaid: "number", "a.create.onPaid": "string" },
    ],
    [
      "two methods of a webhook",
      `
webhooks: { onPaid: { post: ${body(number)}, put: ${body(text)} } }`,
      { onPaid: "number", "onPaid.put": "string" },
    ],
    [
      "two URLs of a callback",
      `
paths:${operation("/a", `{ on: { "{$request.body#/urls/paid}": { post: ${body(text)} }, "{$request.body#/urls/un-paid}": { post: ${body(number)} } } }`)}`,
      { on: "string", "on.unPaid": "number" },
    ],
    [
      "what carries the same is one",
      `
paths:${operation("/a", `{ onPaid: { "{$url}": { post: ${body(text)} } } }`)}${operation("/b", `{ onPaid: { "{$url}": { post: ${body(text)} } } }`)}`,
      { onPaid: "string" },
    ],
  ])("have names of their own: %s", (_, given, want) => {
    expect(namesOf(given)).toEqual(want);
  });

  test("keep their names when another is added that sorts first", () => {
    const later = operation("/b", `{ onPaid: { "{$url}": { post: ${body(number)} } } }`);
    const { names } = planOf(`paths:${later}`);
    expect(names.webhooks).toEqual({
      "onPaid #/paths/~1b/post/callbacks/onPaid/{$url}/post": "onPaid",
    });
    const grown = `
webhooks: { onPaid: { post: ${body("{ type: boolean }")} } }
paths:${operation("/a", `{ onPaid: { "{$url}": { post: ${body(text)} } } }`)}${later}`;
    expect(namesOf(grown, names.webhooks)).toEqual({
      onPaid: "number",
      "a.create.onPaid": "string",
      "webhook.onPaid": "boolean",
    });
  });
});
