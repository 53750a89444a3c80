import { describe, expect, test } from "vitest";
import { emitContract, expectCompiles, expectFormatted, generated } from "../emit/emit-contract.js";
import { found } from "../diagnostics/found.js";
import { modelOf } from "../model/model-of.js";
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
  /** Comes as \`POST\` to \`{$request.body#/url}\` of \`pets.create\`. */
  onAdded: PetsCreateOnAddedCallbackBody;
  /**
   * Changed
   *
   * Comes as \`PUT\` to \`{$request.body#/url}\` of \`pets.create\`.
   */
  "onAdded.put": string;
  /**
   * A pet is gone
   *
   * Comes as \`POST\`.
   */
  petLost: PetLostWebhookBody | string;
}`);
});

describe("what arrives beside the body", () => {
  const given = `
paths:
  /orders:
    post:
      operationId: createOrder
      tags: [orders]
      responses: { 204: { description: "" } }
      callbacks:
        onPaid: &paid
          "{$request.body#/url}":
            post:
              summary: Paid.
              parameters:
                - { name: X-Signature, in: header, required: true, description: HMAC., schema: { type: string } }
                - { name: X-Attempt, in: header, deprecated: true, schema: { type: integer, minimum: 1 } }
                - { name: Authorization, in: header, schema: { type: string } }
              requestBody: { content: { application/json: { schema: ${pet} } } }
              responses: {}
webhooks:
  ping:
    parameters:
      - { name: X-Event, in: header, schema: { type: [string, "null"], enum: [ping, pong, null] } }
      - { name: Tag, in: query, schema: { type: array, items: ${text} } }
      - { name: list, in: query, explode: false, schema: { type: array, items: ${text} } }
      - { name: spread, in: query, required: true, schema: { type: object, required: [a], properties: { a: { type: string, enum: [x, y], description: First. }, n: { type: [integer, "null"] } } } }
      - { name: all, in: query, schema: { allOf: [{ $ref: "#/components/schemas/Part" }, { type: object, properties: { q: ${text} } }] } }
      - { name: deep, in: query, style: deepObject, explode: true, schema: { $ref: "#/components/schemas/Part" } }
      - { name: one, in: query, explode: false, schema: { $ref: "#/components/schemas/Part" } }
      - { name: map, in: query, schema: { type: object, additionalProperties: ${text} } }
      - { name: both, in: query, schema: { type: object, properties: { k: ${text} }, additionalProperties: ${text} } }
      - { name: json, in: query, content: { application/json: { schema: ${pet} } } }
      - { name: sid, in: cookie, schema: ${text} }
    get: { description: Asks whether you are there., responses: {} }
    head: { responses: {} }
  gone:
    get: { parameters: [{ name: x-event, in: header, schema: { enum: [ping, pong, null] } }], responses: {} }
  silent:
    post: { responses: { 202: { description: "", content: { application/json: { schema: ${pet} } } }, 204: { description: "" } } }
components: { schemas: { Part: { type: object, properties: { p: ${text} } } } }`;

  test("has types of its own: texts, their names in lower case, those that are alike once", async () => {
    expect(await webhooksOf(given)).toBe(`/**
 * The headers that the contract describes of each webhook and callback, by
 * name: texts, their names in lower case.
 */
export interface WebhookHeaders {
  /** Comes as \`GET\`. */
  gone: { "x-event"?: "ping" | "pong" | Unlisted };
  onPaid: {
    authorization?: string;
    /**
     * Integer. Minimum: 1.
     *
     * @deprecated
     */
    "x-attempt"?: string;
    /**
     * HMAC.
     *
     * The contract promises it.
     */
    "x-signature"?: string;
  };
  /**
   * Asks whether you are there.
   *
   * Comes as \`GET\`.
   *
   * Comes as \`HEAD\`.
   */
  ping: WebhookHeaders["gone"];
}

/**
 * What the API sends to its user's server: the body of each webhook and
 * callback, by name.
 */
export interface WebhookPayloads {
  /**
   * Paid.
   *
   * Comes as \`POST\` to \`{$request.body#/url}\` of \`orders.create\`.
   */
  onPaid: OrdersCreateOnPaidCallbackBody;
}

/**
 * The query parameters that the contract describes of each webhook and
 * callback, by name: texts.
 */
export interface WebhookQueries {
  /**
   * Asks whether you are there.
   *
   * Comes as \`GET\`.
   *
   * Comes as \`HEAD\`.
   */
  ping: {
    Tag?: string | string[];
    /**
     * First.
     *
     * The contract promises it.
     */
    a?: "x" | "y" | Unlisted;
    "deep[p]"?: string;
    json?: string;
    k?: string;
    list?: string;
    /** Integer. */
    n?: string;
    one?: string;
    p?: string;
    q?: string;
  };
}`);
  });

  test("is exported, compiles, and stays as prettier leaves it", async () => {
    const files = await emitContract(given);
    await expectFormatted(files);
    expectCompiles(
      files,
      `
import type { WebhookHeaders, WebhookPayloads, WebhookQueries } from "./index.js";
export const event: WebhookHeaders["ping"]["x-event"] = "pong";
export const signature = (headers: WebhookHeaders["onPaid"]): string => headers["x-signature"] ?? "";
export const id = ({ id }: WebhookPayloads["onPaid"]): string => id;
export const tag: WebhookQueries["ping"] = { Tag: ["a", "b"] };
// @ts-expect-error the contract describes no such header
export const other: keyof WebhookHeaders["onPaid"] = "x-other";`,
    );
  });

  test("is told where it is in no type", () => {
    expect(found(planOf(given).diagnostics)).toEqual(
      ["both", "map"].map((name, index) => [
        "webhook/unnamed-members",
        `#/webhooks/ping/parameters/${String(8 - index)}`,
        { name, webhook: "ping" },
      ]),
    );
    expect(found(modelOf(given).diagnostics)).toEqual([
      [
        "webhook/untyped-parameter",
        "#/webhooks/ping/parameters/10",
        { location: "cookie", name: "sid", webhook: "ping" },
      ],
      ["webhook/untyped-response", "#/webhooks/silent/post/responses/202"],
    ]);
  });

  test("takes no name from what has a body", () => {
    const header = "parameters: [{ name: a, in: header, schema: { type: string } }]";
    const yaml = `
webhooks:
  a: { get: { ${header}, responses: {} }, post: { requestBody: { content: { text/plain: { schema: ${text} } } }, responses: {} } }`;
    expect(planOf(yaml).webhooks.map(({ name, payload }) => [name, payload !== undefined])).toEqual([
      ["a", true],
      ["a.get", false],
    ]);
  });
});

test("a callback that several operations share names each", async () => {
  const operation = (id: string) =>
    `post: { operationId: ${id}, tags: [${id}], responses: {}, callbacks: { onPaid: { $ref: '#/components/callbacks/paid' } } }`;
  const given = `
paths: { /b: { ${operation("b")} }, /a: { ${operation("a")} } }
components:
  callbacks: { paid: { "{$url}": { post: { requestBody: { content: { text/plain: { schema: ${text} } } }, responses: {} } } } }`;
  expect(await webhooksOf(given)).toContain("/** Comes as `POST` to `{$url}` of `a.a`, `b.b`. */");
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
  function namesOf(yaml: string): Readonly<Record<string, string>> {
    const { webhooks } = planOf(yaml);
    return Object.fromEntries(
      webhooks.map(({ name, payload }) => [
        name,
        payload?.kind === "keyword" ? payload.name : (payload?.kind ?? ""),
      ]),
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
});
