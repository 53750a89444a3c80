import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Direction } from "../../../src/diff/fact.js";
import { judgeFacts } from "../../../src/diff/judge-facts.js";
import type { Json } from "../../../src/load/loaded-contract.js";
import { schemaFacts } from "./compare-schemas.js";
import { namedMembers } from "./named-members.js";
import { contractPairs, equalPairs, exclusivePairs, values } from "./random-schemas.js";

/** Decides whether a value is valid; undefined where the validator fails. */
type Validator = (value: Json) => boolean | undefined;

const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });

function validatorOf(schema: Json): Validator {
  const validate = ajv.compile(schema as object);
  if (typeof schema === "object") ajv.removeSchema(schema as object);
  return (value) => {
    try {
      return validate(value);
    } catch {
      // The code that ajv 8.20 makes of `unevaluatedProperties` in some branches fails.
      return undefined;
    }
  };
}

/** The value that one schema allows with the members that it names, and the other refuses. */
function counterexample(accepting: Json, refusing: Json, samples: readonly Json[]): Json | undefined {
  const [accepts, refuses] = [accepting, refusing].map(validatorOf);
  const found = samples.filter((value) => accepts?.(value) === true && refuses?.(value) === false);
  if (found.length === 0) return undefined;
  const isSent = validatorOf(namedMembers(accepting));
  return found.find((value) => isSent(value) === true);
}

function levelsOf(old: Json, now: Json, direction: Direction): readonly string[] {
  const facts = schemaFacts(JSON.stringify(old), JSON.stringify(now), direction);
  return judgeFacts(facts.map((fact) => ({ ...fact, witness: () => undefined }))).map(
    ({ rule, wire }) => `${rule} ${wire}`,
  );
}

describe("a comparison of schemas", () => {
  test.each([
    ["", contractPairs],
    [", of alternatives that have values in common", exclusivePairs],
  ] as const)(
    "is never silent where a value shows that a client breaks%s",
    (_name, pairs) => {
      let shown = 0;
      fc.assert(
        fc.property(
          pairs,
          fc.constantFrom<Direction>("request", "response"),
          fc.array(values, { minLength: 30, maxLength: 30 }),
          ([old, now], direction, random): void => {
            const samples = JSON.parse(JSON.stringify(random)) as readonly Json[];
            const value =
              direction === "request" ? counterexample(old, now, samples) : counterexample(now, old, samples);
            if (value === undefined) return;
            shown += 1;
            const levels = levelsOf(old, now, direction);
            const isTold = levels.some((level) => /(?:breaking|risky)$/u.test(level));
            expect({ old, now, direction, value, levels, isTold }).toEqual({
              ...{ old, now, direction, value, levels },
              isTold: true,
            });
          },
        ),
        { numRuns: Number(process.env["VERDICT_RUNS"] ?? 800), seed: 17 },
      );
      // Without counterexamples the test would hold of anything.
      expect(shown).toBeGreaterThan(100);
    },
    60_000,
  );

  test("is silent between schemas of the same meaning", () => {
    fc.assert(
      fc.property(equalPairs, ([one, other]): void => {
        for (const [old, now] of [
          [one, other],
          [other, one],
        ] as const) {
          const levels = [...levelsOf(old, now, "request"), ...levelsOf(old, now, "response")];
          expect({ old, now, levels }).toEqual({ old, now, levels: [] });
        }
      }),
      { numRuns: Number(process.env["VERDICT_RUNS"] ?? 400), seed: 17 },
    );
  }, 60_000);
});
