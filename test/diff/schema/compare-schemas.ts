import { parse } from "yaml";
import type { Direction, Fact } from "../../../src/diff/fact.js";
import { judgeFacts } from "../../../src/diff/judge-facts.js";
import { createSchemaComparison } from "../../../src/diff/schema/schema-comparison.js";
import type { JsonObject } from "../../../src/load/loaded-contract.js";

/** How values of the schemas are used. */
export type Used = "both" | Direction;

/**
 * The facts between two schemas, each a component `Pet` in YAML; after a line of `---` further components follow.
 */
export function schemaFacts(old: string, now: string, used: Used = "both", today?: string): readonly Fact[] {
  const comparison = createSchemaComparison(
    { document: documentOf(old), dialect: "3.1" },
    { document: documentOf(now), dialect: "3.1" },
    today,
    180,
  );
  const pointer = "#/components/schemas/Pet";
  if (used !== "response")
    comparison.compare(pointer, pointer, {
      operation: "POST /pets",
      part: "request body",
      direction: "request",
    });
  if (used !== "request")
    comparison.compare(pointer, pointer, {
      operation: "GET /pets",
      part: "response 200",
      direction: "response",
    });
  return comparison.facts();
}

/** The findings in one direction, each as `rule level`, sorted. */
export function schemaFindings(old: string, now: string, direction: Direction): readonly string[] {
  return judgeFacts(schemaFacts(old, now, direction, "2026-11-30"))
    .map(({ rule, wire }) => `${rule} ${wire}`)
    .sort();
}

function documentOf(text: string): JsonObject {
  const [pet = "", others = ""] = text.split(/^\s*---$/mu);
  const schemas = { Pet: parse(pet) as JsonObject, ...(parse(others) as JsonObject | null) };
  return { openapi: "3.1.0", info: { title: "T", version: "1" }, paths: {}, components: { schemas } };
}
