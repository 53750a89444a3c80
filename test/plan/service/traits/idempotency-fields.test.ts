import { expect, test } from "vitest";
import { planOf } from "../../plan-of.js";

/** The key that `POST /pets` is sent with, and what is said of one that it is not sent. */
function keysOf(request: string): { readonly sent?: string; readonly said?: readonly unknown[] } {
  const { operations, lost } = planOf(
    `paths: { /pets: { post: { operationId: run, tags: [pets], ${request}, responses: { '204': { description: P } } } } }`,
  ).traits;
  const sent = operations[0]?.traits.idempotentCreate?.facts.header;
  // A write under `If-None-Match` that creates alone has a sign of its own.
  const said = lost
    .filter(({ trait }) => trait !== "conditional")
    .map(({ shown, lines }) => [shown, lines.at(-1)?.trim()]);
  return { ...(sent !== undefined && { sent }), ...(said.length > 0 && { said }) };
}

const parameter = (where: string, name: string, description = "", type = "string") =>
  `{ in: ${where}, name: ${name}, description: '${description}', schema: { type: ${type} } }`;
const header = (name: string, description?: string, type?: string) =>
  `parameters: [${parameter("header", name, description, type)}]`;
const SAYS = "This ensures that the execution is idempotent.";

test.each([
  ["Idempotency-Key", ""],
  ["x-idempotence-token", ""],
  ["Acme-Idempotency-Key", ""],
  ["X-Request-ID", "An id, which we use to de-duplicate repeated requests and to trace them."],
  ["acme-retry-token", "A token for a request so it can be retried without risk of executing it again."],
  ["X-Client-Token", "An optional idempotency token."],
  ["X-Message-Id", "A UUID. Messages with the same id are processed only once."],
  ["X-Request-Token", "With the same key, the server returns the operation that already exists."],
  ["X-Request-Token", "After a lost response, repeat the request unchanged, with the same key."],
  ["X-Request-Id", "Unique per intent; a repeated id returns the first operation."],
  [
    "X-Request-Token",
    "If a request with the same value has been processed already, its response is returned again.",
  ],
  ["Request-Id", SAYS],
  ["X-Client-Token", "A unique value, also known as an <i>idempotency token</i>."],
  ["X-Client-Token", `${SAYS} Do not reuse it if a new idempotent request is required.`],
  ["X-Request-ID", "Repeated requests with the same id are executed once."],
  ["X-Request-Token", "Used for deduplication of the requests."],
  [
    "X-Request-ID",
    "If you must retry, the server will know to ignore the request if it has already been completed.",
  ],
])("a header that carries a key: %s", (name, description) => {
  expect(keysOf(header(name, description))).toEqual({ sent: name });
});

test("a denial in the next line of a text is one", () => {
  for (const text of [
    "Token of the request<br>Not an idempotency key",
    `${SAYS}<br/>Not used for idempotency.`,
  ])
    expect(keysOf(header("X-Request-Token", text)).sent).toBeUndefined();
});

test("a header that only its schema describes as a key may be one", () => {
  const of = (schema: string) =>
    `parameters: [{ in: header, name: x-request-id, description: One for each job., schema: { type: string, ${schema} } }]`;
  const said = [
    ['its header "x-request-id" looks like an idempotency key', "idempotency: { header: x-request-id }"],
  ];
  expect(keysOf(of("description: Repeat the request with the same key after a lost response."))).toEqual({
    said,
  });
  expect(keysOf(of("title: Idempotency Key"))).toEqual({ said });
});

test("a header that carries a key, and says how long it is remembered", () => {
  const shown =
    'the description of the header "Acme-Request-Id" of POST /pets says how long keys are remembered, "45 days"';
  expect(keysOf(header("Acme-Request-Id", "The server stores keys for 45 days."))).toEqual({
    sent: "Acme-Request-Id",
    said: [[shown, "intentRetention: 45d"]],
  });
});

test.each([
  ["X-Request-Id", "A unique id of the request."],
  ["X-Request-Id", "Used for tracing. It does not make the request idempotent."],
  ["X-Request-Id", "Traces the request. For idempotency, send Idempotency-Key."],
  ["X-Account-Id", "Idempotency keys are unique for each account."],
  ["Message-Reference", "A reference of the message, for tracing."],
  ["If-None-Match", "`*` makes the request idempotent."],
  ["X-Idempotency-Key", "Whether the key is a UUID.", "boolean"],
  ["Is-Idempotent", "True or false"],
  ["X-Request-ID", "Correlates log lines. Not used for deduplication."],
  ["X-Request-ID", "Used for deduplication of log entries."],
  ["X-Request-ID", "We deduplicate the logs of requests by it."],
  ["X-Request-ID", "Used to deduplicate requests in the logs."],
  ["X-Request-ID", "It is never used to deduplicate requests."],
  ["X-Request-ID", "Requests with the same id are not always executed once."],
  ["X-Request-ID", "Echoed in webhooks, so that you can use it for deduplication."],
  ["X-Client-Reference", "Requests with the same reference are applied once the batch closes."],
])("a header that carries none: %s, %s", (name, description, type = "string") => {
  expect(keysOf(header(name, description, type))).toEqual({});
});

