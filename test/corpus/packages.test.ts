import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { repository } from "../support/repository.js";
import { examineDocument } from "./examine-document.js";
import { judge } from "./judge.js";

/** OpenAPI documents that ship in a package that the project depends on, untouched. */
const folder = join(
  repository,
  "node_modules/openapi-typescript/node_modules/@redocly/openapi-core/src",
);

describe("contracts that ship in packages", () => {
  test.each([
    { document: "benchmark/benches/rebilly.yaml", operations: 1 },
    { document: "__tests__/fixtures/refs/externalref.yaml", operations: 1 },
    { document: "__tests__/fixtures/refs/external-request-body.yaml", operations: 1 },
    { document: "__tests__/fixtures/refs/openapi-with-external-refs-conflicting-names.yaml", operations: 1 },
    { document: "__tests__/fixtures/refs/openapi-with-special-names-in-props.yaml", operations: 1 },
    { document: "__tests__/fixtures/resolve/openapi-with-back.yaml", operations: 1 },
    { document: "__tests__/fixtures/resolve/openapi.yaml", operations: 1 },
    { document: "__tests__/fixtures/lint/openapi.yaml", operations: 1 },
    { document: "__tests__/fixtures/refs/openapi-with-external-refs.yaml", operations: 1 },
    { document: "__tests__/fixtures/refs/hosted.yaml", operations: 1 },
  ])(
    "$document",
    async ({ document, operations }) => {
      const finding = await examineDocument(document, join(folder, document));
      expect(judge(finding)).toEqual({ word: "ok", reasons: [] });
      expect(finding).toMatchObject({ operations, anys: [] });
    },
    120_000,
  );
});
