import { type Dialect, inner, integer, list, type Members, type Request, type Route } from "./dialect.js";

const origin = "https://open.ringdesk.example";
const api = "/v1/external";

/** `{namespaceId, placementId}` of a body. */
function bodyContext({ body }: Request): Members {
  const { namespace_id, placement_id } = inner(body, "context");
  return { namespaceId: namespace_id, placementId: placement_id };
}

/** The same of a query. */
function queryContext({ query }: Request): Members {
  return { namespaceId: query["context[namespace_id]"], placementId: query["context[placement_id]"] };
}

/** Size and position of a page of a search. */
function position({ body }: Request): Members {
  const { size, after } = inner(body, "page");
  return { limit: size, cursor: after ?? undefined };
}

/** A response that is a page, with the cursor of the next one beside it. */
function page(item: (one: Members) => Members): (body: Members) => Members {
  return (body) => ({ data: list(body, "items").map(item), meta: { next: body["nextCursor"] } });
}

const account = ({ kind, cabinetId, login, name }: Members) => ({
  type: kind,
  account_id: cabinetId,
  username: login,
  title: name,
});

const deal = ({ dealId, projectId, createdAt, ...more }: Members) => ({
  deal_id: dealId,
  project_id: projectId,
  created_at: createdAt,
  contact: { phone: inner(more, "contact")["phone"], person: inner(more, "contact")["name"] },
});

const row = ({ dealId, phone, kind, ...more }: Members) => ({
  deal_id: dealId,
  phone: phone ?? inner(more, "contact")["phone"],
  kind,
});

/** A read with an account in its path. */
function accountRead(theirs: string, ours: string, response: Route["response"]): Route {
  return {
    theirs: `GET /accounts/{account_id}/${theirs}`,
    ours: `GET /cabinets/{cabinetId}/${ours}`,
    request: (given) => ({ path: { cabinetId: given.path["account_id"] }, query: queryContext(given) }),
    response,
  };
}

/** A change: `{meta: {reason}, context?, data}`. */
function command(
  theirs: string,
  ours: string,
  background: "started" | "made",
  body: (data: Members) => Members,
): Route {
  return {
    theirs: `POST /${theirs}`,
    ours: `POST /${ours}`,
    background,
    request: (given) => ({
      path: { cabinetId: given.path["account_id"] },
      body: {
        ...bodyContext(given),
        reason: inner(given.body, "meta")["reason"],
        ...body(inner(given.body, "data")),
      },
    }),
    response: ({ operationId }) => ({
      data: { job_id: operationId },
      links: { job: `${api}/jobs/${String(operationId)}` },
    }),
  };
}

const searches: readonly Route[] = [
  {
    theirs: "GET /accounts",
    ours: "GET /cabinets",
    request: ({ query }) => ({
      query: { limit: integer(query["page[size]"]), cursor: query["page[after]"] },
    }),
    response: page(account),
  },
  {
    theirs: "POST /accounts/search",
    ours: "POST /cabinets/search",
    request: (given) => ({ body: { ...position(given), query: inner(given.body, "filter")["q"] } }),
    response: page(account),
  },
  {
    theirs: "POST /analytics/projects",
    ours: "POST /analytics/projects/query",
    request: (given) => {
      const { since, until } = inner(given.body, "period");
      const cabinetId = given.body["account_id"];
      return { body: { ...bodyContext(given), ...position(given), cabinetId, from: since, to: until } };
    },
    response: page(({ projectId, deals }) => ({ project_id: projectId, calls: deals, deals })),
  },
  {
    theirs: "POST /accounts/{account_id}/deals/search",
    ours: "POST /cabinets/{cabinetId}/deals/search",
    request: (given) => {
      const { created_since, created_until, phone } = inner(given.body, "filter");
      const filter = { createdFrom: created_since, createdBefore: created_until, phone };
      return {
        path: { cabinetId: given.path["account_id"] },
        body: { ...bodyContext(given), ...position(given), filter },
      };
    },
    response: page(deal),
  },
];

