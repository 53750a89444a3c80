import { expect, test } from "vitest";
import { planOf } from "../plan-of.js";
import { expectSilenced } from "./expect-silenced.js";
import { planUnder } from "./overrides/configured.js";

interface Given {
  readonly start?: string;
  readonly name?: string;
  /** The members of the response of the start; none where it has no body. */
  readonly members?: string;
  readonly read?: string;
  readonly given?: string;
  readonly sent?: string;
  readonly text?: string;
}

const parametersOf = (path: string) =>
  [...path.matchAll(/\{(\w+)\}/gu)]
    .map(([, name = ""]) => `{ name: ${name}, in: path, required: true, schema: { type: string } }`)
    .join(", ");

const json = (members: string) =>
  `content: { application/json: { schema: { type: object, properties: { ${members} } } } }`;

/** A change, and a read, with these members. */
const contract = ({
  start = "delete /things/{thing}",
  name,
  members = "",
  read = "/things/{thing}",
  given = "name: { type: string }",
  sent = "",
  text = "It.",
}: Given) => {
  const [method = "", path = ""] = start.split(" ");
  const isSame = read === path;
  return `
openapi: 3.1.0
info: { title: T, version: "1" }
servers: [{ url: https://a.example }]
paths:
  "${path}":
    ${method}:
      ${name === undefined ? "" : `operationId: ${name}`}
      description: ${JSON.stringify(text)}
      parameters: [${parametersOf(path)}]
      ${sent === "" ? "" : `requestBody: { ${json(sent)} }`}
      responses: { "200": { description: Thing${members === "" ? "" : `, ${json(members)}`} } }
${isSame ? "" : `  "${read}":`}
    get:
      operationId: look
      parameters: [${parametersOf(read)}]
      responses: { "200": { description: Thing, ${json(given)} } }`;
};

const state = (values: string, name = "state") => `${name}: { type: string, enum: [${values}] }`;
const thing = (values: string) => `id: { type: string }, ${state(values)}`;
const STATES = "ACTIVE, CREATING, UPDATING, DELETING";

const signs = (given: Given) =>
  planOf(contract(given)).traits.lost.filter(({ trait }) => trait === "background");

test.each<[string, Given, string]>([
  ["a delete", { members: thing(STATES) }, "DELETING"],
  [
    "a delete, as its verb has it",
    { start: "post /things/{thing}/delete", members: thing(STATES) },
    "DELETING",
  ],
  ["a delete that waits", { members: thing("active, pending_deletion") }, "pending_deletion"],
  ["an update", { start: "put /things/{thing}", members: thing(STATES) }, "UPDATING"],
  ["a part of one", { start: "patch /things/{thing}", members: thing(STATES) }, "UPDATING"],
  [
    "an update that goes on",
    { start: "put /things/{thing}", members: thing("OK, UPDATE_IN_PROGRESS") },
    "UPDATE_IN_PROGRESS",
  ],
  ["a create", { start: "post /things", members: thing(STATES) }, "CREATING"],
  [
    "a create, as its name has it",
    { start: "post /things/{thing}", name: "createThing", members: thing(STATES) },
    "CREATING",
  ],
  [
    "what another verb does",
    { start: "post /things/associate/{thing}/{other}", members: thing("ASSOCIATING, ACTIVE, DISSOCIATING") },
    "ASSOCIATING",
  ],
  [
    "what a noun is made of",
    { start: "post /things", name: "startDeployment", members: thing("DEPLOYING, DEPLOYED") },
    "DEPLOYING",
  ],
  [
    "a code of a state",
    { members: `state: { properties: { ${state(STATES, "status_code")} } }` },
    "DELETING",
  ],
  ["a state with words of any thing", { members: state(STATES, "LifeCycleState") }, "DELETING"],
])("the response of %s has a state in which that is still done", (_, given, value) => {
  expect(signs(given).map(({ shown }) => shown.replace(/.*with /u, ""))).toEqual([JSON.stringify(value)]);
});

test("what is deleted has no lines, and is accepted", async () => {
  const given = { members: thing(STATES), given: thing(STATES) };
  expect(signs(given)).toMatchObject([
    {
      shown: 'its response 200 has the state "state" with "DELETING"',
      missing:
        "no state says that it is gone: a read then ends with 404, which the client throws as an error",
      lines: [],
      operation: { origin: { pointer: "#/paths/~1things~1{thing}/delete" } },
    },
  ]);
  await expectSilenced(
    `${contract(given)}\n`,
    'operations:\n  "DELETE /things/{thing}":\n    background: false',
  );
});

