import { expect, test } from "vitest";
import { json, lostIn } from "./lost-contract.js";
import { planUnder } from "./overrides/configured.js";

const BODY = json("{ properties: { name: { type: string } } }");

interface Given {
  readonly id?: string;
  readonly path?: string;
  readonly summary?: string;
  readonly responses?: string;
}

/** A POST of a contract that declares nothing else. */
const post = ({ id, path = "/pets", summary, responses = `'200': { description: P, ${BODY} }` }: Given) => {
  const name = id === undefined ? "" : `operationId: ${JSON.stringify(id)}, `;
  const text = summary === undefined ? "" : `summary: ${JSON.stringify(summary)}, `;
  const requestBody = json("{ properties: { colour: { type: string } } }");
  return `paths: { ${JSON.stringify(path)}: { post: { ${name}${text}requestBody: { ${requestBody} }, responses: { ${responses} } } } }`;
};

const safeIn = (given: Given) => lostIn(post(given)).filter(({ trait }) => trait === "safe");

test.each<Given>([
  { id: "getPet" },
  { id: "Pets_List" },
  { id: "post-getPet" },
  { id: "getPetUsingPOST" },
  { id: "Get Pet" },
  { path: "/pets/search" },
  { path: "/pets/list.json" },
  { path: "/pets/find-by-colour", id: "run" },
])("a POST that is called a read is named: %j", (given) => {
  expect(safeIn(given)).toEqual([
    {
      trait: "safe",
      shown: "it is called a read",
      missing: "nothing else shows that it only reads: write `safe: true` where it does",
      lines: [],
    },
  ]);
});

test.each<readonly [string, Given]>([
  ["another name", { id: "run" }],
  ["a name of a change", { id: "createPetList" }],
  ["a sentence that ends with the word", { id: "Reorder the list" }],
  ["a path that ends with a template", { path: "/pets/{search}" }],
  ["a text of a change", { id: "getPet", summary: "Creates a pet" }],
  ["a second verb", { id: "getPet", summary: "Finds a pet and deletes it" }],
  ["a token", { id: "getAccessToken" }],
  ["a login", { id: "getLogin" }],
  ["an address that is made for a caller", { id: "getUploadUrl" }],
  ["no content", { id: "getPet", responses: "'200': { description: P }" }],
  ["another start", { id: "getPet", responses: `'202': { description: P, ${BODY} }` }],
  [
    "a created thing",
    { id: "getPet", responses: `'201': { description: P, headers: { Location: {} }, ${BODY} }` },
  ],
])("a POST with %s is not", (_, given) => {
  expect(safeIn(given)).toEqual([]);
});

test("a framework that writes 201 for every POST hides no read", () => {
  expect(safeIn({ id: "getPet", responses: `'201': { description: P, ${BODY} }` })).toMatchObject([
    {
      shown: "it is called a read",
      missing: "it responds with 201, as a create does: write `safe: true` where it only reads",
    },
  ]);
});

test.each(["true", "false"])("what a person says of it is not asked again: %s", async (safe) => {
  const { traits } = await planUnder(post({ id: "getPet" }), `operations:\n  getPet: { safe: ${safe} }`);
  expect(traits.lost).toEqual([]);
});