const reads: readonly Route[] = [
  accountRead("context", "context", ({ cabinetId, ...body }) => ({
    data: {
      account_id: cabinetId,
      contexts: list(body, "contexts").map(({ namespaceId, placementId, name }) => ({
        namespace_id: namespaceId,
        placement_id: placementId,
        label: name,
      })),
    },
  })),
  accountRead("settings", "settings", ({ timeZone, missedCallAlerts, ...body }) => ({
    data: {
      tz: timeZone,
      record_calls: inner(body, "callRecording")["enabled"],
      notify_missed: missedCallAlerts,
    },
  })),
  accountRead("analytics_config", "analytics-config", ({ attributionModel, attributionWindowDays }) => ({
    data: { attribution: String(attributionModel).replace("_touch", ""), window_days: attributionWindowDays },
  })),
  {
    theirs: "GET /accounts/{account_id}/projects/{project_id}/sources",
    ours: "GET /projects/{projectId}/sources",
    request: (given) => ({
      path: { projectId: given.path["project_id"] },
      query: { cabinetId: given.path["account_id"], ...queryContext(given) },
    }),
    response: (body) => ({
      data: list(body, "sources").map(({ sourceId, name, active, ...source }) => ({
        source_id: sourceId,
        name,
        enabled: active,
        tracking_number: inner(source, "details")["number"],
      })),
    }),
  },
];

const newProject = ({ account_id, name }: Members) => ({
  cabinetId: account_id,
  name,
  region: "DE",
  sources: [],
});

const commands: readonly Route[] = [
  command(
    "gck/accounts/{account_id}/deals/imports",
    "gck/cabinets/{cabinetId}/deals/import-jobs",
    "started",
    ({ project_id, phones }) => ({
      projectId: project_id,
      contacts: (phones as readonly string[]).map((phone) => ({ phone })),
    }),
  ),
  command(
    "accounts/{account_id}/deals/exports",
    "cabinets/{cabinetId}/deals/export-jobs",
    "started",
    ({ since, until }) => ({
      filter: { createdFrom: `${String(since)}T00:00:00Z`, createdBefore: `${String(until)}T00:00:00Z` },
    }),
  ),
  command("project_creation/blank", "project-creation/projects", "started", newProject),
  // The sandbox cannot copy: the copy is empty.
  command("project_creation/copy", "project-creation/projects", "started", newProject),
  command("projects/changes", "projects/project-updates", "made", ({ account_id, project_id, name }) => ({
    cabinetId: account_id,
    projectId: project_id,
    patch: { name },
  })),
  command(
    "projects/source_changes",
    "projects/source-updates",
    "made",
    ({ account_id, project_id, ...more }) => ({
      cabinetId: account_id,
      projectId: project_id,
      changes: list(more, "sources").map(({ source_id, name, enabled }) => ({
        action: "edit",
        sourceId: source_id,
        name,
        active: enabled,
      })),
    }),
  ),
  command(
    "projects/state_changes",
    "projects/state-updates",
    "made",
    ({ account_id, project_id, state }) => ({
      cabinetId: account_id,
      projectId: project_id,
      state: state === "live" ? "active" : "paused",
    }),
  ),
  command("settings/changes", "settings/updates", "made", ({ account_id, ...more }) => {
    const { tz, record_calls, notify_missed } = inner(more, "set");
    const callRecording =
      record_calls === undefined ? undefined : { enabled: record_calls, retentionDays: 30 };
    return {
      cabinetId: account_id,
      patch: { timeZone: tz, callRecording, missedCallAlerts: notify_missed },
    };
  }),
  command("analytics_config/changes", "analytics-config/updates", "made", ({ account_id, ...more }) => {
    const { attribution, window_days } = inner(more, "set");
    const model = attribution === "first" || attribution === "last" ? `${attribution}_touch` : attribution;
    return { cabinetId: account_id, patch: { attributionModel: model, attributionWindowDays: window_days } };
  }),
];

