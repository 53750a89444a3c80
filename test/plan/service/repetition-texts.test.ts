import { expect, test } from "vitest";
import { mayNameRequest, describesSingleEffect } from "../../../src/plan/service/repetition-texts.js";
import { planOf } from "../plan-of.js";
import { lostIn } from "./lost-contract.js";

test.each([
  "Used to detect duplicates.",
  "Use this field to avoid execution of duplicate commands.",
  "A repeated request with the same id is not processed twice.",
  "Unique. Repeats with the same value are not executed again.",
  "Must be unique. Retrying with the same value will not create a second order.",
  "A second request with the same id is ignored.",
  "A request with a token that was seen before gives the existing operation.",
  "A key that has been used before is rejected.",
  "The service ignores commands with the same `command_id`.",
  "Identifies the request; used for duplicate detection.",
  "Duplicate requests are detected by this id.",
  "Protects against double execution.",
  "If the same id is sent twice, the second request returns the result of the first.",
  "Send the same id when you retry the request.",
  "Requests with an already used id are rejected.",
  "Your reference must be unique: a duplicate reference is rejected.",
  "The server responds with an error when the same ID is used again.",
  "Makes retries safe.",
  "Send the same id when you retry a request, if no response was received.",
  "Requests with the same id are ignored, so that no duplicates are created.",
  "Repeats with the same id are not executed again, no matter how often they are sent.",
  "Used for duplicate detection. Without it, there is no duplicate check.",
  "Used to detect duplicates. If the id is omitted, duplicate orders are accepted.",
  "Duplicate requests are rejected, and no duplicates are accepted.",
  "The service is responsible for duplicate detection; used for duplicate detection of orders.",
  "Used for duplicate detection, which is enabled by default.",
  "Used to detect duplicates. The client is responsible for generating a unique value.",
  "Used to detect duplicates. It is the responsibility of the client to generate a unique key.",
  "Used to detect duplicates. Idempotency is not guaranteed after 24 hours.",
  "Used to detect duplicates. For requests more than 15 minutes apart, idempotency is not guaranteed.",
  "Used to detect duplicates. Deduplication is not performed after 24 hours.",
  "Used to detect duplicates. Deduplication is not performed once the key is older than 2 days.",
  "Used to detect duplicates. The client is responsible for sending a unique value.",
  "Used to detect duplicates. Duplicate names are allowed.",
  "Used to detect duplicates. Duplicate requests with the same key are accepted and return the original response.",
  "Used to detect duplicates. You should avoid sending duplicate requests in parallel.",
  "Used to determine whether the message is new or a retry of a previous message.",
  "By it the service decides if a request is new or a repeated one.",
  "Prevents duplicate bookings when a request is retried.",
  "Avoids a double booking if the call is sent again.",
  "Makes sure that the request is carried out only once.",
  "Ensures a booking is created at most once.",
  "Guarantees that each order is processed once, even if it is sent again.",
  "Makes the request happen once.",
  "Token which makes a retry safe.",
  "Makes repeating a request harmless.",
  "Deduplication token.",
  "Used to support duplicate detection.",
  "Used as a unique deduplication key.",
  "Send the same token again to repeat a request safely.",
])("a text says that a repetition has no effect: %s", (text) => {
  expect(describesSingleEffect(text)).toBe(true);
});

