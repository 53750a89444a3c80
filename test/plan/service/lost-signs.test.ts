import { expect, test } from "vitest";
import { messageOf } from "../../../src/diagnostics/diagnostic.js";
import { planOf } from "../plan-of.js";
import { json, lostIn, pets, type Sign } from "./lost-contract.js";
import { planUnder } from "./overrides/configured.js";
import { countTime } from "../../support/count-time.js";

const ALL_LIMITS =
  '  limits: { readsPerMinute: "?", writesPerMinute: "?", concurrentOperations: "?", retentionDays: "?", maxBodyBytes: "?" }';

/** A start whose state no operation gives. */
/** A change, beside a response with limits and these flags. */
const toldFlags = (features: string, description = "Adds one.", responses = "") => `paths:
  /pets: { post: { operationId: a, description: ${description}, responses: { ${responses} } } }
  /capabilities: { get: { operationId: c, responses: { '200': { description: C, ${json(`{ properties: { limits: { properties: { readsPerMinute: { type: integer } } }, features: ${features} } }`)} } } } }`;

const unfollowed = (id: string): Sign => ({
  trait: "background",
  shown: "it responds with 202",
  missing: "nothing says for certain which operation gives the state of what it starts",
  lines: [
    "operations:",
    '  "POST /pets":',
    "    background:",
    '      status: "GET ?"',
    `      id: ${id}`,
    '      state: { member: "?", succeeded: ["?"], failed: ["?"] }',
  ],
});

test.each<readonly [string, string, readonly Sign[]]>([
  [
    "Each call needs a scope: `pets:read` or `pets:write`.",
    "[]",
    [
      {
        trait: "scopes",
        shown: 'the description of the contract lists the scopes "pets:read", "pets:write"',
        missing: "no operation says which it needs",
        lines: ["operations:", '  "GET /pets":', '    scopes: ["?"]'],
      },
    ],
  ],
  [
    "Each call needs a scope: `pets:read` or `pets:write`.",
    "[pets:read]",
    [
      {
        trait: "scopes",
        shown: 'the description of the contract lists the scope "pets:write"',
        missing: "no operation says that it needs it",
        lines: [],
      },
    ],
  ],
  ...[
    "| scope | for |\\n|---|---|\\n| pets:read | Reads. Not more |\\n| `pets:write` | Writes |",
    "The scopes:\\n\\n* **pets:read**: reads\\n* pets:write - writes\\n",
  ].map((text): readonly [string, string, readonly Sign[]] => [
    text,
    "[pets:write]",
    [
      {
        trait: "scopes",
        shown: 'the description of the contract lists the scope "pets:read"',
        missing: "no operation says that it needs it",
        lines: [],
      },
    ],
  ]),
  ["Tokens have scopes.\\n\\n| sort |\\n|---|\\n| name:asc |\\n| name:desc |", "[]", []],
  ["No scopes are needed:\\n* name:asc\\n* name:desc", "[]", []],
  ["Tokens have scopes.\\n\\nSorting:\\n* name:asc\\n* name:desc", "[]", []],
  ["Keys have the form `a:b` or `c:d`.", "[]", []],
  ["No scope, such as `pets:read` or `pets:write`, is needed.", "[]", []],
  ["The scope is `pets:read`.", "[]", []],
  ["Scopes are at `https:x`, named `urn:a:b`.", "[]", []],
  ["Scopes are at `localhost:8080` from `10:30` to `11:30`.", "[]", []],
  ["Tokens have scopes.\\n## Sorting\\nBy `name:asc` or `name:desc`.", "[]", []],
  ["The scopes `pets:read` and `pets:write` are not accepted.", "[]", []],
])("scopes that the contract describes are named: %s %s", (description, needs, want) => {
  const info = `info: { title: T, version: '1', description: "${description}" }`;
  const schemes = "components: { securitySchemes: { b: { type: http, scheme: bearer } } }";
  const given = pets("get", `security: [{ b: ${needs} }], responses: {}`, `${info}\n${schemes}`);
  expect(lostIn(given)).toEqual(want);
});

test("scopes that a configuration has decided otherwise are named no more", async () => {
  const info = "info: { title: T, version: '1', description: 'Scopes: `pets:read` and `pets:write`.' }";
  const schemes = "components: { securitySchemes: { b: { type: http, scheme: bearer } } }";
  const operation = (method: string, scope: string) =>
    `${method}: { operationId: ${method}It, description: 'Needs the scope \`${scope}\`.', security: [{ b: [] }], responses: {} }`;
  const given = `${info}\n${schemes}\npaths: { /pets: { ${operation("get", "pets:read")}, ${operation("post", "pets:write")} } }`;
  const keys = "operations: { getIt: { scopes: false }, postIt: { scopes: false } }";
  expect(lostIn(given).map(({ trait }) => trait)).toEqual(["scopes", "scopes"]);
  expect((await planUnder(given, keys)).traits.lost).toEqual([]);
});

test.each([
  ["Requires the `pets:read` ability.", "{}", "", "its description"],
  ["A list.", "{ '403': { description: 'Needs scope pets:read.' } }", "", "its response 403"],
  ["A list.", "{ '403': { description: 'Required scope: `pets:read`.' } }", "", "its response 403"],
  ["A list.", "{ '404': { description: 'Needs scope pets:read.' } }", "", undefined],
  ["A list.", "{}", "JWT. Scopes: `pets:read`, `pets:write`.", 'the security scheme "b" lists'],
  ["A list.", "{}", "JWT. Abilities:\\n* `pets:read`\\n* `pets:write`", 'the security scheme "b" lists'],
  ["A list.", "{}", "JWT, as `a:b` or `c:d`.", undefined],
])("scopes that another text names: %s %s %s", (operation, responses, scheme, by) => {
  const schemes = `components: { securitySchemes: { b: { type: http, scheme: bearer, description: "${scheme}" } } }`;
  const given = pets(
    "get",
    `description: "${operation}", security: [{ b: [] }], responses: ${responses}`,
    schemes,
  );
  expect(lostIn(given).map(({ shown }) => shown)).toEqual(
    by === undefined ? [] : [expect.stringContaining(by)],
  );
});

const versioned = (field: string): Sign => ({
  trait: "conditional",
  shown: `it takes the version that it changes in "${field}"`,
  missing: "the client carries ETags in `If-Match` alone: give the value of the last read",
  lines: [],
});

/** The path of a job, whose read gives its state. */
const JOB = `"/jobs/{jobId}": { get: { operationId: getJob, parameters: [{ in: path, name: jobId, required: true, schema: { type: string } }], responses: { "200": { description: S, ${json("{ properties: { status: { enum: [running, done, failed] } } }")} } } } }`;

