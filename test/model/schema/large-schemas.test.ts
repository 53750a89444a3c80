import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/load/loaded-contract.js";
import { createSchemaBuilder } from "../../../src/model/schema/build-schemas.js";

const ref = (key: string) => ({ $ref: `#/components/schemas/${key}` });
const dashes = (index: number) => [`A${"-".repeat(index % 120)}${"_".repeat(index / 120)}`, {}] as const;
const count = (length: number) => [...Array(length).keys()];

/** Milliseconds that are many times what the work takes, and far less than it takes where it grows with the square. */
const PATIENCE = 5_000;

describe("schemas that no published contract has take no time", () => {
  it.each<[string, () => JsonObject]>([
    [
      "alternatives that all refer to each other",
      () => {
        const others = (own: number) => count(25).filter((other) => other !== own);
        return Object.fromEntries(
          count(25).map((own) => [`S${own}`, { oneOf: others(own).map((other) => ref(`S${other}`)) }]),
        );
      },
    ],
    [
      "conditions that describe one member",
      () => ({
        A: {
          type: "object",
          allOf: count(2_000).map((index) => ({
            if: { properties: { kind: { const: index } } },
            then: { properties: { value: { type: "string", maxLength: index } } },
          })),
        },
      }),
    ],
    [
      "lists of values beside each other",
      () => {
        const values = count(20_000).map((index) => `v${index}`);
        return { A: { enum: values }, B: { allOf: [ref("A")], enum: values } };
      },
    ],
    ["names that differ in no letter", () => Object.fromEntries(count(12_000).map(dashes))],
  ])("%s", { timeout: PATIENCE }, (_, schemas) => {
    const document = {
      openapi: "3.1.0",
      info: { title: "Given", version: "1" },
      components: { schemas: schemas() },
    };
    expect(createSchemaBuilder(document, "3.1").finish().length).toBeGreaterThan(0);
  });
});
