import { describe, expect, test } from "vitest";
import { layout } from "../../../src/emit/layout.js";
import { typeDoc } from "../../../src/emit/type-doc.js";
import { emitContract, expectCompiles, expectFormatted } from "../../emit/emit-contract.js";
import { constantOf, methodOf, planOf } from "../plan-of.js";

const ref = (name: string) => `{ $ref: '#/components/schemas/${name}' }`;
const json = (name: string) => `content: { application/json: { schema: ${ref(name)} } }`;
const ETAG = "headers: { ETag: {} }";
const LATER = `{ description: Later, headers: { Location: {} }, ${json("Job")} }`;
const header = (name: string) => `{ in: header, name: ${name}, required: true, schema: { type: string } }`;
const ID = "{ in: path, name: id, required: true, schema: { type: string } }";
const BODY = `requestBody: { required: true, ${json("Pet")} }`;
const BARE = "'302': { description: There }";

const CONTRACT = `
servers: [{ url: https://pets.example }]
paths:
  /pets:
    get:
      operationId: list
      tags: [pets]
      parameters: [{ in: query, name: cursor, schema: { type: string } }]
      responses: { '200': { description: Pets, ${json("Page")} }, ${BARE} }
    post:
      operationId: create
      tags: [pets]
      parameters: [${header("Idempotency-Key")}]
      ${BODY}
      responses: { '201': { description: Pet, ${json("Pet")} }, '303': { description: There } }
  /pets/{id}:
    parameters: [${ID}]
    get:
      operationId: get
      tags: [pets]
      responses: { '200': { description: Pet, ${ETAG}, ${json("Pet")} }, ${BARE} }
    put:
      operationId: update
      tags: [pets]
      parameters: [${header("If-Match")}]
      ${BODY}
      responses: { '200': { description: Pet, ${json("Pet")} }, ${BARE} }
  /photos/{id}:
    parameters: [${ID}]
    get:
      operationId: photo
      tags: [pets]
      responses:
        '200': { description: Photo, content: { image/png: {} } }
        '301': { description: Renamed, ${json("Pet")} }
        ${BARE}
    delete:
      operationId: remove
      tags: [pets]
      parameters: [${header("If-Match")}]
      responses: { '204': { description: Gone }, ${BARE} }
  /events:
    get:
      operationId: watch
      tags: [pets]
      responses: { '200': { description: Events, content: { text/event-stream: {} } }, ${BARE} }
  /exports:
    post:
      operationId: start
      tags: [exports]
      responses: { '202': ${LATER}, ${BARE} }
  /exports/{id}:
    parameters: [${ID}]
    get:
      operationId: read
      tags: [exports]
      responses: { '200': { description: State, ${json("Job")} }, ${BARE} }
  /limits:
    get:
      operationId: limits
      tags: [exports]
      responses: { '200': { description: Limits, ${json("Limits")} }, ${BARE} }
components:
  schemas:
    Pet: { type: object, properties: { name: { type: string } } }
    Page:
      type: object
      properties: { items: { type: array, items: ${ref("Pet")} }, nextCursor: { type: string } }
    Job: { type: object, properties: { id: { type: string }, state: { enum: [running, done, failed] } } }
    Limits:
      type: object
      properties: { limits: { type: object, properties: { readRequestsPerMinute: { type: integer } } } }`;

const plan = planOf(CONTRACT);
const GIVES = (what: string) =>
  `Gives ${what}, or the address of a redirect that the client does not follow: \`status\` of \`withResponse()\` tells which.`;
const RAISES =
  "A redirect that the client does not follow raises `ResponseError`, with the address in `allHeaders`.";

/** The value of a method, what its doc says of redirects, and the errors that it names. */
function told(name: string) {
  const { returns, doc } = methodOf(plan, name);
  const [value] = returns.kind === "name" ? (returns.arguments ?? []) : [];
  return {
    value: value === undefined ? "" : layout(typeDoc(value)),
    doc: doc.text.filter((text) => text.includes("that the client does not follow")),
    raises: doc.tags.some(({ tag, text }) => tag === "throws" && text.includes("`ResponseError`")),
  };
}

