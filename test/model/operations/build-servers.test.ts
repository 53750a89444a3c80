import { expect, test } from "vitest";
import { modelOf } from "../model-of.js";

test("servers stay in the contract's order, their variables sorted", () => {
  const given = `
servers:
  - url: https://{region}.example/{base}
    description: First.
    variables:
      region: { default: eu, enum: [us, eu], description: Where. }
      base: { default: v1 }
  - { url: /second }`;
  expect(modelOf(given).servers).toEqual([
    {
      url: "https://{region}.example/{base}",
      description: "First.",
      variables: [
        { name: "base", default: "v1", values: [] },
        { name: "region", default: "eu", values: ["us", "eu"], description: "Where." },
      ],
    },
    { url: "/second", variables: [] },
  ]);
});

test("a contract without servers has none", () => {
  expect(modelOf("{}").servers).toEqual([]);
});
