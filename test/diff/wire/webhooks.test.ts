import { describe, expect, test } from "vitest";
import { compare, documentOf, findingsOf, verdictsOf } from "./compare.js";

const webhook = (members: string) => `webhooks: { added: { post: {${members}} } }`;
const callback = (members: string) => `paths: { /subscribe: { post: { callbacks: {${members}} } } }`;
const onEvent = (members: string, url = "{$request.body#/url}") =>
  callback(`onEvent: { '${url}': { post: {${members}} } }`);

describe("webhooks and callbacks", () => {
  test.each<[row: string, old: string, now: string, want: readonly string[], back: readonly string[]]>([
    ["B17", "paths: {}", webhook(""), ["webhook.added compatible"], ["webhook.removed breaking"]],
    ["B19", callback(""), onEvent(""), ["callback.added compatible"], ["callback.removed breaking"]],
    [
      "B19 another address",
      onEvent(""),
      onEvent("", "{$request.query.url}"),
      ["callback.url-changed breaking"],
      ["callback.url-changed breaking"],
    ],
    [
      "B19 another address with names in braces",
      onEvent("", "https://{$request.body#/host}"),
      onEvent("", "https://{$request.body#/domain}"),
      ["callback.url-changed breaking"],
      ["callback.url-changed breaking"],
    ],
    [
      "B18 body of a webhook",
      webhook(""),
      webhook("requestBody: { content: { a/b: {} } }"),
      ["response.body.optional-added compatible"],
      ["response.body.removed breaking"],
    ],
    [
      "B18 body of a webhook became required",
      webhook("requestBody: {}"),
      webhook("requestBody: { required: true }"),
      ["response.body.became-required compatible"],
      ["response.body.became-optional breaking"],
    ],
    [
      "B18 media type of a webhook, which the API chooses",
      webhook("requestBody: { content: { a/b: {} } }"),
      webhook("requestBody: { content: { a/b: {}, a/c: {} } }"),
      ["response.delivered-type.added breaking"],
      ["response.delivered-type.removed compatible"],
    ],
    [
      "B18 parameter of a webhook",
      webhook(""),
      webhook("parameters: [{ name: X-Signature, in: header, required: true }]"),
      ["response.parameter.required-added compatible"],
      ["response.parameter.removed breaking"],
    ],
    [
      "B18 parameter of a callback became optional",
      onEvent("parameters: [{ name: id, in: query, required: true }]"),
      onEvent("parameters: [{ name: id, in: query }]"),
      ["response.parameter.became-optional breaking"],
      ["response.parameter.became-required compatible"],
    ],
    [
      "B18 status that the receiver may respond with",
      webhook("responses: { '200': {} }"),
      webhook("responses: { '200': {}, '204': {} }"),
      ["request.status.success-added compatible"],
      ["request.status.success-removed breaking"],
    ],
    [
      "B18 header that the receiver has to send",
      webhook("responses: { '200': {} }"),
      webhook("responses: { '200': { headers: { a: { required: true } } } }"),
      ["request.header.required-added breaking"],
      ["request.header.required-removed compatible"],
    ],
    [
      "B18 header that the receiver may send",
      webhook("responses: { '200': {} }"),
      webhook("responses: { '200': { headers: { a: {} } } }"),
      ["request.header.optional-added compatible"],
      ["request.header.optional-removed risky"],
    ],
    [
      "B18 media type of the receiver's response",
      onEvent("responses: { '200': { content: { a/b: {} } } }"),
      onEvent("responses: { '200': { content: { a/b: {}, a/c: {} } } }"),
      ["request.media-type.added compatible"],
      ["request.media-type.removed breaking"],
    ],
    [
      "B5 of a webhook",
      webhook(""),
      webhook("deprecated: true, x-sunset: '2030-01-01'"),
      ["operation.deprecated compatible", "operation.sunset-added docs"],
      ["operation.deprecation-withdrawn compatible"],
    ],
  ])("%s", (_, old, now, want, back) => {
    expect(verdictsOf(old, now)).toEqual(want);
    expect(verdictsOf(now, old)).toEqual(back);
  });

  test("hand on their schemas with the direction turned round", () => {
    const members =
      "requestBody: { content: { a/b: { schema: {} } } }, responses: { '200': { content: { a/b: { schema: {} } } } }";
    const schemas = [webhook(members), onEvent(members)].flatMap(
      (given) => compare(documentOf(given), documentOf(given)).schemas,
    );
    expect(schemas.map((text) => text.replace(/^\S+ \S+ /u, ""))).toEqual([
      "response webhook added POST request body",
      "request webhook added POST response 200",
      "response callback onEvent of POST /subscribe POST request body",
      "request callback onEvent of POST /subscribe POST response 200",
    ]);
  });

  test("are named by what has them", () => {
    expect(findingsOf(callback(""), onEvent(""))).toMatchObject([
      {
        title: "Callback `onEvent` (POST) of `POST /subscribe` was added.",
        reach: [{ operation: "POST /subscribe" }],
      },
    ]);
    expect(findingsOf(webhook(""), "paths: {}")).toMatchObject([
      { title: "Webhook `added` (POST) was removed.", reach: [{ operation: "webhook added POST" }] },
    ]);
  });

  test("end where a callback leads back to itself", () => {
    const given = (members: string) => `
paths: { /a: { post: { callbacks: { again: { $ref: '#/components/callbacks/Again' } } } } }
components: { callbacks: { Again: { '{$url}': { post: { ${members}callbacks: { again: { $ref: '#/components/callbacks/Again' } } } } } } }`;
    expect(verdictsOf(given(""), given(""))).toEqual([]);
    expect(verdictsOf(given(""), given("deprecated: true, x-sunset: '2030-01-01', "))).toEqual([
      "operation.deprecated compatible",
      "operation.sunset-added docs",
    ]);
  });
});
