import {
  type Dialect,
  inner,
  integer,
  list,
  type Members,
  pascal,
  type Request,
  type Route,
  snake,
} from "./dialect.js";

const origin = "https://gate.telefonix.example";
const api = "/v1/external";

function envelope(data: Members): Members {
  return { data, serverTime: "2026-11-20T00:00:00Z" };
}

/** A response that is a page of records. */
function page(record: (item: Members) => Members): (body: Members) => Members {
  return (body) => {
    const records = list(body, "items").map(record);
    return envelope({ records, paging: { skipToken: body["nextCursor"], count: records.length } });
  };
}

const accepted = (body: Members) => envelope({ operationId: body["operationId"] });

/** The context is in the query of reads and changes alike. */
function context({ query }: Request): Members {
  return { namespaceId: query["namespaceId"], placementId: query["placementId"] };
}

/** Size and position of a page. */
function position({ query }: Request): Members {
  return { limit: integer(query["$top"]), cursor: query["$skipToken"] };
}

const cabinet = (item: Members) => ({
  kind: pascal(String(item["kind"])),
  id: item["cabinetId"],
  loginName: item["login"],
  displayName: item["name"],
});

const deal = (item: Members) => ({
  dealId: item["dealId"],
  projectId: item["projectId"],
  createdAt: item["createdAt"],
  contactPhone: inner(item, "contact")["phone"],
  contactName: inner(item, "contact")["name"],
  stage: pascal(String(item["stage"])),
});

const row = (item: Members) => ({
  dealId: item["dealId"],
  contactPhone: item["phone"] ?? inner(item, "contact")["phone"],
  values: { kind: item["kind"] },
});

/** A read with a cabinet in its path. */
function cabinetRead(theirs: string, ours: string, response: Route["response"]): Route {
  return {
    theirs: `GET ${api}/Cabinets/{cabinetId}/${theirs}`,
    ours: `GET /cabinets/{cabinetId}/${ours}`,
    request: (given) => ({ path: given.path, query: context(given) }),
    response,
  };
}

/** A change: `{reason, payload}`; what identifies its object is in the payload. */
function command(
  theirs: string,
  ours: string,
  background: "started" | "made",
  body: (payload: Members) => Members,
): Route {
  return {
    theirs: `POST ${api}/${theirs}`,
    ours: `POST /${ours}`,
    background,
    request: (given) => ({
      path: given.path,
      body: { ...context(given), reason: given.body["reason"], ...body(inner(given.body, "payload")) },
    }),
    response: accepted,
  };
}

const settings = ({ cabinetId, timeZone, callRecording, missedCallSms }: Members) => ({
  cabinetId,
  patch: {
    timeZone: timeZone ?? undefined,
    callRecording:
      typeof callRecording === "boolean" ? { enabled: callRecording, retentionDays: 30 } : undefined,
    missedCallAlerts: missedCallSms ?? undefined,
  },
});

const newProject = (payload: Members, project: Members) => ({
  cabinetId: payload["cabinetId"],
  name: project["name"],
  region: "DE",
  sources: [],
});

const searches: readonly Route[] = [
  {
    theirs: `GET ${api}/Cabinets`,
    ours: "GET /cabinets",
    request: (given) => ({ query: position(given) }),
    response: page(cabinet),
  },
  {
    theirs: `POST ${api}/Cabinets/Search`,
    ours: "POST /cabinets/search",
    request: (given) => ({ body: { ...position(given), query: given.body["text"] } }),
    response: page(cabinet),
  },
  {
    theirs: `POST ${api}/Analytics/Projects/Query`,
    ours: "POST /analytics/projects/query",
    request: (given) => ({ body: { ...context(given), ...position(given), ...given.body } }),
    response: page(({ projectId, name, deals }) => ({ projectId, projectName: name, calls: deals, deals })),
  },
  {
    theirs: `POST ${api}/Cabinets/{cabinetId}/Deals/Search`,
    ours: "POST /cabinets/{cabinetId}/deals/search",
    request: (given) => {
      const { createdFrom, createdTo, projectId, phone } = given.body;
      const projectIds = typeof projectId === "string" ? [projectId] : undefined;
      const filter = { createdFrom, createdBefore: createdTo, projectIds, phone };
      return { path: given.path, body: { ...context(given), ...position(given), filter } };
    },
    response: page(deal),
  },
];

