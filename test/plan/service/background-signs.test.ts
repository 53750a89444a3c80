import { expect, test } from "vitest";
import { planOf } from "../plan-of.js";
import { json } from "./lost-contract.js";
import { backgroundContract, type BackgroundContract } from "./background-contract.js";

const STATE = "status: { enum: [running, succeeded, failed] }";
const STATES = `properties: { ${STATE} }`;

/** States of what is processed, and does not run. */
const ORDER = "properties: { status: { enum: [processing, succeeded, failed] } }";

type Given = Pick<BackgroundContract, "noun" | "others" | "state" | "status"> & {
  /** Status of the response of the start, with its headers and members. */
  readonly start: readonly [started: string, headers: string, accepted: string];
};

const decidedOf = ({ start: [started, headers, accepted], ...given }: Given) => {
  const contract = backgroundContract({ started, headers, accepted, status: STATES, ...given });
  const { operations, lost } = planOf(contract).traits;
  return {
    facts: operations.find(({ path }) => path === "/exports")?.traits.background?.facts,
    lost: lost.map(({ shown, missing, lines }) => ({ shown, missing, lines: lines.slice(2) })),
  };
};

const ID = "jobId: { type: string }";
const POLLED = "Retry-After: {}, Location: {}";

test.each<readonly [string, Given]>([
  ["202", { start: ["202", "", ID] }],
  ["200 that says when to ask again, and where", { start: ["200", POLLED, ID] }],
])("[OPS-1] a %s starts what has the state", (_, given) => {
  const { facts, lost } = decidedOf(given);
  expect(facts).toMatchObject({ status: { resource: "jobs" }, statusParameter: "jobId", id: "jobId" });
  expect(facts?.mayBeDone).toBeUndefined();
  expect(lost).toEqual([]);
});

test.each<readonly [string, Given]>([
  ["201 with Operation-Location", { start: ["201", "Operation-Location: {}", "name: {}"] }],
  ["200 with Azure-AsyncOperation", { start: ["200", "Azure-AsyncOperation: {}", "name: {}"] }],
  [
    "201 with Operation-Location beside a 200 that has it",
    {
      start: ["201", "Operation-Location: {}", "name: {}"],
      others: "'200': { description: '', headers: { Operation-Location: {} } }",
    },
  ],
])("[OPS-1] a %s starts what has the state, whatever says when to ask again", (_, given) => {
  const { facts, lost } = decidedOf(given);
  expect(facts).toMatchObject({ status: { resource: "jobs" }, header: given.start[1].replace(": {}", "") });
  expect([facts?.id, facts?.mayBeDone, lost]).toEqual([undefined, undefined, []]);
});

test("a 201 with Operation-Location beside a 200 without it is none that is certain", () => {
  const start = ["201", "Operation-Location: {}", ""] as const;
  expect(decidedOf({ start, others: "'200': { description: '' }" }).facts).toBeUndefined();
});

test("a 201 with Operation-Location is a sign where no state is found", () => {
  const { lost } = decidedOf({ start: ["201", "Operation-Location: {}", ""], state: "text/csv: {}" });
  expect(lost).toMatchObject([{ shown: "its response 201 has `Operation-Location`" }]);
});

const REGION =
  "Retry-After: {}, X-Region: { description: Where the operation ran., schema: { type: string } }";
const PREFILLED = ["    background:", '      status: "GET /jobs/{jobId}"', "      id: jobId"];
const CERTAIN = "nothing says for certain that `GET /jobs/{jobId}` gives the state of what it starts";
const OPEN = '      state: { member: "?", succeeded: ["?"], failed: ["?"] }';

