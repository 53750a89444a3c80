import { expect, test } from "vitest";
import { json, lostIn } from "./lost-contract.js";

/** A POST whose response has one member with this text, and a read that may give the state. */
const copy = (name: string, description: string) => `paths:
  /copies: { post: { responses: { '201': { description: C, ${json(`{ properties: { ${name}: { type: integer, description: ${JSON.stringify(description)} } } }`)} } } } }
  /file_migrations/{id}: { get: { parameters: [{ in: path, name: id, required: true, schema: { type: string } }], responses: { '200': { description: S,
    ${json("{ properties: { status: { type: string } } }")} } } } }`;

const signsOf = (yaml: string) => lostIn(yaml).filter(({ trait }) => trait === "background");

test("an id with which callers look up a status, as its text says, is a sign", () => {
  const text = "If status is pending, this is the id of the FileMigration to check for status updates.";
  expect(signsOf(copy("file_migration_id", text))).toEqual([
    {
      trait: "background",
      shown: 'the text of "file_migration_id" in its response 201 says that callers look up a status with it',
      missing:
        "no member of the response of `GET /file_migrations/{id}`, which takes its id, lists states of success and failure",
      lines: [
        "operations:",
        '  "POST /copies":',
        "    background:",
        '      status: "GET /file_migrations/{id}"',
        "      id: file_migration_id",
        '      state: { member: status, succeeded: ["?"], failed: ["?"] }',
      ],
    },
  ]);
});

test.each([
  ["upload_key", "You can use this key to track the current progress of the upload."],
  ["ref", "Can be used for [polling](https://a.example/poll) the status."],
])("where no read is called after it, a person names that: %s", (name, text) => {
  expect(signsOf(copy(name, text)).map(({ lines }) => lines[3])).toEqual(['      status: "GET ?"']);
});

test.each([
  ["file_migration_id", "The id of the migration."],
  ["payment_id", "Use it to check the status of the payment."],
  ["reference", "Used to track the status of the shipment."],
  ["comment", "Used to track the status."],
])("another text, or what people wait for, is no sign: %s, %s", (name, text) => {
  expect(signsOf(copy(name, text))).toEqual([]);
});