describe("a redirect without content beside a 2xx", () => {
  test.each([
    ["pets.create", "Pet | string", "the content"],
    ["pets.getPhoto", "Blob | string", "the content"],
    ["pets.delete", "string | undefined", "nothing"],
  ])("is a value of a call that gives the content: %s", (name, value, what) => {
    expect(told(name)).toEqual({ value, doc: [GIVES(what)], raises: true });
  });

  test.each([
    ["pages", "pets.list", "Pet"],
    ["a versioned value", "pets.get", 'Versioned<Pet, "pets.get">'],
    ["the change of a versioned value", "pets.update", 'Versioned<Pet, "pets.get">'],
    ["a stream", "pets.watch", "ServerSentEvent"],
    ["bytes as they arrive", "pets.getPhotoStream", "ReadableStream<Uint8Array>"],
    ["a handle", "exports.start", "OperationHandle<Job>"],
    ["a status that handles read", "exports.get", "Job"],
    ["limits that the client reads", "exports.limits", "Limits"],
  ])("is an error of a call that gives more: %s", (_, name, value) => {
    expect(told(name)).toEqual({ value, doc: [RAISES], raises: true });
  });

  test("generating tells of those that raise, and of redirects with content", () => {
    const pointers = plan.diagnostics
      .filter(({ id }) => id === "response/redirect-beside-success")
      .map(({ pointer }) => pointer);
    expect(pointers).toEqual([
      "#/paths/~1events/get/responses/302",
      "#/paths/~1exports/post/responses/302",
      "#/paths/~1exports~1{id}/get/responses/302",
      "#/paths/~1limits/get/responses/302",
      "#/paths/~1pets/get/responses/302",
      "#/paths/~1pets~1{id}/get/responses/302",
      "#/paths/~1pets~1{id}/put/responses/302",
      "#/paths/~1photos~1{id}/get/responses/301",
    ]);
  });

  test("is followed where the client may, by its descriptor", () => {
    expect(constantOf(plan, "pets.create").value).toMatchObject({
      responses: [{ statuses: [201] }, { statuses: [303], redirect: true, followed: true, content: [] }],
    });
    expect(constantOf(plan, "pets.list").value).toMatchObject({
      responses: [{ statuses: [200] }, { statuses: [302], redirect: undefined, followed: undefined }],
    });
  });
});

test("the client compiles, and `status` tells an address from content", async () => {
  const files = await emitContract(CONTRACT, { name: "Pets" });
  const user = `
import { Pets } from "./index.js";
const { pets } = new Pets();
const photo: Blob | string = await pets.getPhoto("1");
const answer = await pets.getPhoto("1").withResponse();
export const size = answer.status === 302 ? answer.value.length : answer.value.size;
export const gone: string | undefined = await pets.delete("1", { ifMatch: '"1"' as never });
// @ts-expect-error the value can be an address
photo.size;
for await (const pet of pets.list()) pet.name satisfies string | undefined;`;
  expectCompiles(files, user);
  await expectFormatted(files);
  expect(files.get("resources/pets.ts")).toContain(`
  /**
   * Gives the content, or the address of a redirect that the client does not
   * follow: \`status\` of \`withResponse()\` tells which.
   *
   * \`GET /photos/{id}\`.
   *
   * @param id - a parameter of the path
   * @param options - options of this call, {@link CallOptions}
   * @throws \`ResponseError\`.
   */
  readonly getPhoto: (
    id: string,
    options?: CallOptions,
  ) => Call<
    Blob | string,
    ApiResponse<Blob, 200 | OtherSuccess<200>> | ApiResponse<string, 302>
  > = (id, options) => call(coreOf(this), operations.getPhoto, id, options);
`);
  expect(files.get("operations/pets.ts")).toContain(`
      statuses: [302],
      content: [],
      redirect: true,
      followed: true,
`);
});
