import { describe, expect, test } from "vitest";
import { readForm } from "../../src/model/kept-calls.js";
import { printForm } from "../../src/plan/typescript/methods/kept-forms.js";
import { complaints, emitContract } from "../emit/emit-contract.js";
import { planOf } from "./plan-of.js";

const json = (schema: string) => `{ application/json: { schema: ${schema} } }`;
const answer = (schema: string, headers = "{}") =>
  `responses: { "200": { description: "", headers: ${headers}, content: ${json(schema)} } }`;
const contract = (paths: string) => `
servers: [{ url: https://pets.example }]
paths:${paths}
components:
  schemas:
    Pet: { type: object, properties: { name: { type: string } } }`;

const pet = "{ $ref: '#/components/schemas/Pet' }";
const etag = "{ ETag: { schema: { type: string } } }";
const match = "parameters: [{ in: header, name: If-Match, required: true, schema: { type: string } }]";
const cursor = "{ in: query, name: cursor, schema: { type: string } }";
const token = "{ in: query, name: page_token, schema: { type: string } }";
const page = (more = "") =>
  `{ type: object, required: [items], properties: { items: { type: array, items: ${pet} }, nextCursor: { type: string }${more} } }`;
const list = (parameters: string, schema: string) =>
  contract(`
  /pets: { get: { operationId: listPets, tags: [pets], parameters: [${parameters}], ${answer(schema)} } }`);

const one = "/pets/{id}: { parameters: [{ in: path, name: id, required: true, schema: { type: string } }], ";
const read = (headers: string) => `get: { operationId: getPet, tags: [pets], ${answer(pet, headers)} }`;
const change = (headers: string) =>
  `{ operationId: updatePet, tags: [pets], ${match}, requestBody: { required: true, content: ${json(pet)} }, ${answer(pet, headers)} }`;
const elsewhere = (more: string, headers = "{}") =>
  contract(`
  ${one} ${read(etag)} }
  /changes: { post: ${change(headers)} }${more}`);
const another = `
  /other: { get: { operationId: getOther, tags: [other], ${answer(pet, etag)} } }`;

const state =
  "{ type: object, properties: { id: { type: string }, state: { enum: [running, succeeded, failed] } } }";
const jobs = (more: string, headers: string) =>
  contract(`
  /jobs: { post: { operationId: startJob, tags: [jobs], responses: { "202": { description: "", headers: ${headers}, content: ${json("{ type: object, properties: { id: { type: string }, note: { type: string } } }")} } } } }
  /jobs/{id}: { parameters: [{ in: path, name: id, required: true, schema: { type: string } }], get: { operationId: getJob, tags: [jobs], ${answer(state)} } }${more}`);
const otherStates = `
  /runs/{id}: { parameters: [{ in: path, name: id, required: true, schema: { type: string } }], get: { operationId: getRun, tags: [runs], ${answer(state)} } }`;
const location = "{ Location: { schema: { type: string } } }";

const talk = (content: string) =>
  contract(`
  /talks: { post: { operationId: talk, tags: [talks], requestBody: { required: true, content: ${json("{ type: object, properties: { text: { type: string }, stream: { type: boolean } } }")} }, responses: { "200": { description: "", content: { ${content} } } } } }`);
const events = `, text/event-stream: { schema: ${pet} }`;

const staying = (methods: string) =>
  `Methods that give what they gave, although those of a new client would give something else: ${methods}. To take it, write "new" for the operation under names.forms in manifest.json, or generate with --rename.`;

/** A contract, what somebody wrote for its client, its next version, and what is said of it. */
const GROWN: readonly (readonly [
  what: string,
  before: string,
  user: string,
  after: string,
  told: readonly string[],
])[] = [
  [
    "a cursor",
    list("", page()),
    "const page = await client.pets.list(); const { length } = page.items; void length;",
    list(cursor, page()),
    [staying("`pets.list` (now a page sequence)")],
  ],
  [
    "a second list, a second cursor, and a second place to read it from",
    list(cursor, page()),
    "for await (const pet of client.pets.list()) void pet.name;",
    list(`${token}, ${cursor}`, page(", facets: { type: array, items: {} }, next_token: { type: string }")),
    [staying("`pets.list` (now a plain call)")],
  ],
  [
    "an ETag, and a change that asks for it",
    contract(`
  ${one} ${read("{}")} }`),
    'const pet = await client.pets.get("1"); void pet.name;',
    contract(`
  ${one} ${read(etag)}, put: ${change(etag)} }`),
    [staying("`pets.get` (now a value with its ETag)")],
  ],
  [
    "an ETag in the answer of a change",
    elsewhere(""),
    'const { etag } = await client.pets.get("1"); const pet = await client.pets.update({ name: "A" }, { ifMatch: etag }); void pet.name;',
    elsewhere("", etag),
    [staying("`pets.update` (now a value with its ETag)")],
  ],
  [
    "a second read of what a change answers with",
    elsewhere("", etag),
    'const { etag } = await client.pets.get("1"); await client.pets.update({ name: "A" }, { ifMatch: etag }); await client.pets.modify("1", (pet) => pet);',
    elsewhere(another, etag),
    [staying("`pets.update` (now a plain call), `pets.get` (now a plain call)")],
  ],
  [
    "a Location beside what is accepted",
    jobs("", "{}"),
    "const job = await client.jobs.start(); void job.note;",
    jobs("", location),
    [staying("`jobs.start` (now the handle of a background operation)")],
  ],
  [
    "a second operation that tells states",
    jobs("", location),
    "const job = await client.jobs.start(); await job.status();",
    jobs(otherStates, location),
    [staying("`jobs.start` (now a plain call)")],
  ],
  [
    "events beside JSON, where callers say whether the answer is a stream",
    talk(`application/json: { schema: ${pet} }`),
    'const pet = await client.talks.talk({ text: "A", stream: false }); void pet.name;',
    talk(`application/json: { schema: ${pet} }${events}`),
    [],
  ],
];