const reads: readonly Route[] = [
  cabinetRead("Context", "context", ({ cabinetId, ...body }) =>
    envelope({
      cabinetId,
      placements: list(body, "contexts").map(({ name, ...ids }, index) => ({
        ...ids,
        title: name,
        isDefault: index === 0,
      })),
    }),
  ),
  cabinetRead("Settings", "settings", (body) =>
    envelope({
      cabinetId: body["cabinetId"],
      timeZone: body["timeZone"],
      callRecording: inner(body, "callRecording")["enabled"],
      missedCallSms: body["missedCallAlerts"],
    }),
  ),
  cabinetRead("AnalyticsConfig", "analytics-config", (body) =>
    envelope({
      cabinetId: body["cabinetId"],
      attributionModel: pascal(String(body["attributionModel"])),
      lookbackDays: body["attributionWindowDays"],
    }),
  ),
  {
    theirs: `GET ${api}/Cabinets/{cabinetId}/Projects/{projectId}/Sources`,
    ours: "GET /projects/{projectId}/sources",
    request: (given) => ({
      path: given.path,
      query: { cabinetId: given.path["cabinetId"], ...context(given) },
    }),
    response: (body) =>
      envelope({
        projectId: body["projectId"],
        sources: list(body, "sources").map((source) => ({
          sourceId: source["sourceId"],
          title: source["name"],
          enabled: source["active"],
          trackingPhone: inner(source, "details")["number"] ?? null,
        })),
      }),
  },
];

const commands: readonly Route[] = [
  command(
    "Gck/Cabinets/{cabinetId}/Deals/ImportJobs",
    "gck/cabinets/{cabinetId}/deals/import-jobs",
    "started",
    ({ projectId, phoneNumbers }) => ({
      projectId,
      contacts: (phoneNumbers as readonly string[]).map((phone) => ({ phone })),
    }),
  ),
  command(
    "Cabinets/{cabinetId}/Deals/ExportJobs",
    "cabinets/{cabinetId}/deals/export-jobs",
    "started",
    ({ from, to }) => ({
      filter: { createdFrom: `${String(from)}T00:00:00Z`, createdBefore: `${String(to)}T00:00:00Z` },
    }),
  ),
  command("ProjectCreation/Single", "project-creation/projects", "started", (payload) =>
    newProject(payload, inner(payload, "project")),
  ),
  // The sandbox creates one project at a time.
  command("ProjectCreation/Batch", "project-creation/projects", "started", (payload) =>
    newProject(payload, list(payload, "projects")[0] ?? {}),
  ),
  command(
    "Projects/ProjectUpdates",
    "projects/project-updates",
    "made",
    ({ cabinetId, projectId, name }) => ({
      cabinetId,
      projectId,
      patch: { name },
    }),
  ),
  command(
    "Projects/SourceUpdates",
    "projects/source-updates",
    "made",
    ({ cabinetId, projectId, ...more }) => ({
      cabinetId,
      projectId,
      changes: list(more, "sources").map(({ sourceId, title, enabled }) => ({
        action: "edit",
        sourceId,
        name: title,
        active: enabled,
      })),
    }),
  ),
  command("Projects/StateUpdates", "projects/state-updates", "made", ({ cabinetId, projectId, state }) => ({
    cabinetId,
    projectId,
    state: snake(String(state)),
  })),
  command("CabinetSettings/Updates", "settings/updates", "made", settings),
  command(
    "AnalyticsConfig/Updates",
    "analytics-config/updates",
    "made",
    ({ cabinetId, attributionModel, lookbackDays }) => ({
      cabinetId,
      patch: {
        attributionModel: typeof attributionModel === "string" ? snake(attributionModel) : undefined,
        attributionWindowDays: lookbackDays ?? undefined,
      },
    }),
  ),
];

const LIMITS = {
  GetPerMinute: "readRequestsPerMinute",
  PostPerMinute: "postRequestsPerMinute",
  ParallelOperations: "maxConcurrentOperations",
  RetentionDays: "operationRetentionDays",
  BodyBytes: "maxRequestBodyBytes",
};

