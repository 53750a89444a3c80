import { expect, test } from "vitest";
import { modelOf } from "../model-of.js";

test("webhooks and callbacks are one list, sorted by name, each with what it belongs to", () => {
  const given = `
webhooks:
  petLost: { post: { summary: Lost, requestBody: { content: { application/json: { schema: { type: string } } } } } }
  both: { post: {}, put: {} }
paths:
  /subscriptions:
    post:
      operationId: subscribe
      callbacks:
        onEvent: { '{$request.body#/url}': { post: { description: An event. } } }`;
  const { webhooks, operations } = modelOf(given);
  expect(webhooks.map(({ name, method, callbackOf }) => [name, method, callbackOf?.type])).toEqual([
    ["both", "POST", undefined],
    ["both", "PUT", undefined],
    ["onEvent", "POST", "SubscriptionsSubscribe"],
    ["petLost", "POST", undefined],
  ]);
  expect(webhooks[2]).toMatchObject({ description: "An event.", callbackOf: operations[0]?.name });
  expect(webhooks[3]).toMatchObject({
    summary: "Lost",
    body: { content: [{ schema: { type: { kind: "string" } } }] },
  });
});
