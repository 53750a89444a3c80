import { afterEach, describe, expect, it } from "vitest";
import type { ProblemFacts } from "../../../src/runtime/descriptors/contract-facts.js";
import { createCore } from "../../../src/runtime/call/create-core.js";
import type { OperationDescriptor } from "../../../src/runtime/descriptors/operation-descriptor.js";
import { isApiError } from "../../../src/runtime/errors/api-error.js";
import { intentsOf } from "../../../src/runtime/idempotency/intents.js";
import { keyed } from "../../../src/runtime/idempotency/keyed.js";
import { VirtualClock } from "../virtual-clock.js";
import { json, problem, type Reply, startTestServer, type TestServer } from "./test-server.js";

const create: OperationDescriptor = {
  name: "projects.create",
  method: "POST",
  path: "/projects",
  body: { from: "members", content: [{ mediaType: "application/json", codec: "json" }] },
  responses: [{ statuses: [201], content: [{ mediaType: "application/json", codec: "json" }] }],
  retryClass: "keyed",
  idempotencyHeader: "Idempotency-Key",
};

const servers: TestServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

/** Makes the create once and hands out what it raised, and how many requests it took. */
async function raised(
  reply: Reply,
  problems: ProblemFacts | undefined,
  credential?: string,
): Promise<{ error: unknown; requests: number; state: string | undefined }> {
  const server = await startTestServer(reply);
  servers.push(server);
  const contract = { title: "Projects", version: "1", ...(problems !== undefined && { problem: problems }) };
  const core = createCore(
    { contract, serverUrl: server.url, credentials: {} },
    {
      clock: new VirtualClock({ skip: 20_000 }),
      ...(credential !== undefined && { headers: { authorization: credential } }),
    },
  );
  const error: unknown = await keyed(core, create, { name: "n" }, { intent: "nightly" }).catch(
    (thrown: unknown) => thrown,
  );
  const record = await intentsOf(core).store.read("nightly");
  return { error, requests: server.received.length, state: record?.state };
}

/** What contracts say of their problems: nothing; no codes; codes of their own, and what is retryable. */
const contracts: readonly (readonly [string, ProblemFacts | undefined])[] = [
  ["has no problems", undefined],
  ["lists no codes", { codes: {} }],
  ["lists other codes", { retryable: true, codes: { gone: "operation-expired" } }],
  ["gives it another meaning", { codes: { ambiguous_upstream_outcome: "access-denied" } }],
];

describe("codes that every client knows", () => {
  it.each(contracts)(
    "[IDM-5] an ambiguous outcome is never repeated and locks its intent, where the contract %s",
    async (_, problems) => {
      for (const status of [409, 500, 502, 503]) {
        const reply = problem(status, { code: "ambiguous_upstream_outcome" });
        const { error, requests, state } = await raised(reply, problems);
        expect(error).toMatchObject({
          kind: "ambiguous-outcome",
          code: "ambiguous_upstream_outcome",
          status,
        });
        expect({ requests, state }).toEqual({ requests: 1, state: "ambiguous" });
        expect(isApiError(error) && error.message).not.toMatch(/may be repeated|repeat it/i);
      }
    },
  );

  it.each(contracts)(
    "[IDM-2] [CAP-3] a conflict of keys and a feature that is off are told, where the contract %s",
    async (_, problems) => {
      const conflict = await raised(
        problem(409, { code: "idempotency_key_conflict", retryable: true }),
        problems,
      );
      expect(conflict).toMatchObject({ error: { kind: "idempotency-conflict" }, requests: 1 });
      const off = await raised(problem(503, { code: "feature_disabled" }), problems);
      expect(off).toMatchObject({ error: { kind: "feature-disabled" }, requests: 1 });
    },
  );

  it("[CAP-3] a feature that is off leaves nothing open, even where the server says that it may be asked again", async () => {
    const problems: ProblemFacts = { retryable: true, codes: {} };
    const off = problem(503, { code: "feature_disabled", retryable: true });
    expect(await raised(off, problems)).toMatchObject({
      error: { kind: "feature-disabled", code: "feature_disabled", status: 503 },
      requests: 4,
    });
  });

  it("[IDM-5] knows them in a problem that is labelled as plain JSON", async () => {
    const body = { title: "?", status: 502, code: "ambiguous_upstream_outcome" };
    expect(await raised(json(body, 502), undefined)).toMatchObject({
      error: { kind: "ambiguous-outcome" },
      requests: 1,
      state: "ambiguous",
    });
  });

  it("leaves JSON that is no problem to the contract's own description of errors", async () => {
    const body = { code: "feature_disabled", hint: "ask" };
    const { error } = await raised(json(body, 400), undefined);
    expect(error).toMatchObject({ kind: "unexpected-response", body });
  });

  it.each(contracts)(
    "are struck by no credential of like letters, where the contract %s",
    async (_, problems) => {
      for (const code of ["ambiguous_upstream_outcome", "feature_disabled", "idempotency_key_conflict"]) {
        const credential = `Bearer ${code.slice(0, 12)}`;
        const { error } = await raised(problem(409, { code, detail: code }), problems, credential);
        expect(isApiError(error) && [error.code, error.problem?.detail]).toEqual([
          code,
          expect.stringContaining("[hidden]"),
        ]);
      }
    },
  );

  it("[ERR-8] takes names that every object has for no code", async () => {
    const { error } = await raised(problem(422, { code: "constructor" }), undefined);
    expect(error).toMatchObject({ kind: "problem", code: "constructor" });
  });
});
