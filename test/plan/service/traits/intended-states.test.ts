import { expect, test } from "vitest";
import { planOf } from "../../plan-of.js";
import { backgroundContract } from "../background-contract.js";
import { misfitsUnder, planUnder } from "../overrides/configured.js";

const STATES = "QUEUED, RUNNING, SUCCEEDED, FAILED, CANCELLED";
const ID = "{ name: id, in: path, required: true, schema: { type: string } }";

/** An export that can be read, with its result, and one operation more that responds with 202. */
const contract = ({
  start = "post /exports/{id}/cancel",
  states = STATES,
  response = "description: Started",
  read = "/exports/{id}",
  linked = true,
}) => {
  const [method = "", path = ""] = start.split(" ");
  const link = `links: { state: { operationId: getIt, parameters: { id: "$response.body#/id" } } }`;
  const body = `content: { application/json: { schema: { properties: { id: { type: string } } } } }`;
  const given = path.includes("{") ? ID : "";
  const shown = `content: { application/json: { schema: { properties: { id: {}, status: { type: string, ${states.startsWith("description") ? states : `enum: [${states}]`} } } } } }`;
  const own = `${method}: { tags: [exports], parameters: [${given}], responses: { "202": { ${response}, ${linked ? `${body}, ${link}` : ""} } } }`;
  const get = `get: { operationId: getIt, tags: [exports], parameters: [${ID}], responses: { "200": { description: It, ${shown} } } }`;
  return path === read
    ? `paths:\n  ${path}:\n    ${own}\n    ${get}`
    : `paths:\n  ${path}:\n    ${own}\n  ${read}:\n    ${get}\n  ${read}/result: { get: { operationId: getResult, parameters: [${ID}], responses: { "200": { description: R, content: { application/json: { schema: { properties: { a: {} } } } } } } } }`;
};

const endsOf = (text: string) => {
  const [first] = planOf(text).traits.operations.flatMap(({ traits }) => traits.background ?? []);
  const { succeeded, failed } = first?.facts.state ?? {};
  return { succeeded, failed };
};

test.each([
  ["post /exports/{id}/cancel", STATES, ["CANCELLED"], ["SUCCEEDED", "FAILED"]],
  ["post /exports/{id}:cancel", "running, done, failed, canceled", ["canceled"], ["done", "failed"]],
  ["post /exports/cancel", STATES, ["CANCELLED"], ["SUCCEEDED", "FAILED"]],
  ["post /exports/{id}/stop", "RUNNING, DONE, FAILED, STOPPED", ["STOPPED"], ["DONE", "FAILED"]],
  ["post /exports/{id}/revoke", "ACTIVE, DONE, FAILED, REVOKED", ["REVOKED"], ["DONE", "FAILED"]],
  ["post /exports/{id}/pause", "RUNNING, DONE, FAILED, PAUSED", ["PAUSED"], ["DONE", "FAILED"]],
])("[OPS-2] %s asks for the state that is the past of its verb: %s", (start, states, succeeded, failed) => {
  expect(endsOf(contract({ start, states }))).toEqual({ succeeded, failed });
});

test.each([
  ["post /exports", STATES],
  ["post /exports/{id}/retry", STATES],
  ["post /exports/{id}/submit", STATES],
  // A start goes on after it.
  ["post /exports/{id}/start", "STARTED, SUCCEEDED, FAILED, CANCELLED"],
  ["post /exports/{id}/cancel", "RUNNING, SUCCEEDED, FAILED, CANCELLED, PARTIALLY_CANCELLED", "/jobs/{id}"],
  // The method or the name without the path.
  ["delete /exports/{id}", "RUNNING, SUCCEEDED, FAILED, CANCELLED, DELETED"],
])("[OPS-2] %s does not ask for CANCELLED: %s", (start, states, read = "/exports/{id}") => {
  const { succeeded, failed } = endsOf(contract({ start, states, read }));
  expect(succeeded).toEqual(["SUCCEEDED"]);
  expect(failed).toEqual(expect.arrayContaining(["FAILED", "CANCELLED"]));
});

const NONE_KNOWN = 'succeeded: ["?"], failed: ["?"]';

