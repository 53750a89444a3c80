import { describe, expect, test } from "vitest";
import { planOf, traitsOf } from "../../plan-of.js";
import { planUnder } from "../overrides/configured.js";

/** One operation, `pets.run`, and what stands beside it. */
function operation(method: string, yaml: string, schemas = "{}"): string {
  return `
paths: { /pets: { ${method}: { operationId: run, tags: [pets], ${yaml} } } }
components: { schemas: ${schemas}, securitySchemes: { o: { type: mutualTLS }, k: { type: mutualTLS } } }`;
}

const KEY = "{ in: header, name: idempotency-key, required: true, schema: { type: string } }";
const scopes = (...alternatives: string[]) =>
  `security: [${alternatives.map((one) => `{ o: [${one}] }`).join(", ")}]`;

describe("what may be repeated at will", () => {
  const safe = (method: string, yaml: string) => traitsOf(operation(method, yaml), "pets.run").safe?.reason;

  test.each(["get", "head", "options", "query"])("%s", (method) => {
    expect(safe(method, "responses: {}")).toBe(
      `${method.toUpperCase()} is a safe method (RFC 9110 section 9.2.1).`,
    );
  });

  test("a POST whose redirection alone has a Location", () => {
    const moved =
      "responses: { '200': { description: O }, '307': { description: M, headers: { Location: {} } } }";
    expect(safe("post", `${scopes("'a:read'")}, ${moved}`)).toContain("A POST that only reads");
  });

  test("a POST that gives a page of a list, and takes a size and a position", () => {
    const page = "{ properties: { items: { type: array, items: {} }, next_cursor: { type: string } } }";
    const CURSOR = "{ in: query, name: cursor, schema: { type: string } }";
    const both = `${CURSOR}, { in: query, name: limit, schema: { type: integer } }`;
    const paged = (status: string, parameters = both, needs = "'a:b'") =>
      `summary: Lists pets, ${scopes(needs)}, parameters: [${parameters}], responses: { '${status}': { description: P, content: { application/json: { schema: ${page} } } } }`;
    expect(safe("post", paged("200"))).toBe("A POST that only reads: it gives a page of a list.");
    expect(safe("post", paged("201"))).toBeUndefined();
    expect(safe("post", paged("200", CURSOR))).toBeUndefined();
    expect(safe("post", paged("200", both, "'a:write'"))).toBeUndefined();
  });

  test.each([
    ["required: true, schema: { type: string, default: GET }", "200", true],
    ["required: true, schema: { type: string, enum: [GET] }", "200", true],
    ["schema: { type: string, enum: [GET] }", "200", false],
    ["schema: { type: string, enum: [GET, DELETE], default: GET }", "200", false],
    ["required: true, schema: { type: string }", "200", false],
    ["schema: { type: string, default: GET }", "201", false],
  ])("a POST whose header makes it a GET: { %s }, with %s", (header, status, want) => {
    const parameters = `parameters: [{ in: header, name: X-HTTP-Method-Override, ${header} }]`;
    const reason = safe("post", `${parameters}, responses: { '${status}': { description: R } }`);
    expect(reason).toBe(
      want ? 'A POST that only reads: "X-HTTP-Method-Override" makes it a GET.' : undefined,
    );
  });

  /** A POST that takes a position and a size. */
  const countedPost = (name: string, text = "") => {
    const page = "{ properties: { charges: { type: array, items: {} }, total: { type: integer } } }";
    const fields =
      "{ in: query, name: offset, schema: { type: integer } }, { in: query, name: limit, schema: { type: integer } }";
    return operation(
      "post",
      `summary: "${text}", parameters: [${fields}], responses: { '200': { description: P, content: { application/json: { schema: ${page} } } } }`,
    ).replace("operationId: run", `operationId: ${name}`);
  };

  const UNCERTAIN = "its name and its text do not show for certain that it only reads";
  test.each([
    ["", "listCharges", true],
    ["Retrieves charges.", "charges", true],
    ["<p>Returns charges</p>", "charges", true],
    ["A paginated list of charges", "charges", true],
    ["Performs a search", "charges", true],
    ["Creates a list of matches.", "searchCharges", true],
    ["Finds charges and returns them.", "searchCharges", true],
    ["Finds charges and pays them.", "searchCharges", 'its text has "pays", as that of a change does'],
    ["Claims the next charges.", "searchCharges", 'its text begins with "claims", as that of a change does'],
    ["", "chargeCards", UNCERTAIN],
    ["", "markChargesRead", UNCERTAIN],
    ["Pays the next payouts.", "process", 'its text begins with "pays", as that of a change does'],
  ])("a POST with a position and a size, whose text and name are: '%s' %s %s", (text, name, want) => {
    const { operations, lost } = planOf(countedPost(name, text)).traits;
    const [{ safe: read, pagination } = {}] = operations.map(({ traits }) => traits);
    const isChange = /^(?:Claims|Pays)/.test(text);
    expect([read !== undefined, pagination !== undefined]).toEqual([want === true, !isChange]);
    expect(lost.filter(({ trait }) => trait === "safe").map(({ missing }) => missing)).toEqual(
      want === true ? [] : [`${String(want)}: write \`safe: true\` where it only reads`],
    );
  });

  test.each(["findAndClear", "searchAndNotify", "listAndAck", "search_and_execute"])(
    "a POST with a position and a size that reads and does something: %s",
    (name) => {
      const { operations } = planOf(countedPost(name)).traits;
      expect(operations.flatMap(({ traits }) => Object.keys(traits))).toEqual([]);
    },
  );

  test("[VER-3] a POST that needs only scopes of reading, whatever its text says", () => {
    expect(safe("post", `description: Assigns a pet., ${scopes("'a:read'")}`)).toBeDefined();
  });

  test("a POST that needs only scopes of reading", () => {
    expect(safe("post", scopes("'a:read'", "'b.read', 'a:read'"))).toBe(
      'A POST that only reads: it has no Idempotency-Key and needs only "a:read", "b.read", which may read and no more.',
    );
  });

  test.each([
    ["a POST without scopes", "post", "security: [{ k: [] }]"],
    ["a POST that also needs a scope of writing", "post", scopes("'a:read', 'a:write'")],
    ["a POST that a scope of writing is enough for", "post", scopes("'a:read'", "'a:write'")],
    ["a scope that only ends alike", "post", scopes("'a:thread'")],
    ["a PUT", "put", scopes("'a:read'")],
    ["a keyed POST", "post", `parameters: [${KEY}], ${scopes("'a:read'")}`],
    ["a POST that creates", "post", `${scopes("'a:read'")}, responses: { '201': { description: C } }`],
    [
      "a POST that starts something",
      "post",
      `${scopes("'a:read'")}, responses: { '202': { description: S } }`,
    ],
    [
      "a POST that tells where the new thing is",
      "post",
      `${scopes("'a:read'")}, responses: { '200': { description: L, headers: { location: {} } } }`,
    ],
  ])("not %s", (_, method, yaml) => {
    expect(safe(method, yaml)).toBeUndefined();
  });
});