test("the read of what a change names has the state, and a person says which ones end it", async () => {
  expect(signs({ given: thing(STATES) }).map(({ shown, lines }) => [shown, lines.length])).toEqual([
    ['`GET /things/{thing}` has the state "state" with "DELETING"', 0],
  ]);
  const given = { start: "put /things/{thing}", given: thing(STATES) };
  expect(signs(given).map(({ lines }) => lines.map((line) => line.trim()))).toEqual([
    [
      "operations:",
      '"PUT /things/{thing}":',
      "background:",
      'status: "GET /things/{thing}"',
      "id: { parameter: thing }",
      'state: { member: state, succeeded: ["?"], failed: ["?"] }',
    ],
  ]);
  const accepted = 'operations:\n  "PUT /things/{thing}":\n    background: false';
  expect((await planUnder(contract(given), accepted)).traits.lost).toEqual([]);
});

test.each<[string, Given]>([
  ["another deed", { start: "put /things/{thing}", members: thing("ACTIVE, CREATING, DELETING") }],
  [
    "another deed, as its verb has it",
    { start: "post /things/{thing}/disassociate", name: "disassociateThing", members: thing(STATES) },
  ],
  [
    "a deed of its own below a thing",
    { start: "put /things/{thing}/start", members: thing("UPDATING, ACTIVE") },
  ],
  ["what a person decides", { start: "put /things/{thing}", members: thing("pending_changes, active") }],
  [
    "what people look into",
    { start: "post /things/{thing}/investigate", members: thing("investigating, ok") },
  ],
  ["what people do", { start: "post /things/accept", members: thing("PENDING_ACCEPT, ACTIVE") }],
  ["what people wait for", { start: "post /things/process", members: thing("processing, sent") }],
  ["a thing that is not ready", { start: "post /things", members: thing("PENDING, ACTIVE") }],
  ["a thing that waits", { start: "put /things/{thing}", members: thing("PENDING, ACTIVE, DISABLED") }],
  ["what ends at once", { members: thing(STATES), text: "Performs a synchronous deletion." }],
  [
    "what a person has to do",
    { start: "post /things/{thing}/mail", members: thing("pending_mailing, mailed") },
  ],
  ["what never ends", { members: thing("DELETING") }],
  ["what callers send", { start: "put /things/{thing}", members: thing(STATES), sent: state(STATES) }],
  [
    "the state of a part",
    { members: `a: {}, b: {}, c: {}, d: {}, part: { properties: { ${thing(STATES)} } }` },
  ],
  ["the state of another thing", { members: state(STATES, "session_status") }],
  ["an earlier state", { members: `previous: { properties: { ${thing(STATES)} } }` }],
  ["a read", { start: "post /things/search", members: thing(STATES) }],
  ["the read of another thing", { start: "put /things/{thing}/labels", given: thing(STATES) }],
  [
    "a create, whose read is of what was there before",
    { start: "post /things/{thing}", given: thing(STATES) },
  ],
])("%s is no such sign", (_, given) => {
  expect(signs(given)).toEqual([]);
});

test("a parameter that is called a name takes the name beside the state", () => {
  const linesOf = (members: string) =>
    signs({
      start: "post /things",
      name: "createThing",
      members: `${members}${state(STATES)}`,
      read: "/things/{thing_name}",
      given: state(STATES),
    }).flatMap(({ lines }) => lines.filter((line) => line.includes(" id:")));
  expect(linesOf("id: { type: string }, name: { type: string }, ")).toEqual(["      id: name"]);
  expect(linesOf("id: { type: string }, ")).toEqual([]);
});

test("a create that responds with an id alone has the state of the read right below", () => {
  const given = { start: "post /things", read: "/things/{thing_id}", given: state(STATES) };
  const shown = (members: string) =>
    signs({ ...given, members }).map((sign) => [sign.shown, sign.lines.length]);
  const want = [['`GET /things/{thing_id}` has the state "state" with "CREATING"', 6]];
  expect(shown("thing_id: { type: string }, arn: { type: string }")).toEqual(want);
  expect(shown("thing_id: { type: string }, a: {}, b: {}, c: {}")).toEqual([]);
  expect(shown("")).toEqual([]);
});

test("a state that says that a thing is gone can be read", () => {
  const linesOf = (values: string) => signs({ given: thing(values) }).map(({ lines }) => lines.length);
  expect(linesOf("ACTIVE, DELETING, DELETED")).toEqual([6]);
  expect(linesOf("ACTIVE, DELETING")).toEqual([0]);
  // The first poll may still give the state from before.
  const [sign] = signs({ given: thing("READY, DELETING, DELETED, ERROR") });
  expect(sign?.lines.at(-1)?.trim()).toBe(
    'state: { member: state, succeeded: ["?"], failed: ["ERROR", "?"] }',
  );
});

test("only what says that it went wrong is offered as a failure", () => {
  const given = { start: "patch /things/{thing}", given: thing("RUNNING, STOPPED, UPDATING, FAILED") };
  expect(signs(given).map(({ lines }) => lines.at(-1)?.trim())).toEqual([
    'state: { member: state, succeeded: ["?"], failed: ["FAILED", "?"] }',
  ]);
});
