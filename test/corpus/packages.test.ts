import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { everyCase } from "../support/every-case.js";
import { repository } from "../support/repository.js";
import { examineDocument } from "./examine-document.js";
import { judge } from "./judge.js";

/** A dependency whose package ships OpenAPI documents; others there are pieces without `info`, for tests of a linter. */
const folder = join(repository, "node_modules/openapi-typescript/node_modules/@redocly/openapi-core/src");

describe("contracts that ship in packages, untouched", () => {
  test.each([
    // It takes as long as a hundred other tests.
    ...(everyCase ? [{ document: "benchmark/benches/rebilly.yaml", operations: 355 }] : []),
    { document: "__tests__/fixtures/refs/externalref.yaml", operations: 1 },
    { document: "__tests__/fixtures/resolve/openapi-with-back.yaml", operations: 0 },
  ])(
    "$document gives a client of $operations operations that compiles",
    async ({ document, operations }) => {
      const finding = await examineDocument(document, join(folder, document));
      expect(judge(finding)).toEqual({ word: "ok", reasons: [] });
      expect(finding).toMatchObject({ operations, anys: [] });
    },
    120_000,
  );
});
