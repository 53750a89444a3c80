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
    get: { operationId: getOwner, tags: [owners], responses: { "200": ${json("{ $ref: '#/components/schemas/Owner' }", "headers: { ETag: { schema: { type: string } }, Revision: { schema: { type: integer } } }, ")} } }
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
      responses: { "200": ${json("{ $ref: '#/components/schemas/VisitPage' }", "headers: { Revision: { schema: { type: integer } } }, ")} }
components:
  schemas:
    Pet: ${named}
    Change: ${named}
    Owner: ${owner}
    VisitPage: { type: object, required: [items], properties: { items: { type: array, items: ${object(`reason: ${text}`)} }, nextCursor: ${text} } }
`,
);

testCodeBlocks(
  "reference/pages.md",
  `import type { Deal, DealsSearchInput, ExternalApi as Client } from "./external-api/index.js";
import type { Store } from "./client/index.js";
declare const api: Pick<Client, "cabinets" | "deals"> & Pick<Store, "files">;
declare const input: DealsSearchInput, bookmark: string, path: string;
declare function show(deal: unknown): void;
declare function keep(deals: readonly Deal[], bookmark: string | undefined): Promise<void>;
`,
  `
info: { title: Store, version: "1" }
servers: [{ url: https://store.example }]
paths:
  /files/list_folder:
    post:
      operationId: listFolder
      tags: [files]
      requestBody: ${body(object(`path: ${text}`))}
      responses: { "200": ${json("{ $ref: '#/components/schemas/Folder' }")} }
  /files/list_folder/continue:
    post:
      operationId: listFolderContinue
      tags: [files]
      requestBody: ${body(object(`cursor: ${text}`))}
      responses: { "200": ${json("{ $ref: '#/components/schemas/Folder' }")} }
components:
  schemas:
    Folder: ${object(`entries: { type: array, items: ${named} }`, `cursor: ${text}`, "has_more: { type: boolean }")}
`,
);

testCodeBlocks(
  "reference/long-integers.md",
  `import type { Order, Shop } from "./client/index.js";
declare const api: Shop, id: string;
declare function archive(order: Order): void;
`,
  `
info: { title: Shop, version: "1" }
servers: [{ url: https://shop.example }]
paths: { "/orders/{id}": { get: { operationId: getOrder, tags: [orders], parameters: [${id("id")}], responses: { "200": ${json("{ $ref: '#/components/schemas/Order' }")} } } } }
components: { schemas: { Order: ${object("id: { type: integer, format: int64 }")} } }
`,
);

testCodeBlocks(
  "reference/media.md",
  `import type { Assistant, ChatInput } from "./client/index.js";
declare const api: Assistant, input: ChatInput, file: Blob, title: string;
declare function show(event: unknown): void;
`,
  `
info: { title: Assistant, version: "1" }
servers: [{ url: https://assistant.example }]
paths:
  /chat:
    post:
      operationId: createChat
      tags: [chat]
      requestBody: ${body("{ $ref: '#/components/schemas/ChatInput' }")}
      responses: { "200": { description: "", content: { application/json: { schema: ${named} }, text/event-stream: { schema: ${named} } } } }
  /files:
    post:
      operationId: uploadFile
      tags: [files]
      requestBody:
        required: true
        content:
          application/json: { schema: ${object(`file: ${text}`, `title: ${text}`)} }
          multipart/form-data: { schema: ${object("file: { type: string, format: binary }", `title: ${text}`)} }
      responses: { "204": { description: "" } }
components: { schemas: { ChatInput: ${object(`prompt: ${text}`)} } }
`,
);

const location = `headers: { Location: { schema: { type: string, format: uri } } }`;
testCodeBlocks(
  "reference/responses.md",
  `import type { Gallery } from "./client/index.js";\ndeclare const api: Gallery, id: string;\n`,
  `
info: { title: Gallery, version: "1" }
servers: [{ url: https://gallery.example }]
paths:
  /files/{id}/download:
    get: { operationId: getFileDownload, tags: [files], parameters: [${id("id")}], responses: { "302": { description: "", ${location} } } }
  /files/{id}/content:
    get:
      operationId: getFileContent
      tags: [files]
      parameters: [${id("id")}]
      responses:
        "200": { description: "", content: { application/octet-stream: {} } }
        "302": { description: "", ${location} }
  /pictures/{id}:
    get:
      operationId: getPicture
      tags: [pictures]
      parameters: [${id("id")}]
      responses: { "200": ${json(named, "headers: { X-RateLimit-Remaining: { schema: { type: integer } } }, ")} }
  /pets/{id}:
    get: { operationId: getPet, tags: [pets], parameters: [${id("id")}], responses: { "200": ${json(named, `headers: { X-Request-Id: { schema: ${text} } }, `)} } }
  /pets:
    get:
      operationId: listPets
      tags: [pets]
      parameters: [{ in: query, name: cursor, schema: ${text} }]
      responses: { "200": ${json(`{ type: object, required: [items], properties: { items: { type: array, items: ${named} }, nextCursor: ${text} } }`)} }
`,
);

testCodeBlocks(
  "reference/servers.md",
  `import { Files } from "./client/index.js";\n`,
  `
info: { title: Files, version: "1" }
servers:
  - url: https://{tenant}.{region}.example
    variables: { tenant: { default: demo }, region: { default: eu, enum: [eu, us] } }
paths:
  /files: { get: { operationId: listFiles, tags: [files], responses: { "204": { description: "" } } } }
  /uploads:
    servers: [{ url: https://upload.example }, { url: https://upload-eu.example }]
    post: { operationId: upload, tags: [files], responses: { "204": { description: "" } } }
`,
);

testCodeBlocks(
  "reference/types.md",
  "declare function addOption(stage: string): void;\n",
  `
info: { title: Deals, version: "1" }
servers: [{ url: https://deals.example }]
paths: { /deals: { get: { responses: { "200": ${json("{ $ref: '#/components/schemas/Deal' }")} } } } }
components:
  schemas:
    Deal: ${object("stage: { $ref: '#/components/schemas/DealStage' }")}
    DealStage: { type: string, enum: [new, in_progress, won] }
`,
);

testCodeBlocks(
  "reference/unlisted-values.md",
  `import type { Project, Projects } from "./client/index.js";
declare const api: Projects, id: string;
declare function start(project: Project): void;
declare function report(text: string): void;
`,
  `
info: { title: Projects, version: "1" }
servers: [{ url: https://projects.example }]
paths: { "/projects/{id}": { get: { operationId: getProject, tags: [projects], parameters: [${id("id")}], responses: { "200": ${json("{ $ref: '#/components/schemas/Project' }")} } } } }
components: { schemas: { Project: ${object("state: { type: string, enum: [active, archived] }")} } }
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
