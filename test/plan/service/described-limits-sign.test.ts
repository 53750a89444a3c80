import { expect, test } from "vitest";
import { json } from "./lost-contract.js";
import { planUnder } from "./overrides/configured.js";

/** A contract whose response tells one limit, and whose description has this text. */
const about = (text: string, more = "") => `
info: { title: T, version: '1', description: "${text}" }
paths:
  /capabilities: { get: { operationId: c, responses: { '200': { description: C, ${json(`{ properties: { limits: { properties: { readsPerMinute: { type: integer }${more} } } } }`)} } } } }`;

const signsOf = async (yaml: string, keys = "enums: open") =>
  (await planUnder(yaml, keys)).traits.lost.filter(({ rule }) => rule === "trait/described-limit");

test.each([
  ["Request body up to 1 MiB.", '"body up to 1 MiB"', "maxBodyBytes"],
  ["| Limit | Value |\\n|---|---|\\n| Request body | 1 MiB |", '"body 1 MiB"', "maxBodyBytes"],
  ["Baseline: 5 concurrent operations per key.", '"5 concurrent operations"', "concurrentOperations"],
  ["At most 10 MB payloads.", '"10 MB payloads"', "maxBodyBytes"],
  [
    "We allow at most 10 concurrent requests per account.",
    '"10 concurrent requests"',
    "concurrentOperations",
  ],
  ["We limit each key to 5 concurrent requests.", '"5 concurrent requests"', "concurrentOperations"],
  [
    "If you send more than 10 concurrent requests, you receive a 429 response.",
    '"10 concurrent requests"',
    "concurrentOperations",
  ],
  [
    "The API handles at most 10 concurrent requests per client.",
    '"10 concurrent requests"',
    "concurrentOperations",
  ],
  [
    "We handle at most 10 concurrent requests per client.",
    '"10 concurrent requests"',
    "concurrentOperations",
  ],
  ["The maximum request body we accept is 5 MB.", '"body we accept is 5 MB"', "maxBodyBytes"],
  ["Request body up to 5 MB: larger ones get a 413 response.", '"body up to 5 MB"', "maxBodyBytes"],
  ["Test keys: at most 10 concurrent requests.", '"10 concurrent requests"', "concurrentOperations"],
])("[CAP-2] the text %j states a limit that no response tells", async (text, want, name) => {
  const [sign, ...others] = await signsOf(about(text));
  expect([sign?.shown, others]).toEqual([`the description of the contract says ${want}`, []]);
  const accepted = sign?.meant?.join("\n") ?? "";
  expect(accepted).toContain(`${name}: false`);
  expect(await signsOf(about(text), accepted)).toEqual([]);
});

test.each([
  ["another number", "The body of a person weighs 70 kg."],
  ["the size of a response", "A response body of more than 1 MiB is split."],
  ["the size of a response, in other words", "The maximum body of the response is 5 MB."],
  ["the size of what is called back", "Webhook payloads are at most 256 KB."],
  ["what a service bears", "We handle over 5000 concurrent requests in tests."],
  ["one that is not there yet", "Request bodies of up to 1 MiB will be supported in a future version."],
  ["one of a section about what is not there yet", "## Limits (planned)\\nRequest body up to 1 MiB."],
  ["what it bears, in other words", "It serves 5000 concurrent requests, and is not slow."],
  ["what the service sends", "We send up to 10 concurrent requests to your server."],
  ["a size that is no limit", "An example has a body of 12 bytes."],
])("%s is no limit", async (_, text) => {
  expect(await signsOf(about(text))).toEqual([]);
});

test("a limit that the response tells is not named", async () => {
  expect(await signsOf(about("Request body up to 1 MiB.", ", maxBodyBytes: { type: integer }"))).toEqual([]);
});

test("a contract without a response that tells limits has the same sign", async () => {
  const text = (limit: string) => `info: { title: T, version: '1', description: ${limit} }\npaths: {}`;
  const limits = "Request bodies are at most 1 MiB. At most 5 concurrent jobs.";
  expect((await signsOf(text(limits))).map(({ shown, meant }) => [shown, meant])).toEqual([
    ['the description of the contract says "bodies are at most 1 MiB"', ["capabilities: false"]],
    ['the description of the contract says "5 concurrent jobs"', ["capabilities: false"]],
  ]);
  expect(await signsOf(text(limits), "capabilities: false")).toEqual([]);
  // Of requests at the same time, the sign of a rate tells.
  expect(await signsOf(text("At most 5 concurrent requests."))).toEqual([]);
});