test.each<readonly [string, Given, { shown: string; missing: string; lines: readonly string[] }]>([
  [
    "a success with the id of a job, and nothing that says when to ask again",
    { start: ["200", "", ID] },
    { shown: 'its response 200 has "jobId"', missing: CERTAIN, lines: PREFILLED },
  ],
  [
    "a 201 with the id of a job: its address is that of what was created",
    { start: ["201", POLLED, ID] },
    {
      shown: 'its response 201 has "jobId"',
      missing: CERTAIN,
      lines: [...PREFILLED.slice(0, 2), "      id: { header: Location }"],
    },
  ],
  [
    "a success that says when to ask again, without the id",
    { start: ["200", POLLED, ""] },
    {
      shown: "its response 200 has `Retry-After`",
      missing: CERTAIN,
      lines: [...PREFILLED.slice(0, 2), "      id: { header: Location }"],
    },
  ],
  [
    "a state whose values nothing lists",
    {
      start: ["202", "", ID],
      state: "application/json: { schema: { properties: { status: { type: string } } } }",
    },
    {
      shown: "it responds with 202",
      missing:
        "no member of the response of `GET /jobs/{jobId}`, which takes its id, lists states of success and failure",
      lines: [...PREFILLED, OPEN.replace('"?"', "status")],
    },
  ],
  [
    "a state in a media type that is not read",
    { start: ["202", "", ID], state: "application/xml: { schema: { type: object } }" },
    {
      shown: "it responds with 202",
      missing: "`GET /jobs/{jobId}`, which takes its id, has no JSON response",
      lines: [...PREFILLED, OPEN],
    },
  ],
])("%s is a sign that says what is missing", (_, given, want) => {
  const { facts, lost } = decidedOf(given);
  expect(facts).toBeUndefined();
  expect(lost).toEqual([want]);
});

test.each<readonly [string, Given]>([
  ["a resource with a state of its own", { noun: "order", start: ["201", "Location: {}", "orderId: {}"] }],
  ["a create that says when to ask again", { noun: "order", start: ["201", POLLED, "orderId: {}"] }],
  ["a success with a header about a region", { noun: "order", start: ["200", REGION, "orderId: {}"] }],
  ["a thing that refers to a job", { start: ["201", "", `id: { type: string }, ${ID}`] }],
  ["a start with another success", { start: ["200", POLLED, ID], others: "'204': { description: N }" }],
])("%s is none", (_, given) => {
  expect(decidedOf(given)).toEqual({ facts: undefined, lost: [] });
});

const EXPORT = "exportId: { type: string }";

test.each<readonly [string, Given, string, string]>([
  ["2XX", { noun: "export", start: ["2XX", "", EXPORT] }, "may be a 202", "id: exportId"],
  ["default", { noun: "export", start: ["default", "", EXPORT] }, "may be a 202", "id: exportId"],
  [
    "default with Location",
    { noun: "export", start: ["default", "Location: {}", ""] },
    "may be a 202",
    "id: { header: Location }",
  ],
  ["default with the id of a job", { start: ["default", "", ID] }, 'has "jobId"', "id: jobId"],
])("%s may be the response of a start, where it leads to the state of a job", (_, given, shown, id) => {
  const { facts, lost } = decidedOf(given);
  expect(facts).toBeUndefined();
  expect(lost).toMatchObject([{ shown: `its response ${given.start[0]} ${shown}` }]);
  expect(lost[0]?.lines.at(-1)?.trim()).toBe(id);
});

test("a 200 with little more than an id is a start, where the read right below has a state that runs", () => {
  expect(decidedOf({ noun: "export", start: ["200", "", EXPORT] }).lost).toMatchObject([
    { shown: 'its response 200 has "exportId"' },
  ]);
  const drafted = "properties: { status: { enum: [draft, running, succeeded, failed] } }";
  expect(decidedOf({ noun: "export", start: ["200", "", EXPORT], status: drafted }).lost).toEqual([]);
});

