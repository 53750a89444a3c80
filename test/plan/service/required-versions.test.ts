import { expect, test } from "vitest";
import { json, lostIn } from "./lost-contract.js";

const NUMBER = "{ type: integer }";
const described = (description: string) => `{ type: integer, description: "${description}" }`;
const READ = `name: { type: string }, version: ${NUMBER}, revision: ${NUMBER}, lastRevision: ${NUMBER}, lockRevision: ${NUMBER}`;
const COUNTED = described("Incremented with each update.");

/** A read of `/pets/{id}`, and a change of it that takes members; some of them are required. */
function takes(taken: string, required = "", change = "put", below = ""): string {
  const id = "parameters: [{ in: path, name: id, required: true, schema: { type: string } }]";
  const sent = json(`{ required: [${required}], properties: { ${taken} } }`);
  const changes = `${change}: { operationId: changeIt, ${id}, requestBody: { ${sent} }, responses: { '204': { description: P } } }`;
  const read = `get: { operationId: readIt, ${id}, responses: { '200': { description: P, ${json(`{ properties: { ${READ} } }`)} } } }`;
  return below === ""
    ? `paths: { "/pets/{id}": { ${read}, ${changes} } }`
    : `paths: { "/pets/{id}": { ${read} }, "/pets/{id}${below}": { ${changes} } }`;
}

/** The change with a description, and a response. */
const says = (contract: string, description: string, status = "409") =>
  contract
    .replace(
      "requestBody:",
      `description: "${description}", responses: { '204': { description: P }, '${status}': { description: C } }, requestBody:`,
    )
    .replace(", responses: { '204': { description: P } } }", " }");
const MATCHES = "If version is given, the pet is only updated if the current version matches this value.";
const HASH = "{ type: string, description: The blob SHA of the file being replaced. }";

test.each([
  ["version", says(takes(`version: ${NUMBER}`), MATCHES)],
  ["version", says(takes(`version: ${NUMBER}`), "If the version doesn't match, a 409 is returned.")],
  [
    "version",
    says(takes(`version: ${NUMBER}`), "Only updated if the current version is equal to the given one."),
  ],
  ["version", says(takes(`version: ${NUMBER}`), "Only saved when the given version is still the latest.")],
  [
    "version",
    says(takes(`version: ${NUMBER}`), "Fails if the current version does not equal the given one."),
  ],
  ["version", says(takes(`version: ${NUMBER}`), "Refused if the given version is not the latest.")],
  ["sha", takes(`sha: ${HASH}`)],
  [
    "sha",
    takes("sha: { type: string, description: The SHA for the file that already exists }", "sha", "delete"),
  ],
  ["currentVersion", takes(`currentVersion: ${NUMBER}`, "currentVersion")],
  [
    "currentVersion",
    takes(`currentVersion: ${described("The last version that was read.")}`, "currentVersion"),
  ],
  ["lastRevision", takes(`lastRevision: ${COUNTED}`, "lastRevision")],
  [
    "lockRevision",
    takes(`name: { type: string }`).replace(
      "operationId: changeIt, parameters: [",
      "operationId: changeIt, parameters: [{ in: query, name: lockRevision, required: true, schema: { type: integer } }, ",
    ),
  ],
  ["baseRevision", takes(`baseRevision: ${NUMBER}`, "baseRevision")],
  ["version", takes(`version: ${COUNTED}`, "version")],
  ["version", takes(`version: ${described("To avoid overwriting newer data.")}`)],
  ["versionNumber", takes(`versionNumber: ${described("This is to avoid updating the pet with old data.")}`)],
  ["pet.version", takes(`pet: { properties: { version: ${described("For optimistic concurrency.")} } }`)],
  [
    "source.currentVersion",
    takes(
      `source: { properties: { currentVersion: ${described("If the latest version matches it is copied, else a conflict.")} } }`,
      "",
      "post",
      "/copy",
    ),
  ],
])("a change is made to what it takes in %s: %#", (field, contract) => {
  expect(lostIn(contract)).toEqual([
    {
      trait: "conditional",
      shown: `it takes the version that it changes in "${field}"`,
      missing: "the client carries ETags in `If-Match` alone: give the value of the last read",
      lines: [],
    },
  ]);
});

test.each([
  ["a version that no status refuses", says(takes(`version: ${NUMBER}`), MATCHES, "400")],
  ["a version of another member", says(takes(`a: { properties: { version: ${NUMBER} } }`), MATCHES)],
  [
    "a version of which the change tells nothing",
    says(takes(`version: ${NUMBER}`), "Updates the current version."),
  ],
  [
    "a version of a state",
    says(takes(`version: ${NUMBER}`), "Only replaced if the current version is draft."),
  ],
  [
    "a version that must not be equal",
    says(takes(`version: ${NUMBER}`), "Only published if the current version is lower."),
  ],
  [
    "a version of what calls",
    says(takes(`version: ${NUMBER}`), "Refused if the version of the app is not the latest."),
  ],
  ["a hash of what is created", takes(`sha: ${HASH}`, "", "post", "/files")],
  ["a hash of a commit", takes("sha: { type: string, description: The SHA of the commit to move to. }")],
  ["a version that the read gives by its name", takes(`lastRevision: ${NUMBER}`, "lastRevision")],
  ["the latest version", takes(`currentVersion: ${described("The latest version.")}`, "currentVersion")],
  ["a version like 2.4.1", takes("currentVersion: { type: string, example: fw-2.4.1 }", "currentVersion")],
  [
    "a version of an operation that is about firmware",
    takes(`currentVersion: ${NUMBER}`, "currentVersion").replace(
      "operationId: changeIt",
      "operationId: changeIt, summary: A device reports its firmware.",
    ),
  ],
  [
    "a version below a package",
    takes(`currentVersion: ${NUMBER}`, "currentVersion").replaceAll("/pets", "/packages"),
  ],
  ["a version that is not required", takes(`currentVersion: ${NUMBER}`)],
  ["a version that the read does not give", takes(`lastVersionNo: ${NUMBER}`, "lastVersionNo")],
  [
    "a version to upgrade from",
    takes(`currentVersion: ${NUMBER}, targetVersion: ${NUMBER}`, "currentVersion"),
  ],
  [
    "a version that only the server gives",
    takes("currentVersion: { type: integer, readOnly: true }", "currentVersion"),
  ],
  ["a version of something", takes(`version: ${NUMBER}`, "version")],
  ["a version of a program", takes(`version: ${described("The version of the engine in use.")}`, "version")],
  [
    "a version of others that counts",
    takes(`version: ${described("Version of the app. Incremented on each update.")}`, "version"),
  ],
  ["a text of something else", takes(`currentVersion: ${described("The engine to use.")}`, "currentVersion")],
  ["a number without its purpose", takes(`versionNumber: ${described("Number of the version.")}`)],
  [
    "a version inside, of a create",
    takes(
      `pet: { properties: { version: ${described("For optimistic concurrency.")} } }`,
      "",
      "post",
      "/copies",
    ),
  ],
  [
    "a version of an inner thing",
    takes(`pet: { properties: { version: ${described("Version of the pet.")} } }`),
  ],
])("%s is not the version that a change is made to", (_, contract) => {
  expect(lostIn(contract)).toEqual([]);
});
