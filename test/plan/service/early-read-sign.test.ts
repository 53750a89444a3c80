import { expect, test } from "vitest";
import { messageOf } from "../../../src/diagnostics/diagnostic.js";
import { diagnoseSigns } from "../../../src/plan/service/signs/find-signs.js";
import { acceptedBy } from "../../../src/plan/service/signs/sign.js";
import { planOf } from "../plan-of.js";
import { json, pets } from "./lost-contract.js";
import { planUnder } from "./overrides/configured.js";

const LATER = "'202': { description: Try again later. }";
const PDF = "'200': { description: P, content: { application/pdf: {} } }";

test.each([
  ["get", `${PDF}, ${LATER}`, ["it responds with 202 or 200"]],
  ["get", LATER, ["it responds with 202"]],
  [
    "head",
    `'200': { description: P }, ${LATER}, '204': { description: N }`,
    ["it responds with 202 or 200 or 204"],
  ],
  ["get", PDF, []],
  ["get", `${PDF}, '203': { description: N }, '2XX': { description: S }`, []],
  // What is wrong never gets ready.
  ["get", `${PDF}, '202': { description: There is a service exception. Parameters were malformed. }`, []],
  [
    "get",
    `${PDF}, '202': { description: 'There was an error, try again later.' }`,
    ["it responds with 202 or 200"],
  ],
  // Not a success.
  ["get", `${PDF}, '404': { description: 'Returns 202, not ready.' }`, []],
])("a %s that responds with %s is named: %s", (method, responses, shown) => {
  const { lost } = planOf(pets(method, `responses: { ${responses} }`)).traits;
  expect(lost.map(({ rule, shown: text }) => [rule, text])).toEqual(
    shown.map((text) => ["trait/early-read", text]),
  );
});

test("the diagnostic says what the client does, and a line accepts it", async () => {
  const contract = pets("get", `responses: { ${PDF}, ${LATER} }`);
  expect(diagnoseSigns(planOf(contract).traits.lost).map(messageOf)).toEqual([
    "`GET /pets` may respond before its result is ready: it responds with 202 or 200, but no extension or setting says when to read again. The client returns that response, and does not read again.",
  ]);
  const accepted = planOf(contract).traits.lost.flatMap((sign) => acceptedBy(sign) ?? []);
  expect(accepted).toEqual(["operations:", '  "GET /pets":', "    background: false"]);
  expect((await planUnder(contract, accepted.join("\n"))).traits.lost).toEqual([]);
});

test("the state of a background operation is polled, and not named", async () => {
  const start = `'202': { description: A, ${json("{ properties: { id: { type: string } } }")} }`;
  const state = json("{ properties: { id: {}, status: { enum: [queued, succeeded, failed] } } }");
  const contract = `paths:
  /exports: { post: { operationId: a, responses: { ${start} } } }
  /exports/{id}: { get: { operationId: b, parameters: [{ in: path, name: id, required: true, schema: { type: string } }],
    responses: { '200': { description: S, ${state} }, '202': { description: R, ${state} } } } }`;
  const { lost } = planOf(contract).traits;
  expect(lost.map(({ rule }) => rule)).toEqual([undefined, "trait/early-read"]);
  expect((await planUnder(contract, lost[0]?.lines.join("\n") ?? "")).traits.lost).toEqual([]);
});

test("a change that responds with 202 is named as a start", () => {
  expect(planOf(pets("delete", `responses: { ${LATER} }`)).traits.lost).toMatchObject([
    { trait: "background", shown: "it responds with 202" },
  ]);
});