test.each([
  ["post /exports/{id}/stop", STATES, NONE_KNOWN],
  ["post /exports/{id}/archive", STATES, NONE_KNOWN],
  // The copy has a state of its own.
  ["post /exports/{id}/copy", STATES, NONE_KNOWN],
  ["post /exports/{id}/resume", "RUNNING, SUCCEEDED, FAILED, RESUMED", NONE_KNOWN],
  [
    "post /exports/{id}/archive",
    "RUNNING, DONE, FAILED, ARCHIVED",
    'succeeded: ["ARCHIVED", "?"], failed: ["?"]',
  ],
  // A ready one may have been so before.
  [
    "post /exports/{id}/complete",
    "NEW, READY, COMPLETED, FAILED",
    'succeeded: ["COMPLETED", "?"], failed: ["?"]',
  ],
  [
    "post /exports/{id}/stop",
    "RUNNING, READY, FAILED, STOPPED",
    'succeeded: ["STOPPED", "?"], failed: ["?"]',
  ],
  ["post /exports/{id}/cancel", "RUNNING, DONE, FAILED, PARTIALLY_CANCELLED", NONE_KNOWN],
  // A part of it, and a thing below it.
  ["post /exports/{id}/rows/{rowId}/cancel", STATES, NONE_KNOWN],
  ["post /exports/{id}/cancel-conditions", STATES, NONE_KNOWN],
])("[OPS-2] %s ends in none of the states that a thing had before: %s", (start, states, want) => {
  const { operations, lost } = planOf(contract({ start, states })).traits;
  expect(operations.flatMap(({ traits }) => traits.background ?? [])).toEqual([]);
  expect(lost[0]?.lines.at(-1)?.trim()).toBe(`state: { member: status, ${want} }`);
});

test("[OPS-2] where a link names the read, the states alone are missing", () => {
  const missing = (linked: boolean) =>
    planOf(contract({ start: "post /exports/{id}/archive", states: "RUNNING, DONE, FAILED", linked })).traits
      .lost[0]?.missing;
  expect(missing(true)).toBe(
    'nothing tells whether "DONE", "FAILED" of `GET /exports/{id}`, which takes its id, end the wait',
  );
  expect(missing(false)).toContain("nothing says for certain that the state of what its path names");
});

test("[OPS-2] what is done to a thing has the end that the only success is the past of", () => {
  const ends = endsOf(contract({ start: "post /exports/{id}/complete", states: "NEW, COMPLETED, FAILED" }));
  expect(ends).toEqual({ succeeded: ["COMPLETED"], failed: ["FAILED"] });
});

test.each(["retry", "restart", "run", "archive", "stop"])(
  "[OPS-2] the states of a thing whose id the start was given are open: %s",
  async (verb) => {
    const paged = "items: { type: array, items: {} }, next_cursor: { type: string }";
    const given = contract({ start: `post /exports/{id}/${verb}`, linked: false })
      .replace("getResult, parameters: [", "$&{ name: cursor, in: query, schema: { type: string } }, ")
      .replace("a: {}", paged);
    const lines = planOf(given).traits.lost[0]?.lines ?? [];
    expect(lines.slice(4)).toEqual([
      "      id: { parameter: id }",
      `      state: { member: status, ${NONE_KNOWN} }`,
      ...(["archive", "stop"].includes(verb) ? [] : ['      result: "GET /exports/{id}/result"']),
    ]);
    const without = await misfitsUnder(given, lines.slice(0, 5).join("\n"));
    expect(without).toEqual([
      expect.stringContaining(
        `The contract does not say which states of GET /exports/{id} end what POST /exports/{id}/${verb} does: add \`state\`.`,
      ),
    ]);
  },
);

test("[OPS-2] a link that hands on the id of a thing is no id of what starts it again", () => {
  const given = contract({ start: "post /exports/{id}/retry" });
  const own = given.replace("$response.body#/id", "$request.path.id");
  expect(endsOf(given).succeeded).toEqual(["SUCCEEDED"]);
  expect(endsOf(own).succeeded).toBeUndefined();
});

test("[OPS-2] a parameter of another name takes the id of another thing", () => {
  const given = (name: string, from = "id") =>
    contract({ start: "post /exports/{id}/rows" })
      .replace("/exports/{id}/rows", `/exports/{${from}}/rows`)
      .replaceAll("/exports/{id}:", `/exports/{${name}}/status:`)
      .replaceAll("parameters: { id:", `parameters: { ${name}:`)
      .replaceAll("name: id,", `name: ${name},`)
      .replace(`name: ${name},`, `name: ${from},`);
  expect(endsOf(given("jobId", "appId")).succeeded).toEqual(["SUCCEEDED"]);
  expect(endsOf(given("appId", "appId")).succeeded).toBeUndefined();
  expect(endsOf(given("jobId", "tenant")).succeeded).toEqual(["SUCCEEDED"]);
  for (const from of ["id", "app", "app_ref"]) expect(endsOf(given("appId", from)).succeeded).toBeUndefined();
});