test.each([
  "A unique id for tracing.",
  "The same id is returned in the response.",
  "A request with a token that was sent by mail before the first login.",
  "An id that was used before gives a new operation.",
  "Must be unique.",
  "ID of the request, unique to the call, as determined by the initiating party.",
  "A repeated request with the same id is processed again.",
  "Used to detect duplicates in the logs.",
  "You can use it to detect duplicates.",
  "Used to detect duplicate webhooks and events.",
  "It does not prevent duplicates.",
  "Never retry with the same id.",
  "A new id must be sent with each retry.",
  "Use the same value for all requests of one session.",
  "Identifies duplicate names in the list.",
  "To detect duplicate requests, send the Idempotency-Key.",
  "No duplicate detection is done.",
  "Duplicates are accepted: there is no duplicate check.",
  "Duplicate detection is disabled.",
  "Duplicate detection is the responsibility of the caller.",
  "Used for duplicate detection, which is disabled by default.",
  "Used for duplicate detection (which is not enabled).",
  "It is the responsibility of the caller to detect duplicates.",
  "Callers are responsible for duplicate detection.",
  "Clients must use it to detect duplicates.",
  "Duplicate detection does not work for this endpoint.",
  "Duplicate detection has been turned off.",
  "Duplicate detection must be enabled for your account.",
  "Used for duplicate detection. Duplicate detection is currently disabled.",
  "Used for duplicate detection. At the moment we do not check for duplicates.",
  "Used to detect duplicates. Duplicate orders are not rejected.",
  "Used for duplicate detection. Duplicates are allowed.",
  "Used for duplicate detection. Duplicates are currently accepted.",
  "Used for duplicate detection. Duplicate orders with the same id are allowed.",
  "Used for duplicate detection. Duplicate detection does not apply to requests that failed validation.",
  "Used for duplicate detection. Duplicate protection is not available for refunds.",
  "Used for duplicate detection. Duplicate detection is not available for orders.",
  "Used for duplicate detection. Duplicate detection is not supported for orders.",
  "Used for duplicate detection. Deduplication is not supported in production.",
  "Used for duplicate detection. Duplicate detection does not apply to orders.",
  "Used for duplicate detection. Duplicate detection is not provided for our API.",
  "Used for duplicate detection. Deduplication is not performed after version 2.",
  "Used for duplicate detection. Deduplication is disabled; orders are executed after 5 minutes.",
  "Used for duplicate detection. Deduplication is not performed once the order is older than 1 second.",
  "Used for duplicate detection. The caller is responsible for making sure that orders are not sent twice.",
  "Used for duplicate detection. The client is responsible for not sending the same order twice.",
  "Used for duplicate detection. It is your responsibility: send each order once.",
  "Used for duplicate detection. Duplicate orders with the same id are allowed: the same response is returned for each.",
  "The service does not determine whether a request is new or a retry.",
  "Determines whether the customer is new or a returning one.",
  "Determines whether the order is new or open.",
  "Prevents duplicate headers.",
  "Prevents duplicate headers when a page is printed.",
  "Prevents duplicate rows when items are retrieved.",
  "Does not prevent duplicate bookings when a request is retried.",
  "Makes sure that the request can be traced.",
  "Makes sure that the request is counted only once per minute.",
  "Makes sure that one request is processed at once.",
  "Makes sure that the token is used only once.",
  "Ensures that your case is handled only once when you send it to support.",
  "Ensures that an event is processed only once.",
  "It does not ensure that the request is carried out only once.",
  "Makes a retry possible.",
  "Makes a retry not safe.",
  "No deduplication token.",
  "Deduplication token of the queue.",
  "Send the same token again to retrieve the result.",
  "Never send the same token again to repeat a request.",
  "Id of the request for tracing and correlation; give it to support.",
])("a text does not say it: %s", (text) => {
  expect(describesSingleEffect(text)).toBe(false);
});

test.each([
  ["X-Request-Id", true],
  ["Correlation-Id", true],
  ["clientRequestToken", true],
  ["externalReference", true],
  ["reference", true],
  ["customer_name", false],
  ["merchantReference", true],
  ["client_order_id", true],
  ["X-Merchant-Id", false],
  ["X-Client-Id", false],
  ["payment_id", false],
  ["X-Partner-Key", false],
  ["offset", false],
  ["X-Session-Token", false],
  ["client_api_key", false],
])("whether %s may be that of one request: %s", (name, want) => {
  expect(mayNameRequest(name)).toBe(want);
});

test("a key that its description denies is not named, nor sent as a header", () => {
  const off = "For deduplication of requests. Deduplication is disabled by default.";
  expect(saidOf(body("clientRequestId", off))).toEqual([]);
  expect(saidOf(header("X-Request-Id", off))).toEqual([]);
});

test.each([
  "Duplicate detection is not available for orders.",
  "The caller is responsible for making sure that orders are not sent twice.",
  "Duplicate orders with the same id are allowed: the same response is returned for each.",
  "Clients are responsible for never sending an order with the same id twice.",
  "Clients are responsible for not sending an order twice from different devices.",
  "Duplicate orders with the same id are accepted and do not return the same response.",
  "Duplicate orders are allowed and the same response is returned, but the order is placed again.",
  "Duplicate orders are accepted and the same response is returned for both.",
])("a key that its description denies is not sent: %s", (denial) => {
  const keyOf = (text: string) =>
    planOf(
      `paths: { /orders: { post: { operationId: run, ${header("X-Request-Id", text)}, responses: { '201': { description: C } } } } }`,
    ).traits.operations[0]?.traits.idempotentCreate?.facts.header;
  const KEY = "Unique idempotency key of the request.";
  expect(keyOf(KEY)).toBe("X-Request-Id");
  expect(keyOf(`${KEY} ${denial}`)).toBeUndefined();
});

