import { expect, test } from "vitest";
import { planOf } from "../plan-of.js";
import { expectSilenced } from "./expect-silenced.js";

const json = (members: string) =>
  `content: { application/json: { schema: { type: object, properties: { ${members} } } } }`;

const idIn = (place: string, name: string) =>
  `{ in: ${place}, name: ${name}, required: true, schema: { type: string } }`;

const STATES = "status: { type: string, enum: [queued, processing, completed, failed] }";

const plain = (...names: readonly string[]) => names.map((name) => `${name}: { type: string }`).join(", ");

interface Given {
  readonly path?: string;
  readonly id?: string;
  readonly members?: string;
  readonly sent?: string;
  readonly read?: string;
  readonly taking?: string;
  readonly states?: string;
  /** Another operation, below its path. */
  readonly other?: string;
}

/** A POST whose response has an id, and a read of a state that takes it. */
const contract = ({
  path = "/videos",
  id = "task_id",
  members = `${id}: { type: string }`,
  sent = "prompt: { type: string }",
  read = "get /tasks/state",
  taking = id,
  states = STATES,
  other = "",
}: Given = {}) => {
  const [method = "", readPath = ""] = read.split(" ");
  const input =
    method === "get"
      ? `parameters: [${idIn("query", taking)}]`
      : `requestBody: { ${json(`${taking}: { type: string }`)} }`;
  return `openapi: 3.1.0
info: { title: T, version: "1" }
servers: [{ url: https://a.example }]
paths:
  "${path}":
    post:
      requestBody: { ${json(sent)} }
      responses: { "200": { description: V, ${json(members)} } }
  "${readPath}":
    ${method}: { ${input}, responses: { "200": { description: S, ${json(states)} } } }
${other}`;
};

const signs = (given: Given) =>
  planOf(contract(given)).traits.lost.filter(
    ({ trait, operation }) => trait === "background" && operation?.path === (given.path ?? "/videos"),
  );

test("a state that the query of a GET elsewhere selects by the id of a task is a sign, with lines", () => {
  expect(
    signs({}).map(({ shown, missing, lines }) => [shown, missing, ...lines.map((one) => one.trim())]),
  ).toEqual([
    [
      'its response 200 has "task_id"',
      "nothing says that callers wait for the end that `GET /tasks/state` gives",
      "operations:",
      '"POST /videos":',
      "background:",
      'status: "GET /tasks/state"',
      "parameter: task_id",
      "id: task_id",
      'state: { member: status, succeeded: ["completed"], failed: ["failed"] }',
    ],
  ]);
});

test.each<[string, Given]>([
  ["below another path", { read: "get /v2/query/video_generation" }],
  ["spelt otherwise", { id: "taskId" }],
  ["spelt otherwise by the read", { id: "task_id", taking: "taskId" }],
  [
    "of what the read names, and is work",
    { path: "/files/export", id: "export_id", read: "get /exports/state" },
  ],
  ["in an envelope", { members: "data: { type: object, properties: { task_id: { type: string } } }" }],
  ["whose end is a fail", { states: "status: { type: string, enum: [running, success, fail] }" }],
  [
    "of what has no state of a machine",
    { states: "status: { type: string, enum: [pending, completed, failed] }" },
  ],
])("so is one %s", (_, given) => {
  expect(signs(given).map(({ lines }) => lines.length)).toEqual([7]);
});

test("its lines work, and so does the one that accepts it", async () => {
  await expectSilenced(`${contract()}\n`, 'operations:\n  "POST /videos":\n    background: false');
});

test("a POST that reads a state has no lines", () => {
  expect(signs({ read: "post /tasks/getState" })).toMatchObject([
    {
      shown: 'its response 200 has "task_id"',
      missing: "`POST /tasks/getState` gives the state of what it starts, and the client polls only by GET",
      lines: [],
      operation: { origin: { pointer: "#/paths/~1videos/post" } },
    },
  ]);
});

test("a read that also takes something else has no lines", () => {
  const given: Given = {
    other: `  "/videos/state":
    get:
      parameters: [${idIn("query", "video_task_id")}, ${idIn("query", "region")}]
      responses: { "200": { description: S, ${json(STATES)} } }`,
    id: "video_task_id",
    taking: "none",
  };
  expect(signs(given)).toMatchObject([
    {
      missing:
        'nothing says that callers wait for the end that `GET /videos/state` gives, which also requires "region"',
      lines: [],
    },
  ]);
});