describe("[OPS-1] a create with an idempotency key", () => {
  const created = (method: string, yaml: string) =>
    traitsOf(operation(method, yaml), "pets.run").idempotentCreate;

  test("is recognised by the header, in any case", () => {
    expect(created("post", `parameters: [${KEY}]`)).toEqual({
      facts: { header: "idempotency-key" },
      reason: 'It has the header parameter "idempotency-key", required.',
    });
    expect(created("put", `parameters: [${KEY.replace("required: true", "required: false")}]`)?.reason).toBe(
      'It has the header parameter "idempotency-key".',
    );
  });

  test("is no GET, and has its key in no query", () => {
    expect(created("get", `parameters: [${KEY}]`)).toBeUndefined();
    expect(created("post", `parameters: [${KEY.replace("header", "query")}]`)).toBeUndefined();
  });
});

describe("[CAP-1] [CAP-2] capabilities", () => {
  const capabilities = (method: string, members: string, parameters = "") =>
    traitsOf(
      operation(
        method,
        `parameters: [${parameters}], responses: { '200': { description: C, content: { application/json: { schema: { properties: { ${members} } } } } } }`,
      ),
      "pets.run",
    ).capabilities;
  const LIMITS =
    "limits: { properties: { readRequestsPerMinute: {}, post_requests_per_minute: {}, maxConcurrentOperations: {}, " +
    "operationRetentionDays: {}, maxRequestBodyBytes: {}, maxHats: {} } }";

  test("are recognised by limits that the client can obey", () => {
    expect(
      capabilities("get", `${LIMITS}, features: { type: object }, contractVersion: { type: string }`),
    ).toEqual({
      facts: {
        limits: {
          readsPerMinute: "limits/readRequestsPerMinute",
          writesPerMinute: "limits/post_requests_per_minute",
          concurrentOperations: "limits/maxConcurrentOperations",
          retentionDays: "limits/operationRetentionDays",
          maxBodyBytes: "limits/maxRequestBodyBytes",
        },
        features: "features",
        contractVersion: "contractVersion",
      },
      reason:
        'A GET that needs no input and tells limits: "limits.readRequestsPerMinute", "limits.post_requests_per_minute", ' +
        '"limits.maxConcurrentOperations", "limits.operationRetentionDays", "limits.maxRequestBodyBytes".',
    });
  });

  test.each([
    ["{ type: array, items: { type: string } }", "features"],
    ["{ type: array, items: { properties: { name: {}, enabled: { type: boolean } } } }", "features"],
    ["{ type: array, items: { type: integer } }", undefined],
    ["{ type: string }", undefined],
  ])("has features in %s: %s", (schema, want) => {
    expect(capabilities("get", `${LIMITS}, features: ${schema}`)?.facts.features).toBe(want);
  });

  test("may require a parameter that has a default", () => {
    const version = "{ in: query, name: v, required: true, schema: { type: string, default: '2' } }";
    expect(capabilities("get", LIMITS, version)?.facts.limits).toHaveProperty("maxBodyBytes");
  });

  test.each([
    ["a POST", "post", LIMITS, ""],
    ["a GET that needs input", "get", LIMITS, "{ in: query, name: q, required: true, schema: {} }"],
    ["limits that the client does not know", "get", "limits: { properties: { maxHats: {} } }", ""],
    ["limits that are no object", "get", "limits: { type: integer }", ""],
    ["no limits", "get", "features: { type: object }", ""],
  ])("are not %s", (_, method, members, parameters) => {
    expect(capabilities(method, members, parameters)).toBeUndefined();
  });

  const at = (path: string, members: string, more = "") =>
    planOf(
      `paths: { ${path}: { get: { responses: { '200': { description: L, content: { application/json: { schema: { properties: { ${members} } } } } } } } }${more} }`,
      { vendor: "acme" },
    ).traits.operations.map(({ traits }) => traits.capabilities?.facts);

  test.each<readonly [string, object | undefined]>([
    ["/limits", { limits: { readsPerMinute: "read_per_minute" } }],
    ["/v1/rate-limits", { limits: { readsPerMinute: "read_per_minute" } }],
    ["/stats", undefined],
  ])("at the top of a response whose path ends in limits: %s", (path, want) => {
    expect(at(path, "read_per_minute: { type: integer }, hats: { type: integer }")).toEqual([want]);
  });

  test("of one operation: the one with flags and limits; another adds what it has not", () => {
    const limits = "limits: { properties: { read_per_minute: {} } }, features: { type: object }";
    const more = `, /limits: { get: { responses: { '200': { description: L, content: { application/json: { schema: { properties: { read_per_minute: { type: integer }, post_per_minute: { type: integer } } } } } } } } }`;
    expect(at("/capabilities", limits, more)).toEqual([
      {
        limits: { readsPerMinute: "limits/read_per_minute" },
        features: "features",
        also: {
          operation: { resource: "limits", method: "get", type: "LimitsGet" },
          limits: { writesPerMinute: "post_per_minute" },
        },
      },
      undefined,
    ]);
  });

  const joined = (path: string, schema: string, security = "") => {
    const flags = `${path}: { get: { operationId: flags, tags: [f], ${security} responses: { '200': { description: F, content: { application/json: { schema: ${schema} } } } } } }`;
    const { methods, resources, traits } = planOf(`
paths:
  /pets: { get: { operationId: list, tags: [pets], x-feature: reads, responses: {} } }
  /limits: { get: { operationId: limits, tags: [l], responses: { '200': { description: L, content: { application/json: { schema: { properties: { readsPerMinute: { type: integer } } } } } } } } }
  ${flags}
components: { securitySchemes: { o: { type: oauth2, flows: {} } } }`);
    const trait = traits.operations.find(({ name }) => name.startsWith("l."))?.traits.capabilities;
    const constants = resources.flatMap(({ descriptors }) => descriptors);
    const descriptor = constants.find(({ type }) => type === "CapabilitiesDescriptor");
    const connects = methods.find(({ name }) => name === "connect")?.doc.text[1];
    return { also: trait?.facts.also, reason: trait?.reason, value: descriptor?.value, connects };
  };

  test.each([
    ["/features", "{ properties: { reads: { type: boolean } } }", ""],
    ["/v1/feature-flags", "{ type: object, additionalProperties: { type: boolean } }", ""],
    ["/toggles", "{ type: array, items: { properties: { key: {}, enabled: { type: boolean } } } }", ""],
    [
      "/flags",
      "{ properties: { data: { type: array, items: { properties: { name: {}, on: { type: boolean } } } } } }",
      "data",
    ],
    ["/about", "{ properties: { features: { properties: { reads: { type: boolean } } } } }", "features"],
  ])("[CAP-3] of two operations: flags of %s, %s, are at %j", (path, schema, features) => {
    const { also, reason, value, connects } = joined(path, schema);
    expect(connects).toMatch(
      /^Gives what `l\.\w+` gives; the client obeys it, and what `f\.\w+` gives, from then on\.$/,
    );
    expect(also).toMatchObject({ limits: {}, features });
    expect(reason).toBe(
      `A GET that needs no input and tells limits: "readsPerMinute". GET ${path} tells which flags are on.`,
    );
    expect(value).toMatchObject({
      gates: { "pets.list": ["reads"] },
      features: features === "" ? "1" : `1/${features}`,
      limits: { readsPerMinute: "0/readsPerMinute" },
    });
  });

  test.each([
    ["the response has no flag", "/features", "{ properties: { at: { type: string } } }", ""],
    ["the response has other flags", "/features", "{ properties: { writes: { type: boolean } } }", ""],
    [
      "who reads limits may not read it",
      "/features",
      "{ properties: { reads: { type: boolean } } }",
      "security: [{ o: [admin] }],",
    ],
  ])("of one operation, where %s", (_, path, schema, security) => {
    expect(joined(path, schema, security).also).toBeUndefined();
  });

  const shown = (schema: string, example: string) =>
    traitsOf(
      operation(
        "get",
        `responses: { '200': { description: C, content: { application/json: { example: ${example}, schema: { properties: { data: { properties: { ${schema} } } } } } } } }`,
      ),
      "pets.run",
    ).capabilities?.facts;

  test.each([
    [
      "in a group of an envelope",
      "limits: { properties: { per_minute: { properties: { get: { type: integer }, post: { type: integer } } }, keep_days: { type: integer } } }",
      "{}",
      {
        readsPerMinute: "data/limits/per_minute/get",
        writesPerMinute: "data/limits/per_minute/post",
        retentionDays: "data/limits/keep_days",
      },
    ],
    [
      "one of all requests",
      "limits: { properties: { requestsPerMinute: { type: integer }, requestsPerDay: { type: integer } } }",
      "{}",
      { readsPerMinute: "data/limits/requestsPerMinute", writesPerMinute: "data/limits/requestsPerMinute" },
    ],
    [
      "in a list, whose entries the schema names",
      "quotas: { type: array, items: { properties: { key: { enum: [ParallelJobs, BodyBytes] }, max: { type: integer } } } }",
      "{}",
      {
        concurrentOperations: "data/quotas/key=ParallelJobs/max",
        maxBodyBytes: "data/quotas/key=BodyBytes/max",
      },
    ],
    [
      "in a list, whose entries an example names",
      "limits: { type: array, items: { properties: { name: { type: string }, value: { type: integer } } } }",
      "{ data: { limits: [{ name: get per minute, value: 5 }] } }",
      { readsPerMinute: "data/limits/name=get per minute/value" },
    ],
    [
      "in maps of a map, whose members an example names",
      "limits: { additionalProperties: { additionalProperties: { type: integer } }, example: { requestsPerMinute: { GET: 5, POST: 2 }, operations: { maxConcurrent: 1 } } }",
      "{}",
      {
        readsPerMinute: "data/limits/requestsPerMinute/GET",
        writesPerMinute: "data/limits/requestsPerMinute/POST",
        concurrentOperations: "data/limits/operations/maxConcurrent",
      },
    ],
    [
      "in a map of an object, whose members an example names",
      "limits: { properties: { perMinute: { additionalProperties: { type: integer } } } }",
      "{ data: { limits: { perMinute: { read: 5, hats: 1 } } } }",
      { readsPerMinute: "data/limits/perMinute/read" },
    ],
    [
      "in a map, whose members an example names",
      "rateLimits: { type: object, additionalProperties: { type: integer } }",
      "{ data: { rateLimits: { readsPerMinute: 5 } } }",
      { readsPerMinute: "data/rateLimits/readsPerMinute" },
    ],
  ])("are recognised %s", (_, schema, example, want) => {
    expect(shown(schema, example)?.limits).toEqual(want);
  });

  test.each([
    ...["requestTimeoutMinutes", "remainingRequestsPerMinute", "loginCallsPerMinute", "minutesPerRequest"],
    ...["requestsPer15Minutes", "requestsInCurrentMinute"],
  ])("are not of all requests where they are called %s", (name) => {
    const given = `limits: { properties: { maxBodyBytes: { type: integer }, ${name}: { type: integer } } }`;
    expect(shown(given, "{}")?.limits).toEqual({ maxBodyBytes: "data/limits/maxBodyBytes" });
  });

  test.each(["readsPer5Minutes", "keepDays.inHours", "maxBody.kilo_bytes", "maxBodyMBytes", "maxBodyKBytes"])(
    "are not recognised in another unit: %s",
    (name) => {
      const [outer = "", inner] = name.split(".");
      const number = "{ type: integer }";
      const member = inner === undefined ? number : `{ properties: { ${inner}: ${number} } }`;
      const given = `limits: { properties: { writesPerMinute: ${number}, ${outer}: ${member} } }`;
      expect(shown(given, "{}")?.limits).toEqual({ writesPerMinute: "data/limits/writesPerMinute" });
    },
  );

  test("have no version of the contract where its example is another one", () => {
    const given = (example: string) =>
      shown(
        `limits: { properties: { keepDays: { type: integer } } }, contract: { properties: { version: { type: string, example: ${example} } } }`,
        "{}",
      )?.contractVersion;
    expect([given("'1'"), given("'2026-08'")]).toEqual(["data/contract/version", undefined]);
  });

  test.each([
    ["version: v1, description: Contract version 2026-08-09.5.", "", "2026-08-09.5"],
    ["version: v1, x-contract-version: '2.1'", "", "2.1"],
    ["version: 2.0.0, x-api-version: '2.1'", "", undefined],
    ["version: v1, x-generator-version: 7.1.0, x-logo-version: '3'", "", undefined],
    ["version: v1, x-generator-version: 7.1.0, x-schema-version: '2.1'", "", "2.1"],
    ["version: '1', description: Contract version 1.4 ended. This is contract version 1.", "", undefined],
    ["version: 1.0.0, description: Contract version 1.2.0.", "", undefined],
    ["version: 1.0.0, x-contract-version: 2026-08-09.5", "", "2026-08-09.5"],
    ["version: 1.0.0, x-contract-version: ''", "", undefined],
    ["version: 1.0.0, description: 'Changelog: contract version 2026-01 removed exports.'", "", undefined],
    ["version: 1.0.0", ", description: 'The version, e.g. 7 digits at most.'", undefined],
    ["version: v1, description: Contract version 2026-08-09.5 was released on Monday.", "", undefined],
    ["version: v1, description: Contract version 1.2.3 (stable).", "", "1.2.3"],
    ["version: v1, description: '# Contract version 2.1 and more'", "", undefined],
    ["version: v1, description: The version of this contract is 2.1-rc.1 now", "", undefined],
    ["version: v1, description: The version of this contract is 2.1-rc.1.", "", "2.1-rc.1"],
    ["version: 1.0.0", ", description: 'The version, for example 1.2.3 beta.'", undefined],
    ["version: 1.0.0", ", description: 'The version, currently 7 days old.'", undefined],
    ["version: 2.0.0, x-contract-version: v2.0.0", "", undefined],
    ["version: v1, description: Contract version v2.1, x-api-version: '2.1'", "", "2.1"],
    ["version: v1", "", undefined],
    ["version: v1, description: The version of this contract is not 2.", "", undefined],
    ["version: v1", ", const: '2026-08'", "2026-08"],
    ["version: v2", ", const: '2'", undefined],
    ["version: v2, x-api-version: '1'", ", default: '2'", undefined],
  ])("[CAP-4] have the version that the contract states: %s%s", (info, more, want) => {
    const schema = `{ properties: { limits: { properties: { keepDays: { type: integer } } }, contractVersion: { type: string${more} } } }`;
    const get = `responses: { '200': { description: Ok, content: { application/json: { schema: ${schema} } } } }`;
    const given = `info: { title: T, ${info} }\n${operation("get", get)}`;
    const facts = traitsOf(given, "pets.run").capabilities?.facts;
    expect([facts?.contractVersion, facts?.statedVersion]).toEqual(["contractVersion", want]);
  });

  test.each([
    ["version: '1', description: 'Contract version 1.4. Contract version 2.0.1.'", ""],
    ["version: 1.0.0, description: '**Contract version:** `2026-08-09.5`.'", ""],
    ["version: 1.0.0", ", description: 'The version of the contract, e.g. `2026-08-09.5`'"],
    ["version: 1.0.0", ", description: 'The version, currently `2026-08-09.5` of all servers.'"],
    ["version: 1.0.0", ", description: 'The version, like 2026-08-09.5 or 2026-09-01.1'"],
  ])("[CAP-4] have no version where a text names another one than the contract: %s%s", (info, more) => {
    const schema = `{ properties: { limits: { properties: { keepDays: { type: integer } } }, contractVersion: { type: string${more} } } }`;
    const get = `responses: { '200': { description: Ok, content: { application/json: { schema: ${schema} } } } }`;
    const given = `info: { title: T, ${info} }\n${operation("get", get)}`;
    expect(traitsOf(given, "pets.run").capabilities?.facts).not.toHaveProperty("contractVersion");
  });

  test("[CAP-4] have the version that an extension of the contract states, where examples show that one", () => {
    const schema =
      "{ type: object, properties: { limits: { properties: { keepDays: { type: integer } } }, " +
      "contractVersion: { type: string, example: '2026-08' } } }";
    const get = `responses: { '200': { description: Ok, content: { application/json: { schema: ${schema} } } } }`;
    const given = (info: string) =>
      traitsOf(`${info}\n${operation("get", get)}`, "pets.run").capabilities?.facts;
    expect(given("info: { title: T, version: v1, x-contract-version: '2026-08' }")).toMatchObject({
      contractVersion: "contractVersion",
      statedVersion: "2026-08",
    });
    expect(given("info: { title: T, version: v1, x-api-version: '2026-07' }")).not.toHaveProperty(
      "contractVersion",
    );
    expect(
      given("info: { title: T, version: v1, description: 'An API. **Contract version** `2026-08`.' }"),
    ).toMatchObject({ statedVersion: "2026-08" });
  });
});

