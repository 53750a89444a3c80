import { expect, test } from "vitest";
import type { ClientEvents } from "../../src/runtime/tracing/events.js";
import { readPage, testCodeBlocks } from "./code-blocks.js";

testCodeBlocks(
  "watching.md",
  "declare function count(name: string, facts: Readonly<Record<string, unknown>>): void;\n",
);

/** A name that is missing or wrong does not compile. */
const events: Record<keyof ClientEvents, true> = {
  contract: true,
  failure: true,
  page: true,
  poll: true,
  request: true,
  response: true,
  retry: true,
  token: true,
};

test("docs/watching.md has a row for each event, and for no other", () => {
  const rows = [...readPage("watching.md").matchAll(/^\| `(\w+)` /gm)].map(([, name = ""]) => name);
  expect(rows.sort()).toEqual(Object.keys(events));
});
