import { expect, test } from "vitest";
import { json, lostIn } from "./lost-contract.js";

/** A POST that responds with 200, and a read that may give the state of what it starts. */
const start = (text: string, members = "ref: { type: string }") => `paths:
  /exports: { post: { description: ${JSON.stringify(text)}, responses: { '200': { description: E, ${json(`{ properties: { ${members} } }`)} } } } }
  /tasks/{id}: { get: { parameters: [{ in: path, name: id, required: true, schema: { type: string } }], responses: { '200': { description: S,
    ${json("{ properties: { status: { enum: [queued, running, succeeded, failed] } } }")} } } } }`;

const signsOf = (yaml: string) =>
  lostIn(yaml).filter(({ trait, shown }) => trait === "background" && shown.startsWith("its description"));

test.each([
  "Starts a background task.",
  "The work flow is asynchronous: fetch the result later.",
  "Exports are generated asynchronously within the service.",
  "It runs in the background.",
  "Creates the export asynchronously.",
  "Prepare a file asynchronously",
  "Starts an export in the background.",
  "The export is created in the background.",
  "Poll the solution every 500ms until status=finished.",
  "You get the outcome of the request asynchronously, in a webhook.",
  "It works asynchronously, so fetch the result later (or wait for a webhook).",
  "The process will start asynchronously.",
  "Start the cleaning asynchronously.",
  "Create an asynchronous bulk query job.",
  "Create a new job (asynchronous)",
  "The server will start background processing.",
  "This operation is [asynchronous](https://a.example/#async).",
  "You get the outcome of the request asynchronously, in a [webhook](https://a.example/cancel#webhook).",
  "The **operation** is <b>asynchronous</b>.",
  "It returns at once, but completes the registration in the background.",
  "Mark a certificate to be asynchronously removed.",
  "Request an asynchronous update of all series.",
])("a text that says that something ends later is a sign: %s", (text) => {
  expect(signsOf(start(text))).toEqual([
    {
      trait: "background",
      shown: "its description says that it ends later than its response",
      missing: "nothing says for certain that `GET /tasks/{id}` gives the state of what it starts",
      lines: [
        "operations:",
        '  "POST /exports":',
        "    background:",
        '      status: "GET /tasks/{id}"',
        '      id: "?"',
      ],
    },
  ]);
});

test.each([
  ["other things that end later", "Emails are sent asynchronously.", undefined],
  ["a part that ends later", "Its thumbnail is generated asynchronously.", undefined],
  ["what cancels a job", "Cancels the export, which is processed asynchronously.", undefined],
  ["another endpoint", "Unlike the other endpoint, it is processed asynchronously.", undefined],
  ["music", "Starts recording with music in the background.", undefined],
  ["the text of a link", "Creates a card, see [more](https://a.example/runs-in-the-background).", undefined],
  ["a picture", "Completes a picture with people in the background.", undefined],
  ["a colour", "Creates a card with text in the background.", undefined],
  ["a part of a thing", "Creates a user whose avatar is built asynchronously.", undefined],
  ["what is only said beside it", "Creates an order, and sends e-mails asynchronously.", undefined],
  ["the opposite", "It does not run in the background.", undefined],
  ["webhooks", "Webhooks are processed asynchronously.", undefined],
  ["what is done beside it", "Creates a pet. Search indexes are updated asynchronously.", undefined],
  ["parts of a thing", "Deletes a task. Subtasks and their files are deleted asynchronously.", undefined],
])("%s are no sign: %s", (_, text, members) => {
  expect(signsOf(start(text, members))).toEqual([]);
});

test("where its response declares nothing, a person says which header leads to the end of it", () => {
  const given = start("Starts a background task.").replace(
    /'200': .*ref.*$/m,
    "'204': { description: E } } } }",
  );
  expect(signsOf(given)).toEqual([
    {
      trait: "background",
      shown: "its description says that it ends later than its response",
      missing:
        "its response declares neither a JSON body nor a header that shows the id, and nothing says for certain that `GET /tasks/{id}` gives the state of what it starts",
      lines: [
        "operations:",
        '  "POST /exports":',
        "    background:",
        '      status: "GET /tasks/{id}"',
        '      id: { header: "?" }',
      ],
    },
  ]);
});

/** A POST that creates something below which a read has its state, with these texts. */
const created = (location: string, response = "Created.") => `paths:
  /payouts: { post: { responses: { '201': { description: ${JSON.stringify(response)}, headers: { Location: { description: ${JSON.stringify(location)}, schema: { type: string } } } } } } }
  /payouts/{id}: { get: { parameters: [{ in: path, name: id, required: true, schema: { type: string } }], responses: { '200': { description: S,
    ${json("{ properties: { status: { enum: [queued, running, succeeded, failed] } } }")} } } } }`;

test.each([
  ["The address of the payout; poll it for its status.", "Created."],
  ["The URL to query for the progress of the payout.", "Created."],
  ["The status of the task is in its status property at this location.", "Created."],
  ["The address.", "Poll the URL in the Location header."],
])("an address behind which a text says that a state changes is a sign: %s %s", (location, response) => {
  expect(signsOf(created(location, response)).map(({ lines }) => lines[1])).toEqual(['  "POST /payouts":']);
});

test.each([
  ["The address of the payout."],
  ["Do not poll it for its status."],
  ["The address of the payout, whose status is new."],
  ["Where to get the current status of the payout."],
  ["The address of the opinion poll."],
])("an address of what was created is no sign: %s", (location) => {
  expect(signsOf(created(location))).toEqual([]);
});