const others: readonly Route[] = [
  {
    theirs: "GET /me/capabilities",
    ours: "GET /capabilities",
    request: () => ({}),
    response: (body) => {
      const limits = inner(body, "limits");
      const features = inner(body, "features");
      const access = inner(body, "cabinetAccess");
      return {
        data: {
          contract: {
            version: body["contractVersion"],
            permission_catalog: body["permissionCatalogVersion"],
          },
          resource: `${origin}${api}`,
          actor_id: body["actorUserId"],
          credential_id: body["credentialId"],
          scopes: body["scopes"],
          account_access: {
            mode: access["mode"] === "all_current" ? "all_current" : "selected",
            account_ids: access["cabinetIds"],
          },
          flags: {
            reads: features["readsEnabled"],
            writes: features["writesEnabled"],
            project_writes: features["projectWritesEnabled"],
            settings_writes: features["settingsWritesEnabled"],
            sensitive_and_exports: features["sensitiveDataAndExportsEnabled"],
          },
          limits: {
            per_minute: { get: limits["readRequestsPerMinute"], post: limits["postRequestsPerMinute"] },
            concurrent_jobs: limits["maxConcurrentOperations"],
            keep_days: limits["operationRetentionDays"],
            body_bytes: limits["maxRequestBodyBytes"],
          },
        },
      };
    },
  },
  {
    theirs: "GET /jobs/{job_id}",
    ours: "GET /operations/{operationId}",
    background: "status",
    request: ({ path }) => ({ path: { operationId: path["job_id"] } }),
    response: ({ operationId, kind, status, createdAt, error }) => ({
      data: {
        id: operationId,
        kind,
        state: STATES[String(status)] ?? status,
        created_at: createdAt,
        error: error ?? null,
      },
    }),
  },
  {
    theirs: "GET /jobs/{job_id}/rows",
    ours: "GET /operations/{operationId}/result",
    request: ({ path, query }) => ({
      path: { operationId: path["job_id"] },
      query: { pageSize: query["page[size]"], cursor: query["page[after]"] },
    }),
    response: (body, { path, query }) => {
      const cursor = body["nextCursor"];
      const size = query["page[size]"];
      const next = new URLSearchParams({
        "page[after]": String(cursor),
        ...(size !== undefined && { "page[size]": size }),
      });
      const address = `${api}/jobs/${path["job_id"] ?? ""}/rows`;
      return {
        data: list(body, "items").map(row),
        links: { self: address, next: cursor === null ? null : `${address}?${next.toString()}` },
      };
    },
  },
];

const STATES: Readonly<Record<string, string>> = { queued: "pending", succeeded: "completed" };

/** Codes of the sandbox, and what the contract calls them; every other one is the same. */
const CODES: Readonly<Record<string, readonly [status: number, code: string]>> = {
  malformed_request: [422, "validation_error"],
  validation_failed: [422, "validation_error"],
  weak_etag: [422, "validation_error"],
  cursor_invalid: [422, "validation_error"],
  context_required: [422, "validation_error"],
  token_missing: [401, "token_rejected"],
  token_invalid: [401, "token_rejected"],
  token_expired: [401, "token_rejected"],
  access_denied: [403, "forbidden"],
  scope_missing: [403, "forbidden"],
  cabinet_not_allowed: [403, "forbidden"],
  cabinet_access_denied: [403, "forbidden"],
  feature_disabled: [403, "forbidden"],
  cabinet_not_found: [404, "not_found"],
  context_not_found: [404, "not_found"],
  project_not_found: [404, "not_found"],
  operation_not_found: [404, "not_found"],
  operation_expired: [404, "not_found"],
  stale_etag: [412, "etag_mismatch"],
  request_too_large: [413, "body_too_large"],
  precondition_required: [428, "if_match_missing"],
  rate_limited: [429, "too_many_requests"],
  too_many_operations: [429, "too_many_requests"],
  service_unavailable: [500, "internal_error"],
};

/** Paths of the contract count from its server. */
const routes = [...searches, ...reads, ...commands, ...others].map((route) => ({
  ...route,
  theirs: route.theirs.replace(" ", ` ${api}`),
}));

/** The contract of `fixtures/foreign/fastapi`, by its README. */
export const fastapi: Dialect = {
  name: "fastapi",
  client: "Ringdesk",
  origin,
  tokenPath: "/oauth/token",
  apiUrl: `${origin}${api}`,
  vendor: "ringdesk",
  routes,
  problem: ({ traceId, ...problem }) => {
    const [status, code] = CODES[problem.code] ?? [problem.status, problem.code];
    const type = `${origin}/problems/${code.replaceAll("_", "-")}`;
    return { status, body: { ...problem, type, status, code, trace_id: traceId } };
  },
  location: (operationId) => `${api}/jobs/${operationId}`,
};
