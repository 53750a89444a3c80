import { expect, test } from "vitest";
import { startsJob } from "../../../src/plan/service/signs/background/texts/described-job.js";
import { planOf } from "../plan-of.js";
import { planUnder } from "./overrides/configured.js";
import { countTime } from "../../support/count-time.js";

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;

interface Start {
  readonly path?: string;
  readonly method?: string;
  readonly text?: string;
  readonly status?: string;
  readonly response?: string;
  readonly body?: string;
}

const PATH = (path: string) =>
  [...path.matchAll(/\{(\w+)\}/gu)].map(
    ([, name = ""]) => `{ name: ${name}, in: path, required: true, schema: { type: string } }`,
  );

/** A start, and the GETs of a contract by their paths, with the schema of their responses. */
const contract = (
  { path = "/renders", method = "post", text = "", status = "201", response = "{}", body }: Start,
  reads: Readonly<Record<string, string>> = {},
) => `openapi: 3.1.0
info: { title: T, version: "1" }
servers: [{ url: https://a.example }]
paths:
  "${path}":
    ${method}:
      operationId: start
      description: "${text}"
      parameters: [${PATH(path).join(", ")}]
${body === undefined ? "" : `      requestBody: { ${json(body)} }\n`}      responses: { "${status}": { description: R, ${json(response)} } }
${Object.entries(reads)
  .map(
    ([own, schema], at) => `  "${own}":
    get: { operationId: read${String(at)}, parameters: [${PATH(own).join(", ")}], responses: { "200": { description: S, ${json(schema)} } } }`,
  )
  .join("\n")}`;

const signs = (given: string) =>
  planOf(given).traits.lost.flatMap(({ trait, rule, shown, lines }) =>
    trait === "background" && rule === undefined
      ? [[shown, ...lines.slice(3).map((line) => line.trim())]]
      : [],
  );

const STATES = "{ properties: { state: { enum: [queued, running, timedout, completed] } } }";
const CHORE = "{ properties: { state: { enum: [open, in_progress, completed] } } }";
const TASK = "{ properties: { task_id: { type: string } } }";

test.each<readonly [string, Start, Readonly<Record<string, string>>, boolean]>([
  [
    "the id of a task that runs",
    { path: "/offers/{id}/order", response: TASK },
    { "/tasks/{id}": STATES },
    true,
  ],
  [
    "an id in one word",
    { response: "{ properties: { taskid: { type: string } } }" },
    { "/tasks/{key}/info": STATES },
    true,
  ],
  [
    "an id by its text",
    { response: "{ properties: { ID: { type: string, description: The identifier of the task. } } }" },
    { "/tasks/{key}": STATES.replace("timedout", "failed") },
    true,
  ],
  [
    "a task that a person does, at its own path",
    { path: "/tasks", response: TASK },
    { "/tasks/{id}": CHORE },
    false,
  ],
  [
    "a task that a person does, by its text",
    { response: "{ properties: { id: { type: string, description: The id of the task. } } }" },
    { "/tasks/{id}": CHORE },
    false,
  ],
  [
    "a thing that refers to a task",
    { response: "{ properties: { id: { type: string }, task_id: { type: string } } }" },
    { "/tasks/{id}": STATES },
    false,
  ],
  ["an id that the caller gave", { response: TASK, body: TASK }, { "/tasks/{id}": STATES }, false],
  [
    "the id of an order",
    { response: "{ properties: { order_id: { type: string } } }" },
    { "/orders/{id}": STATES },
    false,
  ],
  ["an id that nothing takes", { response: TASK }, { "/jobs/{id}": STATES }, false],
  [
    "an id of what has no state",
    { response: TASK },
    { "/tasks/{id}": "{ properties: { name: {} } }" },
    false,
  ],
])("a start whose response has %s: %j", (_, start, reads, isNamed) => {
  expect(signs(contract(start, reads)).length > 0).toBe(isNamed);
});

test("the lines for the id of a task work, with states that are not certain", async () => {
  const given = contract(
    { path: "/offers/{id}/order", status: "200", response: TASK },
    { "/tasks/{id}": STATES },
  );
  const [sign] = planOf(given).traits.lost;
  expect([sign?.shown, sign?.missing, ...(sign?.lines.slice(3) ?? [])].map((one) => one?.trim())).toEqual([
    'its response 200 has "task_id"',
    "nothing says for certain which states of `GET /tasks/{id}`, which takes its id, end the wait",
    'status: "GET /tasks/{id}"',
    "id: task_id",
    'state: { member: state, succeeded: ["completed"], failed: ["timedout"] }',
  ]);
  expect((await planUnder(given, sign?.lines.join("\n") ?? "")).traits.lost).toEqual([]);
  const accepted = 'operations:\n  "POST /offers/{id}/order":\n    background: false';
  expect((await planUnder(given, accepted)).traits.lost).toEqual([]);
});

