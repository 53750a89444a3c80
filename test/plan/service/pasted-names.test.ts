import fc from "fast-check";
import { expect, test } from "vitest";
import { buildPlan } from "../../../src/build-plan.js";
import { UserError } from "../../../src/text/user-error.js";
import { contractOf } from "../../model/model-of.js";
import { everyCase } from "../../support/every-case.js";
import { planUnder } from "./overrides/configured.js";

const ODD = ["-", "null", "true", "2024", "~", "a'b", 'a"b', "a\\b", "a #b", "a: b", "a\nb", "\u0007", "*a"];
const MORE = ["&a", "!a", "@a", "%a", "[a", "a,b", "a.b", "a/b", "é", "\u2028", "a=b", "__proto__", "", " "];
const names = fc.oneof(fc.constantFrom(...ODD, ...MORE), fc.string());

const content = (properties: object) => ({
  "application/json": { schema: { type: "object", properties } },
});
const text = { type: "string" };

/** Errors about a value that a person has filled in, or that is empty. */
const OF_VALUES = /no operation "GET \/x"|placeholder|must not be empty/;

/** A contract whose names are given, and of which the configuration has to say how it is paged, and what is sensitive. */
function contractWith(path: string, member: string, secret: string): string {
  const page = { [member]: { type: "object", properties: { items: { type: "array" }, next_token: text } } };
  const accepted = { job_id: text, [`${member} `]: { type: "object", properties: { a: text } } };
  const run = { status: { enum: ["running", "succeeded", "failed"] } };
  return JSON.stringify({
    paths: {
      [`/a/${path}`]: {
        get: {
          operationId: path,
          parameters: [{ in: "query", name: "at", schema: text }],
          responses: { 200: { description: "P", content: content(page) } },
        },
        put: {
          description: "Send `If-Match`.",
          requestBody: { content: content({ [secret]: { ...text, description: "Sensitive." } }) },
          responses: { 204: { description: "N" } },
        },
        post: { operationId: "b", responses: { 200: { description: "S", content: content(accepted) } } },
      },
      [`/b/${path}/{job_id}`]: {
        get: {
          parameters: [{ in: "path", name: "job_id", required: true, schema: text }],
          responses: { 200: { description: "R", content: content(run) } },
        },
      },
    },
  });
}

test("printed lines are accepted as they are, whatever the names of a contract", async () => {
  await fc.assert(
    fc.asyncProperty(names, names, names, async (path, member, secret) => {
      const contract = contractWith(path.replaceAll(/[{}]/g, ""), member, secret);
      const { lost } = buildPlan(contractOf(contract), {}).plan.traits;
      // Without a name, no configuration could mask it.
      expect(lost.length).toBeGreaterThan(secret === "" ? 1 : 2);
      for (const { lines, trait } of lost) {
        // What a person fills in is no matter of names.
        const filled = lines.map((line) =>
          line.replace('cursor: "?"', "cursor: at").replace("GET ?", "GET /x"),
        );
        try {
          const { traits } = await planUnder(contract, filled.join("\n"));
          expect(traits.lost.map((one) => one.trait)).not.toContain(trait);
        } catch (error) {
          expect(error).toBeInstanceOf(UserError);
          expect((error as UserError).where).toMatch(OF_VALUES);
        }
      }
    }),
    { numRuns: everyCase ? 600 : 40, examples: [...ODD, ...MORE].map((name) => [name, name, name]) },
  );
}, 600_000);
