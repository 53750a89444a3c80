import { type Calls, type Client, type Context, methodOf } from "./calls.js";

function spelled(context: Context | undefined): object {
  if (context === undefined) return {};
  return { context: { namespace_id: context.namespaceId, placement_id: context.placementId } };
}

function sized(size: number | undefined): object {
  return size === undefined ? {} : { page: { size } };
}

/** How a client of `fixtures/foreign/fastapi` is called. */
export function fastapiCalls(client: Client): Calls {
  const on = (resource: string, name: string) => methodOf(client, resource, name);
  const meta = { reason: "Conformance" };
  return {
    api: client,
    connect: () => client.connect(),
    resolveIntent: (name, outcome) => client.resolveIntent(name, outcome),
    capabilities: () => on("me", "getCapabilities")(),
    list: (size, options) => on("accounts", "list")(sized(size), options),
    search: (q, size, options) => on("accounts", "search")({ filter: { q }, ...sized(size) }, options),
    context: (cabinetId, options) => on("accounts", "getContext")(cabinetId, options),
    settings: (account_id, options, context) =>
      on("settings", "get")({ account_id, ...spelled(context) }, options),
    changeSettings: (account_id, notify_missed, options, context) =>
      on("settings", "change")(
        { meta, ...spelled(context), data: { account_id, set: { notify_missed } } },
        options,
      ),
    modifySettings: (account_id, rebuild, options, context, other = {}) =>
      on("settings", "modify")(
        { account_id, ...spelled(context) },
        async () => {
          const notify_missed = await rebuild();
          return notify_missed === undefined
            ? undefined
            : {
                meta,
                ...spelled(other.context),
                data: { account_id: other.cabinetId ?? account_id, set: { notify_missed } },
              };
        },
        options,
      ),
    analyticsConfig: (cabinetId) => on("analytics", "getConfig")(cabinetId),
    changeAnalyticsConfig: (account_id, window_days, options) =>
      on("analytics", "changeConfig")({ meta, data: { account_id, set: { window_days } } }, options),
    sources: (account_id, project_id) => on("projects", "listSources")({ account_id, project_id }),
    changeSources: (account_id, project_id, { id, name }, options) => {
      const sources = [{ source_id: id, name, enabled: true }];
      return on("projects", "changeSources")({ meta, data: { account_id, project_id, sources } }, options);
    },
    analytics: (account_id, size) =>
      on(
        "analytics",
        "queryProjectAnalytics",
      )({
        account_id,
        period: { since: "2026-07-01", until: "2026-07-31" },
        ...sized(size),
      }),
    deals: (account_id, size, phone) =>
      on(
        "deals",
        "search",
      )({
        account_id,
        ...(phone !== undefined && { filter: { phone } }),
        ...sized(size),
      }),
    importDeals: (account_id, project_id, { phones, reason, context }, options) =>
      on("deals", "import")(
        { account_id, meta: { reason }, ...spelled(context), data: { project_id, phones } },
        options,
      ),
    exportDeals: (account_id, reason, options) =>
      on("deals", "export")(
        { account_id, meta: { reason }, data: { since: "2020-01-01", until: "2030-01-01" } },
        options,
      ),
    createProject: (account_id, name) => on("projects", "create")({ meta, data: { account_id, name } }),
    createOther: (account_id, from_project_id, name) =>
      on("projects", "copy")({ meta, data: { account_id, from_project_id, name } }),
    renameProject: (account_id, project_id, name) =>
      on("projects", "change")({ meta, data: { account_id, project_id, name } }),
    pauseProject: (account_id, project_id) =>
      on("projects", "changeState")({ meta, data: { account_id, project_id, state: "stopped" } }),
    operation: (id) => on("jobs", "get")(id),
    resume: (id, startedAt) => on("jobs", "resume")(id, startedAt),
  };
}