const TEXT = "its description says that it ends later than its response";

test.each<readonly [string, Start, string | undefined]>([
  ["queues", { text: "Queue and render the contents of a timeline." }, TEXT],
  ["enqueues a build", { text: "Enqueues a new nightly build." }, TEXT],
  ["adds a job", { text: "Adds a new batch job to the queue and returns the job info" }, TEXT],
  ["is queued for something", { text: "Sets it. Waiting tracks will be queued for processing." }, TEXT],
  ["starts a job", { text: "Start a job that will copy the files whose names are given." }, undefined],
  ["starts a command as a job", { text: "Start a move command as a job, in order to copy" }, undefined],
  ["returns an id of a task", { text: "Returns a task ID for the order" }, undefined],
  ["starts a task beside it", { text: "Creates a file and starts a task that fills it." }, undefined],
  ["creates a job of work", { text: "Create an export job for a user" }, TEXT],
  ["says that its job is queued", { text: "The response has details of the enqueued job." }, TEXT],
  ["creates the data of a job", { text: "Create an import job definition." }, undefined],
  ["goes on after the call", { text: "It will be fetched asynchronously after the call returns." }, TEXT],
  [
    "says of the id what it is for",
    {
      response:
        "{ properties: { jobid: { type: string, description: Use returned jobid value to retrieve job status and results } } }",
    },
    TEXT,
  ],
  ["has the address of a state", { response: "{ properties: { statusUrl: { type: string } } }" }, undefined],
  [
    "has the address of an order",
    { response: "{ properties: { order_status_url: { type: string } } }" },
    undefined,
  ],
  ["starts a job of work", { text: "Start an export job of all orders." }, TEXT],
  ["triggers a job of work", { text: "Trigger a backup job" }, TEXT],
  ["recommends a time", { text: "We recommend to query the solution every 500ms until it is done." }, TEXT],
  ["is ready later", { text: "It returns an id to download the finished audio when it is ready." }, TEXT],
  ["queues and plays", { text: "Queue and play a track." }, undefined],
  ["queues for a person", { text: "The report is queued for the accountant." }, undefined],
  ["queues for what is not work", { text: "The song is queued for processing royalties." }, undefined],
  ["is queued for work of a time", { text: "The song is queued for processing at night." }, TEXT],
  ["is made to be fetched", { text: "Comes to the shop to get it when they like." }, undefined],
  ["queues a song", { text: "Queues a song in the player." }, undefined],
  ["adds an item", { text: "Adds an item to the end of the queue." }, undefined],
  ["adds a caller", { text: "Adds a caller to the queue." }, undefined],
  ["is queued for delivery", { text: "The message is queued for delivery." }, undefined],
  ["starts a task of a person", { path: "/tasks/{taskId}/start", text: "Starts a task." }, undefined],
  ["offers a job", { path: "/jobs", text: "Submits a job posting." }, undefined],
  ["creates a task", { path: "/tasks", text: "Creates a task. Returns the task id." }, undefined],
  ["starts none", { text: "Does not start a job. No job is queued for processing." }, undefined],
  ["cancels one", { text: "Cancels the report that is queued for processing." }, undefined],
])("a start that %s", (_, start, shown) => {
  expect(signs(contract(start)).map(([text]) => text)).toEqual(shown === undefined ? [] : [shown]);
});

const MACHINE =
  "{ properties: { server: { properties: { state: { enum: [started, stopped, starting, stopping] } } } } }";

test.each<readonly [string, Start, boolean]>([
  ["a start", { path: "/servers/{id}/start", method: "put", response: MACHINE }, true],
  ["a stop", { path: "/servers/{id}:stop", response: MACHINE }, true],
  ["a reset, which is no state", { path: "/servers/{id}/reset", response: MACHINE }, false],
  ["another deed", { path: "/servers/{id}/tag", response: MACHINE }, false],
])("a machine whose state says that it is being done is named after %s", (_, start, isNamed) => {
  expect(signs(contract(start, { "/servers/{id}/state": MACHINE })).map(([, ...lines]) => lines)).toEqual(
    isNamed
      ? [
          [
            'status: "GET /servers/{id}/state"',
            "id: { parameter: id }",
            'state: { member: server.state, succeeded: ["?"], failed: ["?"] }',
          ],
        ]
      : [],
  );
});

