import { expect, test } from "vitest";
import { planOf } from "../plan-of.js";
import { json } from "./lost-contract.js";
import { planUnder } from "./overrides/configured.js";
import { countTime } from "../../support/count-time.js";

const number = (name: string) => `${name}: { type: integer }`;
const read = (path: string, members: string, more = "") =>
  `${path}: { get: { ${more} responses: { '200': { description: R, ${json(`{ properties: { ${members} } }`)} } } } }`;

/** A contract with these operations. */
function api(paths: string, more = ""): string {
  return `paths:\n  ${paths}\n${more}`;
}

const ordersWith = (rest: string) => `/orders: { post: { ${rest} } }`;
const ORDERS = ordersWith("responses: { '204': { description: O } }");

function signsOf(yaml: string): readonly (readonly unknown[])[] {
  return planOf(yaml)
    .traits.lost.filter(({ rule }) => rule === "trait/rate")
    .map(({ shown, missing, lines }) => [shown, missing, lines]);
}

const UNREAD = "no body of a response that the client can read has the number";

test.each<readonly [string, string, string]>([
  ["the contract", "info: { description: '- GET requests: 300 per minute' }", "300 per minute"],
  [
    "the contract",
    'info: { description: "| Limit | Value |\\n|---|---|\\n| GET requests | 300 per minute |" }',
    "300 per minute",
  ],
  ["the contract", "info: { description: 'Throttle: 60/minute.' }", "60/minute"],
  [
    "the contract",
    `info: { description: 'Every client may make **60 requests per minute**.' }`,
    "60 requests per minute",
  ],
  ["the contract", "info: { description: 'Limited to 1 call/second.' }", "1 call/second"],
  [
    "the contract",
    "info: { description: 'At most 100 requests within 60 seconds are allowed.' }",
    "100 requests within 60 seconds",
  ],
  ["the contract", "info: { description: 'The limit is 600 rpm.' }", "600 rpm"],
  ["the contract", "info: { description: 'Stay below ten calls a second.' }", "ten calls a second"],
  ["the contract", "info: { description: 'Keep fewer than 3 requests in flight.' }", "3 requests in flight"],
  ["the contract", "info: { description: 'Keep at most two calls in parallel.' }", "two calls in parallel"],
  ["the contract", "info: { description: 'Rate limit: 300/5min.' }", "300/5min"],
  [
    "the contract",
    "info: { description: 'At most 240 (two hundred forty) requests per minute.' }",
    "240 (two hundred forty) requests per minute",
  ],
  [
    "the contract",
    "info: { description: 'Maximum number of requests per minute: 20 (free)' }",
    "requests per minute: 20",
  ],
  [
    "the contract",
    "info: { description: \"<p>Over these rate limits, 429:</p><table class='x'><tr><td>A &amp; B customers</td><td>1 call per second</td></tr></table>\" }",
    "1 call per second",
  ],
  [
    "the contract",
    "info: { description: 'At most 5 concurrent requests per key.' }",
    "5 concurrent requests",
  ],
  [
    "the contract",
    "info: { description: 'We support up to 60 requests per minute.' }",
    "60 requests per minute",
  ],
  [
    "the contract",
    "info: { description: 'We send an error at more than 60 requests per minute, the limit.' }",
    "60 requests per minute",
  ],
  [
    "the contract",
    'info: { description: "Requests are limited. Current limits:\\n\\n*   5,000 requests per hour\\n*   250 requests per minute" }',
    "5,000 requests per hour",
  ],
  [
    "the contract",
    'info: { description: "## Rate limits\\n\\n- Searches\\n- 250 requests per minute" }',
    "250 requests per minute",
  ],
  ["the contract", "info: { description: 'Rate limit: 25 req/s' }", "25 req/s"],
  ["the contract", "info: { description: 'This API has a rate limit of 10,000/day.' }", "10,000/day"],
  ["the contract", "info: { description: 'At most 100 requests per day.' }", "100 requests per day"],
  ["the contract", "info: { description: 'Requests per minute: 60' }", "Requests per minute: 60"],
  ["the contract", "info: { description: 'Requests are limited to 2 per second.' }", "2 per second"],
  [
    "the contract",
    "info: { description: 'Limits are queries per second: 4000, of all users.' }",
    "queries per second: 4000",
  ],
  [
    "the contract",
    "info: { description: 'It may be called up to 20 times per minute.' }",
    "20 times per minute",
  ],
  [
    "the contract",
    'info: { description: "Plans:\\n\\n| Plan | Limit |\\n|---|---|\\n| Free | 1 call per second |" }',
    "1 call per second",
  ],
  [
    "the contract",
    'info: { description: "<table><tr><th>Plan</th><th>Limit</th></tr><tr><td>Free</td><td>1 call per second</td></tr></table>" }',
    "1 call per second",
  ],
  [
    "the contract",
    'info: { description: "<p>These are the rate limits:</p><table class=x><tr><td>Free</td><td>1 call per second</td></tr></table>" }',
    "1 call per second",
  ],
  [
    "the contract",
    "info: { description: 'It may be called a maximum of once a minute.' }",
    "maximum of once a minute",
  ],
  [
    "the contract",
    "info: { description: 'A report can be requested only once per day.' }",
    "only once per day",
  ],
  [
    'the tag "CDN"',
    "tags: [{ name: CDN, description: 'Limited to five requests per 10 seconds.' }]",
    "five requests per 10 seconds",
  ],
])("[CAP-1] the description of %s with %j says %s", (whose, more, rate) => {
  expect(signsOf(api(ORDERS, more))).toEqual([[`the description of ${whose} says "${rate}"`, UNREAD, []]]);
});

