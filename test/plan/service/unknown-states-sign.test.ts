import { expect, test } from "vitest";
import { classifyStates } from "../../../src/plan/service/traits/background/final-states.js";
import { UserError } from "../../../src/text/user-error.js";
import { planOf } from "../plan-of.js";
import { backgroundContract } from "./background-contract.js";
import { planUnder } from "./overrides/configured.js";

const contract = (states: string) =>
  backgroundContract({ status: `properties: { "my.state": { enum: [running, done, failed, ${states}] } }` });

const WEIRD = contract('on_fire, "yes"');

test("[OPS-2] states that no known word ends or continues are a sign, and named in the reason", () => {
  const { traits, diagnostics } = planOf(WEIRD);
  expect(traits.lost).toMatchObject([
    {
      shown: '`GET /jobs/{jobId}` has the states "on_fire", "yes"',
      missing: "nothing tells whether they end the wait",
    },
  ]);
  expect(traits.lost[0]?.lines).toEqual([
    "operations:",
    '  "POST /exports":',
    "    background:",
    '      status: "GET /jobs/{jobId}"',
    '      state: { member: "/my.state", succeeded: ["done", "?"], failed: ["failed", "?"] }',
  ]);
  expect(diagnostics.map(({ id }) => id)).toContain("trait/unknown-states");
  const start = traits.operations.find(({ path }) => path === "/exports");
  expect(start?.traits.background?.reason).toMatch(
    /Final states: "done" \(success\), "failed" \(failure\)\. Taken for running, though not known: "on_fire", "yes"\.$/u,
  );
});

test("[OPS-2] they are a sign as well where a configuration leaves the states to the contract", async () => {
  const given = 'operations: { "POST /exports": { background: { status: "GET /jobs/{jobId}", id: jobId } } }';
  const { lost } = (await planUnder(WEIRD, given)).traits;
  expect(lost.map(({ shown }) => shown)).toEqual(['`GET /jobs/{jobId}` has the states "on_fire", "yes"']);
  const accepted = [
    "operations:",
    '  "POST /exports":',
    "    background:",
    '      status: "GET /jobs/{jobId}"',
    "      id: jobId",
    '      state: { member: "/my.state", succeeded: ["done"], failed: ["failed"] }',
  ];
  expect(lost[0]?.meant).toEqual(accepted);
  expect((await planUnder(WEIRD, accepted.join("\n"))).traits.lost).toEqual([]);
});

test("the lines of that sign decide it once a person said which states end the wait", async () => {
  const lines = planOf(WEIRD).traits.lost[0]?.lines.join("\n") ?? "";
  await expect(planUnder(WEIRD, lines)).rejects.toThrow(UserError);
  const decided = lines.replace('["done", "?"]', '["done"]').replace('"?"', '"on_fire"');
  const { traits } = await planUnder(WEIRD, decided);
  expect(traits.lost).toEqual([]);
  const start = traits.operations.find(({ path }) => path === "/exports");
  expect(start?.traits.background?.facts.state).toMatchObject({
    succeeded: ["done"],
    failed: ["failed", "on_fire"],
  });
});

test.each(["queued", "IN_PROGRESS, not_started", "JOB_STATE_UNSPECIFIED, Retrying", "timed_out, skipped"])(
  "known states are no sign: %s",
  (states) => {
    expect(planOf(contract(states)).traits.lost).toEqual([]);
  },
);

test.each([
  ["PENDING_COMPLETION", undefined],
  ["NOT_READY", undefined],
  ["AWAITING_APPROVAL", undefined],
  ["COMPLETED_WITH_WARNING", "succeeded"],
  ["CompletedWithWarnings", "succeeded"],
  ["COMPLETED_WITH_ERRORS", "failed"],
  ["FAILED_WITH_RETRIES", "failed"],
  ["PARTIAL_FAILURES", "failed"],
  ["NOT_FOUND", "unknown"],
  ["DID_NOT_COMPLETE", "unknown"],
  ["NO_ERRORS", "unknown"],
  ["completed_without_errors", "succeeded"],
  ["completed_with_no_errors", "succeeded"],
  ["WAIT_EXPIRED", "failed"],
  ["PENDING_TIMED_OUT", "failed"],
  ["warning", "unknown"],
])("a state means what all its words say: %s", (state, want) => {
  expect(classifyStates([state])).toEqual({
    succeeded: [],
    failed: [],
    unknown: [],
    ...(want !== undefined && { [want]: [state] }),
  });
});

const ADDRESS = `
paths:
  /exports:
    post:
      operationId: startExport
      responses: { '202': { description: Accepted, headers: { Location: { schema: { type: string } } } } }
  /pets: { get: { operationId: listPets, responses: { '204': { description: P } } } }
  /jobs/{id}:
    get:
      operationId: getJob
      parameters: [{ in: path, name: id, required: true, schema: { type: string } }]
      responses: { '200': { description: J, content: { application/json: { schema: { properties: { status: { enum: [STATES] } } } } } } }`;
const MISSING = (states: string, verb: string) =>
  `nothing tells whether ${states} of \`GET /jobs/{id}\`, which takes its id, ${verb} the wait`;

test.each([
  ["running, done, broken", MISSING('"broken"', "ends"), '["done", "?"], failed: ["?"]'],
  [
    "running, failed, superseded, gone",
    MISSING('"superseded", "gone"', "end"),
    '["?"], failed: ["failed", "?"]',
  ],
  [
    "running, done",
    "none of the states of `GET /jobs/{id}`, which takes its id, is a failure",
    '["done"], failed: ["?"]',
  ],
])(
  "an address leads to the only states of a job with words that are not known, or without a failure: %s",
  (states, missing, line) => {
    const [sign] = planOf(ADDRESS.replace("STATES", states)).traits.lost;
    expect([sign?.missing, ...(sign?.lines ?? [])]).toEqual([
      missing,
      "operations:",
      '  "POST /exports":',
      "    background:",
      '      status: "GET /jobs/{id}"',
      "      id: { header: Location }",
      `      state: { member: status, succeeded: ${line} }`,
    ]);
  },
);

test("the lines of that sign decide it once a person said which states end the wait", async () => {
  const given = ADDRESS.replace("STATES", "running, done, broken");
  const lines = planOf(given).traits.lost[0]?.lines.join("\n") ?? "";
  const { traits } = await planUnder(given, lines.replace(', "?"', "").replace('"?"', '"broken"'));
  expect(traits.lost).toEqual([]);
  expect(
    traits.operations.find(({ path }) => path === "/exports")?.traits.background?.facts.state,
  ).toMatchObject({
    member: "status",
    succeeded: ["done"],
    failed: ["broken"],
  });
});

test.each([
  ["states that only run", "running, queued, broken"],
  ["a state that is always the same", "done"],
  ["states of what no job is", "draft, done, broken"],
])("%s name no read", (_, states) => {
  const [sign] = planOf(ADDRESS.replace("STATES", states)).traits.lost;
  expect(sign?.lines).toContain('      status: "GET ?"');
});

test("two reads with such states name none", () => {
  const given = ADDRESS.replace("STATES", "running, done, broken");
  const [, job = ""] = given.split("  /jobs/{id}:");
  const [sign] = planOf(`${given}\n  /tasks/{id}:${job.replace("getJob", "getTask")}`).traits.lost;
  expect(sign?.lines).toContain('      status: "GET ?"');
});