test.each<readonly [string, string, readonly Sign[]]>([
  [
    "a 202 whose end nothing tells",
    pets("post", `responses: { '202': { description: Accepted, ${json("{}")} } }`),
    [unfollowed('"?"')],
  ],
  [
    "a 202 with an id whose end nothing tells",
    pets(
      "post",
      `responses: { '202': { description: Accepted, ${json("{ required: [id], properties: { id: { type: string }, note: { type: string } } }")} } }`,
    ),
    [unfollowed("id")],
  ],
  [
    "a 202 in which no id can be",
    pets("post", "responses: { '202': { description: Accepted } }"),
    [
      {
        trait: "background",
        shown: "it responds with 202",
        missing:
          "nothing says for certain which operation gives the state of what it starts; nor does its response declare a JSON body or a header that shows the id",
        lines: [
          "operations:",
          '  "POST /pets":',
          "    background:",
          '      status: "GET ?"',
          '      id: { header: "?" }',
          '      state: { member: "?", succeeded: ["?"], failed: ["?"] }',
        ],
      },
    ],
  ],
  [
    "a 202 in which no id can be, and whose state a link names",
    pets(
      "post",
      "responses: { '202': { description: Accepted, links: { state: { operationId: getJob } } } }",
    ).replace("paths: {", `paths: { ${JOB}, `),
    [
      {
        trait: "background",
        shown: "it responds with 202",
        missing: "its response declares neither a JSON body nor a header that shows the id",
        lines: [
          "operations:",
          '  "POST /pets":',
          "    background:",
          '      status: "GET /jobs/{jobId}"',
          '      id: { header: "?" }',
        ],
      },
    ],
  ],
  [
    "a 202 in which no id can be, beside the one read of a state",
    pets("post", "responses: { '202': { description: Accepted } }").replace("paths: {", `paths: { ${JOB}, `),
    [
      {
        trait: "background",
        shown: "it responds with 202",
        missing:
          "its response declares neither a JSON body nor a header that shows the id, and nothing says for certain that `GET /jobs/{jobId}` gives the state of what it starts",
        lines: [
          "operations:",
          '  "POST /pets":',
          "    background:",
          '      status: "GET /jobs/{jobId}"',
          '      id: { header: "?" }',
        ],
      },
    ],
  ],
  [
    "a 202 whose text names the header with the address",
    pets("post", "responses: { '202': { description: 'Follow the `Operation-Location` header.' } }"),
    [unfollowed("{ header: Operation-Location, undeclared: true }")],
  ],
  [
    "a 202 with an address that nothing takes",
    pets("post", "responses: { '202': { description: Accepted, headers: { Operation-Location: {} } } }"),
    [unfollowed("{ header: Operation-Location }")],
  ],
  [
    "a change whose read is not found",
    pets(
      "put",
      "parameters: [{ in: header, name: If-Match, required: true, schema: { type: string } }], responses: { '204': { description: P } }",
    ),
    [
      {
        trait: "conditional",
        shown: 'it needs "If-Match"',
        missing: "no read whose response has an ETag could be paired with it",
        lines: ["operations:", '  "PUT /pets":', '    conditional: { read: "GET ?" }'],
      },
    ],
  ],
  [
    "a change under weak validators",
    pets(
      "put",
      "parameters: [{ in: header, name: If-Match, required: true, description: 'In quotes, after `W/`.', schema: { type: string } }], responses: { '204': { description: P } }",
    ),
    [
      {
        trait: "conditional",
        shown: 'it takes weak validators (W/…) in "If-Match"',
        missing:
          "the client makes changes under strong ones alone (RFC 9110 section 13.1.1): give the header yourself",
        lines: [],
      },
    ],
  ],
  ...(
    [
      ["a member", "{ properties: { '@odata.etag': { type: string } } }", "@odata.etag"],
      ["an envelope", "{ properties: { item: { properties: { eTag: { type: string } } } } }", "item.eTag"],
      [
        "an envelope with more",
        "{ properties: { data: { properties: { etag: { type: string } } }, meta: { type: object } } }",
        "data.etag",
      ],
    ] as const
  ).map(([where, schema, member]): [string, string, readonly Sign[]] => [
    `a change whose read has its validator in ${where}`,
    `paths: { /pets: {
      get: { operationId: read, responses: { '200': { description: P, ${json(schema)} } } },
      put: { operationId: run, parameters: [{ in: header, name: If-Match, required: true, description: 'Not W/ "1".', schema: { type: string } }], responses: { '204': { description: P } } } } }`,
    [
      {
        trait: "conditional",
        shown: 'it needs "If-Match"',
        missing: `\`GET /pets\` declares its ETag in "${member}" alone, and the client reads ETags from headers: give the value of the last read`,
        lines: [],
      },
    ],
  ]),
  [
    "a change whose If-Match is compared with a member of its read",
    `paths: { /pets: {
      get: { operationId: read, responses: { '200': { description: P, ${json("{ properties: { name: { type: string }, revision: { type: string } } }")} } } },
      put: { operationId: run, parameters: [{ in: header, name: If-Match, description: 'Applies this if (and only if) the “revision” field of the pet matches.', schema: { type: string } }], responses: { '204': { description: P } } } } }`,
    [
      {
        trait: "conditional",
        shown: 'it takes "If-Match"',
        missing:
          '`GET /pets` declares its ETag in "revision" alone, and the client reads ETags from headers: give the value of the last read',
        lines: [],
      },
    ],
  ],
  ...[
    "ETag of the last read, compared before the change. The “name” field is not part of it.",
    "The ETag. The “name” field does not have to match.",
    "The name attribute may be changed.",
  ].map((text): [string, string, readonly Sign[]] => [
    `a change whose If-Match is compared with no member: ${text}`,
    `paths: { /pets: {
      get: { operationId: read, responses: { '200': { description: P, ${json("{ properties: { name: { type: string }, revision: { type: string } } }")} } } },
      put: { operationId: run, parameters: [{ in: header, name: If-Match, description: '${text}', schema: { type: string } }], responses: { '204': { description: P } } } } }`,
    [
      {
        trait: "conditional",
        shown: 'it takes "If-Match"',
        missing: "nothing of the operation says that every request needs it",
        lines: ["operations:", '  "PUT /pets":', '    conditional: { read: "GET /pets" }'],
      },
    ],
  ]),
  [
    "a change whose read has the ETag of a part",
    `paths: { /pets: {
      get: { operationId: read, responses: { '200': { description: P, ${json("{ properties: { image: { properties: { etag: { type: string } } }, name: { type: string } } }")} } } },
      put: { operationId: run, parameters: [{ in: header, name: If-Match, required: true, schema: { type: string } }], responses: { '204': { description: P } } } } }`,
    [
      {
        trait: "conditional",
        shown: 'it needs "If-Match"',
        missing: "no read whose response has an ETag could be paired with it",
        lines: ["operations:", '  "PUT /pets":', '    conditional: { read: "GET /pets" }'],
      },
    ],
  ],
  ...(["query", "body"] as const).map((where): [string, string, readonly Sign[]] => {
    const field = "type: string, description: 'Where it is not the current version, 409.'";
    return [
      `a version in the ${where}`,
      pets(
        "put",
        `${where === "query" ? `parameters: [{ in: query, name: version, description: 'Avoids conflicts.', schema: { type: string } }]` : `requestBody: { ${json(`{ properties: { revisionId: { ${field} }, pattern_version: { ${field} } } }`)} }`}, responses: { '204': { description: P } }`,
      ),
      [versioned(where === "query" ? "version" : "revisionId")],
    ];
  }),
  ...(["etag", "label"] as const).map((name): [string, string, readonly Sign[]] => [
    `a DELETE that takes an ${name}`,
    `paths: { "/pets/{id}": { delete: { operationId: a, parameters: [{ in: path, name: id, required: true, schema: { type: string } }, { in: query, name: ${name}, description: 'The request is rejected if it is another one.', schema: { type: string } }], responses: { '204': { description: P } } } } }`,
    name === "label" ? [] : [versioned("etag")],
  ]),
  [
    "the ETag of a part of the body",
    `paths: { "/files/{id}": { put: { operationId: a, parameters: [{ in: path, name: id, required: true, schema: { type: string } }],
  requestBody: { ${json("{ properties: { thumbnail: { properties: { etag: { type: string, description: For optimistic concurrency. } } }, name: { type: string } } }")} }, responses: { '200': { description: P, ${json("{ properties: { thumbnail: { properties: { etag: { type: string } } } } }")} } } } } }`,
    [],
  ],
  ...(["policy", "source"] as const).map((name): [string, string, readonly Sign[]] => [
    `an ETag in the body, in ${name}`,
    `components: { schemas: { Policy: { properties: { etag: { type: string, description: For optimistic concurrency. }, roles: { type: array, items: { type: string } } } } } }
paths: { "/pets/{id}:setPolicy": { post: { operationId: a, parameters: [{ in: path, name: id, required: true, schema: { type: string } }],
  requestBody: { ${json(`{ properties: { ${name}: { $ref: '#/components/schemas/Policy' } } }`)} }, responses: { '200': { description: P, ${json("{ $ref: '#/components/schemas/Policy' }")} } } } } }`,
    name === "source" ? [] : [versioned("policy.etag")],
  ]),
  [
    "headers that only a description names",
    pets(
      "post",
      "description: Send `Idempotency-Key` and If-Match., responses: { '204': { description: P } }",
    ),
    [
      {
        trait: "conditional",
        shown: "its description names If-Match",
        missing: "no header parameter declares it",
        lines: [
          "operations:",
          '  "POST /pets":',
          '    conditional: { read: "GET ?", header: If-Match, undeclared: true }',
        ],
      },
      {
        trait: "idempotency",
        shown: "its description names an idempotency key",
        missing: "no header parameter declares it",
        lines: [
          "operations:",
          '  "POST /pets":',
          "    idempotency: { header: Idempotency-Key, undeclared: true }",
        ],
      },
    ],
  ],
  [
    "keys that a description names",
    pets("post", "description: Supports idempotency keys., responses: { '204': { description: P } }"),
    [
      {
        trait: "idempotency",
        shown: "its description names an idempotency key",
        missing: "no header parameter declares it",
        lines: [
          "operations:",
          '  "POST /pets":',
          "    idempotency: { header: Idempotency-Key, undeclared: true }",
        ],
      },
    ],
  ],
  ...[
    "If you do not send an Idempotency-Key, nothing tells repetitions apart.",
    "Do not send the same Idempotency-Key twice.",
    "Requests without an Idempotency-Key are rejected.",
    "Must not be empty. Send an Idempotency-Key.",
  ].map((text): readonly [string, string, readonly Sign[]] => [
    `a key that a description does not deny: ${text}`,
    pets("post", `description: '${text}', responses: { '204': { description: P } }`),
    [
      {
        trait: "idempotency",
        shown: "its description names an idempotency key",
        missing: "no header parameter declares it",
        lines: [
          "operations:",
          '  "POST /pets":',
          "    idempotency: { header: Idempotency-Key, undeclared: true }",
        ],
      },
    ],
  ]),
  ...[
    "Ignores any Idempotency-Key header.",
    "We do not accept idempotency keys.",
    "Idempotency keys: none",
    "Clients must not send an Idempotency-Key.",
    "The header `Idempotency-Key` has been removed.",
    "Retries are safe without an Idempotency-Key.",
  ].map((text): readonly [string, string, readonly Sign[]] => [
    `a key that a description denies: ${text}`,
    pets("post", `description: '${text}', responses: { '204': { description: P } }`),
    [],
  ]),
  [
    "a POST whose 428 is beside the read of the list that it adds to",
    `paths: { /pets: {
      get: { operationId: read, responses: { '200': { description: P, headers: { ETag: {} }, ${json("{ type: object }")} } } },
      post: { operationId: run, responses: { '428': { description: Precondition Required } } } } }`,
    [
      {
        trait: "conditional",
        shown: "its response 428 is for requests without a condition (RFC 6585 section 3)",
        missing: "no header parameter declares it",
        lines: [
          "operations:",
          '  "POST /pets":',
          '    conditional: { read: "GET ?", header: If-Match, undeclared: true }',
        ],
      },
    ],
  ],
  [
    "what is guarded, in a clause beside an ETag: nothing",
    pets(
      "put",
      "description: The request is guarded by a limit; see its ETag., responses: { '204': { description: P } }",
    ),
    [],
  ],
  [
    "headers that a description says are not needed: nothing",
    pets(
      "post",
      "description: If-Match is not required. `Idempotency-Key` is not supported., responses: { '204': { description: P } }",
    ),
    [],
  ],
  ...(
    [
      [
        "a 428 for requests without a condition",
        "'428': { description: P }",
        "",
        "its response 428 is for requests without a condition (RFC 6585 section 3)",
        "",
      ],
      [
        "a 412 beside a read with an ETag",
        "'412': { description: P }",
        "",
        "its response 412 is for a condition that fails, and `GET /pets` has an ETag",
        "headers: { ETag: {} },",
      ],
      [
        "a description that names an ETag that protects it",
        "'204': { description: P }",
        "Protected by the ETag of the pets.",
        "its description names an ETag that protects it",
        "",
      ],
    ] as const
  ).map(([name, response, description, shown, headers]): readonly [string, string, readonly Sign[]] => [
    `a change with no header for its condition: ${name}`,
    `paths: { /pets: {
      get: { operationId: read, parameters: [{ in: header, name: If-None-Match, schema: { type: string } }], responses: { '200': { description: P, ${headers} ${json("{ type: object }")} } } },
      put: { operationId: run, description: '${description}', responses: { ${response} } } } }`,
    [
      {
        trait: "conditional",
        shown,
        missing: "no header parameter declares it",
        lines: [
          "operations:",
          '  "PUT /pets":',
          '    conditional: { read: "GET /pets", header: If-Match, undeclared: true }',
        ],
      },
    ],
  ]),
  [
    "a 428 for a header with a date: that header",
    `paths: { /hats: { put: { operationId: c, parameters: [{ in: header, name: If-Unmodified-Since, schema: { type: string } }], responses: { '428': { description: P } } } } }`,
    [
      {
        trait: "conditional",
        shown: 'it takes "If-Unmodified-Since"',
        missing: "the client makes changes under an ETag alone: give the `Last-Modified` of the last read",
        lines: [],
      },
    ],
  ],
  [
    "a version in a header whose name says that it is expected",
    pets(
      "put",
      "parameters: [{ in: header, name: X-Expected-Version, schema: { type: string } }], responses: { '204': { description: P } }",
    ),
    [
      {
        trait: "conditional",
        shown: 'it takes the version that it changes in "X-Expected-Version"',
        missing: "the client carries ETags in `If-Match` alone: give the value of the last read",
        lines: [],
      },
    ],
  ],
  ...(
    [
      ["an ETag of a change and of its read", "put", "'200'", "{}", "it"],
      ["a weak ETag of a change", "put", "'200'", `{ schema: { example: 'W/"1"' } }`, undefined],
      ["an ETag of a create, which the collection has too", "post", "'201'", "{}", undefined],
    ] as const
  ).map(([name, method, status, etag, shown]): readonly [string, string, readonly Sign[]] => [
    name,
    `paths: { /pets: {
      get: { operationId: a, responses: { '200': { description: P, headers: { ETag: {} }, ${json("{ type: object }")} } } },
      ${method}: { operationId: b, responses: { ${status}: { description: P, headers: { ETag: ${etag} }, ${json("{ type: object }")} } } } } }`,
    shown === undefined
      ? []
      : [
          {
            trait: "conditional",
            shown: "its response has an ETag, as that of `GET /pets` has",
            missing: "no header parameter declares it",
            lines: [
              "operations:",
              '  "PUT /pets":',
              '    conditional: { read: "GET /pets", header: If-Match, undeclared: true }',
            ],
          },
        ],
  ]),
  [
    "an ETag that a read gives to caches: nothing",
    `paths: { /pets: {
      get: { operationId: a, parameters: [{ in: header, name: If-None-Match, schema: { type: string } }], responses: { '200': { description: P, headers: { ETag: {} }, ${json("{ type: object }")} }, '304': { description: N } } },
      put: { operationId: b, responses: { '204': { description: P } } } } }`,
    [],
  ],
  ...(
    [
      ["contract", "info: { description: D }"],
      ['tag "pets"', "tags: [{ name: pets, description: D }]"],
    ] as const
  ).map(([what, where]): readonly [string, string, readonly Sign[]] => [
    `a key that only the description of the ${what} names`,
    `${pets("post", "responses: { '201': { description: P } }")}${where.replace("D", "'Creating a pet requires the header `X-Idempotency-Key`.'")}`,
    [
      {
        trait: "idempotency",
        shown: `the description of the ${what} names an idempotency key`,
        missing: "no header parameter declares it",
        lines: [
          "operations:",
          '  "POST /pets":',
          "    idempotency: { header: X-Idempotency-Key, undeclared: true }",
        ],
      },
    ],
  ]),
  ...(
    [
      ["of other operations", "post", "201", "tags: [{ name: hats, description: D }]"],
      ["of a POST that creates nothing", "post", "204", "info: { description: D }"],
      ["of a PUT", "put", "201", "info: { description: D }"],
    ] as const
  ).map(([what, method, status, where]): readonly [string, string, readonly Sign[]] => [
    `a key that a description names, ${what}: nothing`,
    `${pets(method, `responses: { '${status}': { description: P } }`)}${where.replace("D", "Requires `Idempotency-Key`.")}`,
    [],
  ]),
  ...(
    [
      ["parameters: [{ in: header, name: Idempotency-Key, schema: { type: string } }]", []],
      ["description: Takes an `Idempotency-Key`.", ["POST /hats"]],
      ["description: Needs no `Idempotency-Key`.", ["POST /pets"]],
    ] as const
  ).map(([own, want]): readonly [string, string, readonly Sign[]] => [
    `a key that the description of a contract names, beside a create with ${own}`,
    `info: { description: Send the header \`Idempotency-Key\`. }\npaths:
  /pets: { post: { operationId: a, responses: { '201': { description: P } } } }
  /hats: { post: { operationId: b, ${own}, responses: { '201': { description: P } } } }`,
    want.map((key) => ({
      trait: "idempotency",
      shown: `${key === "POST /hats" ? "its description" : "the description of the contract"} names an idempotency key`,
      missing: "no header parameter declares it",
      lines: ["operations:", `  "${key}":`, "    idempotency: { header: Idempotency-Key, undeclared: true }"],
    })),
  ]),
  [
    "scopes that only a description names",
    pets(
      "get",
      "description: 'There is no other:scope. Needs the scope pets:read.', security: [{ o: [] }], responses: {}",
      "components: { securitySchemes: { o: { type: oauth2, flows: { clientCredentials: { tokenUrl: /t, scopes: { 'pets:read': R } } } } } }",
    ),
    [
      {
        trait: "scopes",
        shown: 'its description names "pets:read"',
        missing: "its security requires no scope",
        lines: ["operations:", '  "GET /pets":', '    scopes: ["pets:read"]'],
      },
    ],
  ],
  ...[
    "@PreAuthorize(hasAuthority(''SCOPE_pets:read''))",
    "Needs the scope `pets:read`.",
    "Scopes: pets:read",
    "Requires the scope `pets:read` (not available for guests).",
    "Requires the `pets:read` scope, and no key.",
  ].map((text): readonly [string, string, readonly Sign[]] => [
    `scopes that only a description names, of a contract that lists none: ${text}`,
    pets(
      "get",
      `description: '${text}', security: [{ b: [] }], responses: {}`,
      "components: { securitySchemes: { b: { type: http, scheme: bearer } } }",
    ),
    [
      {
        trait: "scopes",
        shown: 'its description names "pets:read"',
        missing: "its security requires no scope",
        lines: ["operations:", '  "GET /pets":', '    scopes: ["pets:read"]'],
      },
    ],
  ]),
  [
    "permissions that may be scopes",
    pets(
      "get",
      "x-permissions: ['pets:read', admin, 'urn:pets:all'], security: [{ b: [] }], responses: {}",
      "components: { securitySchemes: { b: { type: http, scheme: bearer } } }",
    ),
    [
      {
        trait: "scopes",
        shown: 'its extension names "pets:read"',
        missing: "its security requires no scope",
        lines: ["operations:", '  "GET /pets":', '    scopes: ["pets:read"]'],
      },
    ],
  ],
  ...[
    "Needs `pets:read` or `pets:feed`.",
    "Needs the scope `pets:read`, or the scope `pets:feed`.",
    "Needs one of: pets:read, pets:feed",
    "hasAnyAuthority(''SCOPE_pets:read'', ''SCOPE_pets:feed'')",
  ].map((text): readonly [string, string, readonly Sign[]] => [
    `scopes of which only a description says that one is enough: ${text}`,
    pets(
      "get",
      `description: '${text}', security: [{ o: [] }], responses: {}`,
      "components: { securitySchemes: { o: { type: oauth2, flows: { clientCredentials: { tokenUrl: /t, scopes: { 'pets:read': R, 'pets:feed': F } } } } } }",
    ),
    [
      {
        trait: "scopes",
        shown: 'its description names "pets:read", "pets:feed"',
        missing: "its security requires no scope",
        lines: ["operations:", '  "GET /pets":', '    scopes: [["pets:read"], ["pets:feed"]]'],
      },
    ],
  ]),
  ...[
    ["hasAuthority('pets:read') and hasAuthority('pets:feed')", '"pets:read", "pets:feed"'],
    ["hasAuthority('pets:read') and not hasAuthority('pets:feed')", '["?"]', '"pets:read"'],
  ].map(([text = "", scopes = "", shown = scopes]): readonly [string, string, readonly Sign[]] => [
    `scopes that an expression in a description checks: ${text}`,
    pets(
      "get",
      `description: "${text}", security: [{ b: [] }], responses: {}`,
      "components: { securitySchemes: { b: { type: http, scheme: bearer } } }",
    ),
    [
      {
        trait: "scopes",
        shown: `its description names ${shown}`,
        missing: scopes.includes("?")
          ? "its security requires no scope: say which of them are enough, as lists of those that are needed together"
          : "its security requires no scope",
        lines: ["operations:", '  "GET /pets":', `    scopes: [${scopes}]`],
      },
    ],
  ]),
  ...[
    "Sensitive.",
    "An address. **Sensitive**: mask it.",
    "It must not be written to logs.",
    "It should not be stored, logged, or exposed.",
    "This may contain sensitive information.",
    "PII related data of the holder.",
  ].map((text): readonly [string, string, readonly Sign[]] => [
    `a member that only its description calls sensitive: ${text}`,
    pets(
      "post",
      `requestBody: { ${json(`{ properties: { a: { type: string }, mail: { type: string, description: '${text}' } } }`)} }, responses: {}`,
    ),
    [
      {
        trait: "sensitive",
        shown: 'the description of "mail" says that it is sensitive',
        missing: "nothing in the contract marks it",
        lines: ['sensitive: ["mail"]'],
      },
    ],
  ]),
  [
    "a parameter, and the list of a described schema that only descriptions call sensitive, and one that is marked",
    pets(
      "get",
      `parameters: [{ in: query, name: q, description: Never log it., schema: { type: string } }], responses: { '200': { description: P, ${json("{ properties: { mails: { type: array, items: { $ref: '#/components/schemas/Mail' } }, card: { type: string, x-pii: true, description: Sensitive. } } }")} } }`,
      "components: { schemas: { Mail: { type: string, description: Confidential. } } }",
    ),
    [
      {
        trait: "sensitive",
        shown: 'the descriptions of "mails", "q" say that they are sensitive',
        missing: "nothing in the contract marks them",
        lines: ['sensitive: ["mails", "q"]'],
      },
    ],
  ],
  ...[
    "type: string, description: 'The name is case sensitive. It must not include PII.'",
    "type: string, description: 'Sensitive to case. Do not store sensitive data in it.'",
    "type: boolean, description: 'Sensitive data and exports.'",
    "type: string, description: 'Without it, messages will not be logged.'",
    "type: string, description: 'Sensitive environment policy: on or off.'",
    "type: string, description: 'It has: type; `sensitive` (boolean).'",
    "enum: [PII], description: PII.",
    "type: string, description: 'A user must not be logged into two sessions.'",
    "type: object, description: Sensitive., properties: { x: { type: string, x-sensitive: true }, y: { type: string } }",
  ].map((schema): readonly [string, string, readonly Sign[]] => [
    `a member that no description calls sensitive: ${schema}`,
    pets("post", `requestBody: { ${json(`{ properties: { a: { ${schema} } } }`)} }, responses: {}`),
    [],
  ]),
  [
    "what a description says is not needed: nothing",
    pets(
      "post",
      "description: 'Does not need the scope `pets:read`. Does not require the feature `agents.write`.', security: [{ b: [] }], responses: {}",
      "components: { securitySchemes: { b: { type: http, scheme: bearer } } }",
    ),
    [],
  ],
  ...[
    [
      "Needs the scopes `pets:read` and `pets:all`, or the scope `pets:feed`.",
      '["pets:read", "pets:all"], ["pets:feed"]',
    ],
    ["Scopes: `pets:read:all` or `pets:read`", '["pets:read:all"], ["pets:read"]'],
  ].map(([text = "", sets = ""]): readonly [string, string, readonly Sign[]] => [
    `sets of scopes, any one of which is enough: ${text}`,
    pets(
      "get",
      `description: "${text}", security: [{ b: [] }], responses: {}`,
      "components: { securitySchemes: { b: { type: http, scheme: bearer } } }",
    ),
    [
      {
        trait: "scopes",
        shown: `its description names ${sets.replace(/[[\]]/gu, "")}`,
        missing: "its security requires no scope",
        lines: ["operations:", '  "GET /pets":', `    scopes: [${sets}]`],
      },
    ],
  ]),
  ...[
    "**Scopes:** `pets:read` `pets`",
    "**Scope**: \\n* `pets:read` `pets`<br>\\n**Needs:** A licence.",
    "Required scopes: `pets:read, pets:all`",
    "Granular scopes: pets:read, pets:all",
    "Does not page; the `pets:read`, `pets:all` scopes are for it, and it does not take `10:30`.",
  ].map((text): readonly [string, string, readonly Sign[]] => {
    const other = text.includes("pets:all") ? "pets:all" : "pets";
    return [
      `scopes of a list that does not say whether one is enough: ${text}`,
      pets(
        "get",
        `description: "${text}", security: [{ b: [] }], responses: {}`,
        "components: { securitySchemes: { b: { type: http, scheme: bearer } } }",
      ),
      [
        {
          trait: "scopes",
          shown: `its description names "pets:read", "${other}"`,
          missing:
            "its security requires no scope; nothing says whether one of them is enough, or all are needed",
          lines: ["operations:", '  "GET /pets":', `    scopes: [["pets:read"], ["${other}"]]`],
        },
      ],
    ];
  }),
  ...[
    "The scope `pets:read` is not accepted.",
    "The server for the scope is `localhost:8080`.",
    "Scopes: none",
    "The `scope`: `pets`.",
  ].map((text): readonly [string, string, readonly Sign[]] => [
    `a description that names no scope: ${text}`,
    pets(
      "get",
      `description: '${text}', security: [{ b: [] }], responses: {}`,
      "components: { securitySchemes: { b: { type: http, scheme: bearer } } }",
    ),
    [],
  ]),
  [
    "all scopes of a list that only a description has",
    pets(
      "get",
      "description: 'Required scopes: pets:read, pets:feed and `pets:keep`. See note:this', security: [{ b: [] }], responses: {}",
      "components: { securitySchemes: { b: { type: http, scheme: bearer } } }",
    ),
    [
      {
        trait: "scopes",
        shown: 'its description names "pets:read", "pets:feed", "pets:keep"',
        missing: "its security requires no scope",
        lines: ["operations:", '  "GET /pets":', '    scopes: ["pets:read", "pets:feed", "pets:keep"]'],
      },
    ],
  ],
  ...(
    [
      ["{ is_transient: { type: boolean } }", "is_transient"],
      ["{ error: { properties: { retry_allowed: { type: boolean } } } }", "error.retry_allowed"],
      [
        "{ fault: { properties: { code: { type: string }, text: { type: string }, transient: { type: boolean } } } }",
        "fault.transient",
      ],
      ["{ step: { properties: { text: { type: string }, transient: { type: boolean } } } }", undefined],
      ["{ is_transient: { type: string } }", undefined],
      ["{ transient_id: { type: boolean } }", undefined],
    ] as const
  ).map(([members, path]): readonly [string, string, readonly Sign[]] => [
    `what may be retryable, by the flag of an error: ${members}`,
    pets("post", `responses: { '503': { description: P, ${json(`{ properties: ${members} }`)} } }`),
    path === undefined
      ? []
      : [
          {
            trait: "problems",
            shown: `most error responses have "${path}"`,
            missing: "nothing tells that it says what may be sent again",
            lines: [`problems: { retryable: true, members: { retryable: ${path} } }`],
          },
        ],
  ]),
  [
    "what may be retryable, by the flag of few errors",
    pets(
      "post",
      `responses: { '500': { description: P, ${json("{ properties: { message: {} } }")} }, '502': { description: P, ${json("{ properties: { message: {} } }")} }, '503': { description: P, ${json("{ properties: { should_retry: { type: boolean } } }")} } }`,
    ),
    [
      {
        trait: "problems",
        shown: '1 of 3 error responses has "should_retry"',
        missing: "nothing tells that it says what may be sent again, and the others do not have it",
        lines: [],
      },
    ],
  ],
  [
    "what may be retryable, by the flag of half of the errors",
    pets(
      "post",
      `responses: { '502': { description: P, ${json("{ properties: { message: {} } }")} }, '503': { description: P, ${json("{ properties: { should_retry: { type: boolean } } }")} } }`,
    ),
    [
      {
        trait: "problems",
        shown: '1 of 2 error responses has "should_retry"',
        missing: "nothing tells that it says what may be sent again, and the others do not have it",
        lines: [],
      },
    ],
  ],
  [
    "what is retryable, where only a description says that problems have it",
    pets(
      "get",
      `responses: { '500': { description: 'Retry only when \`retryable\` is true.', content: { application/problem+json: { schema: { type: object } } } } }`,
    ),
    [
      {
        trait: "problems",
        shown: "the description of the response 500 of `GET /pets` names `retryable`",
        missing: "no problem has that member, in its schema or its examples",
        lines: ["problems: { retryable: true }"],
      },
    ],
  ],
  [
    "what is retryable, where only the description of the contract says that problems have it",
    `info: { title: T, version: '1', description: 'Errors have \`code\` and \`retryable\`.' }\n${pets("get", "responses: {}")}`,
    [
      {
        trait: "problems",
        shown: "the description of the contract names `retryable`",
        missing: "no error response has a JSON schema or example of a problem with that member at its top",
        lines: ["problems: { retryable: true }"],
      },
    ],
  ],
  [
    "limits in other words",
    `paths: { /rate_limit: { get: { operationId: run, tags: [pets], responses: { '200': { description: P, ${json("{ properties: { core: { type: integer } } }")} } } } } }`,
    [
      {
        trait: "capabilities",
        shown: 'its path ends in "rate_limit"',
        missing: "no limit that the client can obey was found in its response",
        lines: ["capabilities:", '  operation: "GET /rate_limit"', '  features: "?"', ALL_LIMITS],
      },
    ],
  ],
  [
    "limits in other words, beside what is recognised",
    `paths: { /limits: { get: { operationId: run, tags: [pets], responses: { '200': { description: P, ${json("{ properties: { data: { properties: { contractVersion: { type: string }, features: { properties: { a: { type: boolean } } }, 'hats.most': { type: integer } } } } }")} } } } } }`,
    [
      {
        trait: "capabilities",
        shown: 'its path ends in "limits"',
        missing: "no limit that the client can obey was found in its response",
        lines: [
          "capabilities:",
          '  operation: "GET /limits"',
          "  features: data.features",
          "  contractVersion: data.contractVersion",
          ALL_LIMITS,
        ],
      },
    ],
  ],
  [
    "flags that no response has",
    `paths:
  /pets: { get: { operationId: a, x-features: [reads], responses: {} }, post: { operationId: b, x-features: [writes], responses: {} } }`,
    [
      {
        trait: "features",
        shown: 'it needs the flag "reads", and 1 more operation does',
        missing: "no response has the flags",
        lines: ["capabilities:", '  operation: "GET ?"', '  features: "?"'],
      },
    ],
  ],
  [
    "flags of a response that no operation needs",
    `paths:
  /pets: { post: { operationId: a, responses: {} } }
  /capabilities: { get: { operationId: c, responses: { '200': { description: C, ${json("{ properties: { limits: { properties: { readsPerMinute: { type: integer } } }, features: { properties: { reads: { type: boolean } } } } }")} } } } }`,
    [
      {
        trait: "features",
        shown: 'its response has the flag "reads"',
        missing: "no extension or description of an operation says that it needs one",
        lines: ["operations:", '  "POST /pets":', '    features: ["?"]'],
      },
    ],
  ],
  ...[
    "{ additionalProperties: { type: boolean }, description: 'Flags such as `other`', example: { reads: true, writes: false } }",
    "{ additionalProperties: { properties: { enabled: { type: boolean } } }, example: { reads: { enabled: true }, writes: { enabled: false }, since: 1 } }",
    "{ additionalProperties: { type: boolean }, propertyNames: { enum: [reads, writes] } }",
    "{ additionalProperties: { type: boolean }, description: 'Flags of `features` by name: `reads`, `writes`; each `true` or `false`.' }",
    '{ additionalProperties: { type: boolean }, description: "Flags:\\n- `reads`: a\\n- `writes`: b, see `x`" }',
    "{ type: array, items: { properties: { name: { enum: [reads, writes] }, enabled: { type: boolean } } } }",
    "{ type: array, items: { properties: { key: { type: string, description: '`reads` or `writes`' }, on: { type: boolean } } } }",
    "{ type: array, items: { properties: { id: { type: string }, active: { type: boolean } } }, example: [{ id: reads, active: true }, { id: writes }] }",
    "{ type: array, items: { type: string, enum: [reads, writes] } }",
  ].map((features): readonly [string, string, readonly Sign[]] => [
    `flags of a response that no operation needs, in a map or a list: ${features}`,
    toldFlags(features),
    [
      {
        trait: "features",
        shown: 'its response has the flags "reads", "writes"',
        missing: "no extension or description of an operation says that it needs one",
        lines: ["operations:", '  "POST /pets":', '    features: ["?"]'],
      },
    ],
  ]),
  [
    "flags that the contract does not name",
    toldFlags("{ additionalProperties: { type: boolean }, description: One of `true` or `false` each }"),
    [
      {
        trait: "features",
        shown: 'its response has flags in "features"',
        missing:
          "no schema names the flags, and no extension or description of an operation says that it needs one",
        lines: ["operations:", '  "POST /pets":', '    features: ["?"]'],
      },
    ],
  ],
  ...["{ type: object }", "{}", "{ additionalProperties: true }"].map(
    (features): [string, string, Sign[]] => [
      `what may be flags or something else: ${features}`,
      toldFlags(features),
      [
        {
          trait: "features",
          shown: 'its response may have flags in "features"',
          missing:
            "no schema names the flags, and no extension or description of an operation says that it needs one",
          lines: ["operations:", '  "POST /pets":', '    features: ["?"]'],
        },
      ],
    ],
  ),
  ["a list or an object that has no flags", toldFlags("{ type: object, additionalProperties: false }"), []],
  [
    "a flag of a map that only a description names",
    toldFlags(
      "{ additionalProperties: { type: boolean }, example: { readsEnabled: true } }",
      "Needs readsEnabled.",
    ),
    [
      {
        trait: "features",
        shown: 'its description names the flag "readsEnabled"',
        missing: "no extension says that it must be on",
        lines: ["operations:", '  "POST /pets":', '    features: ["readsEnabled"]'],
      },
    ],
  ],
  [
    "a flag that only the response 403 names",
    toldFlags(
      "{ additionalProperties: { type: boolean }, example: { readsEnabled: true } }",
      "Adds one.",
      "'403': { description: 'No scope, or `readsEnabled` is off' }",
    ),
    [
      {
        trait: "features",
        shown: 'its response 403 names the flag "readsEnabled"',
        missing: "no extension says that it must be on",
        lines: ["operations:", '  "POST /pets":', '    features: ["readsEnabled"]'],
      },
    ],
  ],
  ...["Only while `readsEnabled` is on.", "`readsEnabled` is off, or `writesEnabled` is off."].map(
    (text): readonly [string, string, readonly Sign[]] => [
      `a response 403 that does not call one flag off: ${text}`,
      toldFlags(
        "{ additionalProperties: { type: boolean }, example: { readsEnabled: true, writesEnabled: true } }",
        "Adds one.",
        `'403': { description: '${text}' }`,
      ),
      [
        {
          trait: "features",
          shown: 'its response has the flags "readsEnabled", "writesEnabled"',
          missing: "no extension or description of an operation says that it needs one",
          lines: ["operations:", '  "POST /pets":', '    features: ["?"]'],
        },
      ],
    ],
  ),
  [
    "flags that no response has, beside limits",
    `paths:
  /pets: { get: { operationId: a, x-features: [reads], responses: {} } }
  /limits: { get: { operationId: b, responses: { '200': { description: L, ${json("{ properties: { readsPerMinute: { type: integer } } }")} } } } }`,
    [
      {
        trait: "features",
        shown: 'it needs the flag "reads"',
        missing: "no response has the flags",
        lines: [
          "capabilities:",
          '  operation: "GET /limits"',
          "  limits: { readsPerMinute: readsPerMinute }",
          "  also:",
          '    operation: "GET ?"',
          '    features: "?"',
        ],
      },
    ],
  ],
  [
    "flags that only who has another scope can read",
    `paths:
  /pets: { get: { operationId: a, x-features: [reads], responses: {} } }
  /limits: { get: { operationId: b, responses: { '200': { description: L, ${json("{ properties: { readsPerMinute: { type: integer } } }")} } } } }
  /capabilities: { get: { operationId: c, security: [{ o: [admin] }], responses: { '200': { description: C, ${json("{ properties: { features: { properties: { reads: { type: boolean } } } } }")} } } } }
components: { securitySchemes: { o: { type: oauth2, flows: {} } } }`,
    [
      {
        trait: "features",
        shown: 'it needs the flag "reads"',
        missing: "the client reads limits from GET /limits alone, and no flags from GET /capabilities",
        lines: [
          "capabilities:",
          '  operation: "GET /limits"',
          "  limits: { readsPerMinute: readsPerMinute }",
          "  also:",
          '    operation: "GET /capabilities"',
          "    features: features",
        ],
      },
    ],
  ],
  [
    "a limit that no rule knows, beside one that it knows",
    `paths: { /limits: { get: { operationId: b, responses: { '200': { description: L, ${json("{ properties: { readsPerMinute: { type: integer }, hats: { properties: { most: { type: integer } } } } }")} } } } } }`,
    [
      {
        trait: "capabilities",
        shown: 'its response has "hats.most"',
        missing: "the client does not know what that limits",
        lines: [
          "capabilities:",
          '  operation: "GET /limits"',
          '  limits: { readsPerMinute: readsPerMinute, writesPerMinute: "?", concurrentOperations: "?", retentionDays: "?", maxBodyBytes: "?" }',
        ],
      },
    ],
  ],
  [
    "limits in other units, beside one that no rule knows",
    `paths:
  /pets: { post: { operationId: a, parameters: [{ in: header, name: Idempotency-Key, required: true, schema: { type: string } }], responses: {} } }
  /limits: { get: { operationId: b, responses: { '200': { description: L, ${json("{ properties: { readsPerMinute: { type: integer }, writesPerSecond: { type: integer }, keyTtlHours: { type: integer }, bodyKiB: { type: integer }, spanDays: { type: integer } } }")} } } } }`,
    [
      ...[
        ["writesPerSecond", "the client reads rates of a minute only", "writesPerMinute"],
        [
          "keyTtlHours",
          "the client reads a retention in days only: give it `intentRetention` for its idempotency keys",
          "retentionDays",
        ],
        ["bodyKiB", "the client reads sizes in bytes only", "maxBodyBytes"],
      ].map(([name = "", missing = ""]) => ({
        trait: "capabilities",
        shown: `its response has "${name}"`,
        missing,
        lines: [],
      })),
      {
        trait: "capabilities",
        shown: 'its response has "spanDays"',
        missing: "the client does not know what that limits",
        lines: [
          "capabilities:",
          '  operation: "GET /limits"',
          '  limits: { readsPerMinute: readsPerMinute, retentionDays: "?" }',
        ],
      },
    ],
  ],
  [
    "no limits in another unit than one that the client reads",
    `paths: { /limits: { get: { operationId: b, responses: { '200': { description: L, ${json("{ properties: { readsPerMinute: { type: integer }, writesPerMinute: { type: integer }, readsPerDay: { type: integer }, keepDays: { type: integer } } }")} } } } } }`,
    [],
  ],
  [
    "limits that callers create",
    `paths:
  /limits:
    post: { operationId: a, responses: {} }
    get: { operationId: b, responses: { '200': { description: L, ${json("{ properties: { hats: { type: integer } } }")} } } }`,
    [],
  ],
  [
    "limits in pages",
    `paths:
  /limits:
    get:
      operationId: b
      parameters: [{ in: query, name: cursor, schema: { type: string } }]
      responses: { '200': { description: L, ${json("{ properties: { data: { type: array, items: { properties: { hats: { type: integer } } } }, next_cursor: { type: string } } }")} } }`,
    [],
  ],
  [
    "limits that no rule knows, beside flags that another operation tells",
    `paths:
  /pets: { get: { operationId: a, x-features: [reads], responses: {} } }
  /quotas: { get: { operationId: b, responses: { '200': { description: L, ${json("{ properties: { hats: { type: integer } } }")} } } } }
  /capabilities: { get: { operationId: c, responses: { '200': { description: C, ${json("{ properties: { features: { properties: { reads: { type: boolean } } } } }")} } } } }`,
    [
      {
        trait: "capabilities",
        shown: 'its path ends in "quotas"',
        missing: "no limit that the client can obey was found in its response",
        lines: [
          "capabilities:",
          '  operation: "GET /capabilities"',
          "  features: features",
          "  also:",
          '    operation: "GET /quotas"',
          `  ${ALL_LIMITS}`,
        ],
      },
    ],
  ],
  ...[
    "Requires the feature `agents.write`.",
    "Only when the feature flag `agents.write` is on.",
    "Available when `agents.write` is enabled.",
    "Needs the `agents.write` feature.",
    "Requires the feature flag `agents.write`, which is not available in the sandbox.",
    "Available when `agents.write` is true.",
    "Only if `newCheckout` is active for the account.",
    "Not available unless `new_checkout` is enabled.",
    "Fails with 403 unless the feature `checkout` is on.",
    "Available when `beta` is enabled for your account.",
  ].map((text): readonly [string, string, readonly Sign[]] => {
    const name = /`(.+?)`/u.exec(text)?.[1] ?? "";
    return [
      `a flag that only a description names: ${text}`,
      pets("post", `description: '${text}', responses: {}`),
      [
        {
          trait: "features",
          shown: `its description names the flag "${name}"`,
          missing: "no extension says that it must be on",
          lines: [
            "operations:",
            '  "POST /pets":',
            `    features: ["${name}"]`,
            "capabilities:",
            '  operation: "GET ?"',
            '  features: "?"',
          ],
        },
      ],
    ];
  }),
  ...[
    ["Off unless writesEnabled.", "writesEnabled", ""],
    ["Requires the feature `features.writesEnabled`.", "features.writesEnabled", ""],
    ["Requires `features.writesEnabled`.", "writesEnabled", ""],
    ["Requires `writesEnabled`.", "writesEnabled", ", additionalProperties: { type: boolean }"],
  ].map(([text = "", name = "", others = ""]): readonly [string, string, readonly Sign[]] => [
    `a flag that a description names, and that a response has${others}: ${text}`,
    `paths:
  /pets: { post: { operationId: a, description: '${text}', responses: {} } }
  /capabilities: { get: { operationId: c, description: Tells writesEnabled., responses: { '200': { description: C, ${json(`{ properties: { limits: { properties: { readsPerMinute: { type: integer } } }, features: { properties: { writesEnabled: { type: boolean } }${others} } } }`)} } } } }`,
    [
      {
        trait: "features",
        shown: `its description names the flag "${name}"`,
        missing: "no extension says that it must be on",
        lines: ["operations:", '  "POST /pets":', '    features: ["writesEnabled"]'],
      },
    ],
  ]),
  [
    "a flag that a description names, and that a response and a parameter have",
    `paths:
  /pets: { post: { operationId: a, description: Requires the feature \`reads\`., parameters: [{ in: query, name: reads, schema: { type: boolean } }], responses: {} } }
  /capabilities: { get: { operationId: c, responses: { '200': { description: C, ${json("{ properties: { limits: { properties: { readsPerMinute: { type: integer } } }, features: { properties: { reads: { type: boolean } } } } }")} } } } }`,
    [
      {
        trait: "features",
        shown: 'its description names the flag "reads"',
        missing: "no extension says that it must be on",
        lines: ["operations:", '  "POST /pets":', '    features: ["reads"]'],
      },
    ],
  ],
  ...[
    "The feature `search` of the shop.",
    "This is enabled when `x` is empty.",
    "Sets the flag.",
    'When "from" is set to a day, it starts there.',
    "When `overlay` is enabled, it plays both.",
    "When `isDone` is true, it has ended.",
    "Available when `visible` is true.",
    "Only if `endsAt` is set.",
    "Only if `dryRun` is set for the account.",
    "If the `dry_run` flag is set, nothing changes.",
    "When `request.dry_run` is on, nothing changes.",
    "When `endsAt` is active, it has an end.",
    "Deletes it, unless `legal_hold` is active on the project.",
    "If `webhook_url` is set for your account, it is called.",
    "Only if `webhook_url` is set for your account.",
    "If `two_factor` is enabled for the account, a code is sent.",
    "If the feature `two_factor` is on, a code is sent.",
  ].map((text): readonly [string, string, readonly Sign[]] => [
    `a description that names no flag: ${text}`,
    pets(
      "post",
      `description: '${text}', parameters: [{ in: query, name: dryRun, schema: { type: boolean } }], responses: { '200': { description: P, ${json("{ properties: { endsAt: { type: string } } }")} } }`,
    ),
    [],
  ]),
  [
    "a flag that the response has not, beside one that it has",
    `paths:
  /pets: { get: { operationId: a, x-features: [raeds, reads], responses: {} } }
  /capabilities: { get: { operationId: c, responses: { '200': { description: C, ${json("{ properties: { features: { properties: { reads: { type: boolean } } } } }")} } } } }`,
    [
      {
        trait: "features",
        shown: 'it needs the flag "raeds"',
        missing: 'the response of GET /capabilities has only "reads"',
        lines: ["operations:", '  "GET /pets":', '    features: ["?"]'],
      },
    ],
  ],
  [
    "tokens that come from no exchange",
    pets(
      "post",
      `responses: { '200': { description: T, ${json("{ properties: { access_token: { type: string }, expires_in: { type: integer } } }")} } }`,
      "components: { securitySchemes: { b: { type: http, scheme: bearer } } }",
    ).replace("/pets", "/login"),
    [
      {
        trait: "tokenExchange",
        shown: "it returns access tokens",
        missing: "it takes neither a form nor JSON, as a token exchange does",
        lines: [],
      },
    ],
  ],
  [
    "tokens for members that an exchange does not have",
    pets(
      "post",
      `requestBody: { ${json("{ properties: { accessToken: { type: string } } }")} }, responses: { '200': { description: T, ${json("{ properties: { access_token: { type: string }, expires_in: { type: integer } } }")} } }`,
      "components: { securitySchemes: { b: { type: http, scheme: bearer } } }",
    ).replace("/pets", "/login"),
    [
      {
        trait: "tokenExchange",
        shown: "it returns access tokens",
        missing: 'its body does not declare "subject_token", as that of a token exchange (RFC 8693) does',
        lines: [],
      },
    ],
  ],
  [
    "an access token in what a copy returns",
    pets(
      "post",
      `security: [{ b: [] }], responses: { '200': { description: T, ${json("{ properties: { link: { properties: { access_token: { type: string }, token_type: { type: string } } } } }")} } }`,
      "components: { securitySchemes: { b: { type: http, scheme: bearer } } }",
    ),
    [],
  ],
  [
    "tokens of a form that has no token of another kind",
    pets(
      "post",
      `requestBody: { content: { application/x-www-form-urlencoded: { schema: { properties: { grant_type: { type: string } } } } } }, responses: { '200': { description: T, ${json("{ properties: { access_token: { type: string }, expires_in: { type: integer } } }")} } }`,
      "components: { securitySchemes: { b: { type: http, scheme: bearer }, c: { type: http, scheme: bearer } } }",
    ),
    [
      {
        trait: "tokenExchange",
        shown: "it returns access tokens",
        missing: "its body does not describe a token exchange (RFC 8693) alone",
        lines: ["tokenExchange:", '  operation: "POST /pets"', '  scheme: "?"', '  subjectTokenType: "?"'],
      },
    ],
  ],
])("%s", (_, given, want) => {
  expect(lostIn(given)).toEqual(want);
});

