import { expect, test } from "vitest";
import { countTime } from "../../support/count-time.js";
import { planOf } from "../plan-of.js";
import { expectSilenced } from "./expect-silenced.js";
import { json } from "./lost-contract.js";
import { planUnder } from "./overrides/configured.js";

/** A start whose response has these members, and a read whose response has those. */
const contract = (start: string, members: string, read = "/other/{id}", given = "name: {}", sent = "") => `
openapi: 3.1.0
info: { title: T, version: "1" }
servers: [{ url: https://a.example }]
paths:
  ${start.split(" ")[1] ?? ""}:
    ${start.split(" ")[0] ?? ""}:
      operationId: go
      parameters: [${parametersOf(start)}]
      requestBody: { content: { application/json: { schema: { type: object, properties: { ${sent} } } } } }
      responses: { "200": { description: Thing, content: { application/json: { schema: { type: object, properties: { ${members} } } } } } }
${read === start.split(" ")[1] ? "" : `  ${read}:`}
    get:
      operationId: look
      parameters: [${parametersOf(read)}]
      responses: { "200": { description: Thing, content: { application/json: { schema: { type: object, properties: { ${given} } } } } } }`;

const parametersOf = (path: string) =>
  [...path.matchAll(/\{(\w+)\}/gu)]
    .map(([, name = ""]) => `{ name: ${name}, in: path, required: true, schema: { type: string } }`)
    .join(", ");

const state = (values: string) => `state: { type: string, enum: [${values}] }`;
const thing = (values: string) => `id: { type: string }, ${state(values)}`;

const shownOf = (text: string) => planOf(text).traits.lost.map(({ trait, shown }) => [trait, shown]);

test.each([
  ["ACTIVE, VALIDATING, IMPORTING, IMPORT_FAILED", "VALIDATING"],
  ["CREATING, ACTIVE, DELETING, CREATE_FAILED", "CREATING"],
  ["active, queued, broken, failed", "queued"],
])("the states %s of a response show that what was created still runs", (values, running) => {
  expect(shownOf(contract("post /things", thing(values)))).toEqual([
    ["background", `its response 200 has the state "state" with "${running}"`],
  ]);
});

test.each([
  ["post /orders", thing("queued, active, failed")],
  // What people do.
  ["post /things", thing("todo, in_progress, done")],
  ["post /things", thing("pending, accepted, failed")],
  ["post /things", thing("draft, scheduled, active, paused")],
  // A server is so for long.
  ["post /things", thing("running, stopped, failed")],
  ["post /things/{id}/cancel", thing("queued, active, failed")],
  ["patch /things/{id}", thing("queued, active, failed")],
  // The state of a part, or of an earlier run.
  [
    "post /things",
    `a: {}, b: {}, c: {}, d: {}, part: { properties: { ${thing("queued, active, failed")} } }`,
  ],
  ["post /things", "last_status: { enum: [queued, active, failed] }"],
  ["post /things", "session_status: { enum: [queued, active, failed] }"],
])("nothing says that %s starts what ends later: %s", (start, members) => {
  expect(shownOf(contract(start, members))).toEqual([]);
});

test("a state that callers send, or that of what a path names, is not that of a start", () => {
  const values = "queued, active, failed";
  expect(shownOf(contract("post /things", thing(values), undefined, undefined, state(values)))).toEqual([]);
  expect(shownOf(contract("post /things/{id}/labels", thing(values), "/things/{id}", thing(values)))).toEqual(
    [],
  );
});

test("the read of what was created gives its state, and a person says which states end it", () => {
  const values = "ACTIVE, VALIDATING, IMPORTING, IMPORT_FAILED";
  const given = contract("post /things", thing(values), "/things/{id}", thing(values));
  expect(planOf(given).traits.lost).toMatchObject([
    {
      missing:
        "nothing says that callers wait for the end that `GET /things/{id}` gives, nor which states end it",
      lines: [
        "operations:",
        '  "POST /things":',
        "    background:",
        '      status: "GET /things/{id}"',
        "      id: id",
        '      state: { member: state, succeeded: ["?"], failed: ["IMPORT_FAILED", "?"] }',
      ],
    },
  ]);
});