const FEATURES = {
  reads: "readsEnabled",
  writes: "writesEnabled",
  projectWrites: "projectWritesEnabled",
  settingsWrites: "settingsWritesEnabled",
  sensitiveDataAndExports: "sensitiveDataAndExportsEnabled",
};

const others: readonly Route[] = [
  {
    theirs: `GET ${api}/Capabilities`,
    ours: "GET /capabilities",
    request: () => ({}),
    response: (body) =>
      envelope({
        contractVersion: body["contractVersion"],
        audience: `${origin}${api}`,
        userId: body["actorUserId"],
        keyId: body["credentialId"],
        grantedScopes: body["scopes"],
        access: {
          mode: inner(body, "cabinetAccess")["mode"] === "all_current" ? "AllCurrent" : "FixedList",
          allowedIds: inner(body, "cabinetAccess")["cabinetIds"],
        },
        featureFlags: Object.fromEntries(
          Object.entries(FEATURES).map(([name, ours]) => [name, inner(body, "features")[ours]]),
        ),
        limits: Object.entries(LIMITS).map(([name, ours]) => ({ name, value: inner(body, "limits")[ours] })),
        permissionCatalog: body["permissionCatalogVersion"],
      }),
  },
  {
    theirs: `GET ${api}/Operations/{operationId}`,
    ours: "GET /operations/{operationId}",
    background: "status",
    request: ({ path }) => ({ path }),
    response: (body) => {
      const error = inner(body, "error");
      return envelope({
        operationId: body["operationId"],
        kind: pascal(String(body["kind"])),
        status: pascal(String(body["status"])),
        failure:
          body["error"] === undefined
            ? null
            : {
                failureCode: pascal(String(error["code"])),
                failureMessage: error["message"],
                isRetryable: error["retryable"],
              },
        submittedAt: body["createdAt"],
        finishedAt: body["finishedAt"],
        keptUntil: body["expiresAt"],
      });
    },
  },
  {
    theirs: `GET ${api}/Operations/{operationId}/Result`,
    ours: "GET /operations/{operationId}/result",
    request: ({ path, query }) => ({
      path,
      query: { pageSize: query["$top"], cursor: query["$skipToken"] },
    }),
    response: page(row),
  },
];

/** Codes of the sandbox, and what the contract calls them; every other one is the same in PascalCase. */
const CODES: Readonly<Record<string, readonly [status: number, code: string]>> = {
  validation_failed: [400, "MalformedRequest"],
  weak_etag: [400, "MalformedRequest"],
  cursor_invalid: [400, "MalformedRequest"],
  context_required: [400, "MalformedRequest"],
  token_missing: [401, "TokenInvalid"],
  token_expired: [401, "TokenInvalid"],
  scope_missing: [403, "AccessDenied"],
  cabinet_not_allowed: [403, "AccessDenied"],
  cabinet_access_denied: [403, "AccessDenied"],
  feature_disabled: [403, "AccessDenied"],
  context_not_found: [404, "CabinetNotFound"],
  project_not_found: [404, "CabinetNotFound"],
  operation_not_found: [404, "CabinetNotFound"],
  operation_expired: [404, "CabinetNotFound"],
  stale_etag: [412, "EtagStale"],
  request_too_large: [413, "BodyTooLarge"],
  precondition_required: [428, "IfMatchRequired"],
  service_unavailable: [503, "UpstreamUnavailable"],
};

/** The contract of `fixtures/foreign/dotnet`, by its README. */
export const dotnet: Dialect = {
  name: "dotnet",
  client: "TelefonixGateExternalApi",
  origin,
  tokenPath: "/oauth/token",
  apiUrl: `${origin}${api}`,
  vendor: "telefonix",
  routes: [...searches, ...reads, ...commands, ...others],
  problem: ({ code, retryable, ...problem }) => {
    const [status, errorCode] = CODES[code] ?? [problem.status, pascal(code)];
    const type = `${origin}/problems/${snake(errorCode).replaceAll("_", "-")}`;
    return { status, body: { ...problem, type, status, errorCode, isRetryable: retryable } };
  },
  location: (operationId) => `${api}/Operations/${operationId}`,
};