test("scopes of tags are listed with the text that has them", () => {
  const tags = (text: string) =>
    `${pets("get", "security: [{ b: [] }], responses: {}")}
tags: [{ name: pets, description: ${JSON.stringify(text)} }, { name: orders, description: 'Needs the scope \`orders:read\`.' }]
components: { securitySchemes: { b: { type: http, scheme: bearer } } }`;
  const shown = (text: string) =>
    planOf(tags(text)).traits.lost.map((one) => [one.shown, one.origin?.pointer]);
  expect(shown("Search needs `pets:read`, import `pets:write` and export `pets:run`.")).toEqual([
    ['descriptions list the scopes "orders:read", "pets:read", "pets:write", "pets:run"', "#/tags"],
  ]);
  expect(shown("Needs `orders:read`, and sends the event `pets:create`.")).toEqual([]);
});

test("the lines for scopes of a tag name an operation of the tag", () => {
  const operation = (tag: string) =>
    `get: { operationId: ${tag}, tags: [${tag}], security: [{ b: [] }], responses: {} }`;
  const signs = lostIn(`paths: { /orders: { ${operation("orders")} }, /pets: { ${operation("pets")} } }
tags: [{ name: pets, description: 'Needs \`pets:read\` or \`pets:write\`.' }]
components: { securitySchemes: { b: { type: http, scheme: bearer } } }`);
  expect(signs.map(({ lines }) => lines[1])).toEqual(['  "GET /pets":']);
});