test.each<readonly [string, Given]>([
  [
    "200 with more than an id may be all",
    { noun: "export", start: ["200", "", `${EXPORT}, a: {}, b: {}, c: {}`] },
  ],
  [
    "default beside another success is for errors",
    { noun: "export", start: ["default", "", EXPORT], others: "'204': { description: N }" },
  ],
  [
    "what is processed is waited for by nobody",
    { noun: "export", start: ["2XX", "", EXPORT], status: ORDER },
  ],
  [
    "a thing with an id of its own refers to a job",
    { noun: "export", start: ["2XX", "", `id: { type: string }, ${EXPORT}`] },
  ],
  ["nothing gives a state", { noun: "export", start: ["2XX", "", EXPORT], state: "text/csv: {}" }],
])("no other response may be that of a start: %s", (_, given) => {
  expect(decidedOf(given)).toEqual({ facts: undefined, lost: [] });
});

test("a description says that a default response is a 202, whatever gives the state", () => {
  const given = { started: "default", headers: "", accepted: EXPORT, state: "text/csv: {}" };
  const { lost } = planOf(
    backgroundContract(given).replace("description: Started", "description: Accepted"),
  ).traits;
  expect(lost).toMatchObject([{ trait: "background", shown: "its response default may be a 202" }]);
});

test.each(["Request not accepted", "Unexpected error"])(
  "a default response is no start: %s",
  (description) => {
    const given = { noun: "export", started: "default", headers: "", accepted: EXPORT };
    const yaml = backgroundContract(given).replace("description: Started", `description: ${description}`);
    expect(planOf(yaml).traits.lost).toEqual([]);
  },
);

const GIVEN = backgroundContract({ accepted: "message: {}", headers: "Operation-Location: {}" });
const PATH = (name: string) => `{ in: path, name: ${name}, required: true, schema: { type: string } }`;
const BELOW = `
  /models/{modelId}/runs/{runId}:
    get:
      operationId: getRun
      parameters: [${PATH("modelId")}, ${PATH("runId")}]
      responses: { '200': { description: Run, content: { application/json: { schema: { type: object, ${STATES} } } } } }`;

test("a state below another thing with that id is none of the start", () => {
  const given = GIVEN.replace(
    "/exports:",
    () => `/models/{modelId}/exports:\n    parameters: [${PATH("modelId")}]`,
  ).concat(BELOW.replace("/models", "/rules"));
  expect(planOf(given).traits.lost.map(({ missing }) => missing)).toEqual([
    "nothing says for certain which operation gives the state of what it starts",
  ]);
});

test.each(["modelId", "model"])(
  "[OPS-1] a state right below what the start was given is named, with lines that lead there: %s",
  (name) => {
    const given = GIVEN.replace(
      "/exports:",
      () => `/models/{${name}}/exports:\n    parameters: [${PATH(name)}]`,
    ).concat(BELOW);
    const { operations, lost } = planOf(given).traits;
    expect(operations.flatMap(({ traits }) => traits.background ?? [])).toEqual([]);
    expect(lost).toMatchObject([
      {
        trait: "background",
        missing:
          "nothing says for certain that `GET /models/{modelId}/runs/{runId}` gives the state of what it starts",
        lines: [
          "operations:",
          `  "POST /models/{${name}}/exports":`,
          "    background:",
          '      status: "GET /models/{modelId}/runs/{runId}"',
          "      id: { header: Operation-Location }",
        ],
      },
    ]);
  },
);

const VERSION = "{ in: query, name: api-version, required: true, schema: { type: string } }";

test("[OPS-1] a state that requires what the start was not given is named, not claimed: no id leads there", () => {
  const given = GIVEN.replace("parameters: [", () => `parameters: [${VERSION}, `);
  const { operations, lost } = planOf(given).traits;
  expect(operations.flatMap(({ traits }) => traits.background ?? [])).toEqual([]);
  const missing =
    '`GET /jobs/{jobId}` also requires "api-version", which the client cannot take from `POST /exports`';
  expect(lost).toMatchObject([{ trait: "background", missing, lines: [] }]);
});