test.each([
  "It is the client's responsibility to never send the same key twice for different requests.",
  "Clients are responsible for not submitting a used key again with another body.",
  "Duplicate orders with the same id are accepted and the same response is returned.",
  "Duplicates with the same key are allowed and return the same result.",
  "Duplicate requests with the same key are accepted: the original response is returned and the order is not created again.",
])("a key of which its description only says how it is used is sent: %s", (rule) => {
  const { operations } = planOf(
    `paths: { /orders: { post: { operationId: run, ${header("X-Request-Id", `Unique idempotency key of the request. ${rule}`)}, responses: { '201': { description: C } } } } }`,
  ).traits;
  expect(operations[0]?.traits.idempotentCreate?.facts.header).toBe("X-Request-Id");
});

const ONCE = "A repeated request with the same id is not processed twice.";

/** What is said of keys of a POST with this request. */
const saidOf = (request: string, method = "post") =>
  lostIn(
    `paths: { /pets: { ${method}: { operationId: run, ${request}, responses: { '202': { description: P } } } } }`,
  )
    .filter(({ trait }) => trait === "idempotency")
    .map(({ shown, lines }) => [shown, lines.at(-1)?.trim()]);

const header = (name: string, text: string) =>
  `parameters: [{ in: header, name: ${name}, required: true, description: ${JSON.stringify(text)}, schema: { type: string } }]`;
const body = (name: string, text = "") =>
  `requestBody: { content: { application/json: { schema: { properties: { ${name}: { type: string, description: ${JSON.stringify(text)} } } } } } }`;

test.each(["X-Request-Id", "X-Correlation-Id", "Request-Id"])("the id %s of a request is a key", (name) => {
  expect(saidOf(header(name, ONCE))).toEqual([
    [`its header "${name}" looks like an idempotency key`, `idempotency: { header: ${name} }`],
  ]);
});

test.each(["X-Request-Token", "X-Request-Id", "X-Transaction-Id", "Client-Request-Id"])(
  "a header %s of which only the description says it is a key",
  (name) => {
    const text = "Prevents duplicate bookings when a request is retried.";
    expect(saidOf(header(name, text))).toEqual([
      [`its header "${name}" looks like an idempotency key`, `idempotency: { header: ${name} }`],
    ]);
    expect(saidOf(header(name, text), "get")).toEqual([]);
    expect(saidOf(header(name, "Prevents duplicate headers."))).toEqual([]);
  },
);

test("an id that only names a request is no key, and a GET needs none", () => {
  expect(saidOf(header("X-Request-Id", "Names the request in our logs."))).toEqual([]);
  expect(saidOf(header("X-Request-Id", ONCE), "get")).toEqual([]);
});

test.each([
  ["clientRequestId", ONCE, "may be"],
  ["externalReference", "Must be unique. A duplicate reference is rejected.", "may be"],
  ["dedupId", "", "is"],
  ["message_deduplication_id", "", "is"],
])("the member %s of a body is named", (name, text, verb) => {
  expect(saidOf(body(name, text))).toEqual([
    [`the member of its body "${name}" ${verb} an idempotency key`, undefined],
  ]);
});

test("a number of attempts that a repetition needs is named beside the key", () => {
  const NEW = "Tells whether the request is new or a retry.";
  const missingOf = (text: string) =>
    lostIn(
      `paths: { /pets: { post: { operationId: run, requestBody: { content: { application/json: { schema: { properties: { retry_id: { type: integer, description: ${NEW} }, retry_attempt: { type: integer, description: ${text} } } } } } }, responses: { '202': { description: P } } } } }`,
    )
      .filter(({ trait }) => trait === "idempotency")
      .map(({ missing }) => missing.split(": ")[1]);
  expect(missingOf("A higher number returns the result of the original request.")).toEqual([
    'give a unique value with each call, and the same value with a higher "retry_attempt" when you repeat it',
  ]);
  expect(missingOf("How often the request was sent.")).toEqual([
    "give a unique value with each call, and the same value when you repeat it",
  ]);
});

test.each([
  ["clientRequestId", "An id of yours."],
  ["externalReference", "Must be unique."],
  ["deduplicate", ""],
])("the member %s of a body is not a key: %s", (name, text) => {
  expect(saidOf(body(name, text))).toEqual([]);
});