test("the state of a game that is being started ends where a person says", () => {
  const game = MACHINE.replace(
    "[started, stopped, starting, stopping]",
    "[waiting, starting, running, failed, finished]",
  );
  const start = { path: "/servers/{id}/start", response: game };
  expect(signs(contract(start, { "/servers/{id}": game }))[0]?.at(-1)).toBe(
    'state: { member: server.state, succeeded: ["?"], failed: ["?"] }',
  );
});

const BUILD =
  "{ properties: { number: { type: integer }, status: { enum: [queued, running, failed, success] } } }";
const JOB =
  "{ properties: { job: { properties: { id: { type: string }, status: { enum: [pending, failed, completed] } } } } }";

test.each<readonly [string, Start, string | undefined]>([
  ["triggers a build", { path: "/projects", text: "Triggers a new build.", response: BUILD }, "status"],
  ["syncs with a job", { path: "/syncs", text: "Sync", response: JOB }, "job.status"],
  ["updates a build", { path: "/projects", text: "Updates a build.", response: BUILD }, undefined],
  ["gets a job", { path: "/jobs/get", response: JOB }, undefined],
  [
    "takes the id of a job",
    { path: "/syncs", response: JOB, body: "{ properties: { id: { type: string } } }" },
    undefined,
  ],
])("what no read gives the state of is named without lines where it %s", (_, start, state) => {
  const found = signs(contract(start));
  expect(found.map(([shown, ...lines]) => [shown?.includes(`the state "${state ?? ""}"`), lines])).toEqual(
    state === undefined ? [] : [[true, []]],
  );
});

test("the id in an envelope leads to the state in the same one", () => {
  const render = (members: string) =>
    `{ properties: { response: { properties: { id: { type: string }, ${members} } } } }`;
  const states = render("status: { enum: [queued, fetching, done, failed] }");
  expect(signs(contract({ response: render("message: {}") }, { "/renders/{id}": states }))).toEqual([
    ['its response 201 has "response.id"', 'status: "GET /renders/{id}"', "id: response.id"],
  ]);
});

test("what starts a job is no read, whatever it is called", () => {
  const given = contract({
    path: "/jobs/describe",
    text: "Queue and describe the picture.",
    status: "200",
    response: TASK,
  });
  expect(planOf(given).traits.lost.map(({ trait }) => trait)).toEqual(["background"]);
});

test("long texts are searched in no time", () => {
  const parts = [
    "queued for ",
    "start a job ",
    "use the job id to ",
    "a new job to the queue ",
    "- ",
    "add a ",
    "adds to the backup ",
    "use the key ",
    "starts a job ",
    "update successfully added to ",
  ];
  const elapsed = countTime();
  for (const part of parts) startsJob(part.repeat(400), "/jobs");
  expect(elapsed()).toBeLessThan(500);
});

const SWITCHED = 'its request has "Asynchronous", which lets it end later than its response';

test.each<readonly [string, string, string | undefined]>([
  ["Asynchronous", "The call will at once return, reporting the identifier of a job.", SWITCHED],
  ["run_async", "Returns a job id at once.", SWITCHED.replace("Asynchronous", "run_async")],
  ["Asynchronous", "Whether the call returns at once.", SWITCHED],
  ["asynchronous_detection", "Returns a job id at once.", undefined],
  ["background", "The colour behind it, by the id of a picture.", undefined],
  ["priority", "Returns a job id at once.", undefined],
])("a member of a request lets it end later: %s, %s", (name, text, shown) => {
  const body = `{ properties: { ${name}: { type: boolean, description: "${text}" } } }`;
  const found = signs(
    contract({ status: "200", response: "{ properties: { ID: { type: string } } }", body }),
  );
  expect(found.map(([one]) => one)).toEqual(shown === undefined ? [] : [shown]);
});

const RUNNING = "{ properties: { state: { enum: [queued, running, failed, succeeded] } } }";

test.each<readonly [string, boolean]>([
  ["Launch a training", true],
  ["Launches a training", true],
  ["Re-runs a build", true],
  ["Rebuilds the index", true],
  ["Start a scan", true],
  ["Starts the nightly deployment", true],
  ["Submit a render", true],
  ["Starts a game", false],
  ["Submits an order", false],
  ["Records a run", false],
])("a text that starts what runs by itself, beside its states: %s", (text, isNamed) => {
  const shown = signs(contract({ text, response: RUNNING })).map(([one]) => one?.startsWith("its text says"));
  expect(shown.includes(true)).toBe(isNamed);
});

