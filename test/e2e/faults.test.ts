import { describe, expect, test } from "vitest";
import type { FaultRule } from "../../src/sandbox/index.js";
import { collect, contextOf, startWorld, useGeneratedClient } from "./world.js";

const client = useGeneratedClient();

/** A way from the import to its result on which something goes wrong at every step. */
const everyStep: readonly FaultRule[] = [
  { name: "token endpoint busy", on: "exchangeToken", nth: 1, fault: { kind: "html", status: 503 } },
  { name: "import lost", on: "importDeals", nth: 1, fault: { kind: "disconnect", when: "after" } },
  {
    name: "import in progress",
    on: "importDeals",
    nth: 2,
    fault: { kind: "problem", code: "idempotency_key_in_progress", status: 409, retryable: true },
  },
  { name: "token expired", on: "getOperation", nth: 1, fault: { kind: "refuseToken" } },
  { name: "unknown state", on: "getOperation", nth: 2, fault: "operationState" },
  {
    name: "clock behind",
    on: "getOperation",
    nth: 3,
    fault: { kind: "clockJump", milliseconds: -7_200_000 },
  },
  { name: "added later", on: "*", fault: "unknownFields" },
];

describe("a client on a bad day", () => {
  test("[IDM-3] [OPS-2] [TOK-6] [GEN-3] imports once, waits, and reads the result", async () => {
    const { sandbox, connect, cabinetId } = await startWorld(client(), { faults: { faults: everyStep } });
    const api = connect();
    const contacts = [{ phone: "+442079460199" }];
    const job = await api.deals.import({ cabinetId, reason: "fair", contacts });
    await job.wait();
    expect(await collect(job.results())).toMatchObject([{ outcome: "created" }]);
    expect(contextOf(sandbox, "Northwind").deals).toHaveLength(1801);
    const struck = new Set(sandbox.faults.injected.map(({ rule }) => rule));
    expect([...struck].sort()).toEqual(everyStep.map(({ name }) => name).sort());
    expect(sandbox.defects).toEqual([]);
  });
});
