import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { inspect } from "node:util";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { type Scope, scopes as allScopes } from "../../src/sandbox/index.js";
import { collect, contextOf, errorOf } from "../e2e/world.js";
import { VirtualClock } from "../runtime/virtual-clock.js";
import { compileWith } from "../support/compile-with.js";
import { makeTemporaryFolder } from "../support/temporary-folder.js";
import type { Reply } from "./adapter.js";
import type { Context } from "./calls.js";
import type { Members } from "./dialect.js";
import {
  contracts,
  generateForeign,
  type GeneratedForeignClient,
  startForeign,
  type WorldOptions,
} from "./world.js";

vi.setConfig({ testTimeout: 60_000 });

const phone = "+442079460199";
const day = 86_400_000;

const READS = {
  context: "GET /cabinets/{cabinetId}/context",
  settings: "GET /cabinets/{cabinetId}/settings",
  list: "GET /cabinets",
  search: "POST /cabinets/search",
  status: "GET /operations/{operationId}",
  result: "GET /operations/{operationId}/result",
  capabilities: "GET /capabilities",
};
const IMPORT = "POST /gck/cabinets/{cabinetId}/deals/import-jobs";
const EXPORT = "POST /cabinets/{cabinetId}/deals/export-jobs";
const SETTINGS = "POST /settings/updates";

/** A body with more members in every object, and all members in reverse order. */
function withMore(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMore);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([name, one]) => [name, withMore(one)] as const);
  return Object.fromEntries([["later_added", { more: true }] as const, ...members.reverse()]);
}

