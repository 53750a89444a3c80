import { expect, test } from "vitest";
import { planOf } from "../../plan-of.js";
import { backgroundContract } from "../background-contract.js";
import { planUnder } from "../overrides/configured.js";

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
  // A start goes on after it.
  ["post /exports/{id}/start", "STARTED, SUCCEEDED, FAILED, CANCELLED"],
  ["post /exports/{id}/cancel", "RUNNING, SUCCEEDED, FAILED, CANCELLED, PARTIALLY_CANCELLED", "/jobs/{id}"],
  // A part of it, a thing below it, and the method or the name without the path.
  ["post /exports/{id}/rows/{rowId}/cancel", STATES],
  ["post /exports/{id}/cancel-conditions", STATES],
  ["delete /exports/{id}", "RUNNING, SUCCEEDED, FAILED, CANCELLED, DELETED"],
  ["post /exports/{id}/archive", "RUNNING, SUCCEEDED, FAILED, CANCELLED, ARCHIVED"],
])("[OPS-2] %s does not ask for CANCELLED: %s", (start, states, read = "/exports/{id}") => {
  const { succeeded, failed } = endsOf(contract({ start, states, read }));
  expect(succeeded).toEqual(["SUCCEEDED"]);
  expect(failed).toEqual(expect.arrayContaining(["FAILED", "CANCELLED"]));
});

test("what is cancelled in part has no state that a cancel asks for", () => {
  const { failed } = endsOf(contract({ states: "RUNNING, SUCCEEDED, FAILED, PARTIALLY_CANCELLED" }));
  expect(failed).toEqual(["FAILED", "PARTIALLY_CANCELLED"]);
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
    planOf(contract({ start: "post /exports/{id}/send", states: text(values), linked: false }))
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
  ["disable", "RUNNING, COMPLETED, DISABLED", 'succeeded: ["COMPLETED", "?"], failed: ["?"]'],
])("the lines of a %s stay open where few states are known: %s", (verb, states, want) => {
  const text = contract({ start: `post /exports/{id}/${verb}`, states, linked: false });
  expect(planOf(text).traits.lost[0]?.lines.at(-1)?.trim()).toBe(`state: { member: status, ${want} }`);
});
