import { expect, test } from "vitest";
import { json, lostIn } from "./lost-contract.js";

/** A POST that responds with 200, and a read that may give the state of what it starts. */
const start = (text: string, members = "taskId: { type: string }") => `paths:
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
  ["a colour", "Creates a card with text in the background.", undefined],
  ["a part of a thing", "Creates a user whose avatar is built asynchronously.", undefined],
  ["what is only said beside it", "Creates an order, and sends e-mails asynchronously.", undefined],
  ["the opposite", "It does not run in the background.", undefined],
  ["a response without an id or an address", "Starts a background task.", "name: { type: string }"],
])("%s are no sign: %s", (_, text, members) => {
  expect(signsOf(start(text, members))).toEqual([]);
});
