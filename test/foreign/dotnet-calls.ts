import { type Calls, type Client, methodOf } from "./calls.js";

/** How a client of `fixtures/foreign/dotnet` is called. */
export function dotnetCalls(client: Client): Calls {
  const on = (resource: string, name: string) => methodOf(client, resource, name);
  const reason = "Conformance";
  return {
    api: client,
    connect: () => client.connect(),
    resolveIntent: (name, outcome) => client.resolveIntent(name, outcome),
    capabilities: () => on("capabilities", "get")(),
    list: (size, options) => on("cabinets", "list")({ $top: size }, options),
    search: (text, size, options) => on("cabinets", "search")({ text, $top: size }, options),
    context: (cabinetId, options) => on("cabinets", "getContext")(cabinetId, options),
    settings: (cabinetId, options, context) =>
      on("cabinetSettings", "get")({ cabinetId, ...context }, options),
    changeSettings: (cabinetId, missedCallSms, options, context) =>
      on("cabinetSettings", "update")({ reason, payload: { cabinetId, missedCallSms }, ...context }, options),
    modifySettings: (cabinetId, rebuild, options, context, other = {}) =>
      on("cabinetSettings", "modify")(
        { cabinetId, ...context },
        async () => {
          const missedCallSms = await rebuild();
          const payload = { cabinetId: other.cabinetId ?? cabinetId, missedCallSms };
          return missedCallSms === undefined ? undefined : { reason, payload, ...other.context };
        },
        options,
      ),
    analyticsConfig: (cabinetId) => on("analyticsConfig", "get")(cabinetId),
    changeAnalyticsConfig: (cabinetId, lookbackDays, options) =>
      on("analyticsConfig", "update")({ reason, payload: { cabinetId, lookbackDays } }, options),
    sources: (cabinetId, projectId) => on("projects", "getSources")({ cabinetId, projectId }),
    changeSources: (cabinetId, projectId, { id, name }, options) => {
      const sources = [{ sourceId: id, title: name, enabled: true }];
      return on("projects", "updateSources")({ reason, payload: { cabinetId, projectId, sources } }, options);
    },
    analytics: (cabinetId, size) =>
      on("analytics", "query")({ cabinetId, from: "2026-07-01", to: "2026-07-31", $top: size }),
    deals: (cabinetId, size, phone) => on("deals", "search")({ cabinetId, phone, $top: size }),
    importDeals: (cabinetId, projectId, { phones, reason: why, context }, options) =>
      on("deals", "createImportJob")(
        { cabinetId, reason: why, payload: { projectId, phoneNumbers: phones }, ...context },
        options,
      ),
    exportDeals: (cabinetId, why, options) =>
      on("deals", "createExportJob")(
        { cabinetId, reason: why, payload: { from: "2020-01-01", to: "2030-01-01" } },
        options,
      ),
    createProject: (cabinetId, name) =>
      on("projectCreation", "createSingle")({ reason, payload: { cabinetId, project: { name } } }),
    createOther: (cabinetId, _projectId, name) =>
      on("projectCreation", "createBatch")({ reason, payload: { cabinetId, projects: [{ name }] } }),
    renameProject: (cabinetId, projectId, name) =>
      on("projects", "update")({ reason, payload: { cabinetId, projectId, name } }),
    pauseProject: (cabinetId, projectId) =>
      on("projects", "updateState")({ reason, payload: { cabinetId, projectId, state: "Paused" } }),
    operation: (id) => on("operations", "get")(id),
    resume: (id, startedAt) => on("operations", "resume")(id, startedAt),
  };
}