test("a machine that a create starts has no read, as nothing is given of it", () => {
  const given = contract({ path: "/start", response: MACHINE }, { "/servers/{id}/state": MACHINE });
  expect(signs(given)).toEqual([['its response 201 has the state "server.state" with "starting"']]);
});

test.each(["redeploy", "reset", "restart"])("the state in which /%s is done is a sign", (verb) => {
  const response = `{ properties: { state: { enum: [active, ${verb}ing, stopped] } } }`;
  expect(signs(contract({ path: `/servers/{id}/${verb}`, response }))).toHaveLength(1);
  expect(signs(contract({ path: `/servers/{id}/${verb}`, response: MACHINE }))).toEqual([]);
});

test("a state that no read was found for is not that of another", () => {
  const response = "{ properties: { server: { properties: { state: { enum: [started, starting] } } } } }";
  const start = { path: "/servers/{id}/start", response };
  const stateOf = (reads: Readonly<Record<string, string>>) =>
    signs(contract(start, reads))[0]?.find((line) => line.startsWith("state:"));
  expect(stateOf({ "/servers/{id}": RUNNING })).toContain('member: "?"');
  expect(stateOf({ "/servers/{id}": response })).toContain("member: server.state");
});

test.each([
  ["Add the site to the backup queue", true],
  ["Item metadata refresh queued", true],
  ["update successfully added to queue of series type updates", true],
  ["Creates an export object and starts a task that will export the results", true],
  ["Trigger a job for the verification of a snapshot", true],
  ["Use the key to query the status of this operation.", true],
  ["With the package key, you can track the progress of packaging.", true],
  ["Follow the location link in the response to determine the status of the task", true],
  ["Add the person to the queue", false],
  ["Creates a job that a person applies for", false],
  ["Use the API key to get the status of the account.", false],
  ["Use the token to get the status of an order.", false],
  ["Sends a notification when a build is queued", false],
])("%s: %s", (text, want) => {
  expect(startsJob(text, "/snapshots")).toBe(want);
});

const BULK = (text: string) => `openapi: 3.1.0
info: { title: T, version: "1" }
servers: [{ url: https://a.example }]
paths:
  "/bulk/{object}":
    post:
      parameters: [${PATH("{object}").join(", ")}]
      responses: { "200": { description: R, ${json('{ properties: { id: { type: string, description: "Id of the bulk job" }, status: { type: string } } }')} } }
  "/bulk/{id}/status":
    get:
      parameters: [{ in: path, name: id, required: true, description: "${text}", schema: { type: string } }]
      responses: { "200": { description: S, ${json("{ properties: { status: { type: string } } }")} } }`;

test("the text of the parameter of a state says that it takes the id of a job", () => {
  const [found] = signs(BULK("The ID of the bulk job to retrieve its status."));
  expect(found?.slice(0, 3)).toEqual([
    'its response 200 has "id"',
    'status: "GET /bulk/{id}/status"',
    "id: id",
  ]);
  expect(signs(BULK("The ID of a thing."))).toEqual([]);
});

const LOCATED = (states: string, path = "/imports", parameter = "jobId") => `openapi: 3.1.0
info: { title: T, version: "1" }
servers: [{ url: https://a.example }]
paths:
  "${path}":
    post: { responses: { "201": { description: Created, headers: { Location: { schema: { type: string } } } } } }
  "${path}/{${parameter}}":
    get:
      parameters: [{ in: path, name: ${parameter}, required: true, schema: { type: string } }]
      responses: { "200": { description: S, ${json(`{ properties: { status: { type: string, ${states} } } }`)} } }`;

test.each([
  ["enum: [pending, failed, complete]"],
  ['description: "The status. One of: pending, failed, aborted or complete."'],
])("a `Location` beside 201 leads to the state of work: %s", async (states) => {
  expect(signs(LOCATED(states))).toEqual([
    ["its response 201 has `Location`", 'status: "GET /imports/{jobId}"', "id: { header: Location }"],
  ]);
  const [sign] = planOf(LOCATED(states)).traits.lost;
  for (const lines of [
    sign?.lines.join("\n") ?? "",
    'operations:\n  "POST /imports":\n    background: false',
  ]) {
    const { traits } = await planUnder(LOCATED(states), lines);
    expect(traits.lost.filter(({ trait }) => trait === "background")).toEqual([]);
  }
});

test.each([
  ["what people do", LOCATED("enum: [pending, failed, complete]", "/orders", "orderId")],
  ["what has no states", LOCATED("enum: [a, b]")],
])("a `Location` of %s is no sign", (_, given) => {
  expect(signs(given)).toEqual([]);
});