test.each(["paused", "disabled", "halted", "inactive"])(
  "what runs for long, and is %s between, is no work that ends",
  (value) => {
    const states = (last: string) => thing(`running, ${last}, failed`);
    expect(shownOf(contract("post /things", states("waiting")))).toHaveLength(1);
    expect(shownOf(contract("post /things", states(value)))).toEqual([]);
  },
);

test("many starts and reads take little time", () => {
  const many = Array.from({ length: 150 }, (_, index) => {
    const states = json(
      `{ properties: { name: {}, state: { enum: [validating, failed, end${String(index)}] } } }`,
    );
    return `
  /a${String(index)}s: { post: { operationId: a${String(index)}, responses: { "200": { description: S, ${states} } } } }
  /b${String(index)}s/{name}: { get: { operationId: b${String(index)}, parameters: [${parametersOf("{name}")}], responses: { "200": { description: S, ${states} } } } }`;
  });
  const elapsed = countTime();
  expect(shownOf(`paths:${many.join("")}`)).toHaveLength(150);
  expect(elapsed()).toBeLessThan(2000);
});

test("a job that a PUT creates at a path is read there", async () => {
  const values = "Queued, Processing, Finished, Error";
  const given = contract("put /jobs/{name}", thing(values), "/jobs/{name}", thing(values));
  expect(planOf(given).traits.lost[0]?.lines.slice(2)).toEqual([
    "    background:",
    '      status: "GET /jobs/{name}"',
    "      id: { parameter: name }",
    '      state: { member: state, succeeded: ["Finished"], failed: ["Error"] }',
  ]);
  await expectSilenced(given, 'operations:\n  "PUT /jobs/{name}":\n    background: false');
  // Where a POST creates it, the PUT replaces it.
  expect(
    shownOf(`${given}
  /jobs: { post: { operationId: create, responses: { "204": { description: Done } } } }`),
  ).toEqual([]);
});

test("an upload that responds with an id has the state that the read of the thing gives", () => {
  const read = thing("ACTIVE, IMPORTING, IMPORT_FAILED");
  expect(shownOf(contract("post /lists/upload", "id: { type: string }", "/lists/{id}", read))).toEqual([
    ["background", 'its response 200 has only "id", and `GET /lists/{id}` has the state "state"'],
  ]);
  expect(shownOf(contract("post /lists/rename", "id: { type: string }", "/lists/{id}", read))).toEqual([]);
});

test("a state beside the address of a result is that of work", () => {
  const beside = "state: { type: string }, result_url: { type: string }";
  expect(shownOf(contract("post /dumps", beside))).toEqual([
    ["background", 'its response 200 has the state "state" beside "result_url"'],
  ]);
  expect(shownOf(contract("post /dumps", "state: { type: string }, avatar_url: { type: string }"))).toEqual(
    [],
  );
  // An envelope says that the call succeeded.
  for (const more of ["example: success", "description: Whether it was successful."])
    expect(shownOf(contract("post /dumps", beside.replace("string }", `string, ${more} }`)))).toEqual([]);
});

test.each([
  ['"[capture-received]", "[change-received]"', 'whose values are all like "[capture-received]"'],
  ["queued", 'whose only value is "queued"'],
])("a response that is always %s says only that a request was taken", (values, text) => {
  expect(shownOf(contract("post /captures", `response: { enum: [${values}] }`))).toEqual([
    ["background", `its response 200 has "response", ${text}`],
  ]);
  expect(shownOf(contract("post /captures", `response: { enum: [${values}, settled] }`))).toEqual([]);
  // An order is received by people; and what stops something starts nothing.
  for (const path of ["/orders", "/captures/stop"])
    expect(shownOf(contract(`post ${path}`, `response: { enum: [${values}] }`))).toEqual([]);
});