test("a summary names a scope that a table of the contract lists", () => {
  const text = "| scope |\\n|---|\\n| pets:read |\\n| pets:write |";
  const info = `info: { title: T, version: '1', description: "${text}" }`;
  const schemes = "components: { securitySchemes: { b: { type: http, scheme: bearer } } }";
  const given = pets(
    "get",
    "summary: 'List pets (pets:read)', security: [{ b: [] }], responses: {}",
    `${info}\n${schemes}`,
  );
  expect(lostIn(given).map(({ shown, lines }) => [shown, lines.at(-1)])).toEqual([
    ['its summary names "pets:read"', '    scopes: ["pets:read"]'],
    // The only operation has lines of its own.
    ['the description of the contract lists the scope "pets:write"', undefined],
  ]);
});

test("[TOK-4] not the key and the token of an exchange, which the client makes by itself", () => {
  const secret = "type: string, description: Must not be logged.";
  const grant = "grant_type: { const: 'urn:ietf:params:oauth:grant-type:token-exchange' }";
  const form = `content: { application/x-www-form-urlencoded: { schema: { required: [subject_token], properties: { ${grant}, subject_token_type: { const: 'urn:acme:params:oauth:token-type:key' }, subject_token: { ${secret} } } } } }`;
  const token = json(`{ properties: { access_token: { ${secret} }, token_type: {} } }`);
  const post = `post: { operationId: token, security: [], requestBody: { ${form} }, responses: { '200': { description: T, ${token} } } }`;
  const signs = lostIn(`paths:
  /token: { ${post} }
  /pets: { get: { operationId: list, security: [{ b: [] }], responses: { '200': { description: P, ${json(`{ properties: { pin: { ${secret} } } }`)} } } } }
components: { securitySchemes: { b: { type: http, scheme: bearer } } }`);
  expect(signs.map(({ lines }) => lines)).toEqual([['sensitive: ["pin"]']]);
});

