import { describe, expect, test } from "vitest";
import type { Scope } from "../../generated/external-api/index.js";
import { inspect } from "../../src/inspect.js";
import type { InterceptedRequest } from "../../src/sandbox/index.js";
import { collect, contextOf, errorOf, startWorld, useGeneratedClient } from "../e2e/world.js";
import { exchange, exchangeForm, refusal } from "../sandbox/connect.js";
import { watchedFetch } from "./watched-fetch.js";

const client = useGeneratedClient();
const reason = "Conformance";

/** An error of denied access, and the code that the server gave. */
async function denied(call: Promise<unknown>): Promise<readonly [boolean, unknown]> {
  const error = await errorOf(call);
  return [client().isAccessDeniedError(error), error instanceof Error && "code" in error && error.code];
}

describe("each condition alone denies, although the scope is there", () => {
  test("[ACC-1] [ACC-5] the user's right to the external API", async () => {
    const { connect, cabinetId, sandbox } = await startWorld(client());
    const api = connect();
    await api.cabinets.getContext(cabinetId);
    sandbox.withdrawRight({ right: "external_api_access" });
    expect(await denied(api.cabinets.getContext(cabinetId))).toEqual([true, "access_denied"]);
    sandbox.grantRight({ right: "external_api_access" });
    expect((await api.cabinets.getContext(cabinetId)).cabinetId).toBe(cabinetId);
  });

  test("[ACC-2] the scope of key and JWT, although the key's user may do everything", async () => {
    const { connect, cabinetId, sandbox } = await startWorld(client());
    const { accessKey } = sandbox.issueKey({ scopes: ["cabinet:read"], mode: "all_current" });
    const api = connect({ accessKey, scopes: ["cabinet:read", "cabinet:deals:read"] });
    await api.cabinets.getContext(cabinetId);
    const error = await errorOf(collect(api.deals.search(cabinetId)));
    expect(client().isScopeError(error)).toBe(true);
    expect(String(error)).toContain("cabinet:deals:read");
  });

  test("[ACC-3] [ACC-5] the allowlist of the key", async () => {
    const { connect, cabinetId, sandbox } = await startWorld(client());
    const allowed = contextOf(sandbox, "Adventure").cabinet.cabinetId;
    const mode = { cabinetAllowlist: [allowed] };
    const { accessKey } = sandbox.issueKey({ scopes: ["cabinet:read"], mode });
    const api = connect({ accessKey, scopes: ["cabinet:read"] });
    expect((await api.cabinets.getContext(allowed)).cabinetId).toBe(allowed);
    expect(await denied(api.cabinets.getContext(cabinetId))).toEqual([true, "cabinet_not_allowed"]);
    expect((await collect(api.cabinets.list())).map((cabinet) => cabinet.cabinetId)).toEqual([allowed]);
  });

  test("[ACC-3] a key in mode `all_current` opens every cabinet that its user reaches", async () => {
    const { connect, sandbox } = await startWorld(client());
    const reachable = new Set(sandbox.inspectUpstream().map(({ cabinet }) => cabinet.cabinetId));
    const listed = await collect(connect().cabinets.list());
    expect(listed.length).toBeGreaterThan(1);
    expect(listed.every(({ cabinetId }) => reachable.has(cabinetId))).toBe(true);
  });

  test("[ACC-4] [ACC-5] the user's right in the cabinet", async () => {
    const { connect, cabinetId, sandbox } = await startWorld(client());
    const api = connect();
    await collect(api.deals.search({ cabinetId, filter: { stages: ["won"] } }));
    sandbox.withdrawRight({ right: "view_deals", cabinetId });
    expect(await denied(collect(api.deals.search(cabinetId)))).toEqual([true, "cabinet_access_denied"]);
    const elsewhere = contextOf(sandbox, "Adventure").cabinet.cabinetId;
    expect((await collect(api.deals.search(elsewhere))).length).toBeGreaterThan(0);
  });

  test("[ACC-5] a user without the cabinet does not get it by any scope", async () => {
    const { connect, cabinetId, sandbox } = await startWorld(client());
    const userId = sandbox.users[1]?.userId ?? "";
    const { accessKey } = sandbox.issueKey({ scopes: ["cabinet:read"], mode: "all_current", userId });
    const api = connect({ accessKey, scopes: ["cabinet:read"] });
    expect(await denied(api.cabinets.getContext(cabinetId))).toEqual([true, "cabinet_access_denied"]);
  });
});

describe("the checks", () => {
  test("[ACC-6] run on every request: a right that is withdrawn between two pages ends the sequence", async () => {
    const { connect, cabinetId, sandbox, received } = await startWorld(client());
    const walk = async () => {
      const pages = connect().deals.search({ cabinetId, limit: 50 }).pages()[Symbol.asyncIterator]();
      await pages.next();
      sandbox.withdrawRight({ right: "view_deals", cabinetId });
      await pages.next();
    };
    expect(await denied(walk())).toEqual([true, "cabinet_access_denied"]);
    expect(received("searchDeals").map(({ status }) => status)).toEqual([200, 403]);
  });

  test("[ACC-6] run again before a background operation executes: it fails and does nothing", async () => {
    const world = await startWorld(client(), { timing: { queuedMs: 30_000 } });
    const { connect, cabinetId, sandbox } = world;
    const before = contextOf(sandbox, "Northwind").deals.length;
    const contacts = [{ phone: "+442079460199" }];
    const job = await connect().deals.import({ cabinetId, reason, contacts });
    sandbox.withdrawRight({ right: "external_api_access" });
    await world.clock.advance(60_000);
    sandbox.grantRight({ right: "external_api_access" });
    expect(await errorOf(job.wait())).toMatchObject({ kind: "operation-failed", code: "access_denied" });
    expect(contextOf(sandbox, "Northwind").deals).toHaveLength(before);
  });
});