test("a state that ends says nothing of success where a member beside it tells of failures", () => {
  const read = `id: {}, ${state("pending, queued, running, timedout, completed")}`;
  const linesOf = (more: string) =>
    planOf(
      contract("post /offers/{offer}/start", "task_id: { type: string }", "/tasks/{id}", `${read}${more}`),
    ).traits.lost.map(({ lines }) => lines.at(-1)?.trim());
  expect(linesOf("")).toEqual(['state: { member: state, succeeded: ["completed"], failed: ["timedout"] }']);
  expect(linesOf(", status: { enum: [ok, warn, error] }")).toEqual([
    'state: { member: state, succeeded: ["completed", "?"], failed: ["timedout", "?"] }',
  ]);
  expect(linesOf(", previous_result: { enum: [ok, warn, error] }")).toEqual([
    'state: { member: state, succeeded: ["completed"], failed: ["timedout"] }',
  ]);
});

const ENDED = "queued, running, succeeded, failed";
const NO_READ = "nothing says for certain which operation gives that state of what it starts";

test.each([
  ["post /things", thing(ENDED), "state", "queued"],
  ["post /scans", `name: { type: string }, ${state("in_progress, done, error")}`, "state", "in_progress"],
  ["post /things/{thing}/retry", thing(ENDED), "state", "queued"],
  ["post /things/{thing_id}/parts", thing(ENDED), "state", "queued"],
  ["post /things", `thing: { properties: { ${thing(ENDED)} } }`, "thing.state", "queued"],
])("what %s starts has a state that no read gives: %s", async (start, members, at, running) => {
  const given = contract(start, members);
  expect(planOf(given).traits.lost).toMatchObject([
    {
      shown: `its response 200 has the state "${at}" with "${running}"`,
      missing: NO_READ,
      lines: [],
      operation: { origin: { pointer: `#/paths/${(start.split(" ")[1] ?? "").replaceAll("/", "~1")}/post` } },
    },
  ]);
  await expectSilenced(
    `${given}\n`,
    `operations:\n  "POST ${start.split(" ")[1] ?? ""}":\n    background: false`,
  );
});

test.each([
  ["a text", "state: { type: string }"],
  ["more values", state(`${ENDED}, cancelled`)],
])("a read right below a start that gives the state as %s is in its lines", (_, given) => {
  const linesOf = (other: string) =>
    planOf(contract("post /things", thing(ENDED), "/things/{id}", `id: {}, ${other}`)).traits.lost.map(
      ({ lines }) => lines.slice(3).map((line) => line.trim()),
    );
  const [lines = [], ...others] = linesOf(given);
  expect(others).toEqual([]);
  expect(lines.slice(0, 2)).toEqual(['status: "GET /things/{id}"', "id: id"]);
  expect(lines[2]).toMatch(
    /^state: \{ member: state, succeeded: \["succeeded", "\?"\], failed: \[.*"\?"\] \}$/u,
  );
  // Other values are those of another state.
  expect(linesOf(state("on, off"))).toEqual([[]]);
});

test("states that only wait are those of a run by the path of one", () => {
  const pending = thing("pending, completed, failed");
  expect(planOf(contract("post /exports", pending)).traits.lost).toMatchObject([
    { shown: 'its response 200 has the state "state"', missing: NO_READ },
  ]);
  expect(shownOf(contract("post /things", pending))).toEqual([]);
  // A state that only ends; and what callers send.
  expect(shownOf(contract("post /exports", thing("unspecified, completed, failed")))).toEqual([]);
  expect(shownOf(contract("post /uploads", pending))).toEqual([]);
  // People judge reports.
  expect(shownOf(contract("post /reports", pending))).toEqual([]);
});

