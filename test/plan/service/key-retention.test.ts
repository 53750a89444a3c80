import { expect, test } from "vitest";
import { acceptedBy } from "../../../src/plan/service/signs/sign.js";
import { emitContract, expectCompiles, expectFormatted } from "../../emit/emit-contract.js";
import { planOf } from "../plan-of.js";
import { json } from "./lost-contract.js";
import { misfitsUnder, overridesOf, planUnder } from "./overrides/configured.js";

/** A create with a key, and texts of the header, the operation, its tag and the contract. */
function orders(texts: {
  readonly header?: string;
  readonly operation?: string;
  readonly tag?: string;
  readonly contract?: string;
}): string {
  const text = (given = "") => JSON.stringify(given);
  return `info: { description: ${text(texts.contract)} }
tags: [{ name: orders, description: ${text(texts.tag)} }]
paths: { /orders: { post: { tags: [orders], description: ${text(texts.operation)}, parameters: [{ in: header, name: Idempotency-Key, required: true,
  description: ${text(texts.header)}, schema: { type: string } }], responses: { '204': { description: O } } } } }`;
}

/** How the signs of a time read, and the lines for it. */
function signsOf(yaml: string): readonly (readonly unknown[])[] {
  return planOf(yaml, { isPreview: true })
    .traits.lost.filter(({ rule }) => rule === "trait/key-retention")
    .map(({ shown, missing, lines }) => [shown, missing, lines]);
}

const MISSING = "no response that the client can read has it";

test.each<readonly [string, string, string]>([
  ["Idempotency key. Keys expire after 24 hours.", "24 hours", "24h"],
  ["A UUID. Valid for 24 hours.", "24 hours", "24h"],
  ["Keys are stored for 24h, then removed.", "24h", "24h"],
  ["Kept for **7 days**.", "7 days", "7d"],
  ["The key is remembered for at least one week.", "one week", "7d"],
  ["Keys time out after five minutes.", "five minutes", "5m"],
  ["A unique value (TTL: 3600 seconds).", "3600 seconds", "3600s"],
  ["The Idempotency Key will be valid for 24 hours.", "24 hours", "24h"],
  ["Must be unique for 30 days.", "30 days", "30d"],
  ["An idempotency token is active for 8 hours.", "8 hours", "8h"],
  ["Requests with the same key within a day return the first response.", "a day", "1d"],
  ["After 8 hours, a request with the same key is treated as a new request.", "8 hours", "8h"],
  ["Deduplicated within a 24-hour idempotency window.", "24-hour", "24h"],
  ["The response is cached for 90 minutes and replayed.", "90 minutes", "90m"],
  ["Keys may be reused after twenty-four hours.", "twenty-four hours", "24h"],
  ["Keys older than 24 hours are rejected.", "24 hours", "24h"],
  ["Keys are automatically removed from the system after 1,440 minutes.", "1,440 minutes", "1440m"],
  ["The server stores keys for 45 days.", "45 days", "45d"],
  ["Idempotency keys are stored for up to 1 hour, and can be any arbitrary string.", "1 hour", "1h"],
  ["Keys are removed automatically once they are at least 24 hours old.", "24 hours", "24h"],
  ["Keys are kept for 168 h.", "168 h", "168h"],
  ["Remembered for 24hrs.", "24hrs", "24h"],
  ["Idempotency window: 24 hours.", "24 hours", "24h"],
  ["Idempotency is guaranteed for four hours.", "four hours", "4h"],
  ["Replayed responses are kept for 2 months.", "2 months", "60d"],
])("a time in the description of the header is a sign: %s", (text, wording, duration) => {
  expect(signsOf(orders({ header: text }))).toEqual([
    [
      `the description of the header "Idempotency-Key" of POST /orders says how long keys are remembered, "${wording}"`,
      MISSING,
      [`intentRetention: ${duration}`],
    ],
  ]);
});