test.each<readonly [string, string, string]>([
  [
    "the description of an operation",
    ordersWith("description: 'Throttled at 5 transactions per second.', responses: {}"),
    'the description of POST /orders says "5 transactions per second"',
  ],
  [
    "a response 429",
    ordersWith("responses: { '429': { description: '100 requests per minute' } }"),
    'the response 429 of POST /orders says "100 requests per minute"',
  ],
])("[CAP-1] %s says a rate", (_, paths, shown) => {
  expect(signsOf(api(paths))).toEqual([[shown, UNREAD, []]]);
});

test.each([
  ["what happens once", "Pets are fed at most once a day."],
  ["what the service calls once", "We call your webhook at most once per minute."],
  ["what is refreshed once", "The cache is refreshed at most once per minute per request."],
  ["what is billed once", "Requests are billed only once per day."],
  ["a quota of a month", "You may send 1000 requests per month."],
  ["a number of times", "A pet can be fed up to 3 times per day."],
  ["a table that is about other things", "| Job | Load |\\n|---|---|\\n| a | 5 requests per minute |"],
  ["what the service does", "It serves 5000 requests per second."],
  ["no limit", "There is no rate limit, 5000 requests per second are fine."],
  ["what a crawler does", "It can send up to 1000 requests per second to your site."],
  ["what the service sends", "We send at most 10 requests per second to it."],
  ["what callers receive", "Up to 50 requests per second may go to your webhook URL."],
  ["what a database can do", "The database can run up to 5000 operations per second."],
  ["a list that is about other things", "Typical loads:\\n\\n* 500 requests per minute"],
  ["calls of a batch", "Batches can have at most 100 requests at once."],
  ["a conflict", "If you make two requests at the same time, one may fail."],
  ["what else is called a request", "Friend requests are limited to 5 per day."],
  ["a date", "Limited requests per minute: 2024-01-01"],
  ["a header that responses do not have", "It does not send RateLimit-Remaining headers."],
  ["a header that responses had", "We removed the X-RateLimit-Limit header."],
  ["a number of other things", "A page can have up to 100 requests, each with an id."],
])("[CAP-1] nothing is said of %s", (_, text) => {
  expect(signsOf(api(ORDERS, `info: { description: "${text}" }`))).toEqual([]);
});

const UNTOLD = "nothing that the client can read has the number";
const refusing = (status: string, text: string) =>
  api(ordersWith(`responses: { '${status}': { description: ${JSON.stringify(text)} } }`));

test.each([
  ["429", "Maximum requests per minute limit exceeded.", "Maximum requests per minute"],
  ["402", "Maximum requests per day limit exceeded.", "Maximum requests per day"],
  ["429", "The daily API requests are used up.", "daily API requests"],
  ["429", "Too many concurrent requests.", "concurrent requests"],
  ["402", "Request limit reached.", "Request limit"],
])("[CAP-1] a response %s that says %s tells of a limit", (status, text, said) => {
  expect(signsOf(refusing(status, text))).toEqual([
    [`the response ${status} of POST /orders says "${said}"`, UNTOLD, []],
  ]);
});