test("[OPS-1] a state that requires what the start was given too is followed", () => {
  const given = GIVEN.replace("parameters: [", () => `parameters: [${VERSION}, `);
  const both = given.replace("/exports:", () => `/exports:\n    parameters: [${VERSION}]`);
  const [facts] = planOf(both).traits.operations.flatMap(({ traits }) => traits.background?.facts ?? []);
  expect(facts).toMatchObject({
    statusParameter: "jobId",
    fromStart: [{ in: "query", parameter: "api-version", from: "api-version" }],
  });
  const optional = both.replace("required: true, schema", "schema");
  expect(planOf(optional).traits.lost).toMatchObject([{ trait: "background", lines: [] }]);
});

test("a state below something that is not what was started is not named", () => {
  const contract = GIVEN.replace(
    "/exports:",
    () => `/models/{modelId}/exports:\n    parameters: [${PATH("modelId")}]`,
  ).concat(BELOW.replaceAll("runId", "ref"));
  const { lost } = planOf(contract).traits;
  expect(lost.map(({ missing }) => missing)).toEqual([
    "nothing says for certain which operation gives the state of what it starts",
  ]);
});

test("of several starts that are not certain, only the one that a result is about has it in its lines", () => {
  const start = (noun: string) =>
    `  /${noun}s: { post: { operationId: ${noun}, responses: { '200': { description: Started, content: { application/json: { schema: { properties: { ${ID} } } } } } } } }`;
  const contract = `
paths:
${start("import")}
${start("export")}
  /jobs/{jobId}: { get: { operationId: get, parameters: [{ in: path, name: jobId, required: true, schema: { type: string } }], responses: { '200': { description: State, content: { application/json: { schema: { ${STATES} } } } } } } }
  /jobs/{jobId}/result: { get: { operationId: result, summary: Rows of an export, parameters: [{ in: path, name: jobId, required: true, schema: { type: string } }, { in: query, name: page, schema: { type: integer } }, { in: query, name: limit, schema: { type: integer } }], responses: { '200': { description: Rows, content: { application/json: { schema: { type: array, items: {} } } } } } } }`;
  const results = planOf(contract).traits.lost.map(({ operation, lines }) => [
    operation?.path,
    lines.some((line) => line.includes("result:")),
  ]);
  expect(results).toEqual([
    ["/exports", true],
    ["/imports", false],
  ]);
});

test.each([
  ["a flag that it has ended", "done: { type: boolean }", true],
  ["a state that runs", "status: { enum: [PENDING, RUNNING, DONE] }", true],
  ["a state under a longer name", "operationStatus: { enum: [PENDING, DONE] }", true],
  ["a state of another kind", "status: { enum: [OPEN, CLOSED] }", false],
])("what is called an operation, with %s", (_, members, want) => {
  const of = (name: string) =>
    planOf(`paths:
  /pets: { post: { operationId: run, responses: { '200': { description: O, content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } } } } } }
components: { schemas: { ${name}: { type: object, properties: { name: { type: string }, ${members} } } } }`)
      .traits.lost.filter(({ trait }) => trait === "background")
      .map(({ shown }) => shown);
  expect(of("CopyOperation")).toEqual(want ? ["its response 200 is an operation that may still run"] : []);
  expect(of("Pet")).toEqual([]);
});