describe("[ERR-1] Problem Details", () => {
  const problem = (schema: string, mediaType = "application/problem+json") =>
    planOf(
      operation(
        "get",
        `responses: { '400': { description: No, content: { '${mediaType}': { schema: ${schema} } } } }`,
        "{ Problem: { type: object, properties: { code: { type: string } } }, " +
          "Conflict: { allOf: [{ $ref: '#/components/schemas/Problem' }, { properties: { code: { const: idempotency_key_conflict } } }] } }",
      ),
    ).traits.contract.problem;

  test("are recognised by their media type, with the codes and what they mean", () => {
    expect(
      problem("{ properties: { code: { enum: [b, ambiguous_upstream_outcome, feature-disabled] } } }"),
    ).toEqual({
      facts: {
        codes: ["ambiguous_upstream_outcome", "b", "feature-disabled"],
        retryable: false,
        meanings: { ambiguous_upstream_outcome: "ambiguous-outcome", "feature-disabled": "feature-disabled" },
      },
      reason:
        "Errors are application/problem+json (RFC 9457); 3 codes are named. Neither their schemas nor their examples say what is retryable: retries follow the method (RFC 9110 section 9.2.2).",
    });
  });

  test.each([
    ["examples", "{ properties: { code: { type: string, examples: [x, y] } } }", ["x", "y"]],
    [
      "x-extensible-enum",
      "{ properties: { code: { type: string, x-extensible-enum: [x, y] } } }",
      ["x", "y"],
    ],
    ["x-codes", "{ properties: { code: { type: string, x-codes: [x, y] } } }", ["x", "y"]],
    ["x-error-codes", "{ properties: { code: { type: string } }, x-error-codes: [x, y] }", ["x", "y"]],
    ["x-tags", "{ properties: { code: { type: string, x-tags: [x, y] } } }", []],
    ["allOf", "{ $ref: '#/components/schemas/Conflict' }", ["idempotency_key_conflict"]],
    [
      "oneOf",
      "{ oneOf: [{ $ref: '#/components/schemas/Conflict' }, { properties: { code: { const: a } } }] }",
      ["a", "idempotency_key_conflict"],
    ],
    [
      "oneOf within allOf",
      "{ allOf: [{ $ref: '#/components/schemas/Problem' }, { oneOf: [{ properties: { code: { const: a } } }, { properties: { code: { const: b } } }] }] }",
      ["a", "b"],
    ],
    ["nothing", "{ $ref: '#/components/schemas/Problem' }", []],
    [
      "a list in a description",
      "{ properties: { code: { type: string, description: 'Stable. Known codes: `a`, `b-c`. See `docs`.' } } }",
      ["a", "b-c"],
    ],
    [
      "no names in a description that lists no codes",
      "{ properties: { code: { type: string, description: 'As `type`, but short. Known to `all`.' } } }",
      [],
    ],
    [
      "the types of problems, spelled as one is described",
      "{ properties: { code: { type: string, description: 'As `stale_etag`.' }, type: { enum: ['https://a.example/problems/stale-etag', 'https://a.example/problems/not-found'] } } }",
      ["not_found", "stale_etag"],
    ],
    [
      "the types of problems, in capitals",
      "{ properties: { code: { type: string, description: 'As `STALE-ETAG`.' }, type: { enum: ['https://a.example/problems/stale-etag', 'https://a.example/problems/not-found'] } } }",
      ["NOT-FOUND", "STALE-ETAG"],
    ],
    [
      "no types of problems that no description leads to",
      "{ properties: { code: { type: string, description: 'As `other_one`.' }, type: { enum: ['https://a.example/problems/stale-etag', 'https://a.example/problems/not-found'] } } }",
      [],
    ],
    ["numbers, which are no codes", "{ properties: { code: { enum: [1, 2] } } }", []],
  ])("codes are read from %s", (_, schema, want) => {
    expect(problem(schema)?.facts.codes).toEqual(want);
  });

  test("[ERR-6] say what is retryable when one of their parts has the member", () => {
    const schema = "{ oneOf: [{ type: object, properties: { retryable: { type: boolean } } }] }";
    expect(problem(schema)?.facts.retryable).toBe(true);
  });

  const found = (media: string) =>
    planOf(operation("get", `responses: { '400': { description: No, content: { ${media} } } }`)).traits
      .contract.problem;

  test("[ERR-6] have members that only examples show, where their values fit", () => {
    const shown = (retryable: string) =>
      found(
        `application/problem+json: { schema: { type: object }, example: { code: a, request_id: r, is_retryable: ${retryable} } }`,
      )?.facts;
    const members = { retryable: "is_retryable", traceId: "request_id" };
    expect(shown("false")).toEqual({ codes: ["a"], retryable: true, meanings: {}, members });
    expect(shown("never")).toMatchObject({ retryable: false, members: { traceId: "request_id" } });
  });

  test("have other names for their members", () => {
    const properties =
      "errorCode: { type: string }, isRetryable: { type: boolean }, trace_id: { type: string }";
    expect(found(`application/problem+json: { schema: { properties: { ${properties} } } }`)).toEqual({
      facts: {
        codes: [],
        retryable: true,
        meanings: {},
        members: { code: "errorCode", retryable: "isRetryable", traceId: "trace_id" },
      },
      reason:
        "Errors are application/problem+json (RFC 9457); no schema or example lists their codes, so a code is any text. " +
        'They have "errorCode" as `code`, "isRetryable" as `retryable`, "trace_id" as `traceId`.',
    });
  });

  test.each([
    [
      "'422': { content: { application/json: {} } }",
      "Some errors are application/problem+json (RFC 9457), others are application/json; ",
    ],
    [
      "'422': { content: { application/json: {}, text/plain: {} } }, '500': { content: { text/html: {} } }",
      "Some errors are application/problem+json (RFC 9457), others are application/json and 2 more; ",
    ],
    [
      "'422': { content: { application/json: {}, application/problem+json: {} } }",
      "Errors are application/problem+json (RFC 9457); ",
    ],
    [
      "'422': {}, '200': { content: { application/json: {} } }",
      "Errors are application/problem+json (RFC 9457); ",
    ],
  ])("beside errors of other media types: %s", (others, want) => {
    const yaml = operation(
      "get",
      `responses: { '400': { content: { application/problem+json: {} } }, ${others} }`,
    );
    expect(planOf(yaml).traits.contract.problem?.reason).toBe(
      `${want}no schema or example lists their codes, so a code is any text. Neither their schemas nor their examples say what is retryable: retries follow the method (RFC 9110 section 9.2.2).`,
    );
  });

  test("have their codes in examples of responses", () => {
    const schema = "schema: { properties: { code: { type: string } } }";
    const examples =
      "examples: { a: { value: { code: IdempotencyKeyConflict } }, b: { value: { code: 1 } } }";
    expect(found(`application/problem+json: { ${schema}, ${examples} }`)?.facts).toMatchObject({
      codes: ["IdempotencyKeyConflict"],
      meanings: { IdempotencyKeyConflict: "idempotency-conflict" },
    });
  });

  test("have their codes in extensions of an operation, a response and the info", () => {
    const given = `info: { title: T, version: '1', x-error-codes: { c: Gone } }\n${operation(
      "get",
      "x-error-codes: [a], responses: { '400': { description: No, x-problem-codes: [b], content: { application/problem+json: {} } } }",
    )}`;
    expect(planOf(given).traits.contract.problem?.facts.codes).toEqual(["a", "b", "c"]);
  });

  test("are not the content of a success, whatever its media type", () => {
    const body = (values: string) =>
      `content: { application/problem+json: { schema: { properties: { type: { enum: [${values}] } } } } }`;
    const responses = (error: string) =>
      `responses: { '200': { description: O, ${body("https://a.example/regular")} }${error} }`;
    const error = `, '400': { description: No, ${body("https://a.example/no")} }`;
    expect(planOf(operation("get", responses(error))).traits.contract.problem?.facts.codes).toEqual([
      "https://a.example/no",
    ]);
    expect(planOf(operation("get", responses(""))).traits.contract.problem).toBeUndefined();
  });

  test("have problem types as codes where no member has one", () => {
    const type = "type: { enum: ['https://a.example/idempotency-key-conflict', 'about:blank'] }";
    expect(found(`application/problem+json: { schema: { properties: { ${type} } } }`)?.facts).toMatchObject({
      codes: ["about:blank", "https://a.example/idempotency-key-conflict"],
      meanings: { "https://a.example/idempotency-key-conflict": "idempotency-conflict" },
      members: { code: "type" },
    });
  });

  test("have problem types of examples as codes", () => {
    const schema = "schema: { properties: { type: { type: string }, title: {}, status: { type: integer } } }";
    const type = "https://a.example/idempotency-key-conflict";
    expect(
      found(`application/problem+json: { ${schema}, examples: { a: { value: { type: '${type}' } } } }`)
        ?.facts,
    ).toMatchObject({
      codes: [type],
      meanings: { [type]: "idempotency-conflict" },
      members: { code: "type" },
    });
    expect(
      found(`application/problem+json: { ${schema}, example: { type: 'about:blank' } }`)?.facts,
    ).toMatchObject({ codes: [] });
  });

  test.each([
    ["kind: { enum: [not_found, conflict] }", "kind", ["conflict", "not_found"]],
    ["error: { enum: [NOT_FOUND, CONFLICT] }", "error", ["CONFLICT", "NOT_FOUND"]],
    ["kind: { enum: [a, b] }, code: { enum: [c] }", undefined, ["c"]],
    ["error: { examples: [Not Found, Conflict] }", undefined, []],
    ["kind: { const: error }", undefined, []],
  ])("have a code that is called otherwise, where its values are words: { %s }", (members, code, codes) => {
    const { facts } = problem(`{ properties: { ${members}, retryable: { type: boolean } } }`) ?? {};
    expect([facts?.members?.code, facts?.codes]).toEqual([code, codes]);
  });

  test("[OPS-6] have a code for an operation that has expired, by the noun of its path", () => {
    const response = (status: string, schema: string) =>
      `responses: { '${status}': { description: R, content: { application/json: { schema: ${schema} } } } }`;
    const meanings = (start: string) =>
      planOf(`paths:
  /exports: { post: { operationId: start, responses: { '${start}': { description: R } } } }
  /jobs/{id}: { get: { operationId: watch, parameters: [{ in: path, name: id, required: true, schema: { type: string } }], ${response("200", "{ properties: { state: { enum: [running, done, failed] } } }")} } }
  /offers: { get: { operationId: list, ${response("400", "{ properties: { code: { enum: [job_expired, offer_expired] }, retryable: { type: boolean } } }")} } }`)
        .traits.contract.problem?.facts.meanings;
    expect(meanings("202")).toEqual({ job_expired: "operation-expired" });
    expect(meanings("201")).toEqual({});
  });

  test("are recognised without their media type by a title beside a status", () => {
    expect(
      found(
        "application/json: { schema: { properties: { title: {}, status: {}, code: { enum: [a, b] } } } }",
      ),
    ).toMatchObject({
      facts: { codes: ["a", "b"] },
      reason: expect.stringContaining(
        "Errors are JSON with the members of RFC 9457, without its media type; 2 codes are named.",
      ) as string,
    });
  });

  const NESTED =
    "{ type: object, properties: { code: { enum: [a, b] }, isRetryable: { type: boolean }, trace_id: { type: string } } }";
  const whole = { retryable: "isRetryable", traceId: "trace_id" };

  test.each([
    [
      "`properties` of Spring",
      `title: {}, status: {}, properties: ${NESTED}`,
      { holders: ["properties"], members: whole },
    ],
    ["an envelope", `error: ${NESTED}`, { holders: ["error"], members: whole }],
    [
      "an envelope with all of it",
      "problem: { type: object, properties: { title: {}, status: {}, code: { enum: [a, b] } } }",
      { holders: ["problem"], retryable: false },
    ],
    [
      "both places, of which the outer counts where it has all",
      `code: { enum: [a, b] }, isRetryable: { type: boolean }, trace_id: { type: string }, meta: ${NESTED}`,
      { holders: undefined, members: whole },
    ],
  ])("have their members in %s", (_, properties, want) => {
    const { facts } = problem(`{ type: object, properties: { ${properties} } }`, "application/json") ?? {};
    expect(facts?.codes).toEqual(["a", "b"]);
    expect({ ...facts, ...want }).toEqual(facts);
  });

  test("have members that only the description of an object names", () => {
    const properties =
      "properties: { type: object, additionalProperties: { type: object }, description: '`code`, `retryable` and `traceId`' }";
    expect(problem(`{ type: object, properties: { ${properties} } }`)).toMatchObject({
      facts: { retryable: false, holders: ["properties"] },
      reason: expect.stringContaining(' Members of "properties" count too. Neither their schemas') as string,
    });
  });

  test("have members in an object whose schema names them, where examples show them outside", () => {
    const properties = "properties: { type: object, description: '`code`, `retryable`' }";
    const schema = `schema: { type: object, properties: { title: {}, ${properties} } }`;
    expect(
      found(`application/problem+json: { ${schema}, example: { code: a, retryable: false } }`)?.facts,
    ).toMatchObject({ codes: ["a"], retryable: true, holders: ["properties"] });
  });

  test("have members in an object that only examples show", () => {
    const example = "{ title: T, status: 409, properties: { code: a, retryable: false } }";
    expect(
      found(`application/problem+json: { schema: { type: object }, example: ${example} }`)?.facts,
    ).toEqual({
      codes: ["a"],
      retryable: true,
      meanings: {},
      holders: ["properties"],
    });
  });

  test.each([
    [
      "a code that is a number",
      "error: { type: object, properties: { code: { type: integer }, retryable: { type: boolean } } }",
    ],
    [
      "a code without a word on retries",
      "error: { type: object, properties: { code: { type: string }, message: {} } }",
    ],
    [
      "codes of other things",
      "address: { type: object, properties: { code: { type: string }, retryable: { type: boolean } } }",
    ],
  ])("are not %s", (_, properties) => {
    expect(problem(`{ type: object, properties: { ${properties} } }`, "application/json")).toBeUndefined();
  });

  const CODES = "{ enum: [IDEMPOTENCY_KEY_CONFLICT, NOT_FOUND] }";
  /** A contract whose errors have a model in plain JSON. */
  const sharing = (members: string, statuses = "400 404 409", others = "") => {
    const responses = statuses
      .split(" ")
      .map(
        (status) =>
          `'${status}': { description: '', content: { application/json: { schema: { $ref: '#/components/schemas/E' } } } }`,
      );
    return operation(
      "get",
      `responses: { ${[...responses, others].join(", ")} }`,
      `{ E: { type: object, properties: { ${members} } } }`,
    );
  };

  test.each([
    [
      "codes that it lists",
      `code: ${CODES}, message: {}, requestId: { type: string }`,
      { traceId: "requestId", detail: "message" },
    ],
    [
      "a code of another name",
      `errorCode: ${CODES}, errorMessage: { type: string }`,
      { code: "errorCode", detail: "errorMessage" },
    ],
    [
      "a code in an envelope",
      `error: { type: object, properties: { code: ${CODES}, message: {} } }`,
      { detail: "message" },
    ],
    [
      "a code in an envelope with a version",
      `error_v2: { type: object, properties: { error_code: ${CODES}, message: {} } }`,
      { code: "error_code", detail: "message" },
    ],
    [
      "a code in the only object with one beside a message",
      `payload: {}, fault: { type: object, properties: { code: ${CODES}, message: { type: string } } }, meta: { type: object, properties: { page: { type: string } } }`,
      { detail: "message" },
    ],
    [
      "codes in `type`, beside a number",
      `error: { type: object, properties: { type: ${CODES}, code: { type: integer }, message: {} } }`,
      { code: "type", detail: "message" },
    ],
    [
      "codes in `status`, beside a number",
      `error: { type: object, properties: { code: { type: integer }, message: {}, status: ${CODES} } }`,
      { code: "status", detail: "message" },
    ],
    [
      "codes that it lists, without a message",
      `code: ${CODES}, description: { type: string }`,
      { detail: "description" },
    ],
    [
      "a code that its description calls so",
      `name: { type: string, description: 'The unique name of the error.', examples: [IDEMPOTENCY_KEY_CONFLICT, NOT_FOUND] }, debug_id: { type: string }`,
      { code: "name", traceId: "debug_id" },
    ],
  ])("are in the model that most errors share, which has %s", (_, members, want) => {
    expect(planOf(sharing(members)).traits.contract.problem?.facts).toMatchObject({
      codes: ["IDEMPOTENCY_KEY_CONFLICT", "NOT_FOUND"],
      meanings: { IDEMPOTENCY_KEY_CONFLICT: "idempotency-conflict" },
      members: want,
      retryable: false,
    });
  });

  test("are in the object `detail`, where a framework puts what is raised", () => {
    const held = `detail: { type: object, properties: { code: { type: string }, message: { type: string } } }`;
    expect(planOf(sharing(held)).traits.contract.problem?.facts).toMatchObject({ holders: ["detail"] });
  });

  const coded = (message = "message") =>
    `{ type: object, properties: { code: ${CODES}, ${message}: { type: string } } }`;

  test.each<readonly [string, readonly string[] | undefined]>([
    [`fault: ${coded("text")}`, ["fault"]],
    [`whatWentWrong: { oneOf: [${coded()}, { type: 'null' }] }`, ["whatWentWrong"]],
    [`status: { type: integer }, message: {}, failure: ${coded("msg")}`, ["failure"]],
    // The object may be about a cause, or about something else.
    [`message: { type: string }, cause: ${coded()}`, undefined],
    [`code: ${CODES}, failure: ${coded()}`, undefined],
    [`fault: ${coded()}, cause: ${coded()}`, undefined],
    [
      `fault: { type: object, properties: { code: { type: integer }, message: { type: string } } }`,
      undefined,
    ],
    [`country: ${coded("name")}`, undefined],
    [`faults: { type: array, items: ${coded()} }`, undefined],
    [`faults: { type: object, additionalProperties: ${coded()} }`, undefined],
  ])("are in the only object that has a code beside a message: { %s }", (members, want) => {
    expect(problem(`{ type: object, properties: { ${members} } }`)?.facts.holders).toEqual(want);
  });

  test("are in such an object of one error response, where it says what is retryable", () => {
    const members = "code: { enum: [a, b] }, message: { type: string }, retryable: { type: boolean }";
    const held = `{ type: object, properties: { fault: { type: object, properties: { ${members} } } } }`;
    expect(problem(held, "application/json")?.facts).toMatchObject({
      codes: ["a", "b"],
      holders: ["fault"],
      retryable: true,
    });
  });

  test("are in models with the same members, and have a code beside a trace", () => {
    const inline = (status: string) =>
      `'${status}': { description: '', content: { application/json: { schema: { properties: { error_code: { type: string }, correlation_id: { type: string } } } } } }`;
    const given = operation("get", `responses: { ${["400", "404", "409"].map(inline).join(", ")} }`);
    expect(planOf(given).traits.contract.problem?.facts.members).toEqual({
      code: "error_code",
      traceId: "correlation_id",
    });
  });

  test.each([
    ["a", "b", { codes: ["a", "b"], members: { detail: "message" } }],
    ["404", "409", undefined],
  ])("are in alternatives that each fix a code: %j, %j", (one, other, want) => {
    const fixed = (code: string) =>
      `{ type: object, properties: { code: { const: '${code}' }, message: { type: string } } }`;
    const inline = (status: string) =>
      `'${status}': { description: '', content: { application/json: { schema: { oneOf: [${fixed(one)}, ${fixed(other)}] } } } }`;
    const given = operation("get", `responses: { ${["400", "404", "409"].map(inline).join(", ")} }`);
    const { problem: found } = planOf(given).traits.contract;
    expect(found && { codes: found.facts.codes, members: found.facts.members }).toEqual(want);
  });

  test.each<readonly [string, readonly string[], string, readonly string[]]>([
    ["the status of its response", ["400", "404"], "status", ["NOT_FOUND_400", "NOT_FOUND_404"]],
    ["a number that is not that", ["101", "404"], "code", ["101", "404"]],
    ["a word beside that", ["gone", "404"], "code", ["404", "gone"]],
  ])("have another code where what is called one is %s", (_, values, code, codes) => {
    const inline = (status: string, value = "") =>
      `'${status}': { description: '', content: { application/problem+json: { schema: { properties: { title: {}, code: { type: string, example: '${value}' }, status: { const: NOT_FOUND_${status} } } } } } }`;
    const given = operation("get", `responses: { ${inline("400", values[0])}, ${inline("404", values[1])} }`);
    const { codes: found, members } = planOf(given).traits.contract.problem?.facts ?? {};
    expect([members?.code ?? "code", found]).toEqual([code, codes]);
  });

  test("have no code in a member that shows the status in the examples of responses", () => {
    const inline = (status: string, value: string) =>
      `'${status}': { description: '', content: { application/problem+json: { example: { code: '${value}' }, schema: { properties: { title: {}, code: { type: string } } } } } }`;
    const codesOf = (...values: readonly [string, string]) =>
      planOf(operation("get", `responses: { ${inline("400", values[0])}, ${inline("4XX", values[1])} }`))
        .traits.contract.problem?.facts.codes;
    expect([codesOf("400", "404"), codesOf("404", "400")]).toEqual([[], ["400", "404"]]);
  });

  test("say nothing of retries by a word in the description of an object", () => {
    const given = "details: { type: object, description: 'Free-form. See `retryable` in the guide.' }";
    const facts = planOf(sharing(`code: ${CODES}, message: {}, ${given}`)).traits.contract.problem?.facts;
    expect([facts?.retryable, facts?.holders]).toEqual([false, undefined]);
  });

  test.each([
    ["few errors share", "code: { type: string }, message: {}", "400 404", ""],
    [
      "most errors do not share",
      "code: { type: string }, message: {}",
      "400 404 409",
      [401, 403, 410, 500]
        .map(
          (status) =>
            `'${status}': { description: '', content: { application/json: { schema: { type: object, properties: { at: {}, s${String(status)}: {} } } } } }`,
        )
        .join(", "),
    ],
    ["has a number as its code", "code: { type: integer }, message: {}", "400 404 409", ""],
    [
      "has the outcome beside a number",
      "code: { type: integer }, message: {}, status: { enum: [ERROR, FAIL] }",
      "400 404 409",
      "",
    ],
    [
      "has a status without a number",
      "message: {}, status: { enum: [NOT_FOUND, CONFLICT] }",
      "400 404 409",
      "",
    ],
    ["has the status as its code", "code: { type: string, example: '404' }, message: {}", "400 404 409", ""],
    ["has no message", "code: { type: string }, name: {}", "400 404 409", ""],
    ["has codes of OAuth", "error: { type: string }, error_description: { type: string }", "400 404 409", ""],
    [
      "has a list of errors",
      "errors: { type: array, items: { type: object, properties: { code: { type: string }, message: {} } } }",
      "400 404 409",
      "",
    ],
  ])("are not in a model that %s", (_, members, statuses, others) => {
    expect(planOf(sharing(members, statuses, others)).traits.contract.problem).toBeUndefined();
  });

  test("keep their codes where the configuration adds what is retryable", async () => {
    const given = sharing(`code: ${CODES}, message: {}`, "400");
    expect(planOf(given).traits.contract.problem).toBeUndefined();
    const { contract } = (
      await planUnder(given, "problems: { retryable: true, members: { detail: message } }")
    ).traits;
    expect(contract.problem?.facts).toMatchObject({
      codes: ["IDEMPOTENCY_KEY_CONFLICT", "NOT_FOUND"],
      retryable: true,
      members: { detail: "message" },
    });
  });

  test("are not every JSON that errors have", () => {
    expect(problem("{ properties: { code: { const: a } } }", "application/json")).toBeUndefined();
  });
});