const url = (description: string) => `url: { type: string, description: ${description} }`;
const urls = (...others: readonly string[]) =>
  pets(
    "post",
    `requestBody: { ${json(`{ properties: { mandate: { properties: { ${url("It contains sensitive data.")} } }, ${others.map((text, at) => `a${String(at)}: { properties: { ${url(text)} } }`).join(", ")} } }`)} }, responses: {}`,
  );

test("a name is sensitive where no more of its descriptions say something else", () => {
  const named = (...others: readonly string[]) =>
    lostIn(urls(...others).replaceAll("url:", "webUrl:")).map(({ lines }) => lines[0]);
  expect(named("''")).toEqual(['sensitive: ["webUrl"]']);
  expect(named("Confidential.", "The page.")).toEqual(['sensitive: ["webUrl"]']);
  expect(named("The page.")).toEqual(['sensitive: ["webUrl"]']);
  expect(named("The page.", "The icon.")).toEqual([]);
});

test("a sensitive member is located where it is described", () => {
  const { diagnostics } = planOf(urls("''").replaceAll("url:", "webUrl:"));
  const found = diagnostics.find(({ id }) => id === "trait/sensitive");
  expect([found?.pointer, found && messageOf(found)]).toEqual([
    "#/paths/~1pets/post/requestBody/content/application~1json/schema/properties/mandate/properties/webUrl",
    'The contract may have sensitive data: the description of "webUrl" says that it is sensitive, but nothing in the contract marks it. The client does not mask it.',
  ]);
});