describe("a cabinet in several contexts", () => {
  /** Its two contexts, as discovery gives them. */
  async function discovered(world: Awaited<ReturnType<typeof startWorld>>) {
    const { cabinetId } = contextOf(world.sandbox, "Berlin office").cabinet;
    const found = await world.connect().cabinets.getContext(cabinetId);
    const [berlin, munich] = found.contexts.map(({ namespaceId, placementId }) => ({
      cabinetId,
      namespaceId,
      placementId,
    }));
    return { cabinetId, berlin: berlin!, munich: munich!, required: found.selectionRequired };
  }

  test("[ACC-7] needs one of them: without it the server says so", async () => {
    const world = await startWorld(client());
    const { cabinetId, required } = await discovered(world);
    expect(required).toBe(true);
    const error = await errorOf(world.connect().cabinets.getSettings(cabinetId));
    expect(error).toMatchObject({ status: 422, code: "context_required" });
  });

  test("[ACC-7] is read in the one that was passed, in the query and in the body", async () => {
    const world = await startWorld(client());
    const { berlin, munich } = await discovered(world);
    const api = world.connect();
    const deals = await Promise.all(
      [berlin, munich].map((one) => collect(api.deals.search({ ...one, limit: 500 }))),
    );
    expect(deals.map(({ length }) => length)).toEqual([700, 500]);
    const etags = await Promise.all([berlin, munich].map((one) => api.cabinets.getSettings(one)));
    expect(etags[0]?.etag).not.toBe(etags[1]?.etag);
  });

  test("[ACC-8] cannot be left within a page sequence, whatever becomes of the input", async () => {
    const world = await startWorld(client());
    const { berlin, munich } = await discovered(world);
    const input = { ...berlin, limit: 400 };
    const seen: string[] = [];
    for await (const { dealId } of world.connect().deals.search(input)) {
      seen.push(dealId);
      Object.assign(input, munich);
    }
    const own = contextOf(world.sandbox, "Berlin office").deals.map(({ dealId }) => dealId);
    expect(seen.sort()).toEqual(own.sort());
  });

  test("[ACC-8] is bound to a bookmark: going on in the other one is refused unsent", async () => {
    const world = await startWorld(client());
    const { berlin, munich } = await discovered(world);
    const api = world.connect();
    const [first] = await collect(api.deals.search({ ...berlin, limit: 400 }).pages());
    const before = world.received("searchDeals").length;
    const other = api.deals.search({ ...munich, limit: 400 }).from(first?.bookmark ?? "");
    const error = await errorOf(collect(other));
    expect(client().isArgumentError(error)).toBe(true);
    expect(String(error)).toContain("another context");
    expect(world.received("searchDeals")).toHaveLength(before);
  });

  test("[ACC-8] is bound to an intent: the same one in the other is refused unsent", async () => {
    const world = await startWorld(client());
    const { berlin, munich } = await discovered(world);
    const api = world.connect();
    await api.deals.export({ ...berlin, reason }, { intent: "nightly" });
    const error = await errorOf(api.deals.export({ ...munich, reason }, { intent: "nightly" }));
    expect(client().isIdempotencyConflictError(error)).toBe(true);
    expect(world.received("exportDeals")).toHaveLength(1);
  });

  test("[ACC-8] is that of the first attempt in every repeat, whatever becomes of the input", async () => {
    const input = { cabinetId: "", namespaceId: "", placementId: "", reason };
    let lost = 0;
    const world = await startWorld(client(), {
      interceptor: {
        after: ({ operationId }: InterceptedRequest) => {
          if (operationId !== "exportDeals" || lost > 0) return undefined;
          lost += 1;
          Object.assign(input, munichOf());
          return { kind: "disconnect" };
        },
      },
    });
    const { berlin, munich } = await discovered(world);
    const munichOf = () => munich;
    Object.assign(input, berlin);
    const job = await world.connect().deals.export(input);
    const sent = world.received("exportDeals");
    expect(sent).toHaveLength(2);
    expect(sent[1]?.bodyDigest).toBe(sent[0]?.bodyDigest);
    await job.wait();
    expect(await collect(job.results({ pageSize: 1000 }))).toHaveLength(700);
  });
});

describe("the six scopes", () => {
  const six: readonly Scope[] = [
    "cabinet:deals:read",
    "cabinet:deals:write",
    "cabinet:exports:run",
    "cabinet:projects:write",
    "cabinet:read",
    "cabinet:settings:write",
  ];

  test("[ACC-9] are what the client knows", async () => {
    const { sandbox } = await startWorld(client());
    const { scopes } = await inspect({ contract: sandbox.apiUrl });
    expect(scopes.map(({ name }) => name)).toEqual(six);
  });

  test.each(six)("[ACC-9] [TOK-1] %s is requested and granted alone", async (scope) => {
    const { connect, received } = await startWorld(client());
    const { sent, fetch } = watchedFetch();
    const { scopes } = await connect({ scopes: [scope], fetch }).capabilities.get();
    expect(scopes).toEqual([scope]);
    expect(new URLSearchParams(await sent[0]?.text()).get("scope")).toBe(scope);
    expect(received("exchangeToken").map(({ status }) => status)).toEqual([200]);
  });

  test("[ACC-9] are all that the server grants", async () => {
    const { sandbox } = await startWorld(client());
    const form = exchangeForm(sandbox, sandbox.accessKey, "cabinet:everything");
    expect(refusal(await exchange(sandbox, form))).toEqual([400, "invalid_scope"]);
  });
});
