import { describe, expect, test } from "vitest";
import type { SandboxResponse, InterceptedRequest, Interference } from "../../src/sandbox/index.js";
import { collect, contextOf, errorOf, startWorld, useGeneratedClient } from "../e2e/world.js";
import { connect as connectRaw, refusal } from "../sandbox/connect.js";
import { generateByCommand, reworded } from "./generate-by-command.js";
import { watchedFetch } from "./watched-fetch.js";

const client = useGeneratedClient();

/** Above 2^53: as a number it would become 9007199254740992. */
const large = "9007199254740993";

/** What a caller without types could pass. */
function asText(value: unknown): string {
  return value as string;
}

describe("identifiers", () => {
  test.each([
    ["alone", (api: Api, id: string) => api.cabinets.getContext(id)],
    ["of the path, in an input", (api: Api, id: string) => api.cabinets.getSettings({ cabinetId: id })],
    [
      "of the query",
      (api: Api, id: string) => api.projects.getSources({ cabinetId: "1", projectId: "2", namespaceId: id }),
    ],
    [
      "of the body",
      (api: Api, id: string) =>
        api.projects.updateState({ cabinetId: "1", projectId: id, reason: "r", state: "paused" }),
    ],
    ["of a page sequence", (api: Api, id: string) => collect(api.deals.search({ cabinetId: id }))],
  ])("[GEN-1] a number for one is refused before any request: %s", async (_, call) => {
    const { connect, sandbox } = await startWorld(client());
    const error = await errorOf((async () => call(connect(), asText(42)))());
    expect(client().isArgumentError(error)).toBe(true);
    expect(sandbox.requests).toEqual([]);
  });

  test("[GEN-1] travel as JSON strings, all their digits kept", async () => {
    const { connect } = await startWorld(client());
    const { sent, fetch } = watchedFetch();
    const input = { cabinetId: large, projectId: large, reason: "r", state: "paused" } as const;
    const error = await errorOf(connect({ fetch }).projects.updateState(input));
    expect(error).toMatchObject({ status: 404 });
    const body = await sent.at(-1)?.text();
    expect(body).toContain(`"cabinetId":"${large}"`);
    expect(body).toContain(`"projectId":"${large}"`);
  });

  test("[GEN-1] are handed out as the strings that the server sent", async () => {
    const { connect, sandbox } = await startWorld(client(), {
      interceptor: changeAnswers("listCabinets", ({ items, ...page }) => ({
        ...page,
        items: (items as object[]).map((item) => ({ ...item, cabinetId: large })),
      })),
    });
    const [first] = await collect(connect().cabinets.list());
    expect(first?.cabinetId).toBe(large);
    expect(sandbox.inspectUpstream().every(({ cabinet }) => typeof cabinet.cabinetId === "string")).toBe(
      true,
    );
  });

  test("[GEN-1] that are sent as numbers are refused by the server", async () => {
    const { sandbox, cabinetId } = await startWorld(client());
    const raw = await connectRaw(sandbox);
    const body = { cabinetId: Number(cabinetId), from: "2026-02-10", to: "2026-08-09" };
    expect(refusal(await raw.post("/analytics/projects/query", body))).toEqual([400, "validation_failed"]);
  });
});

describe("cursors", () => {
  test("[GEN-2] go back character by character, whatever is in them", async () => {
    const odd = 'a+b/c==%2F&limit=1 "é" {}?#';
    let answers = 0;
    const { connect, received } = await startWorld(client(), {
      interceptor: changeAnswers("listCabinets", (page) => ({
        ...page,
        nextCursor: answers++ === 0 ? odd : null,
      })),
    });
    // The sandbox refuses a cursor that is not its own; what matters is what it received.
    await errorOf(collect(connect().cabinets.list({ limit: 3 })));
    expect(received("listCabinets").map(({ query }) => [query["limit"], query["cursor"]])).toEqual([
      ["3", undefined],
      ["3", odd],
    ]);
  });
});