test.each([
  ["/v1/{name}", "Restore", '      status: "GET ?"'],
  ["/v1/{name}", "RunOperation", '      status: "GET /v1/{name}"'],
  ["/v1/operations/{name}", "Restore", '      status: "GET /v1/operations/{name}"'],
])("what an operation made is not what tells its state: GET %s gives a %s", (path, name, want) => {
  const json = (schema: string) =>
    `'200': { description: D, content: { application/json: { schema: { $ref: '#/components/schemas/${schema}' } } } }`;
  const { lost } = planOf(`paths:
  /v1/restores: { post: { operationId: run, responses: { ${json("Operation")} } } }
  ${path}: { get: { operationId: get, parameters: [{ in: path, name: name, required: true, schema: { type: string } }], responses: { ${json(name)} } } }
components:
  schemas:
    Operation: { properties: { name: { type: string }, done: { type: boolean } } }
    RunOperation: { properties: { name: { type: string }, done: { type: boolean }, ${STATE} } }
    Restore: { properties: { name: { type: string }, ${STATE} } }`).traits;
  expect(lost.find(({ trait }) => trait === "background")?.lines).toContain(want);
});

test.each([
  ["x-ms-long-running-operation: true", 1],
  ["x-long-running: true", 1],
  ["x-ms-long-running-operation: false", 0],
  ["x-long-running-lock: true", 0],
])("an extension says that an operation ends later: %s", (extension, want) => {
  const { lost } = planOf(
    `paths: { /pets: { put: { operationId: run, ${extension}, responses: { '200': { description: P } } } } }`,
  ).traits;
  const found = lost.filter(
    ({ shown }) => shown === "an extension says that it ends later than its response",
  );
  expect(found).toHaveLength(want);
});

/** A start that responds with a named schema. */
interface PossibleStart {
  readonly method?: string;
  readonly status?: string;
  readonly description?: string;
  readonly given: string;
}

/** The lines for a start, by the paths of operations that may give the state of what it starts; a dash after one: it has none. */
const possibleOf = (
  { method = "post", status = "202", description = "", given }: PossibleStart,
  ...paths: readonly string[]
) => {
  const read = (one: string) => {
    const [path = "", dash] = one.split(" ");
    const names = [...path.matchAll(/\{(\w+)\}/gu)].map(([, name = ""]) => PATH(name));
    return `
  ${path}:
    get: { parameters: [${names.join(", ")}], responses: { '200': { description: '', content: { application/json: { schema: { type: object, ${dash === undefined ? STATES : ""} } } } } } }`;
  };
  const { lost } = planOf(`
paths:
  /orders:
    ${method}:
      responses: { '${status}': { description: "${description}", content: { application/json: { schema: { $ref: '#/components/schemas/Sent' } } } } }
${paths.map(read).join("")}
components: { schemas: { Sent: { type: object, ${given} } } }`).traits;
  return lost.flatMap(({ lines }) => lines.slice(3, 5).map((line) => line.trim()));
};

const THING = "required: [id, text], properties: { id: { type: string }, text: { type: string } }";
const TASK = "required: [id, status], properties: { id: { type: string }, status: { type: string } }";

test.each<readonly [string, readonly string[], readonly string[]]>([
  ["a thing of its own", ["", THING, "/tasks/{taskId}"], ['status: "GET ?"', "id: id"]],
  ["what has the state", ["", TASK, "/tasks/{taskId}"], ['status: "GET /tasks/{taskId}"', "id: id"]],
  [
    "what the state is not about",
    ["", "properties: { id: { type: string } }", "/catalogs/{catalogId}"],
    ['status: "GET ?"', 'id: "?"'],
  ],
  [
    "what the state is about",
    ["", "properties: { id: { type: string } }", "/all/{orderId}"],
    ['status: "GET /all/{orderId}"', 'id: "?"'],
  ],
  [
    "what names a state and a result",
    [
      "See /jobs/{id}/status, then /jobs/{id}/results.",
      "properties: { jobId: { type: string } }",
      "/jobs/{jobId}/status",
      "/jobs/{jobId}/results",
    ],
    ['status: "GET /jobs/{jobId}/status"', "id: jobId"],
  ],
  [
    "what names a state and one of the same path with a result",
    [
      "See /jobs/{id}, then /jobs/{id}/results.",
      "properties: { jobId: { type: string } }",
      "/jobs/{jobId}",
      "/jobs/{jobId}/results",
    ],
    ['status: "GET /jobs/{jobId}"', "id: jobId"],
  ],
  [
    "a thing with one required member of its own",
    ["", "required: [id], properties: { id: { type: string } }", "/tasks/{taskId}"],
    ['status: "GET /tasks/{taskId}"', "id: id"],
  ],
  [
    "a thing that is called after the parameter",
    ["", THING, "/tasks/{sentId}"],
    ['status: "GET /tasks/{sentId}"', "id: id"],
  ],
])("the possible state of %s", (_, [description = "", given = "", ...paths], want) => {
  expect(possibleOf({ description, given }, ...paths)).toEqual(want);
});