test.each([
  // What ends, changes or tells of what runs.
  ["post /things/{id}/stop", thing(ENDED)],
  ["post /#Target=Service.DeleteThing", thing(ENDED)],
  ["post /things:stopThing", thing(ENDED)],
  ["post /#Target=Service.ListThings", thing(ENDED)],
  ["post /things/approve", thing(ENDED)],
  ["post /payments", thing(ENDED)],
  // What only goes away.
  ["post /things", thing("active, deleting, succeeded, failed")],
  // The state of a part, or of an earlier run.
  ["post /things", `session_state: { enum: [${ENDED}] }`],
  ["post /things", `last_run: { properties: { last_state: { enum: [${ENDED}] } } }`],
  // What a text says.
  ["post /things", 'state: { type: string, description: "`queued`, `running`, `succeeded` or `failed`" }'],
  ["post /sms", thing(ENDED)],
  ["post /faxes", thing(ENDED)],
  ["post /messages/send", thing(ENDED)],
  // What tells of what runs, and what people do.
  ["post /exports/status", `export_id: { type: string }, ${state(ENDED)}`],
  ["post /things", thing("todo, in_progress, done, failed")],
])("no state of %s is that of what it starts: %s", (start, members) => {
  expect(shownOf(contract(start, members)).filter(([trait]) => trait === "background")).toEqual([]);
});

test("a state that a read gives, or that callers set, is not named as one that none gives", () => {
  const members = `name: { type: string }, ${state(ENDED)}`;
  const start = contract("post /things", members);
  expect(shownOf(start)).toHaveLength(1);
  expect(shownOf(contract("post /things", members, "/others/{other}", members))).toEqual([]);
  expect(shownOf(contract("post /things", members, undefined, undefined, state(ENDED)))).toEqual([]);
  expect(shownOf(contract("post /things", thing(ENDED), undefined, undefined, "id: {}"))).toEqual([]);
  expect(
    shownOf(`${start}
  /things/{thing}/complete:
    put: { operationId: complete, parameters: [${parametersOf("{thing}")}], responses: { "204": { description: Done } } }`),
  ).toEqual([]);
  const set = (path: string, more: string, sent = "") => `${start}
  ${path}:
    put: { operationId: set, parameters: [${parametersOf("{thing}")}${more}], ${sent}responses: { "204": { description: Done } } }`;
  const body = "requestBody: { content: { application/json: { schema: { properties: { state: {} } } } } }, ";
  expect(shownOf(set("/things/{thing}/state", "", body))).toEqual([]);
  expect(shownOf(set("/things/{thing}/notes", "", body))).toHaveLength(1);
  expect(shownOf(set("/things/{thing}", ", { in: query, name: state }"))).toEqual([]);
});

test("a test that only runs and completes is read, and a person says what is a failure", async () => {
  const given = contract(
    "post /mails/test",
    "report_id: { type: string }, mail_test_status: { enum: [in_progress, completed] }",
    "/reports/{report_id}",
    "report: { properties: { mail_test_status: { enum: [in_progress, completed] } } }",
  );
  expect(planOf(given).traits.lost[0]?.lines.slice(3)).toEqual([
    '      status: "GET /reports/{report_id}"',
    "      id: report_id",
    '      state: { member: report.mail_test_status, succeeded: ["completed", "?"], failed: ["?"] }',
  ]);
  expect(
    (await planUnder(given, 'operations:\n  "POST /mails/test":\n    background: false')).traits.lost,
  ).toEqual([]);
  expect(shownOf(given.replaceAll("test", "visit"))).toEqual([]);
  expect(shownOf(given.replace("completed] } } }", "done] } } }"))).toEqual([]);
  expect(
    shownOf(`${given}
    patch: { operationId: change, parameters: [${parametersOf("{report_id}")}], requestBody: { content: { application/json: { schema: { properties: { mail_test_status: {} } } } } }, responses: { "204": { description: Done } } }`),
  ).toEqual([]);
});
