import { expect, test } from "vitest";
import { planOf } from "../../plan-of.js";
import { stateOperation } from "../background-contract.js";
import { traitsUnder } from "../overrides/configured.js";

/** One operation of each kind whose promises stand in a body, with the media types of its bodies open. */
const contract = (media: string, problem: string) => `
paths:
  /pets:
    get:
      operationId: listPets
      tags: [pets]
      parameters: [{ in: query, name: cursor, schema: { type: string } }]
      responses:
        '200': { description: P, content: { ${media}: { schema: { properties: { items: { type: array, items: {} }, next_cursor: { type: string } } } } } }
        '409': { description: C, content: { ${problem}: { schema: { properties: { title: {}, status: {}, code: { enum: [taken] }, retryable: { type: boolean } } } } } }
    post:
      operationId: createPet
      tags: [pets]
      responses:
        '202': { description: S, content: { ${media}: { schema: { required: [jobId], properties: { jobId: { type: string } } } } } }
${stateOperation({ state: `${media}: { schema: { properties: { status: { enum: [running, succeeded, failed] } } } }` })}
  /settings:
    get:
      operationId: getSettings
      tags: [settings]
      responses:
        '200': { description: S, headers: { ETag: {} }, content: { ${media}: { schema: { type: object } } } }
    put:
      operationId: updateSettings
      tags: [settings]
      parameters: [{ in: header, name: If-Match, required: true, schema: { type: string } }]
      responses: { '204': { description: D } }
  /limits:
    get:
      operationId: getLimits
      tags: [limits]
      responses:
        '200': { description: L, content: { ${media}: { schema: { properties: { limits: { properties: { reads_per_minute: { type: integer } } } } } } } }
`;

const JSON_MEDIA = "application/json";

const decidedIn = (media: string) => {
  const { operations, contract: whole, lost } = planOf(contract(media, media)).traits;
  return { operations, whole, lost };
};

test("[RES-3] [OPS-1] [ETG-1] [CAP-1] [ERR-1] content under a range that is read as JSON shows what JSON shows", () => {
  const named = decidedIn(JSON_MEDIA);
  expect(named.operations.flatMap(({ traits }) => Object.keys(traits)).sort()).toEqual([
    "background",
    "capabilities",
    "conditionalChange",
    "pagination",
    ...Array.from({ length: 4 }, () => "safe"),
    "versionedRead",
  ]);
  expect(named.whole.problem?.facts).toMatchObject({ codes: ["taken"], retryable: true });
  expect(named.lost).toEqual([]);
  for (const range of ["'*/*'", "application/*", "application/*+json"])
    expect(decidedIn(range), range).toEqual(named);
});

test("content under a range that has no JSON in it shows nothing", () => {
  for (const range of ["text/*", "image/*"]) {
    const { operations, whole } = decidedIn(range);
    const found = new Set(operations.flatMap(({ traits }) => Object.keys(traits)));
    for (const trait of ["background", "capabilities", "pagination"])
      expect(found, range).not.toContain(trait);
    expect(whole.problem, range).toBeUndefined();
  }
});

test("errors under a range are problems beside errors that are labelled so", () => {
  const traits = (problem: string) => planOf(contract(JSON_MEDIA, problem)).traits.contract.problem;
  expect(traits("application/problem+json")?.reason).toContain("Errors are application/problem+json");
  expect(traits("'*/*'")?.facts).toEqual(traits("application/problem+json")?.facts);
});

test("a configuration takes content under a range", async () => {
  const keys = `
operations:
  listPets: { pagination: { style: cursor, items: items, next: next_cursor, cursor: cursor } }
  createPet: { background: { status: getJob, id: jobId } }
  updateSettings: { conditional: { read: getSettings } }
capabilities: { operation: getLimits, limits: { readsPerMinute: limits.reads_per_minute } }`;
  const names = ["pets.list", "pets.create", "settings.update", "limits.get"];
  for (const name of names) {
    const under = (media: string) => traitsUnder(contract(media, media), keys, name);
    expect(await under("'*/*'"), name).toEqual(await under(JSON_MEDIA));
  }
});
