import { describe, expect, test } from "vitest";
import type { ExternalApi, Scope } from "../../generated/external-api/index.js";
import { inspect } from "../../src/inspect.js";
import { scopes as allScopes } from "../../src/sandbox/index.js";
import { collect, contextOf, errorOf, startWorld, useGeneratedClient, type World } from "../e2e/world.js";
import { connect as connectRaw, items } from "../sandbox/connect.js";

const client = useGeneratedClient();

/** What was read or made before a row is called: the identifiers and validators that it needs. */
interface Given {
  readonly cabinetId: string;
  readonly projectId: string;
  /** An export that has succeeded. */
  readonly operationId: string;
}

/** One row of part 4 of the service's description. */
interface Row {
  readonly row: string;
  readonly operationId: string;
  /** Method and path as the published contract completes them. */
  readonly wire: string;
  /** The scope of the row; undefined: any granted scope. */
  readonly scope: Scope | undefined;
  /** What the answer holds, as far as the description says. */
  readonly want: object;
  call(api: ExternalApi, given: Given, full: ExternalApi): Promise<unknown>;
}

const reason = "End-to-end test";

const rows: readonly Row[] = [
  {
    row: "GET /capabilities",
    operationId: "getCapabilities",
    wire: "GET /capabilities",
    scope: undefined,
    want: { contractVersion: "2026-08-09.5", cabinetAccess: { mode: "all_current", cabinetIds: [] } },
    call: (api) => api.capabilities.get(),
  },
  {
    row: "GET /cabinets",
    operationId: "listCabinets",
    wire: "GET /cabinets",
    scope: "cabinet:read",
    want: { 0: { kind: "cabinet", login: "northwind-dental", name: "Northwind Dental Clinics" }, length: 7 },
    call: (api) => collect(api.cabinets.list({ limit: 100 })),
  },
  {
    row: "POST /cabinets/search",
    operationId: "searchCabinets",
    wire: "POST /cabinets/search",
    scope: "cabinet:read",
    want: [{ login: "northwind-dental" }],
    call: (api) => collect(api.cabinets.search({ query: "DENTAL" })),
  },
  {
    row: "GET /cabinets/{cabinetId}/context",
    operationId: "getCabinetContext",
    wire: "GET /cabinets/{cabinetId}/context",
    scope: "cabinet:read",
    want: { selectionRequired: false, contexts: [{ name: "Northwind" }] },
    call: (api, { cabinetId }) => api.cabinets.getContext(cabinetId),
  },
  {
    row: "GET /cabinets/{cabinetId}/settings",
    operationId: "getCabinetSettings",
    wire: "GET /cabinets/{cabinetId}/settings",
    scope: "cabinet:read",
    want: { value: { timeZone: "Europe/Berlin" }, etag: expect.stringMatching(/^"[^"]+"$/) as string },
    call: (api, { cabinetId }) => api.cabinets.getSettings(cabinetId),
  },
  {
    row: "POST /analytics/projects/query",
    operationId: "queryAnalyticsProjects",
    wire: "POST /analytics/projects/query",
    scope: "cabinet:read",
    want: { length: 6 },
    call: (api, { cabinetId }) =>
      collect(api.analytics.queryProjects({ cabinetId, from: "2026-02-10", to: "2026-08-09" })),
  },
  {
    row: "POST /cabinets/{cabinetId}/deals/search",
    operationId: "searchDeals",
    wire: "POST /cabinets/{cabinetId}/deals/search",
    scope: "cabinet:deals:read",
    want: { 0: { stage: "won", channel: "chat" } },
    call: (api, { cabinetId }) =>
      collect(api.deals.search({ cabinetId, limit: 100, filter: { stages: ["won"], channels: ["chat"] } })),
  },
  {
    row: "POST /gck/cabinets/{cabinetId}/deals/import-jobs",
    operationId: "importDeals",
    wire: "POST /gck/cabinets/{cabinetId}/deals/import-jobs",
    scope: "cabinet:deals:write",
    want: { 0: { kind: "deal_import", outcome: "created" }, length: 1 },
    call: async (api, { cabinetId }) => {
      const job = await api.deals.import({ cabinetId, reason, contacts: [{ phone: "+442079460199" }] });
      await job.wait();
      return collect(job.results());
    },
  },
  {
    row: "POST /cabinets/{cabinetId}/deals/export-jobs",
    operationId: "exportDeals",
    wire: "POST /cabinets/{cabinetId}/deals/export-jobs",
    scope: "cabinet:exports:run",
    want: { 0: { kind: "deal_export", stage: "lost" } },
    call: async (api, { cabinetId }) => {
      const job = await api.deals.export({ cabinetId, reason, filter: { stages: ["lost"] } });
      await job.wait();
      return collect(job.results({ pageSize: 1000 }));
    },
  },
  {
    row: "POST /project-creation/*",
    operationId: "createProject",
    wire: "POST /project-creation/projects",
    scope: "cabinet:projects:write",
    want: [{ kind: "project_creation", project: { name: "Autumn campaign", state: "active" } }],
    call: async (api, { cabinetId }) => {
      const project = { name: "Autumn campaign", region: "DE-BE", sources: [] };
      const job = await api.projects.create({ cabinetId, reason, ...project });
      await job.wait();
      return collect(job.results());
    },
  },
  {
    row: "POST /projects/*-updates (project)",
    operationId: "updateProject",
    wire: "POST /projects/project-updates",
    scope: "cabinet:projects:write",
    want: { name: "Renamed" },
    call: (api, { cabinetId, projectId }) =>
      api.projects.update({ cabinetId, projectId, reason, patch: { name: "Renamed" } }),
  },
  {
    row: "POST /projects/*-updates (state)",
    operationId: "updateProjectState",
    wire: "POST /projects/state-updates",
    scope: "cabinet:projects:write",
    want: { state: "paused" },
    call: (api, { cabinetId, projectId }) =>
      api.projects.updateState({ cabinetId, projectId, reason, state: "paused" }),
  },
  {
    row: "POST /projects/*-updates (sources, protected by ETag)",
    operationId: "updateProjectSources",
    wire: "POST /projects/source-updates",
    scope: "cabinet:projects:write",
    want: { value: { sources: { length: 4 } }, etag: expect.any(String) as string },
    call: async (api, { cabinetId, projectId }, full) => {
      const { etag } = await full.projects.getSources({ cabinetId, projectId });
      const details = { kind: "website", url: "https://www.example.com/a" } as const;
      const changes = [{ action: "add", source: { name: "Landing page", details } } as const];
      return api.projects.updateSources({ cabinetId, projectId, reason, changes }, { ifMatch: etag });
    },
  },
  {
    row: "GET of the project sources that the change needs",
    operationId: "getProjectSources",
    wire: "GET /projects/{projectId}/sources",
    scope: "cabinet:read",
    want: { value: { sources: { length: 3 } }, etag: expect.any(String) as string },
    call: (api, { cabinetId, projectId }) => api.projects.getSources({ cabinetId, projectId }),
  },
  {
    row: "POST /settings/updates",
    operationId: "updateSettings",
    wire: "POST /settings/updates",
    scope: "cabinet:settings:write",
    want: { value: { language: "en", alertEmail: null } },
    call: async (api, { cabinetId }, full) => {
      const { etag } = await full.cabinets.getSettings(cabinetId);
      const patch = { language: "en", alertEmail: null } as const;
      return api.settings.update({ cabinetId, reason, patch }, { ifMatch: etag });
    },
  },
  {
    row: "POST /analytics-config/updates",
    operationId: "updateAnalyticsConfig",
    wire: "POST /analytics-config/updates",
    scope: "cabinet:settings:write",
    want: { value: { attributionModel: "linear" } },
    call: async (api, { cabinetId }, full) => {
      const { etag } = await full.analytics.getConfig(cabinetId);
      const patch = { attributionModel: "linear" } as const;
      return api.analytics.updateConfig({ cabinetId, reason, patch }, { ifMatch: etag });
    },
  },
  {
    row: "GET of the analytics config that the change needs",
    operationId: "getAnalyticsConfig",
    wire: "GET /cabinets/{cabinetId}/analytics-config",
    scope: "cabinet:read",
    want: { value: { currency: "EUR" }, etag: expect.any(String) as string },
    call: (api, { cabinetId }) => api.analytics.getConfig(cabinetId),
  },
  {
    row: "GET /operations/{operationId}",
    operationId: "getOperation",
    wire: "GET /operations/{operationId}",
    scope: "cabinet:exports:run",
    want: { status: "succeeded", kind: "deal_export", reason },
    call: (api, { operationId }) => api.operations.get(operationId),
  },
  {
    row: "GET /operations/{operationId}/result",
    operationId: "getOperationResult",
    wire: "GET /operations/{operationId}/result",
    scope: "cabinet:exports:run",
    want: { 0: { kind: "deal_export" } },
    call: (api, { operationId }) => collect(api.operations.getResult({ operationId, pageSize: 250 })),
  },
];

async function prepare({ sandbox, connect, cabinetId }: World): Promise<[Given, ExternalApi]> {
  const full = connect();
  const job = await full.deals.export({ cabinetId, reason, filter: { stages: ["won"] } });
  await job.wait();
  const projectId = contextOf(sandbox, "Northwind").projects[0]?.projectId ?? "";
  return [{ cabinetId, projectId, operationId: job.id }, full];
}

describe("every endpoint row, through the generated client over HTTP, with its own scope alone", () => {
  test.each(titled(rows))("[RES-1] [ACC-2] %s", async (_, { operationId, scope, want, call }) => {
    const world = await startWorld(client());
    const [given, full] = await prepare(world);
    const before = world.received(operationId).length;
    const answer = await call(world.connect({ scopes: [scope ?? "cabinet:deals:read"] }), given, full);
    expect(answer).toMatchObject(want);
    const mine = world.received(operationId).slice(before);
    expect(mine.length).toBeGreaterThan(0);
    expect(mine.every(({ status }) => status >= 200 && status < 300)).toBe(true);
    expect(world.sandbox.defects).toEqual([]);
  });

  test("[RES-1] [TOK-1] POST {base_url}/oauth/token", async () => {
    const { connect, received } = await startWorld(client());
    await connect().connect();
    expect(received("exchangeToken").map(({ method, path, status }) => [method, path, status])).toEqual([
      ["POST", "/oauth/token", 200],
    ]);
  });

  test("[RES-1] [GEN-5] the rows are all that the client has", async () => {
    const { sandbox } = await startWorld(client());
    const { operations } = await inspect({ contract: sandbox.apiUrl });
    // The token exchange is no method: the client makes it by itself.
    const methods = operations.filter(({ omitted }) => omitted === undefined);
    expect(methods.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
      [...new Set(rows.map(({ wire }) => wire))].sort(),
    );
  });
});

describe("a call whose scope was not requested", () => {
  const scoped = rows.filter(({ scope }) => scope !== undefined);

  test.each(titled(scoped))("[ACC-2] %s fails by name, unsent", async (_, { operationId, scope, call }) => {
    const world = await startWorld(client());
    const [given, full] = await prepare(world);
    const before = world.received(operationId).length;
    // A background operation is readable with the scope of whatever created it (OPS-7): take away all three.
    const enough = operationId.startsWith("getOperation") ? creators : [scope];
    const others = allScopes.filter((other) => !enough.includes(other));
    const error = await errorOf(call(world.connect({ scopes: others }), given, full));
    expect(client().isScopeError(error)).toBe(true);
    expect(enough.some((name) => name !== undefined && String(error).includes(name))).toBe(true);
    expect(world.received(operationId).slice(before)).toEqual([]);
  });
});

describe("GET /cabinets", () => {
  test("[RES-2] answers the cabinet page: items with their four fields, and a cursor or null", async () => {
    const { sandbox } = await startWorld(client());
    const raw = await connectRaw(sandbox);
    const all = await raw.get("/cabinets?limit=7");
    const some = await raw.get("/cabinets?limit=2");
    expect(all.body["nextCursor"]).toBe(null);
    expect(some.body["nextCursor"]).toEqual(expect.any(String));
    expect(some.body["items"]).toEqual(items(all).slice(0, 2));
    const text = expect.any(String) as unknown;
    for (const item of items(all))
      expect(item).toMatchObject({ kind: "cabinet", cabinetId: text, login: text, name: text });
  });
});

const creators: readonly (Scope | undefined)[] = [
  "cabinet:projects:write",
  "cabinet:deals:write",
  "cabinet:exports:run",
];

/** Vitest shortens a title that it takes from a member. */
function titled(some: readonly Row[]): (readonly [string, Row])[] {
  return some.map((row) => [row.row, row]);
}
