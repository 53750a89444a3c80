import { expect, test } from "vitest";
import { json } from "./lost-contract.js";
import { planOf } from "../plan-of.js";
import { planUnder } from "./overrides/configured.js";

const job = (states: string) =>
  `Run: { type: object, required: [id, state], properties: { id: { type: integer }, state: { type: string, enum: [${states}] } } }`;

const contract = (states: string, start = "/runs") => `
openapi: 3.1.0
info: { title: T, version: "1" }
servers: [{ url: https://a.example }]
components: { schemas: { ${job(states)} } }
paths:
  ${start}:
    post: { operationId: startRun, responses: { "201": { description: Run, content: { application/json: { schema: { $ref: "#/components/schemas/Run" } } } } } }
  /runs/{runId}:
    get: { operationId: getRun, parameters: [{ name: runId, in: path, required: true, schema: { type: integer } }], responses: { "200": { description: Run, content: { application/json: { schema: { $ref: "#/components/schemas/Run" } } } } } }`;

test.each([
  ["running, succeeded, failed", true],
  ["preparing, ready, errored", true],
  ["draft, published", false],
])("a start that responds with what it started, in one of the states %s, is named: %s", (states, isNamed) => {
  expect(planOf(contract(states)).traits.lost).toMatchObject(
    isNamed
      ? [
          {
            trait: "background",
            shown: 'its response 201 has "id" and the state "state"',
            missing: "nothing says that callers wait for the end that `GET /runs/{runId}` gives",
            lines: [
              "operations:",
              '  "POST /runs":',
              "    background:",
              '      status: "GET /runs/{runId}"',
              "      id: id",
            ],
          },
        ]
      : [],
  );
});

test.each([
  ["PENDING, DONE, ERROR", "/exports", true],
  ["pending, completed, failed", "/data-imports", true],
  ["scheduled, succeeded, failed", "/runs", true],
  // An order may be pending, or fail, too.
  ["pending, completed, failed", "/orders", false],
  // An order is processed, and nobody waits for its end.
  ["processing, succeeded, failed", "/orders", false],
  // One of a person, who does it.
  ["pending, completed, cancelled", "/jobs", false],
  ["inprogress, done, cancelled", "/tickets", false],
  ["queued, running, completed, cancelled", "/games", false],
])("a start in one of the states %s at %s is named: %s", (states, path, isNamed) => {
  const given = contract(states, path).replace("/runs/{runId}:", `${path}/{runId}:`);
  expect(planOf(given).traits.lost.map(({ trait, shown }) => [trait, shown])).toEqual(
    isNamed ? [["background", 'its response 201 has "id" and the state "state"']] : [],
  );
});

test.each<readonly [string, string, string, string | undefined]>([
  ["/exports", "/exports/{exportId}/status", "PROCESSING, INVALID, EXPIRED, COMPLETED", "id"],
  ["/exports", "/exports/{key}", "pending, completed, failed", "key"],
  ["/orders", "/orders/{orderId}/status", "processing, completed, failed", undefined],
  ["/things", "/things/{thingId}/status", "running, completed, failed", "id"],
  // Those of an abuse, which people judge.
  ["/reports", "/reports/{reportId}", "pending, completed, rejected", undefined],
  ["/reports", "/reports/{reportId}", "pending, completed, failed", "id"],
  ["/exports", "/exports/{exportId}/rows/{rowId}", "running, completed, failed", undefined],
])(
  "a start at %s that responds with an id alone, and GET %s with the states %s: %s",
  (start, path, states, want) => {
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(
      ([, name = ""]) =>
        `{ name: ${name}, in: path, required: true, schema: { type: string }, description: "The NAME of the start." }`,
    );
    const json = (members: string) =>
      `{ description: D, content: { application/json: { schema: { properties: { ${members} } } } } }`;
    const given = `paths:
  ${start}: { post: { operationId: start, responses: { '201': ${json("id: { type: string }, key: { type: string }")} } } }
  ${path}: { get: { operationId: get, parameters: [${parameters.join()}], responses: { '200': ${json(`status: { enum: [${states}] }`)} } } }`;
    const { lost } = planOf(given.replace("NAME", want === "key" ? "`key`" : "id")).traits;
    expect(lost.map(({ shown, lines }) => [shown, lines[4]])).toEqual(
      want === undefined ? [] : [[`its response 201 has "${want}"`, `      id: ${want}`]],
    );
  },
);

