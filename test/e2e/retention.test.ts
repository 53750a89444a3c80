import { expect, test } from "vitest";
import { readPage } from "../docs/code-blocks.js";
import { startWorld, useGeneratedClient } from "./world.js";

const client = useGeneratedClient();
const day = 86_400_000;

test("[OPS-6] an intent is one operation for as long as the server keeps keys, and a new one after, as the documents say", async () => {
  const { clock, connect, cabinetId, received } = await startWorld(client());
  const api = connect();
  const start = async () =>
    (await api.deals.export({ cabinetId, reason: "audit" }, { intent: "nightly" })).id;
  const first = await start();
  await clock.advance(6 * day);
  expect(await start()).toBe(first);
  await clock.advance(2 * day);
  expect(await start()).not.toBe(first);
  const [once, again, later] = received("exportDeals").map(({ headers }) => headers["idempotency-key"]);
  expect([again === once, later === once]).toEqual([true, false]);

  const { limits } = await api.capabilities.get();
  const words = `${String(limits.operationRetentionDays)} days`;
  expect(readPage("../README.md")).toContain(
    `(\`operationRetentionDays\`, ${words}): after that it is a new one`,
  );
  expect(readPage("recovery.md").replaceAll("\n", " ")).toContain(
    `\`operationRetentionDays\` of its capabilities, ${words} by default, from its first call`,
  );
});
