import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { type DiffOptions, diffContracts, type Finding } from "../../src/diff-contracts.js";

const folder = mkdtempSync(join(tmpdir(), "cabinetry-identity-"));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});
let files = 0;

async function findingsOf(
  old: string,
  now: string,
  options: Partial<DiffOptions> = {},
): Promise<readonly Finding[]> {
  const [before, after] = [old, now].map((text) => {
    const path = join(folder, `${String((files += 1))}.yaml`);
    writeFileSync(path, text);
    return path;
  });
  const { report } = await diffContracts({ old: before ?? "", new: after ?? "", ...options });
  return report.findings;
}

const contract = (schema: string, more = "") => `openapi: 3.1.0
info: { title: Pets, version: "1" }
servers: [{ url: https://pets.example }]
paths:
  /pets:
    post:
      operationId: addPet
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } }
      responses: { "204": { description: Done } }
${more}components:
  schemas:
    Pet: ${schema}
    A: { type: object, required: [a], properties: { a: { type: string } } }
    B: { type: object, required: [b], properties: { b: { type: string } } }
    C: { type: object, required: [c], properties: { c: { type: string } } }
`;

describe("two changes at one position have two fingerprints", () => {
  const many = Array.from({ length: 30 }, (_, index) => `value-number-${String(index)}`);
  const list = (values: readonly string[]) => `{ type: string, enum: [${values.join(", ")}] }`;
  test.each([
    {
      title: "the new required property has another schema",
      given: [
        "{ type: object }",
        "{ type: object, required: [n], properties: { n: { type: string } } }",
        "{ type: object, required: [n], properties: { n: { type: integer, minimum: 99 } } }",
      ],
    },
    {
      title: "more conditions",
      given: [
        "{ type: object, if: { required: [x] }, then: { required: [v] } }",
        "{ type: object, if: { required: [x] }, then: { required: [y] } }",
        "{ type: object, if: { required: [x] }, then: { required: [y, z, w] } }",
      ],
    },
    {
      title: "what must not be is wider",
      given: ["{}", "{ not: { const: a } }", "{ not: { type: string } }"],
    },
    {
      title: "one value of a long list is removed, or three",
      given: [list(many), list(many.slice(1)), list(many.slice(3))],
    },
  ])("$title", async ({ given: [old = "", one = "", other = ""] }) => {
    const fingerprints = async (now: string) =>
      (await findingsOf(contract(old), contract(now)))
        .filter(({ wire }) => wire === "breaking" || wire === "risky")
        .map(({ fingerprint }) => fingerprint);
    const [left, right] = [await fingerprints(one), await fingerprints(other)];
    expect([left.length > 0, right.length > 0]).toEqual([true, true]);
    expect(left.filter((fingerprint) => right.includes(fingerprint))).toEqual([]);
    expect(await fingerprints(one)).toEqual(left);
  });
});

test("a name that begins with x- is a name where the map is free", async () => {
  const scheme = (place: string) =>
    `${contract("{ type: object }").replace("paths:", "security: [{ x-api-key: [] }]\npaths:")}  securitySchemes: { x-api-key: { type: apiKey, name: key, in: ${place} } }\n`;
  const rules = (await findingsOf(scheme("header"), scheme("query"))).map(
    ({ rule, wire }) => `${wire} ${rule}`,
  );
  expect(rules.filter((rule) => rule.startsWith("breaking"))).not.toEqual([]);
});

test.each<[text: string, want: string]>([
  ["{ type: string }", "compatible request.type.widened"],
  ["{ type: string, maxLength: 64 }", "compatible request.type.widened"],
  ["{ type: string, format: uuid }", "breaking request.type.changed"],
  ["{ type: string, pattern: '^[a-z]+$' }", "breaking request.type.changed"],
  ["{ type: string, minLength: 36 }", "breaking request.type.changed"],
  ["{ enum: [a, b] }", "breaking request.type.changed"],
])("a number in a path becomes %s: %s", async (text, want) => {
  const path = (schema: string) =>
    contract(
      "{ type: object }",
      `  /pets/{id}:\n    get:\n      operationId: getPet\n      parameters: [{ name: id, in: path, required: true, schema: ${schema} }]\n      responses: { "204": { description: Done } }\n`,
    );
  const found = await findingsOf(path("{ type: integer }"), path(text));
  expect(found.map(({ rule, wire }) => `${wire} ${rule}`)).toContain(want);
});

test.each([
  [90, ["operation.sunset-added"]],
  [200, ["operation.sunset-added", "operation.sunset-too-near"]],
])("a sunset date 158 days ahead, of at least %i: %j", async (sunsetDays, want) => {
  const config = join(folder, `${String(sunsetDays)}-cabinetry.yaml`);
  writeFileSync(config, `diff: { policies: { sunset: error, sunsetDays: ${String(sunsetDays)} } }\n`);
  const old = contract("{ type: object }");
  const now = old.replace(
    "operationId: addPet",
    'operationId: addPet\n      deprecated: true\n      x-sunset: "2027-04-30"',
  );
  const found = await findingsOf(old, now, { config, today: "2026-11-23" });
  expect(found.map(({ rule }) => rule).filter((rule) => rule.includes("sunset"))).toEqual(want);
});