test.each([
  ["429", "Too Many Requests"],
  ["429", "Rate limit exceeded"],
  ["429", "API rate limit exceeded"],
  ["429", "Quota limit is exceeded."],
  ["429", "You exceeded the quota of seats."],
  ["429", "The usage limit of the coupon is reached"],
  ["429", "Rate limits do not apply here."],
  ["429", "Daily requests are not limited."],
  ["429", "We do not limit concurrent requests."],
  ["402", "Pay for the daily calls of your agents"],
  ["429", "There is no rate limit here."],
  ["402", "The quota of your card is used up."],
  ["402", "Payment Required"],
  ["403", "Rate limit of invitations."],
])("[CAP-1] a response %s that says %s tells of none", (status, text) => {
  expect(signsOf(refusing(status, text))).toEqual([]);
});

test("[CAP-1] a header that says what is left of requests tells a rate", () => {
  const withHeader = (name: string, text: string) =>
    signsOf(
      api(
        ordersWith(
          `responses: { '200': { description: O, headers: { ${name}: { description: ${text}, schema: { type: integer } } } } }`,
        ),
      ),
    );
  const missing = "the client looks at such headers only after a 429";
  expect(withHeader("X-Acme-Remaining", "The number of remaining calls.")).toEqual([
    ['a response of POST /orders has "X-Acme-Remaining"', missing, []],
  ]);
  expect(withHeader("X-Pages-Remaining", "Pages that are left.")).toEqual([]);
  expect(withHeader("X-Acme-Calls", "The number of remaining calls.")).toEqual([]);
});

test.each<readonly [string, string, string]>([
  [
    "an operation",
    api(ordersWith("x-rate-limit: { limit: 100 }, responses: {}")),
    'POST /orders has "x-rate-limit"',
  ],
  [
    "the contract",
    api(ORDERS, "info: { x-ratelimit-policy: '60;w=60' }"),
    'the contract has "x-ratelimit-policy"',
  ],
  [
    "an operation, in a member",
    api(ordersWith("x-acme: { weight: 4, rate-limit: 10, rate-time: 3600 }, responses: {}")),
    'POST /orders has "x-acme.rate-limit"',
  ],
  [
    "the contract, in a member",
    api(ORDERS, "info: { x-acme: { rateLimitPerMinute: 60 } }"),
    'the contract has "x-acme.rateLimitPerMinute"',
  ],
])("[CAP-1] an extension of %s states a rate", (_, given, shown) => {
  expect(signsOf(given)).toEqual([[shown, "the client does not read extensions for rates", []]]);
});

test.each([
  "x-throttling-tier: Unlimited",
  "x-rate-limit: 0",
  "x-rate-limit: { limit: 0 }",
  "x-rate-limit: false",
  "x-rated: 5",
  "x-acme: { rate-limit: 0, rate-time: 3600 }",
  "x-acme: { rate-limit-exceeded: 429 }",
  "x-acme: { inner: { rate-limit: 5 } }",
  "x-examples: { rate_limit: 5 }",
  "x-errors: { rate-limit: At most 170 requests per second. }",
])("[CAP-1] the extension %s states no rate", (extension) => {
  expect(signsOf(api(ordersWith(`${extension}, responses: {}`)))).toEqual([]);
});

test("[CAP-1] one sign counts the operations that have an extension", () => {
  const other = "/items: { get: { x-rate-limit: 5, responses: {} } }";
  const last = "/shops: { get: { x-throttling-tier: 10/s, responses: {} } }";
  const shown = (paths: readonly string[]) => signsOf(api(paths.join("\n  "))).map((sign) => sign[0]);
  const first = ordersWith("x-rate-limit: 5, responses: {}");
  expect(shown([first, other])).toEqual(['GET /items has "x-rate-limit", and so has 1 more']);
  expect(shown([first, other, last])).toEqual(['GET /items has "x-rate-limit", and so have 2 more']);
});

test.each([40, 50_000])("[CAP-1] the name of an extension with %i parts is read in linear time", (parts) => {
  const name = `x-rate-limit${"_a".repeat(parts)}!`;
  const elapsed = countTime();
  expect(signsOf(api(ordersWith(`? "${name}"\n    : 5, responses: {}`)))).toEqual([]);
  expect(elapsed()).toBeLessThan(2000);
});