test("each is a diagnostic that says what the client will not do", () => {
  const { diagnostics } = planOf(
    pets("post", `responses: { '202': { description: Accepted, ${json("{}")} } }`),
  );
  expect(diagnostics).toContainEqual({
    id: "trait/background",
    level: "warning",
    pointer: "#/paths/~1pets/post",
    arguments: {
      operation: "POST /pets",
      shown: "it responds with 202",
      missing: "nothing says for certain which operation gives the state of what it starts",
    },
  });
});

test.each([
  ["of the same path", "/pets/{id}", "/pets/{id}", "Pet", "GET /pets/{id}"],
  ["of the same schema", "/zoo/{id}/pet", "/changes", "Pet", "GET /zoo/{id}/pet"],
  [
    "of the same noun",
    "/zoo/{id}/pets/{pet}",
    "/pets/changes/{id}/{pet}",
    "Other",
    "GET /zoo/{id}/pets/{pet}",
  ],
  [
    "of the same noun and version",
    "/pets/v3/{id}",
    "/changes/pets/v3/{id}/{how}",
    "Other",
    "GET /pets/v3/{id}",
  ],
  ["unless only the version is the same", "/hats/v3/{id}", "/pets/v3/{id}/{how}", "Other", "GET ?"],
  ["unless it is a list", "/pets", "/pets/{id}", "List", "GET ?"],
  ["of the same path but for a version", "/pets/{id}", "/pets/v2/{id}", "Other", "GET /pets/{id}"],
])("the lines of a change name the read %s", (_, read, change, schema, want) => {
  const parameters = (path: string, more: readonly string[] = []) =>
    [...path.matchAll(/\{(\w+)\}/g)]
      .map(([, name = ""]) => `{ in: path, name: ${name}, required: true, schema: { type: string } }`)
      .concat(more)
      .join(", ");
  const response = (name: string) =>
    `responses: { '200': { description: P, ${json(`{ $ref: '#/components/schemas/${name}' }`)} } }`;
  const match = "{ in: header, name: If-Match, schema: { type: string } }";
  const get = `get: { operationId: readIt, parameters: [${parameters(read)}], ${response(schema === "List" ? "List" : "Pet")} }`;
  const put = `put: { operationId: changeIt, parameters: [${parameters(change, [match])}], ${response(schema)} }`;
  const paths =
    read === change ? `  ${read}: { ${get}, ${put} }` : `  ${read}: { ${get} }\n  ${change}: { ${put} }`;
  const schemas =
    "Pet: { properties: { a: {} } }, Other: { properties: { b: {} } }, List: { type: array, items: {} }";
  const { lost } = planOf(`paths:\n${paths}\ncomponents: { schemas: { ${schemas} } }`).traits;
  expect(lost.map(({ lines }) => lines.at(-1))).toEqual([`    conditional: { read: "${want}" }`]);
});

