import { expect, test } from "vitest";
import { emitContract, generated } from "../emit/emit-contract.js";

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
  /** Changed */
  onAdded: PetsAddOnAddedCallbackBody | string;
  /** A pet is gone */
  petLost: PetLostWebhookBody | string;
}`);
});
