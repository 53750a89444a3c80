import { describe, expect, test } from "vitest";
import { everyStep } from "./every-step.js";
import { collect, contextOf, errorOf, startWorld, useGeneratedClient } from "./world.js";

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

  test("[ERR-7] [IDM-3] a login page for an import: nobody knows, and the same key imports once", async () => {
    const page = {
      kind: "response",
      status: 200,
      headers: { "content-type": "text/html" },
      text: "<html>login</html>",
    } as const;
    const { sandbox, connect, cabinetId } = await startWorld(client(), {
      faults: { faults: [{ on: "importDeals", count: 1, fault: page }] },
    });
    const input = { cabinetId, reason: "fair", contacts: [{ phone: "+442079460199" }] };
    const api = connect();
    const error = await errorOf(api.deals.import(input));
    if (!client().isUnexpectedResponseError(error)) throw error;
    expect(error.remedy).toBe(
      "It is unknown whether the change was made: a proxy may have responded in place of the server. " +
        "Make the same call again with the same `idempotencyKey` (or intent): it cannot happen twice.",
    );
    expect(contextOf(sandbox, "Northwind").deals).toHaveLength(1800);
    const job = await api.deals.import(input, { idempotencyKey: error.idempotencyKey ?? "" });
    await job.wait();
    expect(contextOf(sandbox, "Northwind").deals).toHaveLength(1801);
    const keys = sandbox.requests
      .filter(({ operationId }) => operationId === "importDeals")
      .map(({ headers }) => headers["idempotency-key"]);
    expect(new Set(keys)).toEqual(new Set([error.idempotencyKey]));
  });
});