test("a start whose state is below something that it was given is named, with lines that lead there", () => {
  const given = contract("running, succeeded, failed", "/tasks/{taskId}/runs").replace(
    "/runs/{runId}:\n    get: { operationId: getRun, parameters: [",
    "/tasks/{taskId}/runs/{runId}:\n    get: { operationId: getRun, parameters: [{ name: taskId, in: path, required: true, schema: { type: integer } }, ",
  );
  expect(planOf(given).traits.lost).toMatchObject([
    {
      trait: "background",
      shown: 'its response 201 has "id" and the state "state"',
      missing: "nothing says that callers wait for the end that `GET /tasks/{taskId}/runs/{runId}` gives",
      lines: [
        "operations:",
        '  "POST /tasks/{taskId}/runs":',
        "    background:",
        '      status: "GET /tasks/{taskId}/runs/{runId}"',
        "      id: id",
      ],
    },
  ]);
});

test("a member that the text of the parameter names as code is no id by that", () => {
  const given = contract("running, succeeded, failed").replace(
    "{ name: runId,",
    '{ name: runId, description: "Poll until `state` is final.",',
  );
  expect(planOf(given).traits.lost.map(({ lines }) => lines.at(-1))).toEqual(["      id: id"]);
});

test("an id of the kind that the parameter takes is before another", () => {
  const given = contract("running, succeeded, failed")
    .replaceAll("runId", "run_uuid")
    .replace("id: { type: integer }, state", "id: { type: integer }, uuid: { type: string }, state");
  expect(planOf(given).traits.lost.map(({ lines }) => lines.at(-1))).toEqual(["      id: uuid"]);
});

test("an id of another kind is beside the state", () => {
  const given = contract("running, succeeded, failed")
    .replaceAll("runId", "run_gid")
    .replaceAll("id: { type: integer }", "gid: { type: string }")
    .replace("[id, state]", "[gid, state]");
  expect(planOf(given).traits.lost.map(({ lines }) => lines.at(-1))).toEqual(["      id: gid"]);
});