describe("[SEC-1] sensitive members", () => {
  const sensitive = (schemas: string, parameters = "") =>
    planOf(operation("get", `parameters: [${parameters}]`, `{ ${schemas} }`)).traits.contract.sensitive
      ?.facts;

  test.each([
    [
      "marked",
      "A: { properties: { phone: { type: string, x-sensitive: true }, name: { type: string } } }",
      ["phone"],
    ],
    ["passwords", "A: { properties: { pin: { type: string, format: password } } }", ["pin"]],
    [
      "named secrets",
      "A: { properties: { password: { type: string }, newPassword: { type: string, nullable: true }, client_secret: { type: string }, apiKey: { type: string }, connectionString: { type: string }, accountKey: { type: string }, storageAccountKey: { type: string }, signingKey: { type: string }, publicSigningKey: { type: string }, object_storage_key: { type: string }, sortKey: { type: string } } }",
      [
        "accountKey",
        "apiKey",
        "client_secret",
        "connectionString",
        "newPassword",
        "password",
        "signingKey",
        "storageAccountKey",
      ],
    ],
    ["text that is only written", "A: { properties: { key: { type: string, writeOnly: true } } }", ["key"]],
    [
      "lists of marked",
      "A: { properties: { phones: { type: array, items: { type: string, x-sensitive: true } } } }",
      ["phones"],
    ],
    [
      "references to marked",
      "A: { properties: { p: { $ref: '#/components/schemas/P' } } }, P: { type: string, x-sensitive: true }",
      ["p"],
    ],
    [
      "within lists, maps and alternatives",
      "A: { type: array, items: { oneOf: [{ properties: { a: { x-sensitive: true } } }, { additionalProperties: { properties: { b: { x-sensitive: true } } } }] } }",
      ["a", "b"],
    ],
  ])("%s", (_, schemas, want) => {
    expect(sensitive(schemas)).toEqual(want);
  });

  test("parameters", () => {
    expect(sensitive("", "{ in: query, name: phone, x-sensitive: true, schema: { type: string } }")).toEqual([
      "phone",
    ]);
    expect(sensitive("", "{ in: query, name: pin, schema: { type: string, format: password } }")).toEqual([
      "pin",
    ]);
    expect(sensitive("", "{ in: query, name: password, schema: { type: string } }")).toEqual(["password"]);
  });

  test("none", () => {
    expect(sensitive("A: { properties: { a: { type: string } } }")).toBeUndefined();
    const others =
      "hasPassword: { type: boolean }, password: { type: boolean }, page_token: { type: string }, passwordPolicy: { type: string }";
    expect(sensitive(`A: { properties: { ${others} } }`)).toBeUndefined();
  });
});

