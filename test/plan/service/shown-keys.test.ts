import { expect, test } from "vitest";
import { json, lostIn } from "./lost-contract.js";

/** What is said of the keys of each operation, by its method and path. */
const saidOf = (paths: string, info = "") =>
  lostIn(`${info}\npaths: { ${paths} }`)
    .filter(({ trait }) => trait === "idempotency")
    .map(({ shown, lines }) => [/"([^"]+)"/u.exec(lines[1] ?? "")?.[1], shown, lines.at(-1)?.trim()]);

const LINE = "idempotency: { header: Idempotency-Key, undeclared: true }";
const operation = (method: string, rest: string, id = "run") => `${method}: { operationId: ${id}, ${rest} }`;
const pets = (rest: string, method = "post") => `/pets: { ${operation(method, rest)} }`;
const conflict = (description: string, status = "409") =>
  `responses: { '201': { description: P }, '${status}': { description: '${description}' } }`;
const listing = (code: string, member = `{ properties: { code: { enum: [not_found, ${code}] } } }`) =>
  `responses: { '201': { description: P }, '409': { description: Conflict, ${json(member)} } }`;

test.each([
  ["`idempotency_key_conflict`: the key was used with different data.", "idempotency_key_conflict"],
  ["IdempotencyKeyReused", "IdempotencyKeyReused"],
  ["Possible codes: idempotency.conflict.", "idempotency.conflict"],
  ["`duplicate_idempotency_token`", "duplicate_idempotency_token"],
])("a code of keys in the description of a refusal: %s", (description, code) => {
  const shown = `the code "${code}" of its response 409 names an idempotency key`;
  expect(saidOf(pets(conflict(description)))).toEqual([["POST /pets", shown, LINE]]);
});

test("a code of keys in the description of a create", () => {
  const text = "description: '409 `idempotency_key_conflict`.', responses: { '201': { description: P } }";
  const shown = 'the code "idempotency_key_conflict" in its description names an idempotency key';
  expect(saidOf(pets(text))).toEqual([["POST /pets", shown, LINE]]);
  expect(saidOf(pets(text, "put"))).toEqual([]);
});

test.each([
  "Same key, different payload.",
  "A different request with the same key.",
  "The key was used with different data.",
])("a refusal that is of a used key: %s", (description) => {
  const by = (status: string) => `the description of its response ${status} may mean an idempotency key`;
  expect(saidOf(pets(conflict(description)))).toEqual([["POST /pets", by("409"), LINE]]);
  expect(saidOf(pets(conflict(description, "422")))).toEqual([["POST /pets", by("422"), LINE]]);
  expect(saidOf(pets(conflict(description, "400")))).toEqual([]);
});

test.each([
  "A setting with the same key exists.",
  "idempotency_key_conflict is not supported.",
  "The `idempotency_key` of the body.",
  "The request is not idempotent.",
])("a refusal that says nothing of a key: %s", (description) => {
  expect(saidOf(pets(conflict(description)))).toEqual([]);
});

test.each([
  ["key", "Same key, different payload."],
  ["ClientRequestToken", "IdempotentParameterMismatch"],
])("a member %s of the body is what a refusal is about", (member, description) => {
  const body = (name: string) =>
    `requestBody: { ${json(`{ properties: { ${name}: { type: string } } }`)} }, `;
  expect(saidOf(pets(`${body(member)}${conflict(description)}`))).toEqual([]);
  expect(saidOf(pets(`${body("name")}${conflict(description)}`))).toHaveLength(1);
});

const CODED = 'the code "idempotency_key_conflict" of its response 409 names an idempotency key';

test.each([
  ["an enum", listing("idempotency_key_conflict")],
  [
    "an enum inside",
    listing(
      "",
      "{ properties: { errors: { type: array, items: { properties: { code: { const: idempotency_key_conflict } } } } } }",
    ),
  ],
  [
    "an example",
    `responses: { '201': { description: P }, '409': { description: C, content: { application/json: { example: { code: idempotency_key_conflict } } } } }`,
  ],
])("a code of keys in %s of a refusal", (_, responses) => {
  expect(saidOf(pets(responses))).toEqual([["POST /pets", CODED, LINE]]);
});

test("codes that reads have too say nothing of a create; its own text does", () => {
  const read = `/hats: { ${operation("get", listing("idempotency_key_conflict"), "list")} }`;
  expect(saidOf(`${pets(listing("idempotency_key_conflict"))}, ${read}`)).toEqual([]);
  const both = listing("idempotency_key_conflict").replace(
    "description: Conflict",
    "description: idempotency_key_conflict",
  );
  expect(saidOf(`${pets(both)}, ${read}`)).toEqual([["POST /pets", CODED, LINE]]);
});

test("codes say nothing beside a declared key", () => {
  const key = "parameters: [{ in: header, name: X-Idempotency-Key, schema: { type: string } }], ";
  const hats = `/hats: { ${operation("post", `${key}${listing("idempotency_key_conflict")}`, "make")} }`;
  expect(saidOf(`${pets(listing("idempotency_key_conflict"))}, ${hats}`)).toEqual([]);
});

test.each([
  ["x-idempotency: { header: X-Idempotency-Key }", "names", "X-Idempotency-Key"],
  ["x-idempotency-key: required", "names", "Idempotency-Key"],
  ["x-idempotent: true", "may mean", "Idempotency-Key"],
])("an extension of a create: %s", (extension, verb, header) => {
  const [name = ""] = extension.split(":");
  const rest = `${extension}, responses: { '201': { description: P } }`;
  expect(saidOf(pets(rest))).toEqual([
    [
      "POST /pets",
      `its extension "${name}" ${verb} an idempotency key`,
      LINE.replace("Idempotency-Key", header),
    ],
  ]);
  expect(saidOf(pets(rest, "put"))).toEqual([]);
  const read = `security: [{ o: ['a:read'] }], ${rest.replace("201", "200")}`;
  expect(saidOf(pets(read), "components: { securitySchemes: { o: { type: mutualTLS } } }")).toEqual([]);
  expect(saidOf(pets(rest, "patch"))).toHaveLength(verb === "names" ? 1 : 0);
});

test.each([
  ["If a response is lost, repeat the request unchanged with the same key.", "may mean"],
  ["Codes: `idempotency_key_conflict`.", "names"],
  ["Sign each request with the same key.", undefined],
  ["Do not retry with the same key pair.", undefined],
])("the description of a contract: %s", (description, verb) => {
  const info = `info: { description: '${description}' }`;
  expect(saidOf(pets("responses: { '201': { description: P } }"), info)).toEqual(
    verb === undefined
      ? []
      : [["POST /pets", `the description of the contract ${verb} an idempotency key`, LINE]],
  );
  const body = `requestBody: { ${json("{ properties: { idempotencyKey: { type: string } } }")} }, `;
  const created = "responses: { '201': { description: P } }";
  const both = `${pets(`${body}${created}`)}, /hats: { ${operation("post", created, "make")} }`;
  const keys = lostIn(`${info}\npaths: { ${both} }`).filter(({ trait }) => trait === "idempotency");
  expect(keys.map(({ shown }) => shown)).toEqual([
    'the member of its body "idempotencyKey" is an idempotency key',
  ]);
});
