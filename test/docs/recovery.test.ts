import { expect, test } from "vitest";
import { readPage, testCodeBlocks } from "./code-blocks.js";

/** What the page takes for granted: a client with every scope, and the reader's own functions. */
testCodeBlocks(
  "recovery.md",
  `
import type { DealsImportInput, Deal, ExternalApi as Client } from "./external-api/index.js";
declare const api: Client;
declare const input: DealsImportInput;
declare const cabinetId: string, projectId: string, operationId: string, reason: string;
declare const rememberedKey: string, storedETag: string;
declare function untilTheNetworkIsBack(): Promise<void>;
declare function countDealsOf(input: DealsImportInput): Promise<number>;
declare function scheduleLater(operationId: string): Promise<void>;
declare function scheduleAt(time: Date): Promise<void>;
declare function pauseExports(): Promise<void>;
type Place = { state: "new" | "done" } | { state: "at"; bookmark: string };
declare const place: Place;
declare function keep(deals: readonly Deal[], place: Place): Promise<void>;
`,
);

test("docs/recovery.md has a section and a row for each error class of the client, and for no other", async () => {
  const page = readPage("recovery.md");
  const classes = Object.keys((await import("../../generated/external-api/index.js")) as object)
    .filter((name) => name.endsWith("Error") && !name.startsWith("is") && name !== "ApiError")
    .sort();
  const sections = [...page.matchAll(/^### (\w+)$/gm)].map(([, name = ""]) => name);
  const top = page.indexOf("| Was anything");
  const table = page.slice(top, page.indexOf("\n## ", top));
  expect(sections.sort()).toEqual(classes);
  expect(classes.filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
});