test("long descriptions are searched for flags in little time", () => {
  const post = `post: { description: '${"-".repeat(4000)}', responses: {} }`;
  const posts = Array.from({ length: 200 }, (_, index) => `  /p${String(index)}: { ${post} }\n`).join("");
  const flags = json("{ properties: { features: { properties: { reads: { type: boolean } } } } }");
  const contract = `paths:
${posts}
  /capabilities: { get: { operationId: c, responses: { '200': { description: C, ${flags} } } } }`;
  const elapsed = countTime();
  lostIn(contract);
  // A quadratic expression takes six times as long.
  expect(elapsed()).toBeLessThan(7000);
});

test.each([
  ["that an action is below", "/jobs/{id}/disable", "headers: { ETag: {} },", "GET /jobs/{id}"],
  ["that an action is called of", "/jobs/{id}:disable", "headers: { ETag: {} },", "GET /jobs/{id}"],
  ["that is above, unless it shows no validator", "/jobs/{id}/disable", "", "GET ?"],
  ["that is above, unless the path holds things", "/jobs/{id}/tasks", "headers: { ETag: {} },", "GET ?"],
])("the lines of a POST name the read %s", (_, path, headers, want) => {
  const id = "{ in: path, name: id, required: true, schema: { type: string } }";
  const match = "{ in: header, name: If-Match, schema: { type: string } }";
  const task = "{ in: path, name: task, required: true, schema: { type: string } }";
  const { lost } = planOf(`paths:
  /jobs/{id}: { get: { operationId: a, parameters: [${id}], responses: { '200': { description: J, ${headers} ${json("{ type: object }")} } } } }
  /jobs/{id}/tasks/{task}: { delete: { operationId: c, parameters: [${id}, ${task}], responses: { '204': { description: D } } } }
  ${path}: { post: { operationId: b, parameters: [${id}, ${match}], responses: { '204': { description: D } } } }`).traits;
  expect(lost.map(({ lines }) => lines.at(-1))).toEqual([`    conditional: { read: "${want}" }`]);
});

test.each([
  ["", []],
  [
    "parameters: [{ in: header, name: If-None-Match, schema: { type: string } }],",
    ['    conditional: { read: "GET /pets" }'],
  ],
])("a read with its validator in a member has lines where it takes a condition: %s", (condition, want) => {
  const match = "{ in: header, name: If-Match, schema: { type: string } }";
  const { lost } = planOf(`paths: { /pets: {
    get: { operationId: a, ${condition} responses: { '200': { description: P, ${json("{ properties: { etag: { type: string } } }")} } } },
    put: { operationId: b, parameters: [${match}], responses: { '204': { description: P } } } } }`).traits;
  expect(lost.map(({ lines }) => lines.slice(-1))).toEqual([want]);
});