test("of two states, one in what the other is about, neither is taken", () => {
  const given = contract("running, succeeded, failed").replace(
    /properties: \{ id: .*/u,
    "properties: { id: { type: integer }, state: { enum: [waiting, stored] }, settings: { properties: { run_id: { type: integer }, state: { enum: [running, succeeded, failed] } } } } } } }",
  );
  expect(planOf(given).traits.lost).toMatchObject([
    {
      shown: 'its response 201 has "state" and "settings.state"',
      missing: "nothing says which is the state of what it starts",
      lines: [],
    },
  ]);
});

test("an id below the state is that of something else", () => {
  const given = contract("running, succeeded, failed").replace(
    "{ id: { type: integer },",
    "{ settings: { properties: { runId: { type: integer } } }, id: { type: integer },",
  );
  expect(planOf(given).traits.lost.map(({ lines }) => lines.at(-1))).toEqual(["      id: id"]);
});

test("a change of what was started is none", () => {
  const cancel = contract("running, succeeded, failed", "/runs/{runId}/cancel").replace(
    "operationId: startRun,",
    "operationId: cancelRun, parameters: [{ name: runId, in: path, required: true, schema: { type: integer } }],",
  );
  expect(planOf(cancel).traits.lost).toEqual([]);
});

test("a change of what was started is none, whatever it calls the id", () => {
  const cancel = contract("running, succeeded, failed", "/runs/{id}/").replace(
    "operationId: startRun,",
    "operationId: changeRun, parameters: [{ name: id, in: path, required: true, schema: { type: integer } }],",
  );
  expect(planOf(cancel).traits.lost).toEqual([]);
});

test("a job tells more than that its response may be a 202", () => {
  const open = contract("running, succeeded, failed").replace(
    '"201": { description: Run',
    '"default": { description: Accepted',
  );
  expect(planOf(open).traits.lost).toMatchObject([
    { shown: 'its response default has "id" and the state "state"' },
  ]);
});

test.each([
  [
    "another success",
    (yaml: string) => yaml.replace('responses: { "201"', 'responses: { "204": { description: None }, "201"'),
  ],
  [
    "a second job that is the same",
    (yaml: string) =>
      `${yaml}${yaml.slice(yaml.indexOf("  /runs/{runId}")).replace("/runs", "\n  /all").replace("getRun", "getOne")}`.replace(
        "  /runs/{runId}",
        "  /every/{runId}",
      ),
  ],
  [
    "a change that takes its state",
    (yaml: string) =>
      `${yaml}\n    patch: { operationId: move, parameters: [{ name: runId, in: path, required: true, schema: { type: integer } }], requestBody: { content: { application/json: { schema: { properties: { state: { type: string } } } } } }, responses: { "204": { description: Moved } } }`,
  ],
  [
    "a call that completes it",
    (yaml: string) =>
      `${yaml}\n  /runs/{runId}/complete: { post: { operationId: complete, parameters: [{ name: runId, in: path, required: true, schema: { type: integer } }], responses: { "204": { description: Completed } } } }`,
  ],
])("a job is not named beside %s", (_, change) => {
  expect(planOf(change(contract("running, succeeded, failed"))).traits.lost).toEqual([]);
});

test.each([
  [
    "whose states only a description names, and no failure among them",
    (yaml: string) =>
      yaml.replace("enum: [running, succeeded, failed]", 'description: "`running` or `succeeded`"'),
  ],
  [
    "whose read requires more than the id",
    (yaml: string) =>
      yaml.replace("[{ name: runId,", "[{ name: of, in: query, required: true, schema: {} }, { name: runId,"),
  ],
  [
    "whose id is that of something else",
    (yaml: string) =>
      yaml
        .replace("required: [id, state]", "required: [state]")
        .replace("id: { type: integer }", "by: { properties: { id: { type: integer } } }"),
  ],
])("a job is not named %s", (_, change) => {
  const given = contract("running, succeeded, failed");
  expect(change(given)).not.toBe(given);
  expect(planOf(change(given)).traits.lost.filter(({ trait }) => trait === "background")).toEqual([]);
});

test.each([
  [
    "has its state elsewhere, under another name",
    (yaml: string) =>
      yaml.replace(
        /(getRun.*schema: )(\{ \$ref: \S+ \})/u,
        "$1{ properties: { last: { enum: [running, succeeded, failed] } } }",
      ),
  ],
  [
    "has other states",
    (yaml: string) =>
      yaml.replace(
        /(getRun.*schema: )(\{ \$ref: \S+ \})/u,
        "$1{ properties: { state: { enum: [running, done, failed] } } }",
      ),
  ],
])("a job whose read %s is named without lines, and that can be accepted", async (_, change) => {
  const given = change(contract("running, succeeded, failed"));
  expect(planOf(given).traits.lost).toMatchObject([
    {
      trait: "background",
      missing: "nothing says for certain which operation gives that state of what it starts",
      lines: [],
    },
  ]);
  const accepted = 'operations:\n  "POST /runs":\n    background: false';
  expect((await planUnder(given, accepted)).traits.lost).toEqual([]);
});

test.each([
  ["that its parameter is named after", "runId: { type: integer }, id: { type: integer }", "runId", "runId"],
  [
    "beside its state, where that is called so",
    "of: { properties: { id: {} } }, id: { type: integer }",
    "id",
    "id",
  ],
])("a job has the id %s", (_, members, parameter, want) => {
  const given = contract("running, succeeded, failed")
    .replace("id: { type: integer }", members)
    .replaceAll("runId}", `${parameter}}`)
    .replaceAll("name: runId", `name: ${parameter}`);
  expect(planOf(given).traits.lost.map(({ lines }) => lines.at(-1)?.trim())).toEqual([`id: ${want}`]);
});

test("a job has the id beside its state, and not one further out", () => {
  const given = contract("running, succeeded, failed")
    .replaceAll("runId", "id")
    .replace(
      "{ id: { type: integer }, state: { type: string, enum: [running, succeeded, failed] } }",
      "{ id: {}, run: { properties: { id: { type: integer }, state: { enum: [running, succeeded, failed] } } } }",
    );
  expect(planOf(given).traits.lost.map(({ lines }) => lines.at(-1)?.trim())).toEqual(["id: run.id"]);
});

test.each(["run", "runId", "run_id"])("the id is found by the parameter {%s}, in `run_id`", (parameter) => {
  const bound = contract("running, succeeded, failed")
    .replaceAll("id: { type: integer }, state", "run_id: { type: integer }, state")
    .replace("[id, state]", "[run_id, state]")
    .replaceAll("runId", parameter);
  expect(planOf(bound).traits.lost.map(({ lines }) => lines.at(-1)?.trim())).toEqual(["id: run_id"]);
});

test("the state of what a change starts is not the read of what it changes", () => {
  const changed = contract("running, succeeded, failed", "/settings").replace(
    "operationId: startRun,",
    "operationId: changeSettings, parameters: [{ name: If-Match, in: header, required: true, schema: { type: string } }],",
  );
  const lines = planOf(changed).traits.lost.map((sign) => [sign.trait, sign.lines.at(-1)?.trim()]);
  expect(lines).toContainEqual(["conditional", 'conditional: { read: "GET ?" }']);
});

test("a job that is changed at its own path is read there", () => {
  const changed = contract("running, succeeded, failed").replace(
    "    get: { operationId: getRun,",
    `    patch: { operationId: changeRun, parameters: [{ name: runId, in: path, required: true, schema: { type: integer } }, { name: If-Match, in: header, required: true, schema: { type: string } }], responses: { "204": { description: Done } } }
    get: { operationId: getRun,`,
  );
  const lines = planOf(changed).traits.lost.map((sign) => [sign.trait, sign.lines.at(-1)?.trim()]);
  expect(lines).toContainEqual(["conditional", 'conditional: { read: "GET /runs/{runId}" }']);
});

test.each([
  ["runId", "id"],
  ["run_name", '"?"'],
])("the id of a response is not what {%s} takes for certain: %s", (parameter, id) => {
  const named = contract("processing, done").replace('"201"', '"202"').replaceAll("runId", parameter);
  expect(
    planOf(named).traits.lost.map(({ lines }) => lines.find((line) => line.trim().startsWith("id:"))),
  ).toEqual([`      id: ${id}`]);
});

test("of two jobs that are the same, the one right below the start is taken", () => {
  const given = contract("running, succeeded, failed");
  const second = given.slice(given.indexOf("  /runs/{runId}")).replace("/runs", "\n  /all");
  expect(
    planOf(`${given}${second.replace("getRun", "getOne")}`).traits.lost.map(({ lines }) => lines[3]),
  ).toEqual(['      status: "GET /runs/{runId}"']);
});

test("a job is named whose read has its state below, under the same name, and the lines work", async () => {
  const given = contract("running, succeeded, failed").replace(
    /(getRun.*schema: )(\{ \$ref: \S+ \})/u,
    "$1{ properties: { run: $2 } }",
  );
  const [sign] = planOf(given).traits.lost;
  expect(sign?.lines.slice(3)).toEqual(['      status: "GET /runs/{runId}"', "      id: id"]);
  const { traits } = await planUnder(given, sign?.lines.join("\n") ?? "");
  expect(traits.lost).toEqual([]);
  expect(traits.operations[0]?.traits.background?.facts.state.member).toBe("run/state");
});

test("a state that runs is before one that says what came of it, and the lines have it", async () => {
  const given = contract("running, succeeded, failed").replace(
    "state: { type",
    "conclusion: { enum: [succeeded, failed] }, state: { type",
  );
  const [sign] = planOf(given).traits.lost;
  expect(sign?.lines.slice(4)).toEqual([
    "      id: id",
    '      state: { member: state, succeeded: ["succeeded"], failed: ["failed"] }',
  ]);
  const { traits } = await planUnder(given, sign?.lines.join("\n") ?? "");
  expect(traits.lost).toEqual([]);
  expect(traits.operations[0]?.traits.background?.facts.state.member).toBe("state");
});

test("a call that cancels a job, under another version of its path, is none", () => {
  const cancel = contract("running, succeeded, failed", "/v1/runs/{id}/cancel").replace(
    "operationId: startRun,",
    "operationId: cancelRun, parameters: [{ name: id, in: path, required: true, schema: { type: integer } }],",
  );
  expect(planOf(cancel).traits.lost).toEqual([]);
});

test.each([
  ["pushOperationKey", "Pending, Success, Failed, TimedOut", "", true],
  ["job_id", "pending, completed, error", "", true],
  ["process_id", "pending, completed, cancelled", "", false],
  ["order_id", "pending, completed, failed", "", false],
  ["job_id", "pending, completed, error", "job_id", false],
])(
  "a start with `%s`, in one of the states %s, that takes `%s`, and that nothing reads: %s",
  (id, states, taken, isNamed) => {
    const given = `paths: { /push: { post: { operationId: push,
    requestBody: { content: { application/json: { schema: { properties: { ${taken || "name"}: { type: string } } } } } },
    responses: { '200': { description: P, content: { application/json: { schema: { properties: { ${id}: { type: string }, status: { enum: [${states}] } } } } } } } } } }`;
    expect(planOf(given).traits.lost.map(({ shown, missing, lines }) => [shown, missing, lines])).toEqual(
      isNamed
        ? [
            [
              `its response 200 has "${id}" and the state "status"`,
              "nothing says for certain which operation gives that state",
              [],
            ],
          ]
        : [],
    );
  },
);

test.each(["last_status", "inbound_resource_status"])("a state in `%s` is that of something else", (key) => {
  const given = contract("running, succeeded, failed", "/things").replaceAll("state", key);
  const both = given.replace(`${key}: { type`, `conclusion: { enum: [succeeded, failed] }, ${key}: { type`);
  expect(planOf(both).traits.lost).toEqual([]);
});

test("of two reads of one job, the one below what the start is below is taken", () => {
  const id = "{ name: id, in: path, required: true, schema: { type: integer } }";
  const yaml = contract("running, succeeded, failed", "/servers/{id}/runs/restart")
    .replace("post: {", `parameters: [${id}]\n    post: {`)
    .concat(
      `\n  /servers/{server}/runs/{run}:\n    get: { operationId: getServerRun, parameters: [${[
        "server",
        "run",
      ]
        .map((name) => id.replace("name: id", `name: ${name}`))
        .join(
          ", ",
        )}], responses: { "200": { description: Run, content: { application/json: { schema: { $ref: "#/components/schemas/Run" } } } } } }`,
    );
  expect(planOf(yaml).traits.lost.map(({ missing }) => missing)).toEqual([
    "nothing says that callers wait for the end that `GET /servers/{server}/runs/{run}` gives",
  ]);
});

test("the state of an earlier run is not that of a start", () => {
  const yaml = contract("running, succeeded, failed")
    .replaceAll(
      "state: { type: string",
      "previous_run: { type: object, required: [id, state], properties: { id: { type: integer }, state: { type: string",
    )
    .replace("] } } }", "] } } } } }");
  expect(planOf(yaml).traits.lost).toEqual([]);
});

test.each([
  ["pending, preprocessing, started, finalizing, finished", "/batches", true],
  ["queued, running, done", "/things", true],
  ["pending, complete", "/exports", true],
  // Things that a person does, or that have a life: none of their words is that of work.
  ["pending, complete", "/requests", false],
  ["scheduled, started, finished", "/games", false],
  ["processing, finished", "/orders", false],
  ["pending, completed", "/reports", false],
  // What is not known may be a failure.
  ["running, translated, done", "/exports", false],
  ["running", "/exports", false],
  ["done", "/exports", false],
])("a start in one of the states %s, none a failure, at %s is named: %s", async (states, path, isNamed) => {
  const given = contract(states, path).replace("/runs/{runId}:", `${path}/{runId}:`);
  const [sign, ...others] = planOf(given).traits.lost;
  expect([sign?.missing, others]).toEqual([
    isNamed
      ? `nothing says that callers wait for the end that \`GET ${path}/{runId}\` gives, and none of its states is a failure`
      : undefined,
    [],
  ]);
  if (sign === undefined) return;
  expect(sign.lines.at(-1)).toMatch(/, failed: \["\?"\] \}$/u);
  const { traits } = await planUnder(given, sign.lines.join("\n").replace('failed: ["?"]', "failed: []"));
  expect(traits.lost).toEqual([]);
  expect(traits.operations[0]?.traits.background?.facts.state).toMatchObject({ member: "state", failed: [] });
});

