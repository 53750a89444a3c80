import { expect, test } from "vitest";
import { planUnder } from "./overrides/configured.js";
import { json, LIST, pets } from "./lost-contract.js";

const KEY = "{ in: header, name: Idempotency-Key, schema: { type: string } }";
const QUERY =
  "{ in: query, name: offset, schema: { type: integer } }, { in: query, name: limit, schema: { type: integer } }";

/** A POST with this name, status and parameters, whose response has a list. */
const post = (name: string, status = "200", parameters = `${KEY}, ${QUERY}`) =>
  pets(
    "post",
    `parameters: [${parameters}], responses: { '${status}': { description: P, ${json(`{ properties: { ${LIST} } }`)} } }`,
  ).replace(/operationId: \w+/, `operationId: ${name}`);

/** A POST that takes and gives a cursor. */
const cursor = (more: string) =>
  pets(
    "post",
    `${more} parameters: [${KEY}], requestBody: { ${json("{ properties: { query: { type: string }, limit: { type: integer }, cursor: { type: string } } }")} }, responses: { '200': { description: P, ${json(`{ properties: { ${LIST}, next_cursor: { type: string } } }`)} } }`,
  ).replace(/operationId: run, /, more.startsWith("operationId") ? "" : "operationId: chargeCards, ");

const signsOf = async (yaml: string, keys = "enums: open") =>
  (await planUnder(yaml, keys)).traits.lost.filter(({ trait }) => trait === "pagination");

test("[RES-3] a search that takes an idempotency key is named, and its lines page it", async () => {
  const [sign, ...others] = await signsOf(post("searchPets"));
  expect(others).toEqual([]);
  expect(sign).toMatchObject({
    shown: "it would be paged, as a search",
    missing: "it takes the idempotency key `Idempotency-Key`, as what creates something does",
    lines: ["operations:", '  "POST /pets":', "    safe: true", "    idempotency: false"],
  });
  const { traits } = await planUnder(post("searchPets"), sign?.lines.join("\n") ?? "");
  expect(traits.lost).toEqual([]);
  expect(traits.operations[0]?.traits).toMatchObject({ pagination: { facts: { style: "offset" } } });
  expect(await signsOf(post("searchPets"), 'operations: { "POST /pets": { pagination: false } }')).toEqual(
    [],
  );
});

test("a search of which a text names a change has no lines", async () => {
  const [sign] = await signsOf(
    cursor("summary: Search pets, description: Each result is charged.,").replace(
      "chargeCards",
      "searchPets",
    ),
  );
  expect(sign).toMatchObject({ shown: "it would be paged, as a search", lines: [] });
});

test.each([
  ["what creates something", post("createPets")],
  ["what charges by a cursor", cursor("summary: 'Charges cards, a batch per call',")],
  ["what finds and deletes", cursor("operationId: findAndDelete,")],
  ["what starts something", post("searchPets", "202")],
  ["a search without pages", post("searchPets", "200", KEY)],
])("%s and takes a key is no search with pages", async (_, yaml) => {
  expect((await signsOf(yaml)).filter(({ shown }) => shown.startsWith("it would"))).toEqual([]);
});