const KEY = "properties: { key: { type: string } }";
const OWNER = "properties: { ownerId: { type: string } }";

test.each<readonly [string, PossibleStart, readonly string[], string]>([
  [
    "of two that are named, one below its path",
    { description: "See /orders/{ref}/phase, or /all/{ref}.", given: KEY },
    ["/orders/{ref}/phase", "/all/{ref}"],
    "GET /orders/{ref}/phase",
  ],
  [
    "of two that are named, one that is called a state",
    { description: "See /all/{ref}/status, or /all/{ref}.", given: KEY },
    ["/all/{ref}/status", "/all/{ref}"],
    "GET /all/{ref}/status",
  ],
  [
    "of two that are named, the one that has states",
    { description: "See /queue/{ref}, or /people/{ref}.", given: KEY },
    ["/queue/{ref}", "/people/{ref} -"],
    "GET /queue/{ref}",
  ],
  ["one that takes the id, and is not about it", { given: OWNER }, ["/people/{ownerId} -"], "GET ?"],
  [
    "of two that take the id, the one that has states",
    { status: "200", given: "required: [jobId, text], properties: { jobId: {}, text: {} }" },
    ["/jobs/{jobId}", "/jobs/{jobId}/files -"],
    "GET /jobs/{jobId}",
  ],
  ["what was deleted", { method: "delete", given: KEY }, ["/orders/{ref}", "/all/{ref}"], "GET ?"],
])("the operation that may give the state: %s", (_, start, paths, want) => {
  expect(possibleOf(start, ...paths)[0]).toBe(`status: "${want}"`);
});

test.each([
  ["/shops/{shopId}/settings", "{ properties: { mode: { type: string } } }", true],
  ["/jobs/{jobId}/result", "{ properties: { rows: { type: array, items: {} } } }", true],
  ["/shops/{shopId}/settings", "{ properties: { status: { type: string } } }", false],
  ["/carts/{cartId}", "{ properties: { mode: { type: string } } }", false],
])("a read that a description names for something else is no candidate: %s, %s", (path, schema, isOther) => {
  const [, parameter = ""] = /\{(\w+)\}/.exec(path) ?? [];
  const read = `parameters: [{ in: path, name: ${parameter}, required: true, schema: { type: string } }], responses: { '200': { description: S, content: { application/json: { schema: ${schema} } } } }`;
  const yaml = `paths:
  /imports:
    post:
      operationId: import
      description: The ETag is that of \`GET ${path}\`.
      requestBody: { content: { application/json: { schema: { properties: { shopId: { type: string } } } } } }
      responses: { '202': { description: Started, content: { application/json: { schema: { properties: { status_url: { type: string, format: uri } } } } } } }
  ${path}: { get: { operationId: read, ${read} } }`;
  const lines = planOf(yaml).traits.lost.flatMap((sign) => (sign.trait === "background" ? sign.lines : []));
  expect(lines.slice(3, 5)).toEqual([`      status: "GET ${isOther ? "?" : path}"`, "      id: status_url"]);
});

