import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test, vi } from "vitest";
import { makeTemporaryFolder } from "../support/temporary-folder.js";
import { readPage, testCodeBlocks } from "./code-blocks.js";

/* The pages of docs/reference: each with a contract of which its samples are true. */

const json = (schema: string, more = "") =>
  `{ description: "", ${more}content: { application/json: { schema: ${schema} } } }`;
const object = (...members: readonly string[]) =>
  `{ type: object, required: [${members.map((one) => one.split(":")[0]).join(", ")}], properties: { ${members.join(", ")} } }`;
const text = "{ type: string }";
const id = (name: string) => `{ in: path, name: ${name}, required: true, schema: ${text} }`;
const body = (schema: string) => `{ required: true, content: { application/json: { schema: ${schema} } } }`;
const etag = `headers: { ETag: { schema: ${text} } }, `;
const named = object(`name: ${text}`);
const owner = object(`id: ${text}`, `name: ${text}`);

testCodeBlocks(
  "reference/calls.md",
  `import { Clinic } from "./client/index.js";\ndeclare const api: Clinic;\ndeclare const petId: string;\n`,
  `
info: { title: Clinic, version: "1" }
servers: [{ url: https://clinic.example }]
paths:
  /pets:
    get: { operationId: listPets, tags: [pets], responses: { "200": ${json(`{ type: array, items: ${named} }`)} } }
  /pets/{petId}:
    put:
      operationId: updatePet
      tags: [pets]
      parameters: [${id("petId")}, { in: query, name: dryRun, schema: { type: boolean } }]
      requestBody: ${body("{ $ref: '#/components/schemas/Pet' }")}
      responses: { "204": { description: "" } }
  /owners:
    post:
      operationId: createOwner
      tags: [owners]
      requestBody: ${body("{ $ref: '#/components/schemas/Change' }")}
      responses: { "201": ${json("{ $ref: '#/components/schemas/Owner' }", etag)} }
  /owners/{id}:
    parameters: [${id("id")}]
    get: { operationId: getOwner, tags: [owners], responses: { "200": ${json("{ $ref: '#/components/schemas/Owner' }", etag)} } }
    put:
      operationId: updateOwner
      tags: [owners]
      parameters: [{ in: header, name: If-Match, required: true, schema: ${text} }]
      requestBody: ${body("{ $ref: '#/components/schemas/Change' }")}
      responses: { "200": ${json("{ $ref: '#/components/schemas/Owner' }", etag)} }
  /visits:
    get:
      operationId: listVisits
      tags: [visits]
      parameters: [{ in: query, name: cursor, schema: ${text} }]
      responses: { "200": ${json("{ $ref: '#/components/schemas/VisitPage' }")} }
components:
  schemas:
    Pet: ${named}
    Change: ${named}
    Owner: ${owner}
    VisitPage: { type: object, required: [items], properties: { items: { type: array, items: ${object(`reason: ${text}`)} }, nextCursor: ${text} } }
`,
);

test("the fake of pages gives its items", async () => {
  const [, code = ""] =
    /## How do I fake pages[^]*?```ts\n([^]*?)```/u.exec(readPage("reference/calls.md")) ?? [];
  const folder = await makeTemporaryFolder("fake-pages");
  const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
  onTestFinished(async () => {
    log.mockRestore();
    await folder.remove();
  });
  const more = `const fake = sequenceOf(page, page.items);
console.log((await fake).items.length, await fake.first(), await fake.toArray({ limit: 2 }));
for await (const visit of fake.take(1)) console.log(visit);
for await (const { items, bookmark } of fake.from("a").pages()) console.log(items.length, bookmark);
`;
  await writeFile(join(folder.path, "fake.ts"), code + more);
  await import(pathToFileURL(join(folder.path, "fake.ts")).href);
  const [first, second] = [{ reason: "vaccination" }, { reason: "check-up" }];
  expect(log.mock.calls).toEqual([
    [["vaccination", "check-up"]],
    [2, first, [first, second]],
    [first],
    [2, undefined],
  ]);
});