describe.each(contracts)("$dialect.name", (contract) => {
  let generated: GeneratedForeignClient;
  beforeAll(async () => {
    generated = await generateForeign(contract);
  });
  afterAll(() => generated.remove());

  const start = (options: WorldOptions = {}, clock?: VirtualClock) =>
    startForeign(contract, generated, options, clock);
  const { dialect, named } = contract;

  test("[GEN-4] [RES-5] compiles under strict", { timeout: 180_000 }, async () => {
    expect(await compileWith("typescript", generated.folder, ["index.ts"])).toEqual([]);
  });

  test("[RES-1] [RES-2] [RES-4] [ACC-9] [CAP-1] [GEN-1] [GEN-5] [OPS-7] has every operation of the service", async () => {
    const { connect, cabinetId, projectId, sandbox, adapter } = await start();
    const calls = connect();
    // `connect` gives what the contract's own call gives.
    expect(await calls.connect()).toEqual(await calls.capabilities());
    await calls.context(cabinetId);
    await calls.list().toArray({ limit: 100 });
    await calls.search("a").toArray({ limit: 100 });
    const settings = await calls.settings(cabinetId);
    const config = await calls.analyticsConfig(cabinetId);
    const sources = await calls.sources(cabinetId, projectId);
    const deals = await calls.deals(cabinetId, 100).toArray({ limit: 2000 });
    await calls.analytics(cabinetId, 2).toArray({ limit: 100 });
    const [, source = ""] = /"source_?id":"(\d+)"/i.exec(JSON.stringify(sources.value)) ?? [];
    const handles = [
      await calls.changeSettings(cabinetId, false, { ifMatch: settings.etag }),
      await calls.changeAnalyticsConfig(cabinetId, 20, { ifMatch: config.etag }),
      await calls.changeSources(
        cabinetId,
        projectId,
        { id: source, name: "Renamed" },
        { ifMatch: sources.etag },
      ),
      await calls.importDeals(cabinetId, projectId, { phones: [phone], reason: "fair" }),
      await calls.exportDeals(cabinetId, "audit"),
      await calls.createProject(cabinetId, "One"),
      await calls.createOther(cabinetId, projectId, "Two"),
      await calls.renameProject(cabinetId, projectId, "Renamed"),
      await calls.pauseProject(cabinetId, projectId),
    ];
    for (const handle of handles) {
      expect((await handle.wait()).outcome).toBe("succeeded");
      await calls.operation(handle.id);
    }
    const rows = await handles[4]!.results().toArray({ limit: 3000 });
    expect([deals.length, rows.length]).toEqual([1800, 1801]);
    const [project] = contextOf(sandbox, "Northwind").projects;
    expect(project).toMatchObject({ name: "Renamed", state: "paused" });
    // The adapter refuses every address that the contract does not have.
    const used = new Set(adapter.sent.map(({ operation }) => operation));
    expect(dialect.routes.map(({ theirs }) => theirs).filter((theirs) => !used.has(theirs))).toEqual([]);
    expect(sandbox.defects).toEqual([]);
  });

  test("[GEN-1] refuses a number for an identifier before any request", async () => {
    const { connect, adapter } = await start();
    const error = await errorOf((async () => connect().context(9007199254740993 as never))());
    expect(error).toMatchObject({ kind: "argument" });
    expect(adapter.sent).toEqual([]);
  });

  test("[TOK-1] [TOK-2] [TOK-3] [TOK-4] [TOK-5] exchanges once for many calls, and again before the token runs out", async () => {
    const { connect, cabinetId, adapter, clock, sent, sandbox } = await start();
    const calls = connect();
    await Promise.all(Array.from({ length: 10 }, () => calls.context(cabinetId)));
    const exchanges = () => adapter.sent.filter(({ operation }) => operation === dialect.tokenPath);
    expect(exchanges()).toHaveLength(1);
    expect(Object.fromEntries(new URLSearchParams(exchanges()[0]!.text))).toEqual({
      grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
      subject_token_type: `urn:${dialect.vendor}:params:oauth:token-type:external-access-credential`,
      subject_token: sandbox.accessKey,
      requested_token_type: "urn:ietf:params:oauth:token-type:access_token",
      resource: dialect.apiUrl,
      scope: [...allScopes].join(" "),
    });
    const others = adapter.sent.filter(({ operation }) => operation !== dialect.tokenPath);
    expect(others.every(({ headers }) => headers.get("authorization")?.startsWith("Bearer ey"))).toBe(true);
    expect(JSON.stringify(others.map(({ url, text }) => [url, text]))).not.toContain(sandbox.accessKey);
    await clock.advance(3_595_000);
    await calls.context(cabinetId);
    expect(exchanges()).toHaveLength(2);
    expect(sent(READS.context).every(({ status }) => status === 200)).toBe(true);
  });

  test("[TOK-6] replays a call once after a token was refused", async () => {
    const { connect, cabinetId, sandbox, sent } = await start();
    const calls = connect();
    const { etag } = await calls.settings(cabinetId);
    sandbox.revokeTokens();
    await (await calls.changeSettings(cabinetId, false, { ifMatch: etag })).wait();
    const [refused, replayed, ...more] = sent(SETTINGS);
    expect([refused?.status, replayed?.status, more]).toEqual([401, 202, []]);
    expect(replayed?.text).toBe(refused?.text);
    expect(replayed?.headers.get("idempotency-key")).toBe(refused?.headers.get("idempotency-key"));
  });

  test("[TOK-8] a refused exchange is one typed error", async () => {
    const { connect, sandbox } = await start();
    sandbox.revokeKey(sandbox.credentialId);
    const error = await errorOf(Promise.resolve(connect().capabilities()));
    expect(error).toMatchObject({ kind: "token-exchange", oauthError: "invalid_request", status: 400 });
  });

  test("[ACC-2] [TOK-3] a call beyond the scopes is never sent", async () => {
    const { connect, cabinetId, projectId, adapter } = await start();
    const scopes: readonly Scope[] = ["cabinet:read"];
    const calls = connect({ scopes });
    const etag = '"1"';
    const beyond = [
      () => calls.exportDeals(cabinetId, "audit"),
      () => calls.deals(cabinetId).first(),
      () => calls.changeAnalyticsConfig(cabinetId, 20, { ifMatch: etag }),
      () => calls.pauseProject(cabinetId, projectId),
      () => calls.importDeals(cabinetId, projectId, { phones: [phone], reason: "fair" }),
      () => calls.changeSettings(cabinetId, true, { ifMatch: etag }),
      () => calls.createOther(cabinetId, projectId, "Two"),
    ];
    const kinds: unknown[] = [];
    for (const call of beyond)
      kinds.push(((await errorOf((async () => call())())) as { kind: unknown }).kind);
    expect(kinds).toEqual(Array<string>(beyond.length).fill("scope"));
    // Not even the exchange of a token, which would not have the scope.
    expect(adapter.sent).toEqual([]);
    await calls.context(cabinetId);
  });

  test("[ACC-1] [ACC-3] [ACC-4] [ACC-5] a scope grants nothing by itself: each other condition denies", async () => {
    const { connect, cabinetId, sandbox } = await start();
    const other = contextOf(sandbox, "Tailspin").cabinet.cabinetId;
    const mode = { cabinetAllowlist: [other] };
    const listed = connect({ accessKey: sandbox.issueKey({ scopes: allScopes, mode }).accessKey });
    await listed.context(other);
    const denied = [await errorOf(Promise.resolve(listed.context(cabinetId)))];
    sandbox.withdrawRight({ right: "export_deals", cabinetId });
    denied.push(await errorOf(Promise.resolve(connect().exportDeals(cabinetId, "audit"))));
    sandbox.withdrawRight({ right: "external_api_access" });
    denied.push(await errorOf(Promise.resolve(connect().context(cabinetId))));
    expect(denied).toMatchObject(Array<object>(3).fill({ kind: "access-denied", status: 403, attempts: 1 }));
  });

  test("[TOK-9] a token that the service takes for expired is exchanged for another", async () => {
    const { connect, cabinetId, sandbox, sent, adapter } = await start();
    const calls = connect();
    await calls.context(cabinetId);
    const [, token = ""] =
      /^Bearer (.+)$/.exec(sent(READS.context)[0]?.headers.get("authorization") ?? "") ?? [];
    const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as Members;
    expect([Number(claims["exp"]) - Number(claims["iat"]), claims["scope"]]).toEqual([
      3600,
      allScopes.join(" "),
    ]);
    sandbox.jumpClock(3_700_000);
    await calls.context(cabinetId);
    expect(sent(READS.context).map(({ status }) => status)).toEqual([200, 401, 200]);
    expect(adapter.sent.filter(({ operation }) => operation === dialect.tokenPath)).toHaveLength(2);
  });

  test("[CAP-1] [CAP-5] the baseline limits are told in the contract's own words", async () => {
    const { connect } = await start();
    const told = JSON.stringify(await connect().capabilities());
    for (const limit of [300, 60, 5, 1_048_576, 7]) expect(told).toMatch(new RegExp(`:${String(limit)}[,}]`));
  });

  test("[CAP-2] [CAP-6] paces reads and writes by the limits of the service", async () => {
    const clock = new VirtualClock({ skip: 60_000 });
    const limits = { readRequestsPerMinute: 10, postRequestsPerMinute: 4 };
    const { connect, cabinetId, sandbox } = await start({ limits }, clock);
    const calls = connect({ deadline: "10m" });
    await calls.connect();
    const begun = clock.now();
    for (let count = 0; count < 25; count += 1) await calls.context(cabinetId);
    const reads = clock.now();
    for (let count = 0; count < 10; count += 1) await calls.search("a").first();
    expect(reads - begun).toBeGreaterThanOrEqual(60_000);
    expect(clock.now() - reads).toBeGreaterThanOrEqual(60_000);
    expect(sandbox.requests.filter(({ status }) => status === 429)).toEqual([]);
  });

  test("[CAP-2] refuses an oversized body, and holds no more operations than are allowed", async () => {
    const clock = new VirtualClock({ skip: 60_000 });
    const limits = { maxRequestBodyBytes: 2000, maxConcurrentOperations: 2 };
    const timing = { queuedMs: 5000, runningMs: 5000 };
    const { connect, cabinetId, projectId, sandbox, sent } = await start({ limits, timing }, clock);
    const calls = connect({ deadline: "10m" });
    await calls.connect();
    const phones = Array.from({ length: 200 }, () => phone);
    const error = await errorOf(
      Promise.resolve(calls.importDeals(cabinetId, projectId, { phones, reason: "fair" })),
    );
    expect(error).toMatchObject({ kind: "request-too-large", maxBytes: 2000 });
    expect(sent(IMPORT)).toEqual([]);
    const run = async (name: string) => (await calls.exportDeals(cabinetId, name)).wait();
    await Promise.all(["a", "b", "c", "d"].map(run));
    expect(sent(EXPORT).map(({ status }) => status)).toEqual([202, 202, 202, 202]);
    expect(sandbox.requests.filter(({ status }) => status === 429)).toEqual([]);
  });

  test("[CAP-3] an operation group that is switched off is refused before it is sent", async () => {
    const { connect, cabinetId, projectId, sent } = await start({ features: { writesEnabled: false } });
    const calls = connect();
    const error = await errorOf(
      Promise.resolve(calls.importDeals(cabinetId, projectId, { phones: [phone], reason: "fair" })),
    );
    expect(error).toMatchObject({ kind: "feature-disabled" });
    expect(sent(IMPORT)).toEqual([]);
    await calls.context(cabinetId);
  });

  test("[CAP-3] a group that is switched off under way is the same error, once sent and then unsent", async () => {
    const { connect, cabinetId, sandbox, sent } = await start();
    const calls = connect();
    await calls.context(cabinetId);
    sandbox.setFeatures({ readsEnabled: false });
    const refused = await errorOf(Promise.resolve(calls.context(cabinetId)));
    expect(refused).toMatchObject({ kind: "feature-disabled", status: 403, attempts: 1 });
    expect(await errorOf(Promise.resolve(calls.context(cabinetId)))).toMatchObject({
      kind: "feature-disabled",
      attempts: 0,
    });
    expect(sent(READS.context).map(({ status }) => status)).toEqual([200, 403]);
  });

  test("[VER-1] the path's version and the contract's are in the client and in its manifest", async () => {
    const read = (path: string) => readFile(join(generated.folder, path), "utf8");
    const manifest = JSON.parse(await read("manifest.json")) as { contract: { version: string } };
    const files = (await readdir(generated.folder, { recursive: true })).filter((path) =>
      path.endsWith(".ts"),
    );
    const text = (await Promise.all(files.map(read))).join("\n");
    expect(["v1", "2026-08-09.5"]).toContain(manifest.contract.version);
    expect(text).toContain('contractVersion: "2026-08-09.5"');
    expect(text).toContain("/v1/external");
  });

  test("[CAP-4] another contract version of the server is reported, and breaks no call", async () => {
    const reported: unknown[] = [];
    const hooks = { contract: (event: unknown) => void reported.push(event) };
    const same = await start();
    await same.connect({ hooks }).context(same.cabinetId);
    expect(reported).toEqual([]);
    const other = await start({ contractVersion: "2026-09-01.1" });
    await other.connect({ hooks }).context(other.cabinetId);
    expect(reported).toMatchObject([{ actual: "2026-09-01.1", expected: "2026-08-09.5" }]);
  });

  test("[RES-2] [RES-3] [GEN-2] pages end, go on from a bookmark, and never repeat", async () => {
    const { connect, sandbox, sent } = await start();
    const calls = connect();
    const ids = (items: readonly Members[]) => items.map((item) => item["id"] ?? item["account_id"]);
    const pages = await collect(calls.list(3).pages());
    expect(pages.map(({ items }) => items.length)).toEqual([3, 3, 1]);
    expect(ids(await calls.search("a", 2).toArray({ limit: 100 })).length).toBeGreaterThan(2);
    sandbox.faults.set({ faults: [{ on: "listCabinets", fault: "repeatCursor" }] });
    const error = await errorOf(collect(calls.list(2)));
    expect(error).toMatchObject({ kind: "unexpected-response" });
    expect(sent(READS.list).length).toBeLessThan(12);
  });

  test("[RES-4] [GEN-2] reads a result in pages to its end", async () => {
    const { connect, cabinetId, sandbox, sent } = await start();
    const handle = await connect().exportDeals(cabinetId, "audit");
    await handle.wait();
    const rows = await collect(handle.results({ pageSize: 250 }));
    const { deals } = contextOf(sandbox, "Northwind");
    expect(rows.map((row) => row["dealId"] ?? row["deal_id"])).toEqual(deals.map(({ dealId }) => dealId));
    expect(sent(READS.result)).toHaveLength(8);
  });

  test("[ETG-1] [ETG-2] [ETG-3] a change sends the ETag of its read; a stale one is a typed error", async () => {
    const { connect, cabinetId, sent } = await start();
    const calls = connect();
    const { etag } = await calls.settings(cabinetId);
    await (await calls.changeSettings(cabinetId, false, { ifMatch: etag })).wait();
    expect(sent(SETTINGS)[0]?.headers.get("if-match")).toBe(etag);
    const error = await errorOf(Promise.resolve(calls.changeSettings(cabinetId, true, { ifMatch: etag })));
    expect(error).toMatchObject({ kind: "stale-etag", status: 412, attempts: 1 });
  });

  test("[ETG-3] `modify` rereads and rebuilds when somebody was faster, a bounded number of times", async () => {
    const { connect, cabinetId, sent } = await start();
    const calls = connect();
    const overtake = async (missedCalls: boolean) => {
      const { etag } = await calls.settings(cabinetId);
      await calls.changeSettings(cabinetId, missedCalls, { ifMatch: etag });
    };
    let rounds = 0;
    const modified = await calls.modifySettings(cabinetId, async () => {
      rounds += 1;
      if (rounds === 1) await overtake(false);
      return true;
    });
    expect([rounds, modified.outcome]).toEqual([2, "started"]);
    expect(sent(SETTINGS).map(({ status }) => status)).toEqual([202, 412, 202]);
    const always = calls.modifySettings(
      cabinetId,
      async () => {
        rounds += 1;
        await overtake(rounds % 2 === 0);
        return true;
      },
      { modifyAttempts: 2 },
    );
    expect(await errorOf(Promise.resolve(always))).toMatchObject({ kind: "stale-etag" });
    expect(rounds).toBe(4);
    expect((await calls.modifySettings(cabinetId, () => undefined)).outcome).toBe("done");
  });

  test.each(['W/"weak"', "bare", "", undefined])(
    "[ETG-2] [ETG-4] the validator %j is never sent",
    async (ifMatch) => {
      const { connect, cabinetId, sent } = await start();
      const error = await errorOf((async () => connect().changeSettings(cabinetId, false, { ifMatch }))());
      expect(["argument", "precondition-required"]).toContain((error as { kind: string }).kind);
      expect(sent(SETTINGS)).toEqual([]);
    },
  );

  test("[ETG-4] a weak validator of a read is never sent", async () => {
    const alter = (operation: string, { headers }: Reply) => {
      if (operation === named(READS.settings)) headers.set("etag", 'W/"1"');
      return undefined;
    };
    const { connect, cabinetId, sent } = await start({ alter });
    const calls = connect();
    const { etag: ifMatch } = await calls.settings(cabinetId);
    const error = await errorOf((async () => calls.changeSettings(cabinetId, false, { ifMatch }))());
    expect(error).toMatchObject({ kind: "argument" });
    expect(sent(SETTINGS)).toEqual([]);
  });

  test.each([
    ["a cut connection", { kind: "disconnect", when: "after" }],
    ["a gateway's page", { kind: "html", status: 502, when: "after" }],
    ["a truncated body", { kind: "truncatedBody", connection: "cut" }],
  ] as const)(
    "[OPS-1] [IDM-3] a create whose response is lost by %s is repeated byte for byte",
    async (_, fault) => {
      const { connect, cabinetId, projectId, sandbox, sent } = await start({
        faults: { faults: [{ on: "importDeals", nth: [1, 2], fault }] },
      });
      const before = contextOf(sandbox, "Northwind").deals.length;
      await (await connect().importDeals(cabinetId, projectId, { phones: [phone], reason: "fair" })).wait();
      const requests = sent(IMPORT);
      expect(requests).toHaveLength(3);
      expect(new Set(requests.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(1);
      expect(requests[0]?.headers.get("idempotency-key")).toMatch(/^[0-9a-f-]{36}$/);
      expect(new Set(requests.map(({ text }) => text)).size).toBe(1);
      expect(contextOf(sandbox, "Northwind").deals.length).toBe(before + 1);
    },
  );

  test("[IDM-1] [IDM-2] a key gives the same operation again, and with other data a conflict", async () => {
    const { connect, cabinetId } = await start();
    const options = { idempotencyKey: "f3b1b6a2-4f0e-4a35-8a3c-2f4f5a4cf0d1" };
    const first = await connect().exportDeals(cabinetId, "audit", options);
    expect((await connect().exportDeals(cabinetId, "audit", options)).id).toBe(first.id);
    const error = await errorOf(Promise.resolve(connect().exportDeals(cabinetId, "another", options)));
    expect(error).toMatchObject({ kind: "idempotency-conflict", status: 409 });
  });

  test("[IDM-4] an intent that is kept on disk is made once, whichever client repeats it", async () => {
    const folder = await makeTemporaryFolder("intents");
    onTestFinished(() => folder.remove());
    const { connect, cabinetId, projectId, sandbox, sent } = await start({
      faults: {
        faults: [{ on: "importDeals", nth: [1, 2, 3, 4], fault: { kind: "disconnect", when: "after" } }],
      },
    });
    const before = contextOf(sandbox, "Northwind").deals.length;
    const store = generated.module["fileIntentStore"] as (path: string) => unknown;
    const create = (reason = "fair") =>
      (async () =>
        connect({ intents: store(folder.path) }).importDeals(
          cabinetId,
          projectId,
          { phones: [phone], reason },
          { intent: "fair" },
        ))();
    expect(await errorOf(create())).toMatchObject({ kind: "outcome-unknown", attempts: 4 });
    const handle = await create();
    await handle.wait();
    expect((await create()).id).toBe(handle.id);
    const count = sent(IMPORT).length;
    expect(await errorOf(create("another"))).toMatchObject({ kind: "idempotency-conflict" });
    expect(sent(IMPORT)).toHaveLength(count);
    expect(new Set(sent(IMPORT).map(({ headers }) => headers.get("idempotency-key"))).size).toBe(1);
    expect(contextOf(sandbox, "Northwind").deals.length).toBe(before + 1);
  });

  test("[IDM-5] an ambiguous outcome locks its intent until somebody has looked", async () => {
    const { connect, cabinetId, projectId, sandbox, sent } = await start();
    const calls = connect();
    const create = () =>
      Promise.resolve(
        calls.importDeals(cabinetId, projectId, { phones: [phone], reason: "fair" }, { intent: "fair" }),
      );
    sandbox.makeNextWriteAmbiguous({ applied: true });
    const first = await errorOf(create());
    expect(first).toMatchObject({ kind: "ambiguous-outcome", status: 502 });
    expect(await errorOf(create())).toMatchObject({ kind: "ambiguous-outcome" });
    expect(sent(IMPORT)).toHaveLength(1);
    await calls.resolveIntent("fair", "happened");
    expect(await errorOf(create())).toMatchObject({ kind: "idempotency-conflict" });
    expect(sent(IMPORT)).toHaveLength(1);
  });

  test("[IDM-5] [OPS-3] an operation that failed with an ambiguous outcome locks its intent too", async () => {
    const { connect, cabinetId, projectId, sandbox, sent } = await start();
    const calls = connect();
    const failure = {
      code: "ambiguous_upstream_outcome",
      message: "unknown",
      retryable: true,
      applied: true,
    };
    sandbox.failNextOperation(failure);
    const create = () =>
      Promise.resolve(
        calls.importDeals(cabinetId, projectId, { phones: [phone], reason: "fair" }, { intent: "fair" }),
      );
    expect(await errorOf((await create()).wait())).toMatchObject({
      kind: "operation-failed",
      retryable: false,
    });
    expect(await errorOf(create())).toMatchObject({ kind: "ambiguous-outcome" });
    expect(sent(IMPORT)).toHaveLength(1);
  });

  test("[OPS-2] [OPS-4] waits with Retry-After and the floor of two seconds, through states it does not know", async () => {
    const { connect, cabinetId, sent } = await start({
      timing: { queuedMs: 10_000, runningMs: 10_000, retryAfterSeconds: 3 },
      faults: {
        faults: [{ on: "getOperation", nth: 2, fault: { kind: "operationState", status: "paused" } }],
      },
    });
    const calls = connect();
    const handle = await calls.exportDeals(cabinetId, "audit");
    const seen: string[] = [];
    const onProgress = ({ status }: { status: string }) => void seen.push(status.toLowerCase());
    const waiters = [handle.wait({ onProgress }), handle.wait(), calls.resume(handle.id).wait()];
    await Promise.all(waiters);
    expect(seen).toContain("paused");
    const times = sent(READS.status).map(({ at }) => at);
    const gaps = times.slice(1).map((time, index) => time - times[index]!);
    expect(gaps.length).toBeGreaterThan(3);
    expect(gaps.every((gap) => gap >= 3000 && gap <= 3600)).toBe(true);
  });

  test("[OPS-4] is asked no more than once in two seconds when the service asks for less", async () => {
    const timing = { queuedMs: 5000, runningMs: 5000, retryAfterSeconds: 0 };
    const { connect, cabinetId, sent } = await start({ timing });
    const calls = connect();
    const handle = await calls.exportDeals(cabinetId, "audit");
    await Promise.all([handle.wait(), calls.resume(handle.id).wait()]);
    const times = sent(READS.status).map(({ at }) => at);
    const gaps = times.slice(1).map((time, index) => time - times[index]!);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(2000);
  });

  test("[OPS-3] [ACC-6] a failed operation is a typed error with its code, and no HTTP error", async () => {
    const { connect, cabinetId, sandbox } = await start();
    sandbox.failNextOperation({
      code: "quota",
      message: `${phone} is full`,
      retryable: true,
      applied: false,
    });
    const handle = await connect().exportDeals(cabinetId, "audit");
    const error = await errorOf(handle.wait());
    const code = expect.stringMatching(/^quota$/i) as unknown;
    expect(error).toMatchObject({ kind: "operation-failed", code, retryable: true, operationId: handle.id });
    expect(error).not.toHaveProperty("status");
    expect(String(error)).not.toContain(phone);
  });

  test("[OPS-1] [OPS-5] is resumed by its id by another client after a wait was aborted", async () => {
    const clock = new VirtualClock();
    const { connect, cabinetId } = await start({}, clock);
    const handle = await connect().exportDeals(cabinetId, "audit");
    const controller = new AbortController();
    const waiting = errorOf(handle.wait({ signal: controller.signal }));
    await clock.asleep(1, 5000);
    controller.abort(new Error("deploy"));
    expect(await waiting).toMatchObject({ kind: "aborted" });
    await clock.advance(10_000);
    const resumed = connect({ clock: new VirtualClock({ skip: 9_000 }) }).resume(handle.id);
    expect((await resumed.wait()).outcome).toBe("succeeded");
    expect((await resumed.results().first()) === undefined).toBe(false);
  });

  test("[OPS-6] is reported as expired after its retention", async () => {
    const { connect, cabinetId, clock } = await start();
    const handle = await connect().exportDeals(cabinetId, "audit");
    await clock.advance(7 * day + 10_000);
    expect(await errorOf(handle.wait())).toMatchObject({ kind: "operation-expired" });
    expect(await errorOf(collect(handle.results()))).toMatchObject({ kind: "operation-expired" });
  });

  test("[OPS-6] is reported as expired by another process that was handed its start", async () => {
    const { connect, cabinetId, clock } = await start();
    const handle = await connect().exportDeals(cabinetId, "audit");
    const saved = JSON.parse(JSON.stringify(handle)) as { id: string; startedAt: string };
    const resumed = () => connect().resume(saved.id, saved.startedAt);
    expect((await resumed().wait()).outcome).toBe("succeeded");
    await clock.advance(7 * day + 10_000);
    expect(await errorOf(resumed().wait())).toMatchObject({ kind: "operation-expired" });
    expect(await errorOf(collect(resumed().results()))).toMatchObject({ kind: "operation-expired" });
    // An id that never was one is not expired, whenever it is said to be from.
    const unknown = connect().resume("unknown", new Date(clock.now()).toISOString());
    expect(await errorOf(unknown.wait())).toMatchObject({ kind: "resource-problem" });
  });

  test("[ERR-1] [ERR-2] [ERR-5] [ERR-8] a problem keeps its code, what it says of retries, and its trace", async () => {
    const { connect, sandbox } = await start();
    const error = await errorOf(Promise.resolve(connect().context("1")));
    const traceId = sandbox.requests.at(-1)?.traceId;
    expect(error).toMatchObject({
      kind: "resource-problem",
      status: 404,
      retryable: false,
      traceId,
      attempts: 1,
    });
    expect((error as { code: string }).code).toMatch(/not.?found/i);
    expect((error as { identifiers: unknown }).identifiers).toEqual([
      expect.stringMatching(/^(?:cabinetId|account_id)$/),
    ]);
    sandbox.faults.set({
      faults: [{ on: "getCabinetContext", fault: { kind: "problem", code: "teapot", status: 418 } }],
    });
    const unknown = await errorOf(Promise.resolve(connect().context("1")));
    expect(unknown).toMatchObject({ kind: "problem", status: 418 });
    expect((unknown as { code: string }).code).toMatch(/^teapot$/i);
  });

  test("[ERR-3] [ERR-4] a malformed request and denied access are not repeated", async () => {
    const { connect, cabinetId, sandbox, sent } = await start();
    const calls = connect();
    expect(await errorOf(Promise.resolve(calls.search("").first()))).toMatchObject({
      kind: "problem",
      attempts: 1,
    });
    sandbox.withdrawRight({ right: "external_api_access" });
    const denied = await errorOf(Promise.resolve(calls.context(cabinetId)));
    expect(denied).toMatchObject({ kind: "access-denied", status: 403, attempts: 1 });
    expect(sent(READS.context)).toHaveLength(1);
  });

  test.each([
    [true, 2],
    [false, 1],
  ])("[ERR-6] a server's problem that says retryable: %s is sent %i times", async (retryable, times) => {
    const { connect, cabinetId, sent } = await start({
      faults: {
        faults: [
          { on: "getCabinetContext", nth: 1, fault: { kind: "problem", code: "internal_error", retryable } },
        ],
      },
    });
    const call = Promise.resolve(connect().context(cabinetId));
    if (retryable) await call;
    else expect(await errorOf(call)).toMatchObject({ kind: "problem", status: 500 });
    expect(sent(READS.context)).toHaveLength(times);
  });

  test("[ERR-7] a proxy's page is a typed error with its status", async () => {
    const fault = {
      kind: "response",
      status: 500,
      headers: { "content-type": "text/html" },
      text: phone,
    } as const;
    const { connect, cabinetId } = await start({ faults: { faults: [{ on: "getCabinetContext", fault }] } });
    const error = await errorOf(Promise.resolve(connect().context(cabinetId)));
    expect(error).toMatchObject({ status: 500 });
    expect(String(error)).not.toContain(phone);
  });

  test("[CAP-6] waits as long as a 429 says, and goes on", async () => {
    const fault = {
      kind: "problem",
      code: "rate_limited",
      status: 429,
      retryable: true,
      retryAfter: 5,
    } as const;
    const { connect, cabinetId, sent } = await start({
      faults: { faults: [{ on: "getCabinetContext", nth: 1, fault }] },
    });
    await connect().context(cabinetId);
    const [first, second] = sent(READS.context).map(({ at }) => at);
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(5000);
  });

  test("[GEN-3] [OPS-2] unknown members, their order, and new values of enums are tolerated", async () => {
    const alter = (_: string, { status, body }: Reply) =>
      status < 300 && typeof body === "object" ? { body: withMore(body) } : undefined;
    const { connect, cabinetId, projectId, sandbox } = await start({ alter });
    const calls = connect();
    expect((await calls.list(3).toArray({ limit: 100 })).length).toBe(7);
    const { etag } = await calls.settings(cabinetId);
    await (await calls.changeSettings(cabinetId, false, { ifMatch: etag })).wait();
    const handle = await calls.importDeals(cabinetId, projectId, { phones: [phone], reason: "fair" });
    expect((await handle.wait()).outcome).toBe("succeeded");
    sandbox.setLimits({ maxRequestBodyBytes: 2000 });
    const error = await errorOf(
      (async () =>
        connect().importDeals(cabinetId, projectId, {
          phones: Array.from({ length: 200 }, () => phone),
          reason: "fair",
        }))(),
    );
    expect(error).toMatchObject({ kind: "request-too-large" });
  });

  test("[ACC-7] [ACC-8] a context goes with reads and changes alike, and stays for an intent", async () => {
    const { connect, sandbox, sent } = await start();
    const calls = connect();
    const contexts = sandbox.inspectUpstream().filter(({ cabinet }) => cabinet.name === "Contoso Realty");
    const { cabinetId } = contexts[0]!.cabinet;
    const [berlin, munich] = contexts.map(({ namespaceId, placementId }) => ({ namespaceId, placementId }));
    expect(await errorOf(Promise.resolve(calls.settings(cabinetId)))).toMatchObject({ attempts: 1 });
    const { etag } = await calls.settings(cabinetId, undefined, berlin);
    await (await calls.changeSettings(cabinetId, false, { ifMatch: etag }, berlin)).wait();
    expect(await calls.settings(cabinetId, undefined, munich)).not.toEqual(
      await calls.settings(cabinetId, undefined, berlin),
    );
    const projectId = contexts[0]!.projects[0]!.projectId;
    const create = (context?: { namespaceId: string; placementId: string }) =>
      (async () =>
        calls.importDeals(
          cabinetId,
          projectId,
          { phones: [phone], reason: "fair", ...(context !== undefined && { context }) },
          { intent: "fair" },
        ))();
    await (await create(berlin)).wait();
    expect(await errorOf(create(munich))).toMatchObject({ kind: "idempotency-conflict" });
    expect(sent(IMPORT)).toHaveLength(1);
  });

  test("[ACC-8] `modify` cannot leave the account or the context of its read: the change is refused unsent", async () => {
    const { connect, sandbox, sent } = await start();
    const contexts = sandbox.inspectUpstream().filter(({ cabinet }) => cabinet.name === "Contoso Realty");
    const { cabinetId } = contexts[0]!.cabinet;
    const [berlin, munich] = contexts.map(({ namespaceId, placementId }) => ({ namespaceId, placementId }));
    const calls = connect();
    const modify = (other: { cabinetId?: string; context?: Context }) =>
      Promise.resolve(calls.modifySettings(cabinetId, () => false, undefined, berlin, other));
    const other = contextOf(sandbox, "Tailspin").cabinet.cabinetId;
    for (const left of [{ cabinetId: other }, { context: munich! }])
      expect(await errorOf(modify(left))).toMatchObject({ kind: "argument" });
    expect(sent(SETTINGS)).toEqual([]);
    expect((await modify({})).outcome).toBe("started");
    expect(sent(SETTINGS)).toHaveLength(1);
  });

  test("[OPS-5] a deadline and an abort end a call", async () => {
    const fault = { kind: "problem", code: "internal_error", retryable: true } as const;
    const { connect, cabinetId } = await start({ faults: { faults: [{ on: "getCabinetContext", fault }] } });
    const calls = connect();
    const signal = AbortSignal.abort(new Error("deploy"));
    expect(await errorOf(Promise.resolve(calls.context(cabinetId, { signal })))).toMatchObject({
      kind: "aborted",
    });
    const slow = await errorOf(Promise.resolve(calls.context(cabinetId, { deadline: "1s", attempts: 20 })));
    expect((slow as { kind: string }).kind).toMatch(/deadline|problem/);
  });

  test("[TOK-7] [SEC-1] [ERR-2] key, token and phone numbers are in nothing that can be logged", async () => {
    const { connect, cabinetId, projectId, sandbox, adapter } = await start();
    const events: unknown[] = [];
    const calls = connect({ logger: (event: unknown) => void events.push(event) });
    const printed: string[] = [];
    for (const name of ["log", "info", "warn", "error", "debug"] as const) {
      const spy = vi.spyOn(console, name).mockImplementation((...words) => void printed.push(inspect(words)));
      onTestFinished(() => {
        spy.mockRestore();
      });
    }
    const create = (options?: Members) =>
      (async () => calls.importDeals(cabinetId, projectId, { phones: [phone], reason: "fair" }, options))();
    const handle = await create({ intent: "fair" });
    await handle.wait();
    await calls.deals(cabinetId, 10, phone).first();
    sandbox.failNextOperation({
      code: "full",
      message: `${phone} is known`,
      retryable: false,
      applied: false,
    });
    const failing = await create();
    const errors = [await errorOf(failing.wait())];
    errors.push(await errorOf((async () => calls.deals(cabinetId, 10, `${phone}x`).first())()));
    errors.push(
      await errorOf((async () => calls.importDeals("1", projectId, { phones: [phone], reason: "x" }))()),
    );
    sandbox.revokeKey(sandbox.credentialId);
    errors.push(await errorOf(Promise.resolve(connect().capabilities())));
    const shown = (value: unknown) =>
      [inspect(value, { depth: Infinity, showHidden: true }), JSON.stringify(value), String(value)].join(
        "\n",
      );
    const text = [...[...events, ...errors, calls.api, handle, failing].map(shown), ...printed].join("\n");
    const tokens = new Set(
      adapter.sent.map(({ headers }) => headers.get("authorization")?.slice(7) ?? "none"),
    );
    const secrets = [sandbox.accessKey, phone, ...tokens].filter((one) => one !== "none");
    expect(events.length).toBeGreaterThan(5);
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  });
});