test.each([
  ["X-Trace-Id", SAYS],
  ["X-Request-Token", "Used for deduplication."],
  ["X-Message-Id", "For deduplication of messages."],
  ["Parent-Idempotency-Key", ""],
  ["X-Idempotency", ""],
  ["X-Transaction-Ref", "A second request with the same reference returns the first result."],
])("a header that may carry one: %s", (name, description) => {
  expect(keysOf(header(name, description))).toEqual({
    said: [[`its header "${name}" looks like an idempotency key`, `idempotency: { header: ${name} }`]],
  });
});

test("a key of Repeatable Requests that needs a time beside it is not sent", () => {
  const both = ["Repeatability-Request-ID", "Repeatability-First-Sent"].map((name) =>
    parameter("header", name, "Executed once for the same id."),
  );
  expect(keysOf(`parameters: [${both.join(", ")}]`)).toEqual({
    said: [
      ['its header "Repeatability-Request-ID" is an idempotency key (OASIS Repeatable Requests)', undefined],
    ],
  });
});

test("a key of Repeatable Requests without that time is one for a person to decide", () => {
  expect(keysOf(header("Repeatability-Request-ID", "Executed once for the same id."))).toEqual({
    said: [
      [
        'its header "Repeatability-Request-ID" is an idempotency key (OASIS Repeatable Requests)',
        "idempotency: { header: Repeatability-Request-ID }",
      ],
    ],
  });
});

test.each([
  [
    "'204': { description: P, headers: { Idempotency-Replayed: {} } }",
    'its response header "Idempotency-Replayed"',
  ],
  [
    "'422': { description: The Idempotency-Key was used with another body. }",
    "the description of its response 422",
  ],
  ["'422': { description: Idempotency-Key is not supported. }", undefined],
  ["'204': { description: P, headers: { Idempotency-Expires-Docs: {} } }", undefined],
])("a key that only responses show: %s", (responses, by) => {
  const { lost } = planOf(
    `paths: { /pets: { post: { operationId: run, tags: [pets], responses: { ${responses} } } } }`,
  ).traits;
  expect(lost.map(({ shown, missing, lines }) => [shown, missing, lines.at(-1)?.trim()])).toEqual(
    by === undefined
      ? []
      : [
          [
            `${by} names an idempotency key`,
            "no header parameter declares it",
            "idempotency: { header: Idempotency-Key, undeclared: true }",
          ],
        ],
  );
});

test("a response that operations share says nothing of a key beside a declaration, or of a PUT or a DELETE", () => {
  const shared = "responses: { '409': { description: The Idempotency-Key was used with another body. } }";
  const declared = `parameters: [${parameter("header", "idempotency-key")}]`;
  const lost = (post: string) =>
    planOf(
      `paths: { /pets: { post: { operationId: a, ${post} ${shared} }, put: { operationId: b, ${shared} }, patch: { operationId: c, ${shared} }, delete: { operationId: d, ${shared} } } }`,
    ).traits.lost.map(({ operation }) => operation?.method);
  expect(lost(`${declared},`)).toEqual([]);
  expect(lost("")).toEqual(["PATCH", "POST"]);
});

test.each([
  ["was used with another body", true],
  ["has already been used", true],
  ["was already used for another request", true],
  ["was previously supported", false],
  ["was used by version 1 of this call", false],
  ["has previously been required, and is gone", false],
  ["was used for retries until 2023", false],
])("a key that a description names: it %s", (what, isNamed) => {
  expect(keysOf(`description: 'The Idempotency-Key ${what}.'`)).toEqual(
    isNamed
      ? {
          said: [
            [
              "its description names an idempotency key",
              "idempotency: { header: Idempotency-Key, undeclared: true }",
            ],
          ],
        }
      : {},
  );
});

test("of two headers that carry a key by their names alone, none is chosen", () => {
  const two = ["A", "B"].map((name) => parameter("header", `${name}-Idempotency-Key`));
  expect(keysOf(`parameters: [${two.join(", ")}]`)).toEqual({
    said: [
      [
        'its header "A-Idempotency-Key" looks like an idempotency key',
        "idempotency: { header: A-Idempotency-Key }",
      ],
    ],
  });
});

const body = (schema: string) => `requestBody: { content: { application/json: { schema: ${schema} } } }`;

test.each([
  [
    `parameters: [${parameter("query", "requestId", SAYS)}]`,
    'its query parameter "requestId" is an idempotency key',
  ],
  [
    body("{ properties: { idempotency_key: { type: string } } }"),
    'the member of its body "idempotency_key" is an idempotency key',
  ],
  [
    body(`{ properties: { clientToken: { type: string, description: '${SAYS}' } } }`),
    'the member of its body "clientToken" is an idempotency key',
  ],
  [
    body("{ properties: { messageId: { type: string, description: Used for deduplication. } } }"),
    'the member of its body "messageId" may be an idempotency key',
  ],
])("a key that the client cannot send: %s", (request, shown) => {
  expect(keysOf(request)).toEqual({ said: [[shown, undefined]] });
});

test.each([
  `parameters: [${parameter("query", "requestId")}]`,
  body("{ properties: { client_token: { type: string } } }"),
  body("{ properties: { messageId: { description: Used for deduplication of contacts in the list. } } }"),
  body(`{ properties: { pet: { properties: { idempotency_key: { type: string } } } } }`),
])("a value that is no key of the request: %s", (request) => {
  expect(keysOf(request)).toEqual({});
});
