import { expect, test } from "vitest";
import { json, lostIn } from "./lost-contract.js";
import { planUnder } from "./overrides/configured.js";

/** A POST with what is sent: a query parameter, else one member of the body. */
const start = (name: string, schema: string, { path = "/scans", description = "", isBody = false } = {}) => {
  const text = JSON.stringify(description);
  const sent = isBody
    ? `requestBody: { ${json(`{ properties: { ${name}: { description: ${text}, ${schema} } } }`)} }`
    : `parameters: [{ in: query, name: ${name}, description: ${text}, schema: { ${schema} } }]`;
  return `paths: { ${path}: { post: { operationId: scan, ${sent}, responses: { '200': { description: S, ${json("{ properties: { id: { type: string } } }")} } } } } }`;
};

const shownIn = (yaml: string) =>
  lostIn(yaml).flatMap(({ trait, shown }) => (trait === "background" ? [shown] : []));

test.each([
  ["async", "type: boolean", ""],
  ["run_async", "type: boolean", ""],
  ["isAsync", "type: boolean", ""],
  ["asyncProcessing", "type: boolean", ""],
  ["background", "type: boolean", "Do the synchronization in background."],
  ["runInBackground", "type: boolean", "Do it in the background."],
  ["background", "type: boolean", "Delete the items in the background."],
  ["background", "type: boolean", "The restore continues in the background."],
  ["wait_for_completion", "type: boolean", ""],
  ["async", "type: boolean", "Run the script asynchronously."],
  ["async", "type: boolean", "Convert the HTML to a PDF in the background."],
  ["async", "type: boolean", "Remove the background image asynchronously."],
  ["async", "type: integer, default: 0", "To package synchronously, mark this parameter as '0'."],
])("a flag that lets an operation end later is a sign: %s, %s", (name, schema, description) => {
  const shown = [`its request has "${name}", which lets it end later than its response`];
  expect(shownIn(start(name, schema, { description }))).toEqual(shown);
  expect(shownIn(start(name, schema, { description, isBody: true }))).toEqual(shown);
});

test.each([
  ["the background of a picture", "background", "type: boolean", "Whether to remove the background."],
  ["the background of a print", "printBackground", "type: boolean", "Prints in the background color."],
  ["the color of a print", "background", "type: boolean", "Prints in background color."],
  ["a text", "async", "type: string", "Asynchronous?"],
  ["another flag", "asyncAmd", "type: boolean", "Asynchronous detection."],
  ["a script", "async", "type: boolean", "Adds the attribute to the script tag."],
  ["what is behind a picture", "background", "type: boolean", "Shows the logo in the background."],
  ["what loads a script", "async", "type: boolean", "Load the JavaScript asynchronously."],
  ["an attribute", "async", "type: boolean", "Adds the async attribute to the HTML."],
  ["what is done to a picture", "background", "type: boolean", "Blur everything in the background."],
  ["music", "background", "type: boolean", "Play music in the background."],
  ["the state of an app", "background", "type: boolean", "Sent while the app is in the background."],
  ["a colour", "in_background", "type: boolean", "Draws the colour in the background."],
  ["a number of asynchronous workers", "async", "type: integer", "How many."],
])("what is called alike is no sign: %s", (_, name, schema, description) => {
  expect(shownIn(start(name, schema, { description }))).toEqual([]);
});

test.each([
  ["callbackUrl", "The URL to send the notification to when the job is completed."],
  ["webhook_url", "URL to which we POST once the [transcription](https://a.example/t) is done."],
  ["notify_address", "Called as soon as processing has finished."],
])("an address that is called at the end is a sign: %s", (name, description) => {
  expect(shownIn(start(name, "type: string", { description }))).toEqual([
    `its request has "${name}", an address that is called when what it starts has ended`,
  ]);
});

test.each([
  [
    "the page that a person returns to",
    "callback_url",
    "Where people return when the payment is complete.",
    "/scans",
  ],
  ["any event", "callback_url", "Called with all events.", "/scans"],
  ["what registers an address", "callback_url", "Called when a job is completed.", "/webhooks"],
  ["one of a person", "notification_email", "Notified when the job is completed.", "/scans"],
  ["one of a person, by its text", "notify", "Email to send to when the job is done.", "/scans"],
  ["another name", "target", "Stored when the job is completed.", "/scans"],
])("another address is no sign: %s", (_, name, description, path) => {
  expect(shownIn(start(name, "type: string", { description, path }))).toEqual([]);
});

test("a flag is accepted as it is", async () => {
  const contract = `openapi: 3.1.0
info: { title: T, version: "1" }
servers: [{ url: https://a.example }]
${start("async", "type: boolean")}`;
  const { traits } = await planUnder(contract, 'operations:\n  "POST /scans":\n    background: false');
  expect(traits.lost).toEqual([]);
});

test("the state of what its path names is not taken for that of what is chosen to end later", () => {
  const contract = `paths:
  /stores/{id}/policy: { post: { parameters: [{ in: path, name: id, required: true, schema: { type: string } }, { in: query, name: async, schema: { type: boolean } }],
    responses: { '200': { description: S, ${json("{ properties: { count: { type: integer } } }")} } } } }
  /stores/{id}: { get: { parameters: [{ in: path, name: id, required: true, schema: { type: string } }],
    responses: { '200': { description: S, ${json("{ properties: { status: { enum: [queued, running, succeeded, failed] } } }")} } } } }`;
  const lines = lostIn(contract).flatMap(({ trait, lines: own }) => (trait === "background" ? own : []));
  expect(lines.filter((line) => line.includes("status:"))).toEqual(['      status: "GET ?"']);
});

test("an address that is called when a person has done the work is no sign", () => {
  const given = start("webhook_url", "type: string", {
    description: "Called when the task is completed.",
    isBody: true,
  });
  expect(shownIn(given)).toHaveLength(1);
  const beside = (member: string) => shownIn(given.replace("webhook_url:", `${member}, webhook_url:`));
  for (const person of [
    "assignee",
    "assigned_to",
    "responders",
    "worker",
    "assignedAgent",
    "labeler_pool",
    "reviewerUserId",
    "signers",
    "workerId",
  ])
    expect(beside(`${person}: { type: string }`)).toEqual([]);
  for (const other of [
    "workers: { type: integer }",
    "worker_type: { type: string }",
    "due_date: { type: string }",
  ])
    expect(beside(other)).toHaveLength(1);
  const flag = start("notify", "type: boolean", { description: "Called when the task is completed." });
  expect(shownIn(flag)).toEqual([]);
});