test.each<readonly [string, string, string, string, readonly string[]]>([
  [
    "per second",
    read("/settings", number("maxRequestsPerSecond")),
    'the response of GET /settings has "maxRequestsPerSecond"',
    "the client keeps to rates of a minute only",
    [],
  ],
  [
    "per minute",
    read("/subscription", `${number("requests_per_minute")}, ${number("requests_used")}`),
    'the response of GET /subscription has "requests_per_minute"',
    "nothing says that it limits all requests",
    [
      "capabilities:",
      '  operation: "GET /subscription"',
      "  limits: { readsPerMinute: requests_per_minute, writesPerMinute: requests_per_minute }",
    ],
  ],
  [
    "of a usage, by a word of limit",
    read("/usage", `${number("maxRequestsPerMinute")}, ${number("requestsPerMinute")}`),
    'the response of GET /usage has "maxRequestsPerMinute"',
    "nothing says that it limits all requests",
    [
      "capabilities:",
      '  operation: "GET /usage"',
      "  limits: { readsPerMinute: maxRequestsPerMinute, writesPerMinute: maxRequestsPerMinute }",
    ],
  ],
  [
    "of reads, beside one per hour",
    read("/plan", `${number("readsPerMinute")}, ${number("maxRequestsPerHour")}`),
    'the response of GET /plan has "readsPerMinute"',
    "nothing says that it limits the requests of this client",
    [
      "capabilities:",
      '  operation: "GET /plan"',
      '  limits: { readsPerMinute: readsPerMinute, writesPerMinute: "?" }',
    ],
  ],
  [
    "of writes, beside one of requests",
    read("/plan", `${number("writesPerMinute")}, ${number("requestsPerMinute")}`),
    'the response of GET /plan has "requestsPerMinute"',
    "nothing says that it limits all requests",
    [
      "capabilities:",
      '  operation: "GET /plan"',
      "  limits: { readsPerMinute: requestsPerMinute, writesPerMinute: writesPerMinute }",
    ],
  ],
  [
    "of two that nothing tells apart",
    read("/plan", `${number("maxCallsPerMinute")}, ${number("requestsPerMinute")}`),
    'the response of GET /plan has "maxCallsPerMinute"',
    "nothing says that it limits all requests",
    ["capabilities:", '  operation: "GET /plan"', '  limits: { readsPerMinute: "?", writesPerMinute: "?" }'],
  ],
  [
    "of one account",
    read(
      "/accounts/{id}/quota",
      number("readsPerMinute"),
      "parameters: [{ in: path, name: id, required: true, schema: { type: string } }],",
    ),
    'the response of GET /accounts/{id}/quota has "readsPerMinute"',
    'the client has no value for "id", which that requires',
    [],
  ],
])("[CAP-1] a response has a rate %s", (_, paths, shown, missing, lines) => {
  expect(signsOf(api(paths))).toEqual([[shown, missing, lines]]);
});

test.each([
  ["measures", read("/stats", number("requests_per_second"))],
  ["measures, in a usage", read("/usage", number("requestsPerMinute"))],
  ["is of sensors", read("/config", number("sensorReadsPerSecond"))],
  ["is of disks", read("/volumes/limits", number("maxDiskReadsPerSecond"))],
  ["measures, in settings", read("/settings", number("current_requests_per_second"))],
  [
    "is of a key that the service manages",
    read(
      "/groups/{group}/keys/{id}/quotas",
      number("maxRequestsPerSecond"),
      "parameters: [{ in: path, name: group, required: true, schema: { type: string } }, { in: path, name: id, required: true, schema: { type: string } }],",
    ),
  ],
  [
    "is of a thing",
    read(
      "/routes/{id}",
      number("maxRequestsPerSecond"),
      "parameters: [{ in: path, name: id, required: true, schema: { type: string } }],",
    ),
  ],
])("[CAP-1] nothing is said of a rate that %s", (_, paths) => {
  expect(signsOf(api(paths))).toEqual([]);
});

test("[CAP-1] nothing is said where the client reads a rate, or the configuration says that there is none", async () => {
  const text = "info: { description: 'At most 60 requests per minute.' }";
  const limits = read("/limits", number("readsPerMinute"));
  expect(signsOf(api(limits, text))).toEqual([]);
  expect(signsOf(api(ORDERS, text))).toHaveLength(1);
  const { traits } = await planUnder(api(ORDERS, text), "capabilities: false");
  expect(traits.lost).toEqual([]);
});

test.each([
  ["limits: { readsPerMinute: a }, also: false", 0],
  ["limits: { readsPerMinute: false }, also: false", 0],
  ["features: flags, also: false", 1],
])("[CAP-1] a configuration with `%s` leaves %i rates open", async (lines, count) => {
  const members = "a: { type: integer }, flags: { properties: { b: { type: boolean } } }";
  const given = api(
    `${read("/state", members)}\n  ${ORDERS}`,
    "info: { description: 'At most 60 requests per minute.' }",
  );
  const { traits } = await planUnder(given, `capabilities: { operation: GET /state, ${lines} }`);
  expect(traits.lost.filter(({ rule }) => rule === "trait/rate")).toHaveLength(count);
});