test.each([
  [
    "whose state callers set",
    (yaml: string) =>
      `${yaml}\n    patch: { operationId: move, parameters: [{ name: runId, in: path, required: true, schema: { type: integer } }], requestBody: { content: { application/json: { schema: { properties: { state: { type: string } } } } } }, responses: { "204": { description: Moved } } }`,
  ],
  [
    "whose read has other states",
    (yaml: string) =>
      yaml.replace(
        /(getRun.*schema: )(\{ \$ref: \S+ \})/u,
        "$1{ properties: { state: { enum: [running, finished] } } }",
      ),
  ],
  ["whose state is that of an earlier run", (yaml: string) => yaml.replaceAll("state: {", "last_state: {")],
  ["that changes what was started", (yaml: string) => yaml.replace("post:", "put:")],
])("a start whose states have no failure is not named %s", (_, change) => {
  const given = contract("running, done");
  expect(planOf(given).traits.lost).toHaveLength(1);
  expect(change(given)).not.toBe(given);
  expect(planOf(change(given)).traits.lost.filter(({ trait }) => trait === "background")).toEqual([]);
});

test("a 202 whose states have no failure has lines that a person completes", async () => {
  const given = contract("pending, done").replace('"201"', '"202"');
  const [sign] = planOf(given).traits.lost;
  expect([sign?.missing, sign?.lines.at(-1)?.trim()]).toEqual([
    "none of the states of `GET /runs/{runId}`, right below its path, is a failure",
    'state: { member: state, succeeded: ["done"], failed: ["?"] }',
  ]);
  const completed = sign?.lines.join("\n").replace('failed: ["?"]', "failed: []") ?? "";
  expect((await planUnder(given, completed)).traits.lost).toEqual([]);
});

