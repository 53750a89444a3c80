import { expect, test } from "vitest";
import type { PlanOptions } from "../../src/plan/plan-client.js";
import { compareSurfaces } from "../../src/diff/surface/compare-surfaces.js";
import { planOf } from "../plan/plan-of.js";
import { complaints, emitContract } from "./emit-contract.js";

const contract = (codes: string) => `
servers: [{ url: https://a.example }]
components:
  schemas:
    Problem: { type: object, required: [status, code], properties: { title: { type: string }, status: { type: integer }, code: { type: string, enum: [${codes}] } } }
paths:
  /pets:
    get: { operationId: listPets, tags: [pets], responses: { "204": { description: None }, "404": { description: Gone, content: { application/problem+json: { schema: { $ref: "#/components/schemas/Problem" } } } } } }`;

const CLOSED: PlanOptions = {
  overrides: { values: { enums: "closed" }, file: "cabinetry.yaml", locate: () => ({ line: 1, column: 1 }) },
};

const cases: readonly { readonly given: PlanOptions; readonly want: string }[] = [
  { given: {}, want: `export type ProblemCode = "GONE" | "LOST" | Unlisted;` },
  { given: CLOSED, want: `export type ProblemCode = "GONE" | "LOST";` },
];

for (const { given, want } of cases)
  test(`problem codes admit others as enums do: ${want}`, async () => {
    const files = await emitContract(contract("LOST, GONE"), { name: "Api", ...given });
    expect(files.get("contract.ts")?.split("\n").at(-2)).toBe(want);
    const user = `import type { ProblemCode } from "./index.js";
export const text = (code: ProblemCode): string => {
  switch (code) {
    case "GONE": return "a";
    case "LOST": return "b";
    default: return code;
  }
};
export const typo: ProblemCode = "GOEN";`;
    expect(complaints(files, user)).toEqual([
      expect.stringContaining(`Type '"GOEN"' is not assignable to type 'ProblemCode'`),
    ]);
  });

test("a further code breaks callers only where enums are closed", () => {
  const levels = (options: PlanOptions) =>
    compareSurfaces(planOf(contract("GONE"), options), planOf(contract("GONE, LOST"), options))
      .filter(({ names }) => names.old === "ProblemCode")
      .map(({ level, rule }) => `${level} ${rule}`);
  expect(levels({})).toEqual(["compatible sdk.value-added"]);
  expect(levels(CLOSED)).toEqual(["breaking sdk.value-added"]);
});