test.each<readonly [string, Parameters<typeof orders>[0], string]>([
  [
    "the description of the contract",
    { contract: "Operations, results and idempotency keys are kept for 7 days." },
    "7 days",
  ],
  [
    "the description of the contract",
    {
      contract:
        "| Limit | Value |\n|---|---|\n| Body | 1 MiB |\n| Retention of results and idempotency keys | 7 days |",
    },
    "7 days",
  ],
  [
    "the description of the contract",
    { contract: "We support idempotency. Send a key with each POST. The keys are kept for 7 days." },
    "7 days",
  ],
  ["the description of the contract", { contract: "| Idempotency keys | 7 days |" }, "7 days"],
  [
    'the description of the tag "orders"',
    { tag: "Idempotency keys expire 7 days after the first request." },
    "7 days",
  ],
  [
    "the description of POST /orders",
    { operation: "Creates an order.\n\nIdempotent: a key is remembered for 7 days." },
    "7 days",
  ],
  [
    "the description of POST /orders",
    { operation: "Imports. The same key returns the same job. Keys are kept for 7 days." },
    "7 days",
  ],
  ["the description of POST /orders", { operation: "The key expires after 7 days." }, "7 days"],
])("a time in another text is a sign where it is of keys: %s %j", (by, texts, wording) => {
  expect(signsOf(orders(texts))).toEqual([
    [`${by} says how long keys are remembered, "${wording}"`, MISSING, ["intentRetention: 7d"]],
  ]);
});

test.each<readonly [string, Parameters<typeof orders>[0]]>([
  ["no time", { header: "Idempotency key. Keys expire." }],
  ["they never expire", { header: "Keys never expire. They are not removed after 24 hours." }],
  ["how long to wait", { header: "Wait 30 seconds before a retry with the same key." }],
  ["how long one is locked", { header: "A key is locked for 30 seconds while its first request runs." }],
  [
    "an attempt in progress",
    { header: "A request with the same key in progress is refused within 10 seconds." },
  ],
  ["characters", { header: "A unique value with 10 to 64 characters, sent each day." }],
  ["an access key", { contract: "Idempotency is supported. Access keys are valid for 90 days." }],
  ["a token", { contract: "POSTs take an idempotency key. A JWT is valid for 60 minutes." }],
  ["results of jobs", { contract: "Send an idempotency key.\n\nResults are kept for 7 days." }],
  ["another key, where nothing names idempotency", { operation: "A key of the door is valid for 24 hours." }],
  ["how long a key is valid", { operation: "Keys are valid for 24 hours." }],
  ["other keys", { contract: "Send an idempotency key. Webhook keys are valid for 30 days." }],
  ["a half", { header: "Keys expire after half a day." }],
  ["a range", { header: "Keys are kept for 1 to 2 days, or between 24 and 48 hours." }],
  ["what is no key", { header: "An order id is valid for 3 days. Payment tokens are valid for 15 minutes." }],
  ["another environment", { header: "In the sandbox, keys expire after 1 hour." }],
  ["keys of failures", { header: "The response of a 5xx is kept for 10 seconds." }],
  ["a fraction", { header: "Keys are kept for 1.5 hours." }],
  [
    "a rate",
    { header: "Keys are unique, for at most 5 requests a second. Not valid for 10 requests per minute." },
  ],
  ["a signature", { header: "The signature of the key is valid for 5 minutes." }],
  ["when to try again", { header: "Retry requests with the same key within 30 seconds after a timeout." }],
  [
    "how long a request is held",
    { header: "Requests with the same key are held for 30 seconds until the first is done." },
  ],
  ["how often keys are removed", { header: "Expired keys are purged every 24 hours." }],
  ["what a caller stores", { header: "Store the key for at least 90 days on your side." }],
  ["reads", { contract: "Idempotent requests (GET) are cached for 60 seconds." }],
  ["a colour of a terminal", { tag: "Idempotency keys are kept for `24 \u001b[31m` hours." }],
])("other texts are no sign: %s", (_, texts) => {
  expect(signsOf(orders(texts))).toEqual([]);
});