/** An action on a run, which responds with a run. */
const action = (name: string, states = "scheduled, succeeded, failed", method = "post") => {
  const id = "{ name: run, in: path, required: true, schema: { type: integer } }";
  return `${contract(states, "/none").replace(/ {2}\/none:\n.*\n/u, "")}
  /runs/{run}/${name}:
    ${method}: { operationId: again, parameters: [${id}], responses: { "200": { description: Run, content: { application/json: { schema: { $ref: "#/components/schemas/Run" } } } } } }`;
};

test("what starts a run again is named, by the id of its response, and the lines work", async () => {
  const given = action("retry");
  const [sign, ...others] = planOf(given).traits.lost;
  expect([sign?.shown, sign?.lines, others]).toEqual([
    'its response 200 has "id" and the state "state"',
    [
      "operations:",
      '  "POST /runs/{run}/retry":',
      "    background:",
      '      status: "GET /runs/{runId}"',
      "      id: id",
      "      parameter: runId",
    ],
    [],
  ]);
  const { traits } = await planUnder(given, sign?.lines.join("\n") ?? "");
  expect(traits.lost).toEqual([]);
  expect(
    traits.operations.find(({ path }) => path.endsWith("retry"))?.traits.background?.facts,
  ).toMatchObject({
    statusParameter: "runId",
    id: "id",
  });
});