describe("what a server may add", () => {
  const more = { addedLater: { deep: [1, null] }, toString: "odd" };

  test("[GEN-3] unknown fields and another order of properties change nothing", async () => {
    const options = {
      interceptor: { after: (_: InterceptedRequest, answer: SandboxResponse) => widen(answer) },
    };
    const { connect, cabinetId, sandbox } = await startWorld(client(), options);
    const api = connect();
    const read = await api.cabinets.getSettings(cabinetId);
    const patch = { language: "en" as const };
    const changed = await api.settings.update({ cabinetId, reason: "r", patch }, { ifMatch: read.etag });
    expect(changed.value.language).toBe("en");
    expect(await collect(api.cabinets.list({ limit: 3 }))).toHaveLength(7);
    const job = await api.deals.export({ cabinetId, reason: "audit", filter: { stages: ["won"] } });
    expect((await job.wait()).outcome).toBe("succeeded");
    const won = contextOf(sandbox, "Northwind").deals.filter(({ stage }) => stage === "won");
    expect(await collect(job.results())).toHaveLength(won.length);
    expect(await errorOf(api.cabinets.getContext("1"))).toMatchObject({ code: "cabinet_not_found" });
  });

  test("[GEN-3] a value that the contract does not list arrives as it is, and a change sends it back", async () => {
    const lately = changeAnswers("getCabinetSettings", (settings) => ({ ...settings, language: "nl" }));
    const { connect, cabinetId } = await startWorld(client(), { interceptor: lately });
    const { fetch, sent } = watchedFetch();
    const api = connect({ fetch });
    expect((await api.cabinets.getSettings(cabinetId)).value.language).toBe("nl");
    // The sandbox is older than that answer and refuses the value; what matters is that it was sent.
    await errorOf(
      api.settings.modify(cabinetId, ({ language }) => ({ reason: "r", patch: { language } }), {
        modifyAttempts: 1,
      }),
    );
    const changes = sent.filter(({ url }) => url.endsWith("/settings/updates"));
    expect(await Promise.all(changes.map((request) => request.json()))).toMatchObject([
      { patch: { language: "nl" } },
    ]);
  });

  test("[GEN-3] a row of a kind that the contract does not list is handed on", async () => {
    const more = { kind: "deal_merger", mergedInto: "1" };
    const lately = changeAnswers("getOperationResult", (page) => ({ ...page, items: [more] }));
    const { connect, cabinetId } = await startWorld(client(), { interceptor: lately });
    const job = await connect().deals.export({ cabinetId, reason: "audit", filter: { stages: ["won"] } });
    await job.wait();
    const rows = await collect(job.results());
    expect(rows.every((row) => row.kind !== "deal_export")).toBe(true);
    expect(rows[0]).toEqual(more);
  });

  /** Every object with more members, the last first. */
  function widen(answer: SandboxResponse): Interference {
    return { kind: "response", response: { ...answer, body: turned(answer.body) } };
  }

  function turned(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(turned);
    if (typeof value !== "object" || value === null) return value;
    const members = Object.entries(value).map(([name, member]) => [name, turned(member)] as const);
    return Object.fromEntries([...members.reverse(), ...Object.entries(more)]);
  }
});

describe("the published schema", () => {
  const changes = {
    "/settings/updates": "/preferences/changes",
    "/oauth/token": "/auth/exchange",
    "cabinet:": "account:",
    nextCursor: "continuation",
    readRequestsPerMinute: "getRequestsPerMinute",
    sensitiveDataAndExportsEnabled: "exportsOn",
    cabinet_not_found: "account_missing",
    "urn:ietf:params:oauth:token-type:access_token": "urn:example:token",
  };

  test("[GEN-4] decides paths, scopes, fields, codes and flags: nothing of another is in the client", async () => {
    const { ran, sources } = await generateByCommand(reworded(changes));
    expect([ran.exitCode, ran.err.includes("error")]).toEqual([0, false]);
    // A runtime module may name an example in a comment; code that a contract decides is outside of it.
    const own = (await sources()).filter(([path]) => !path.startsWith("runtime/"));
    const text = own.map(([, source]) => source).join("\n");
    expect(Object.keys(changes).filter((old) => text.includes(old))).toEqual([]);
    expect(Object.values(changes).filter((now) => !text.includes(now))).toEqual([]);
  });
});

type Api = ReturnType<Awaited<ReturnType<typeof startWorld>>["connect"]>;

/** Replaces members of every answer of an operation. */
function changeAnswers(operationId: string, change: (body: Record<string, unknown>) => unknown) {
  return {
    after: (request: InterceptedRequest, answer: SandboxResponse): Interference | undefined =>
      request.operationId === operationId
        ? { kind: "response", response: { ...answer, body: change(answer.body as Record<string, unknown>) } }
        : undefined,
  };
}