test("[CAP-1] beside flags that the client reads, the lines that accept the rate keep them", async () => {
  const given = api(
    `${read("/features", "features: { properties: { a: { type: boolean } } }")}\n  ${ordersWith("x-features: [a], responses: {}")}`,
    "info: { description: 'At most 60 requests per minute.' }",
  );
  const meant = planOf(given).traits.lost.flatMap((sign) => sign.meant ?? []);
  expect(meant).toEqual([
    "capabilities:",
    '  operation: "GET /features"',
    "  limits: { readsPerMinute: false, writesPerMinute: false }",
  ]);
  const { traits } = await planUnder(given, meant.join("\n"));
  expect(traits.lost).toEqual([]);
});

test("[CAP-1] beside flags that operations need, the lines of the rate come first", () => {
  const given = api(
    `${read("/plan", number("requestsPerMinute"))}\n  ${ordersWith("x-features: [a], responses: {}")}`,
  );
  const lines = planOf(given).traits.lost.map((sign) => [sign.trait, sign.lines.length]);
  expect(lines).toEqual([
    ["features", 0],
    ["capabilities", 3],
  ]);
});

test.each<readonly [string, string, string | undefined]>([
  [
    "a header that a response declares",
    ordersWith(
      "responses: { '204': { description: O, headers: { X-RateLimit-Remaining: { schema: { type: integer } } } } }",
    ),
    'a response of POST /orders has "X-RateLimit-Remaining"',
  ],
  [
    "one that the contract names",
    `${ORDERS}\ninfo: { description: 'Look at \`X-RateLimit-Limit\`.' }`,
    'the description of the contract names "X-RateLimit-Limit"',
  ],
  [
    "one that a tag names",
    `${ORDERS}\ntags: [{ name: limits, description: 'Look at RateLimit-Remaining.' }]`,
    'the description of a tag names "RateLimit-Remaining"',
  ],
  [
    "a header of something else",
    ordersWith(
      "responses: { '204': { description: O, headers: { X-Rate: { schema: { type: integer } } } } }",
    ),
    undefined,
  ],
])("%s tells of a rate that the client does not read", (_, given, want) => {
  expect(signsOf(api(given))).toEqual(
    want === undefined ? [] : [[want, "the client looks at such headers only after a 429", []]],
  );
});

test("rates of single operations stand beside that of the contract", () => {
  const get = (path: string, text: string) =>
    `${path}: { get: { description: "${text}", responses: { '204': { description: D } } } }`;
  const paths = [get("/a", "Rate limit: 25 req/s"), get("/b", "Rate limit: 100 req/s"), get("/c", "All.")];
  const all = api(paths.join("\n  "), "info: { description: 'Rate limit: 200 req/s' }");
  const others = 'and 2 operations have others: "25 req/s", "100 req/s"';
  expect(signsOf(all)).toEqual([[`the description of the contract says "200 req/s", ${others}`, UNREAD, []]]);
  const own = 'the description of GET /a says "25 req/s", and 1 operation has another: "100 req/s"';
  expect(signsOf(api(paths.join("\n  ")))).toEqual([[own, UNREAD, []]]);
  const same = 'the description of the contract says "25 req/s"';
  const one = api(get("/a", "Rate limit: 25 req/s"), "info: { description: 'Rate limit: 25 req/s' }");
  expect(signsOf(one)).toEqual([[same, UNREAD, []]]);
});

test.each([
  ["486", "ThrottlingException"],
  ["400", "Too many requests."],
  ["403", "Rate limit exceeded"],
])("a refusal of too many requests with %s: %s", (status, text) => {
  expect(signsOf(refusing(status, text))).toEqual([
    [
      `the response ${status} of POST /orders is called ${JSON.stringify(text)}`,
      "the client waits after a 429, and not after this",
      [],
    ],
  ]);
});

test.each([
  ["429", "ThrottlingException"],
  ["503", "ThrottlingException"],
  ["400", "Too many requests for the same seat are open"],
  ["485", "AccessPointLimitExceeded"],
])("no such refusal: %s %s", (status, text) => {
  expect(signsOf(refusing(status, text))).toEqual([]);
});

test("a refusal of too many requests is accepted by a line", async () => {
  const yaml = refusing("400", "ThrottlingException");
  const { meant = [] } = planOf(yaml).traits.lost.find(({ rule }) => rule === "trait/rate") ?? {};
  const { traits } = await planUnder(yaml, meant.join("\n"));
  expect(traits.lost.filter(({ rule }) => rule === "trait/rate")).toEqual([]);
});
