import { expect, test } from "vitest";
import type { SchemaNode } from "../../../../src/model/schema-model.js";
import { parameterDoc } from "../../../../src/plan/typescript/types/schema-doc.js";

const limit = (doc: { readonly title?: string; readonly description?: string }): SchemaNode => ({
  type: { kind: "number", integer: true },
  doc: { deprecated: false, examples: [], ...doc },
  sensitive: false,
  constraints: {},
  origin: { pointer: "#/limit" },
});

test.each([
  ["How many.", {}, ["How many.", "Integer."]],
  ["How many.", { title: "Limit", description: "How many." }, ["How many.", "Integer."]],
  ["How many.", { description: "A number of pets." }, ["How many.", "A number of pets. Integer."]],
  ["How many.", { title: "Most of them" }, ["How many.", "Integer."]],
  [undefined, { title: "Page Size" }, ["Integer."]],
  [undefined, { title: "Most of them" }, ["Most of them. Integer."]],
])("%j and %j of its schema are told as %j", (description, doc, want) => {
  const given = {
    name: "page_size",
    schema: limit(doc),
    deprecated: false,
    ...(description === undefined ? {} : { description }),
  };
  expect(parameterDoc(given).text).toEqual(want);
});
