import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { JsonObject } from "../../../src/load/loaded-contract.js";
import { valueAt } from "../../../src/openapi/visit.js";
import { fragmentKeys } from "../../../src/text/json-pointer.js";
import { repository } from "../../support/repository.js";
import { seeded } from "../../support/seeded.js";
import { mutate, mutateBy, mutations } from "./mutate.js";

const text = readFileSync(join(repository, "test/diff/mutate/medium.yaml"), "utf8");
const document = parse(text) as JsonObject;

describe("mutate", () => {
  test("changes a copy, the same for the same seed", () => {
    expect(mutate(document, 7)).toEqual(mutate(document, 7));
    expect(document).toEqual(parse(text));
  });

  test("makes different changes for different seeds", () => {
    const titles = new Set(Array.from({ length: 40 }, (_, seed) => mutate(document, seed).title));
    expect(titles.size).toBeGreaterThan(20);
  });

  test.each(mutations.map((one) => [`${one.row}: ${one.title}`, one] as const))("%s", (_, one) => {
    const mutated = mutateBy(one, document, seeded(1));
    expect(mutated?.row).toBe(one.row);
    expect(mutated?.document).not.toEqual(document);
    expect(valueAt(document, fragmentKeys(mutated?.pointer ?? "#/nowhere"))).toBeTypeOf("object");
  });
});