describe("code that was written for a method compiles with the next client, beside", () => {
  test.each(GROWN)(
    "%s",
    async (_, before, user, after, told) => {
      const code = `import type { Pets } from "./index.js";
export async function use(client: Pets): Promise<void> { ${user} }`;
      const { names: kept } = planOf(before, { name: "Pets" });
      expect(complaints(await emitContract(before, { name: "Pets" }), code)).toEqual([]);
      expect(complaints(await emitContract(after, { name: "Pets", kept }), code)).toEqual([]);
      expect(complaints(await emitContract(after, { name: "Pets" }), code)).not.toEqual([]);
      const next = planOf(after, { name: "Pets", kept });
      expect(next.warnings).toEqual(told);
      expect(planOf(after, { name: "Pets", kept: next.names }).names).toEqual(next.names);
    },
    120_000,
  );
});

test("a manifest that says nothing of forms, or asks for a new one, gets what a new client has", () => {
  const { names } = planOf(list("", page()));
  const after = list(cursor, page());
  const { forms, ...older } = names;
  expect(forms).toEqual({});
  expect(planOf(after, { kept: older }).names.forms).toEqual({
    "GET /pets": "pages cursor=query.cursor items=items next=nextCursor",
  });
  const asked = planOf(after, { kept: { ...names, forms: { "GET /pets": "new" } } });
  expect(asked.names.forms).toEqual({
    "GET /pets": "pages cursor=query.cursor items=items next=nextCursor",
  });
  expect(asked.warnings).toEqual([]);
});

test("a form that cannot stay is told", () => {
  const { names: kept } = planOf(list(cursor, page()));
  expect(planOf(list(cursor, pet), { kept }).warnings).toEqual([
    "`pets.list` gives a plain call now, no longer a page sequence.",
  ]);
});

describe("a stream", () => {
  const reading = (content: string) =>
    contract(`
  /pets: { get: { operationId: listPets, tags: [pets], responses: { "200": { description: "", content: { ${content} } } } } }`);
  const stream = `application/stream+json: { schema: ${pet} }`;

  test("in place of a value is told, and a value in place of it", () => {
    const [value, streamed] = [
      planOf(reading(`application/json: { schema: ${pet} }`)),
      planOf(reading(stream)),
    ];
    expect(streamed.names.forms).toEqual({ "GET /pets": "stream" });
    expect(planOf(reading(stream), { kept: value.names }).warnings).toEqual([
      "`pets.list` gives a stream now, no longer a plain call.",
    ]);
    expect(
      planOf(reading(`application/json: { schema: ${pet} }`), { kept: streamed.names }).warnings,
    ).toEqual(["`pets.list` gives a plain call now, no longer a stream."]);
    expect(planOf(reading(stream), { kept: streamed.names }).warnings).toEqual([]);
  });

  test("that a manifest does not tell from a value is told as what it is", () => {
    const { names } = planOf(reading(stream));
    expect(planOf(reading(stream), { kept: { ...names, forms: {} } }).warnings).toEqual([
      "`pets.list` gives a stream; the client so far does not say whether it did.",
    ]);
  });

  test("and any other method beside an operation's own that is gone is told", () => {
    const text = "text/plain: { schema: { type: string } }";
    const { names: kept } = planOf(reading(`application/json: { schema: ${pet} }, ${text}`));
    expect(kept.methods).toEqual({ "as text/plain of GET /pets": "listAsText" });
    expect(planOf(reading(text), { kept }).warnings).toEqual([
      "`pets.listAsText` is gone: what it gave is described no more, or given by another method now.",
    ]);
  });
});

test.each([
  ["call", ""],
  ["stream", "stream"],
  [
    "pages cursor=query.cursor items=a%20b%3D%25 next=n",
    "pages cursor=query.cursor items=a%20b%3D%25 next=n",
  ],
  ["paired read=GET%20/pets/{id}", "paired read=GET%20/pets/{id}"],
])("a form of a manifest reads as it was written: %j", (text, want) => {
  const form = readForm(text);
  expect(form && printForm(form)).toBe(want);
});