describe("[CAP-6] headers that say when a limit resets", () => {
  const rateLimit = (headers: string) => {
    const { contract, traits } = planOf(
      operation("get", `responses: { '429': { description: Many, headers: { ${headers} } } }`),
    );
    return { trait: traits.contract.rateLimit, told: contract.facts["retryAfter"] !== undefined };
  };

  test.each([
    [
      "RateLimit-Reset: {}, RateLimit-Remaining: {}",
      ["RateLimit-Reset"],
      'Responses have "RateLimit-Reset": a 429 without Retry-After waits that long. Calls do not wait because "RateLimit-Remaining" is 0.',
    ],
    [
      "X-RateLimit-Reset: {}",
      ["X-RateLimit-Reset"],
      'Responses have "X-RateLimit-Reset": a 429 without Retry-After waits that long.',
    ],
    [
      "RateLimit: {}",
      ["RateLimit"],
      'Responses have "RateLimit": a 429 without Retry-After waits that long.',
    ],
  ])("%s", (headers, facts, reason) => {
    expect(rateLimit(headers)).toEqual({ trait: { facts, reason }, told: true });
  });

  test.each(["RateLimit-Limit: {}, X-RateLimit-Remaining: {}", "X-Reset: {}"])("not %s", (headers) => {
    expect(rateLimit(headers)).toEqual({ trait: undefined, told: false });
  });
});