test("of several times, a person chooses", () => {
  const given = orders({
    contract: "Idempotency keys are kept for 7 days.",
    header: "Expires after 24 hours.",
  });
  expect(signsOf(given)).toEqual([
    [
      'the description of the header "Idempotency-Key" of POST /orders says how long keys are remembered, "24 hours", and the description of the contract "7 days"',
      MISSING,
      ['intentRetention: "?"'],
    ],
  ]);
});

test("a time is no sign where no operation has a key, or limits have it", () => {
  const text = "Idempotency keys are kept for 7 days.";
  const unkeyed = `info: { description: ${text} }\npaths: { /orders: { get: { responses: { '204': { description: O } } } } }`;
  const limits = `/capabilities: { get: { responses: { '200': { description: C, ${json("{ properties: { limits: { properties: { operationRetentionDays: { type: integer } } } } }")} } } } }`;
  expect(signsOf(unkeyed)).toEqual([]);
  expect(signsOf(orders({ contract: text }).replace("paths: {", `paths: { ${limits},`))).toEqual([]);
});

test.each([
  ["24 hours", ["intentRetention: 24h"]],
  ["7 days", undefined],
])("beside a limit of operations, another time of keys is a sign: %s", (time, lines) => {
  const limits = `/capabilities: { get: { responses: { '200': { description: C, ${json("{ properties: { limits: { properties: { operationRetentionDays: { type: integer } } } } }")} } } } }`;
  const given = orders({ contract: "Operations are kept for 7 days.", header: `Keys expire after ${time}.` });
  expect(signsOf(given.replace("paths: {", `paths: { ${limits},`))).toEqual(
    lines === undefined
      ? []
      : [
          [
            `the description of the header "Idempotency-Key" of POST /orders says how long keys are remembered, "${time}"`,
            'the client reads "limits.operationRetentionDays", which is another time',
            lines,
          ],
        ],
  );
});

test("a configured time is printed as prettier leaves it", async () => {
  const files = await emitContract(orders({}), { overrides: await overridesOf("intentRetention: 12h") });
  expect(files.get("connect.ts")).toContain(`
  keepIntents(core, {
    ...options,
    intentRetention: options.intentRetention ?? "12h",
  });
`);
  await expectFormatted(files);
  expectCompiles(files);
});

test("a configured time is in the client, and silences the sign", async () => {
  const given = orders({ header: "Keys expire after 24 hours." });
  const { connection, traits } = await planUnder(given, "intentRetention: 12h");
  expect(connection.intentRetention).toBe("12h");
  expect(traits.contract.intentRetention).toEqual({
    facts: "12h",
    reason: "Intents are remembered for 12h: cabinetry.yaml:3 says so.",
    decidedBy: "configuration",
  });
  expect(traits.lost).toEqual([]);
});

test("the line that accepts the sign leaves the client as it is", async () => {
  const given = orders({ header: "Keys expire after 24 hours." });
  const [sign] = planOf(given).traits.lost;
  const accepted = sign && acceptedBy(sign)?.join("\n");
  expect(accepted).toBe("intentRetention: false");
  const { connection, traits } = await planUnder(given, accepted ?? "");
  expect(connection.intentRetention).toBeUndefined();
  expect(traits.switchedOff).toEqual([{ trait: "intentRetention", reason: "cabinetry.yaml:3 says so." }]);
  expect(traits.lost).toEqual([]);
});

test("a time without keys does not fit", async () => {
  const given = "paths: { /orders: { get: { responses: { '204': { description: O } } } } }";
  expect(await misfitsUnder(given, "intentRetention: 24h")).toEqual([
    "cabinetry.yaml:3:5 No operation of the client takes an idempotency key. Remove the line, or say which does with `idempotency` of it.",
  ]);
});