test.each([
  ["{ job: { type: object, properties: { id: { type: string } } } }", "job", "job.id"],
  ["{ job: { type: object, properties: { id: { type: string } } } }", "jobId", "job.id"],
  ["{ job: { type: object, properties: { name: { type: string } } } }", "job", '"?"'],
])("an id inside an object is that of what the object is called: %s, {%s}", (properties, parameter, want) => {
  const json = (schema: string) => `content: { application/json: { schema: { type: object, ${schema} } } }`;
  const { lost } = planOf(`paths:
  /runs: { post: { operationId: startRun, responses: { '202': { description: Taken, ${json(`properties: ${properties}`)} } } } }
  /jobs/{${parameter}}: { get: { operationId: getJob, parameters: [${PATH(parameter)}], responses: { '200': { description: Job, ${json("properties: { phase: { enum: [waiting, done, broken] } }")} } } } }`).traits;
  expect(lost.map(({ lines }) => lines.slice(3, 5).map((line) => line.trim()))).toEqual([
    [`status: ${want === '"?"' ? '"GET ?"' : `"GET /jobs/{${parameter}}"`}`, `id: ${want}`],
  ]);
});

test("the state of a job that a start was given is not that of what it starts", () => {
  const json = (schema: string) => `content: { application/json: { schema: { type: object, ${schema} } } }`;
  const { lost } = planOf(`paths:
  "/jobs/{id}/copies": { post: { operationId: startCopy, parameters: [${PATH("id")}], responses: { '202': { description: Taken, ${json("properties: { ref: { type: string } }")} } } } }
  "/jobs/{id}": { get: { operationId: getJob, parameters: [${PATH("id")}], responses: { '200': { description: Job, ${json("properties: { phase: { enum: [running, done, broken] } }")} } } } }`).traits;
  expect(lost.map(({ lines }) => lines[3]?.trim())).toEqual(['status: "GET ?"']);
});

test("the id of another thing of the same name leads to no state of a job", () => {
  const id = "parameters: [{ in: path, name: Id, required: true, schema: { type: string } }]";
  const state = json("{ properties: { Status: { enum: [Submitted, Running, Complete, Error] } } }");
  const given = (noun: string) => `paths:
  /jobs/{Id}: { get: { operationId: readJob, ${id}, responses: { '200': { description: J, ${state} } } } }
  /${noun}/{Id}: { delete: { operationId: remove, ${id}, responses: { '202': { description: D, ${json("{ properties: { Success: {} } }")} } } } }`;
  const [sign, ...others] = planOf(given("pipelines")).traits.lost;
  expect(others).toEqual([]);
  expect(sign?.lines.join("\n")).not.toContain("/jobs");
});

test.each<readonly [string, string, string]>([
  ["a repository", "{ required: [id, name], properties: { id: {}, name: {} } }", "GET ?"],
  ["a message", "{ properties: { message: {} } }", "GET /repos/{owner}/jobs/{job_id}"],
])("%s in a response is read as a job only where it may be one", (_, schema, want) => {
  const parameters = (...names: readonly string[]) =>
    `parameters: [${names.map((name) => `{ in: path, name: ${name}, required: true, schema: { type: string } }`).join(", ")}]`;
  const statusAt = (path: string) =>
    planOf(`
paths:
  /repos/{owner}/forks:
    post:
      ${parameters("owner")}
      responses: { '202': { description: R, content: { application/json: { schema: { $ref: '#/components/schemas/Full' } } } } }
  ${path}:
    get: { ${parameters("owner", "job_id")}, responses: { '200': { description: R, content: { application/json: { schema: { properties: { status: { enum: [queued, in_progress, completed] } } } } } } } }
components: { schemas: { Full: ${schema} } }`).traits.lost.flatMap(({ lines }) =>
      lines.filter((line) => line.includes("status:")),
    );
  expect(statusAt("/repos/{owner}/jobs/{job_id}")).toEqual([`      status: "${want}"`]);
  expect(statusAt("/repos/{owner}/actions/jobs/{job_id}")).toEqual(['      status: "GET ?"']);
});
