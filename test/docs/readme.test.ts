import { expect, test } from "vitest";
import { compileSample, readPage } from "./code-blocks.js";

test("the sample of README.md compiles but for the call whose scope was not requested", async () => {
  const [, code = ""] = /```ts\n([^]*?)```/u.exec(readPage("../README.md")) ?? [];
  const given = `
import type { Contact, DealFilter } from "./external-api/index.js";
declare const cabinetId: string, reason: string, patch: { timeZone: string };
declare const filter: DealFilter, contacts: [Contact];
declare const sink: { write(row: unknown): void };
`;
  expect(await compileSample(code, given)).toEqual([
    ["api.deals.import({ cabinetId, reason, contacts });", expect.stringContaining("cabinet:deals:write")],
  ]);
});
