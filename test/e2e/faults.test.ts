import { describe, expect, test } from "vitest";
import { everyStep } from "./every-step.js";
import { collect, contextOf, startWorld, useGeneratedClient } from "./world.js";

const client = useGeneratedClient();

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