test.each<[string, Given]>([
  ["an id that the start is given", { sent: "task_id: { type: string }" }],
  ["an id of the caller", { id: "user_id", read: "get /users/state" }],
  ["an id of an account", { id: "account_id", read: "get /accounts/state" }],
  ["an id of an owner", { id: "project_id", read: "get /projects/state" }],
  ["an id alone", { id: "id" }],
  ["a name that is no id", { id: "task_name" }],
  ["what people wait for", { path: "/orders", id: "order_id", read: "get /orders/state" }],
  ["what people pay", { path: "/payments", id: "payment_id", read: "get /payments/state" }],
  ["what people judge", { path: "/reports" }],
  ["an operation that reads", { path: "/tasks/getState" }],
  ["an operation that searches", { path: "/tasks/search" }],
  ["no good end", { states: "status: { enum: [queued, failed] }" }],
  ["tasks of which none fails", { states: "status: { enum: [open, done] }" }],
  [
    "the state of the last run",
    { states: "latest_run_status: { type: string, enum: [running, succeeded, failed] }" },
  ],
  [
    "the state of an envelope",
    {
      states: "status: { enum: [success, error] }, data: { type: object, properties: {} }",
      id: "export_id",
      path: "/files",
    },
  ],
  ["the state of a step", { states: `current_step: { type: object, properties: { ${STATES} } }` }],
  ["one of two states", { states: `${STATES}, ${STATES.replace("status", "task_status")}` }],
  ["an id beside another", { members: "task_id: { type: string }, comment_id: { type: string }" }],
  ["an id beside a result", { members: "task_id: { type: string }, image_url: { type: string }" }],
  ["an id among many members", { members: `task_id: { type: string }, ${plain("a", "b", "c", "d", "e")}` }],
  [
    "an id of an earlier task",
    { members: "previous: { type: object, properties: { task_id: { type: string } } }" },
  ],
  ["an id of a failure", { members: "error: { type: object, properties: { task_id: { type: string } } }" }],
  ["an id that is an object", { members: "task_id: { type: object, properties: { v: { type: string } } }" }],
  ["an id of a request", { id: "request_id", read: "get /requests/state" }],
  ["a thing that the start is given", { sent: "task: { type: string }" }],
  ["what ends a task", { path: "/videos/{video}/cancel" }],
  ["what a worker takes", { path: "/videos/next" }],
  ["what runs again and again", { path: "/schedules/video" }],
  ["the state of another product", { read: "get /images/state" }],
  ["a list that an id selects from", { read: "get /webhooks/deliveries" }],
  [
    "what callers start",
    {
      other: `  "/tasks/start": { post: { requestBody: { ${json("task_id: { type: string }")} }, responses: { "200": { description: S } } } }`,
    },
  ],
  [
    "what callers set",
    {
      other: `  "/tasks": { put: { parameters: [${idIn("query", "task_id")}], requestBody: { ${json("status: { type: string }")} }, responses: { "200": { description: S } } } }`,
    },
  ],
  [
    "a state beside a read in whose path the id is",
    {
      other: `  "/v2/tasks/{task_id}": { get: { parameters: [${idIn("path", "task_id")}], responses: { "200": { description: S, ${json(plain("name"))} } } } }`,
    },
  ],
  ["a value that is no state", { states: "colour: { enum: [completed, failed] }" }],
  ["a POST that changes", { read: "post /tasks/start" }],
  ["another id", { taking: "other_id" }],
  ["what the read does not name", { path: "/files", id: "export_id", read: "get /things/state" }],
  [
    "one of two reads",
    {
      other: `  "/others/state":
    get: { parameters: [${idIn("query", "task_id")}], responses: { "200": { description: S, ${json(STATES)} } } }`,
    },
  ],
])("%s is no such sign", (_, given) => {
  expect(signs(given).map(({ shown }) => shown)).toEqual([]);
});

test.each<[string, string, string]>([
  [
    "where the task has no state in which it runs",
    "status: { enum: [completed, failed] }",
    'state: { member: status, succeeded: ["completed", "?"], failed: ["failed", "?"] }',
  ],
  [
    "of what is stopped for long",
    "status: { enum: [starting, ready, stopped, failed] }",
    'state: { member: status, succeeded: ["ready", "?"], failed: ["failed", "stopped", "?"] }',
  ],
])("a person says which states end it %s", (_, states, line) => {
  expect(signs({ states }).map(({ lines }) => lines.at(-1)?.trim())).toEqual([line]);
});

test("the state of a task wins over that of its envelope", () => {
  const states = `status: { enum: [success, error] }, data: { type: object, properties: { ${STATES} } }`;
  expect(signs({ states }).map(({ lines }) => lines.at(-1)?.trim())).toEqual([
    'state: { member: data.status, succeeded: ["completed"], failed: ["failed"] }',
  ]);
});

test("a read whose path names nothing gives the state of whatever is started", () => {
  expect(signs({ read: "get /v1/status" }).map(({ lines }) => lines.length)).toEqual([7]);
});

test("of two reads, the one of a state counts", () => {
  const given: Given = {
    read: "get /tasks/status",
    other: `  "/tasks/details":
    get: { parameters: [${idIn("query", "task_id")}], responses: { "200": { description: S, ${json(STATES)} } } }`,
  };
  expect(signs(given).map(({ missing }) => missing)).toEqual([
    "nothing says that callers wait for the end that `GET /tasks/status` gives",
  ]);
});
