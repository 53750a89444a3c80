import { inspect } from "node:util";
import { expect, test, vi } from "vitest";
import { collect, contextOf, errorOf, startWorld, useGeneratedClient } from "../e2e/world.js";

const client = useGeneratedClient();
const phone = "+442079460123";
const email = "person@example.com";

/** Everything that a log could make of a value. */
function shown(value: unknown): string {
  const options = { depth: Infinity, showHidden: true, getters: true } as const;
  const stack = value instanceof Error ? (value.stack ?? "") : "";
  const text = value instanceof Error ? value.message : "";
  return [inspect(value), inspect(value, { depth: Infinity }), JSON.stringify(value), stack, text]
    .concat(value instanceof Error ? [] : [inspect(value, options)])
    .join("\n");
}

/** Everything that is printed during the test, by either side: both run in this process. */
function watchOutput(): readonly string[] {
  const printed: string[] = [];
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, "write").mockImplementation((text) => {
      printed.push(String(text));
      return true;
    });
  }
  for (const name of ["log", "info", "warn", "error", "debug"] as const) {
    vi.spyOn(console, name).mockImplementation(
      (...words) => void printed.push(inspect(words, { depth: Infinity })),
    );
  }
  return printed;
}

test("[TOK-7] [SEC-1] [ERR-2] key, token and contact data are in nothing that can be logged", async () => {
  const served: unknown[] = [];
  const { connect, cabinetId, sandbox } = await startWorld(client(), {
    log: (event) => void served.push(event),
  });
  const printed = watchOutput();
  const events: unknown[] = [];
  const tokens = new Set<string>();
  const keep = (event: unknown): void => void events.push(event);
  const api = connect({
    logger: keep,
    hooks: { request: keep, response: keep, retry: keep, failure: keep, token: keep, page: keep, poll: keep },
    fetch: (request) => {
      tokens.add((request.headers.get("authorization") ?? "").replace("Bearer ", ""));
      return fetch(request);
    },
  });

  const contacts = [{ phone, name: "Ada Person", comment: email }];
  const job = await api.deals.import({ cabinetId, reason: "fair", contacts }, { intent: "fair" });
  await job.wait();
  const { etag } = await api.cabinets.getSettings(cabinetId);
  const patch = { alertEmail: email };
  await api.settings.update({ cabinetId, reason: "alerts", patch }, { ifMatch: etag });
  await collect(api.deals.search({ cabinetId, filter: { phone } }));

  sandbox.failNextOperation({ code: "full", message: `${phone} is known`, retryable: false, applied: false });
  const failing = await api.deals.import({ cabinetId, reason: "fair", contacts });
  const errors = [
    await errorOf(failing.wait()),
    await errorOf(api.deals.import({ cabinetId, reason: "other", contacts }, { intent: "fair" })),
    await errorOf(api.settings.update({ cabinetId, reason: "alerts", patch }, { ifMatch: etag })),
    await errorOf(collect(api.deals.search({ cabinetId, filter: { phone: `${phone}x` } }))),
    await errorOf(api.deals.import({ cabinetId: "1", reason: "fair", contacts })),
  ];
  sandbox.makeNextWriteAmbiguous({ applied: false });
  errors.push(await errorOf(api.deals.import({ cabinetId, reason: "fair", contacts })));
  sandbox.revokeKey(sandbox.credentialId);
  errors.push(await errorOf(api.deals.import({ cabinetId, reason: "fair", contacts })));
  errors.push(await errorOf(connect().capabilities.get()));

  tokens.delete("");
  expect(tokens.size).toBeGreaterThan(0);
  expect(events.length).toBeGreaterThan(20);
  expect(contextOf(sandbox, "Northwind").deals.at(-1)?.contact.phone).toBe(phone);
  expect(served.length).toBeGreaterThan(10);
  const shownValues = [
    ...events,
    ...errors,
    ...served,
    ...sandbox.requests,
    api,
    api.deals,
    job,
    failing,
  ].map(shown);
  const everything = [...shownValues, ...printed].join("\n");
  const found = [sandbox.accessKey, ...tokens, phone, email, "Ada Person"].filter((secret) =>
    everything.includes(secret),
  );
  expect(found).toEqual([]);
  expect(everything).toContain("deals.import");
});