test("[OPS-2] a flag tells no end of what is done to a thing", () => {
  const flag = (start: string) =>
    contract({ start, linked: false }).replace(
      /status: \{ type: string, enum: \[[^\]]*\] \}/u,
      "done: { type: boolean }, error: { type: object }, response: { type: object }",
    );
  const lineOf = (start: string) =>
    planOf(flag(start)).traits.lost[0]?.lines.find((one) => /state:/u.test(one));
  expect(lineOf("put /exports/{id}")).toContain("succeeded: [true], failed: { member: error }");
  expect(lineOf("post /exports/{id}/archive")).toContain(`member: "?", ${NONE_KNOWN}`);
});

test("what was cancelled has no result, and what starts the same has one", () => {
  const resultOf = (start: string) =>
    planOf(contract({ start })).traits.operations.flatMap(({ traits }) => traits.background?.facts ?? [])[0]
      ?.result;
  expect(resultOf("post /exports/{id}/cancel")).toBeUndefined();
  expect(resultOf("post /exports/{id}/retry")).toMatchObject({ operation: { method: "getResult" } });
});

test("[OPS-2] the lines of a cancel without an id name what it asks for, and so does the configuration without them", async () => {
  const given = contract({ linked: false });
  const lines = planOf(given).traits.lost[0]?.lines ?? [];
  expect(lines).toEqual([
    "operations:",
    '  "POST /exports/{id}/cancel":',
    "    background:",
    '      status: "GET /exports/{id}"',
    "      id: { parameter: id }",
    '      state: { member: status, succeeded: ["CANCELLED"], failed: ["SUCCEEDED", "FAILED"] }',
  ]);
  const ends = async (config: readonly string[]) => {
    const { operations } = (await planUnder(given, config.join("\n"))).traits;
    return operations.flatMap(({ traits }) => traits.background?.facts.state ?? []);
  };
  const decided = [{ member: "status", succeeded: ["CANCELLED"], failed: ["SUCCEEDED", "FAILED"] }];
  expect(await ends(lines)).toMatchObject(decided);
  expect(await ends(lines.slice(0, -1))).toMatchObject(decided);
  expect(await ends([...lines.slice(0, -1), "      state: { member: status }"])).toMatchObject(decided);
  // What the configuration lists comes before what names say.
  const claimed = async (state: string) =>
    ends([...lines.slice(0, -1), `      state: { member: status, ${state} }`]);
  expect(await claimed("succeeded: [SUCCEEDED]")).toMatchObject([
    { succeeded: ["SUCCEEDED"], failed: ["FAILED"] },
  ]);
  expect(await claimed("failed: [FAILED]")).toMatchObject([{ succeeded: ["CANCELLED"], failed: ["FAILED"] }]);
});

test("[OPS-2] states that only a text lists in capitals leave the lines open where some are unknown", () => {
  const text = (values: string) => `description: "One of the following values: ${values}"`;
  const lineOf = (values: string) =>
    planOf(contract({ start: "put /exports/{id}", states: text(values), linked: false }))
      .traits.lost[0]?.lines.at(-1)
      ?.trim();
  expect(lineOf("ACCEPTED, REJECTED, COMPLETED, WITHDRAWN")).toBe(
    'state: { member: status, succeeded: ["COMPLETED", "?"], failed: ["REJECTED", "?"] }',
  );
  expect(lineOf("ACCEPTED, REJECTED, COMPLETED")).toBe(
    'state: { member: status, succeeded: ["COMPLETED"], failed: ["REJECTED"] }',
  );
});

test("words in small letters that a text quotes beside states need not be states", () => {
  const status =
    "properties: { status: { type: string, description: '`running`, `done` or `failed`, as `owner` sees it' } }";
  expect(planOf(backgroundContract({ status })).traits.lost).toEqual([]);
});

test.each([
  ["stop", "RUNNING, STOPPED, WEIRD", 'succeeded: ["STOPPED", "?"], failed: ["?"]'],
  // Nothing lists a failure: a person says whether there are others.
  ["disable", "RUNNING, COMPLETED, DISABLED", 'succeeded: ["DISABLED", "?"], failed: ["?"]'],
  ["enable", "RUNNING, COMPLETED, DISABLED", 'succeeded: ["?"], failed: ["?"]'],
])("the lines of a %s stay open where few states are known: %s", (verb, states, want) => {
  const text = contract({ start: `post /exports/{id}/${verb}`, states, linked: false });
  expect(planOf(text).traits.lost[0]?.lines.at(-1)?.trim()).toBe(`state: { member: status, ${want} }`);
});