test.each([
  ["note", action("note")],
  ["cancel", action("cancel")],
  ["comments", action("comments")],
  ["a retry with another method", action("retry", undefined, "put")],
  ["a retry of what is no work", action("retry", "draft, completed, rejected")],
  [
    "a retry that responds with something of another kind",
    action("retry").replace(
      /(again.*schema: )(\{ \$ref: \S+ \})/u,
      "$1{ properties: { id: { type: integer }, state: { enum: [scheduled, succeeded, failed] }, at: {} } }",
    ),
  ],
  [
    "a retry without an id",
    action("retry").replace(
      /(again.*schema: )(\{ \$ref: \S+ \})/u,
      "$1{ properties: { state: { enum: [scheduled, succeeded, failed] } } }",
    ),
  ],
])("what is done to a run is not named: %s", (_, given) => {
  expect(planOf(given).traits.lost.filter(({ trait }) => trait === "background")).toEqual([]);
});

test("a change of a thing with a state is no start of another that has the same state inside", () => {
  const id = "{ name: videoId, in: path, required: true, schema: { type: integer } }";
  const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
  const state = "status: { enum: [preparing, ready, errored] }";
  const video = json(`{ properties: { id: { type: integer }, upload_id: { type: integer }, ${state} } }`);
  const upload = json(`{ properties: { id: { type: integer }, of: { properties: { ${state} } } } }`);
  const uploads = `/uploads/{upload_id}: { get: { operationId: a, parameters: [${id.replace("videoId", "upload_id")}], responses: { '200': { description: U, ${upload} } } } }`;
  const change = (path: string) => `paths:
  ${uploads}
  /videos/{videoId}: { get: { operationId: b, parameters: [${id}], responses: { '200': { description: V, ${video} } } } }
  ${path}: { put: { operationId: c, parameters: [${id}], responses: { '200': { description: V, ${video} } } } }`;
  expect(planOf(change("/videos/{videoId}/sound")).traits.lost).toEqual([]);
  // Nothing else has the state of a film.
  const film = change("/films/{videoId}/sound").replace(/ {2}\/videos.*\n/u, "");
  expect(planOf(film).traits.lost.map(({ lines }) => lines[4]?.trim())).toEqual(["id: upload_id"]);
});

test.each([
  ["201", (yaml: string) => yaml],
  [
    "202",
    (yaml: string) =>
      yaml
        .replace('{ $ref: "#/components/schemas/Run" }', "{ properties: { name: { type: string } } }")
        .replace("  /runs:", "  /things:")
        .replace("/runs/{runId}", "/jobs/{jobId}")
        .replace("name: runId", "name: jobId"),
  ],
])("states of which some are unknown are asked for at once, after a %s", async (status, change) => {
  const given = change(contract("running, delivered, succeeded, failed")).replace('"201"', `"${status}"`);
  const [sign, ...others] = planOf(given).traits.lost;
  expect([sign?.missing, sign?.lines.at(-1)?.trim(), others]).toEqual([
    expect.stringContaining(', nor whether "delivered" ends the wait'),
    'state: { member: state, succeeded: ["succeeded", "?"], failed: ["failed", "?"] }',
    [],
  ]);
  const filled = sign?.lines
    .join("\n")
    .replace('id: "?"', "id: name")
    .replace('"?"', "delivered")
    .replace(', "?"', "");
  expect((await planUnder(given, filled ?? "")).traits.lost).toEqual([]);
});

test.each([
  ["status", ["id: id"]],
  ...["step_status", "currentStepStatus", "phase_status"].map((name): [string, string[]] => [
    name,
    ["id: id", `state: { member: ${name}, succeeded: ["succeeded", "?"], failed: ["failed", "?"] }`],
  ]),
])("the end of one step is not that of all: %s", (name, lines) => {
  const text = json(`{ properties: { ${name}: { enum: [running, succeeded, failed] } } }`);
  const given = `
paths:
  /imports: { post: { operationId: start, responses: { "201": { description: S, ${json("{ properties: { id: { type: string } } }")} } } } }
  /imports/{id}/status: { get: { operationId: look, parameters: [{ in: path, name: id, required: true, schema: { type: string } }], responses: { "200": { description: S, ${text} } } } }`;
  expect(planOf(given).traits.lost.map((sign) => sign.lines.slice(4).map((line) => line.trim()))).toEqual([
    lines,
  ]);
});

test.each([
  ["/runs/next", "go"],
  ["/runs/claim", "go"],
  ["/runs", "claimRun"],
])("what a worker takes was started by another: POST %s, %s", (path, name) => {
  const given = contract("running, succeeded, failed", path).replace(
    /operationId: \w+/u,
    `operationId: ${name}`,
  );
  expect(planOf(given).traits.lost).toEqual([]);
});
