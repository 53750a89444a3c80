import { describe, test } from "vitest";
import { scopes, type Scope } from "../../src/sandbox/index.js";
import { contextOf } from "./connect.js";
import {
  expectProblem,
  importBody,
  startWrongWorld,
  useWrongWorld,
  type WrongRow,
  type WrongWorld,
} from "./wrong-requests.js";

const world = useWrongWorld("file");

/** A user who reaches the last two cabinets only. */
const ben = () => world().sandbox.users[1]?.userId ?? "";
const key = (name: string) => ({ "idempotency-key": name });
const anyMatch = { "if-match": '"a"' };

/** A request to every endpoint row of the contract that is right but for who sends it. */
const endpoints: readonly [
  scope: Scope,
  request: string,
  send: (world: WrongWorld, token: string) => ReturnType<WrongWorld["send"]>,
][] = [
  ["cabinet:read", "GET /cabinets", (w, token) => w.send("/cabinets", { token })],
  [
    "cabinet:read",
    "POST /cabinets/search",
    (w, token) => w.send("/cabinets/search", { token, body: { query: "a" } }),
  ],
  [
    "cabinet:read",
    "GET /cabinets/{cabinetId}/context",
    (w, token) => w.send(`/cabinets/${w.cabinetId}/context`, { token }),
  ],
  [
    "cabinet:read",
    "GET /cabinets/{cabinetId}/settings",
    (w, token) => w.send(`/cabinets/${w.cabinetId}/settings`, { token }),
  ],
  [
    "cabinet:read",
    "GET /cabinets/{cabinetId}/analytics-config",
    (w, token) => w.send(`/cabinets/${w.cabinetId}/analytics-config`, { token }),
  ],
  [
    "cabinet:read",
    "GET /projects/{projectId}/sources",
    (w, token) => w.send(`/projects/${w.projectId}/sources?cabinetId=${w.cabinetId}`, { token }),
  ],
  [
    "cabinet:read",
    "POST /analytics/projects/query",
    (w, token) =>
      w.send("/analytics/projects/query", {
        token,
        body: { cabinetId: w.cabinetId, from: "2026-01-01", to: "2026-01-02" },
      }),
  ],
  [
    "cabinet:deals:read",
    "POST /cabinets/{cabinetId}/deals/search",
    (w, token) => w.send(`/cabinets/${w.cabinetId}/deals/search`, { token, body: {} }),
  ],
  [
    "cabinet:deals:write",
    "POST /gck/cabinets/{cabinetId}/deals/import-jobs",
    (w, token) =>
      w.send(`/gck/cabinets/${w.cabinetId}/deals/import-jobs`, {
        token,
        body: importBody,
        headers: key("access"),
      }),
  ],
  [
    "cabinet:exports:run",
    "POST /cabinets/{cabinetId}/deals/export-jobs",
    (w, token) =>
      w.send(`/cabinets/${w.cabinetId}/deals/export-jobs`, {
        token,
        body: { reason: "a" },
        headers: key("access"),
      }),
  ],
  [
    "cabinet:projects:write",
    "POST /project-creation/projects",
    (w, token) =>
      w.send("/project-creation/projects", {
        token,
        headers: key("access"),
        body: { cabinetId: w.cabinetId, reason: "a", name: "New", region: "GB", sources: [] },
      }),
  ],
  [
    "cabinet:projects:write",
    "POST /projects/project-updates",
    (w, token) =>
      w.send("/projects/project-updates", {
        token,
        body: { cabinetId: w.cabinetId, projectId: w.projectId, reason: "a", patch: { name: "New" } },
      }),
  ],
  [
    "cabinet:projects:write",
    "POST /projects/source-updates",
    (w, token) =>
      w.send("/projects/source-updates", {
        token,
        headers: anyMatch,
        body: {
          cabinetId: w.cabinetId,
          projectId: w.projectId,
          reason: "a",
          changes: [{ action: "remove", sourceId: "1" }],
        },
      }),
  ],
  [
    "cabinet:projects:write",
    "POST /projects/state-updates",
    (w, token) =>
      w.send("/projects/state-updates", {
        token,
        body: { cabinetId: w.cabinetId, projectId: w.projectId, reason: "a", state: "paused" },
      }),
  ],
  [
    "cabinet:settings:write",
    "POST /settings/updates",
    (w, token) =>
      w.send("/settings/updates", {
        token,
        headers: anyMatch,
        body: { cabinetId: w.cabinetId, reason: "a", patch: { language: "en" } },
      }),
  ],
  [
    "cabinet:settings:write",
    "POST /analytics-config/updates",
    (w, token) =>
      w.send("/analytics-config/updates", {
        token,
        headers: anyMatch,
        body: { cabinetId: w.cabinetId, reason: "a", patch: { attributionModel: "linear" } },
      }),
  ],
  [
    "cabinet:deals:write",
    "GET /operations/{operationId}",
    async (w, token) => w.send(`/operations/${await w.startImport()}`, { token }),
  ],
  [
    "cabinet:deals:write",
    "GET /operations/{operationId}/result",
    async (w, token) => w.send(`/operations/${await w.startImport()}/result`, { token }),
  ],
];

describe("a JWT with every scope but the one that is needed", () => {
  test.each(endpoints)("[ACC-2] [ACC-9] %s: %s", async (scope, _request, send) => {
    const others = scopes.filter((other) => other !== scope);
    world().clock.advance(10_000);
    const received = await send(world(), await world().issueToken({ scopes: others }));
    await expectProblem(world(), received, [403, "scope_missing", false]);
  });
});

/** The endpoints that enter a cabinet, each on its way there. */
const entering = endpoints.filter(([, request]) => !/ \/(cabinets|cabinets\/search)$/.test(request));

describe("a key whose allowlist does not have the cabinet", () => {
  test.each(entering)("[ACC-3] [ACC-5] %s: %s", async (_scope, _request, send) => {
    world().clock.advance(10_000);
    const received = await send(world(), await world().issueToken({ cabinetAllowlist: [world().crowdedId] }));
    await expectProblem(world(), received, [403, "cabinet_not_allowed", false]);
  });
});

describe("a user without rights in the cabinet", () => {
  const direct = entering.filter(([, request]) => !request.includes("/operations/"));
  test.each(direct)("[ACC-4] [ACC-5] %s: %s", async (_scope, _request, send) => {
    const received = await send(world(), await world().issueToken({ userId: ben() }));
    await expectProblem(world(), received, [403, "cabinet_access_denied", false]);
  });
});

describe("a user who lost external_api_access", () => {
  test("[ACC-1] [ACC-5] is denied although key and JWT are good", async () => {
    const own = await startWrongWorld();
    own.sandbox.withdrawRight({ right: "external_api_access" });
    await expectProblem(own, await own.send("/capabilities"), [403, "access_denied", false]);
    await own.sandbox.close();
  });
});

describe("a context", () => {
  const settings = (w: WrongWorld, cabinetId: string, query = "") =>
    w.send(`/cabinets/${cabinetId}/settings${query}`);
  const chosen = (name: string) => {
    const { namespaceId, placementId } = contextOf(world().sandbox, name);
    return `?namespaceId=${namespaceId}&placementId=${placementId}`;
  };

  test.each<WrongRow>([
    ["is missing", (w) => settings(w, w.crowdedId), [422, "context_required", false]],
    [
      "is missing in a body",
      (w) => w.send(`/cabinets/${w.crowdedId}/deals/search`, { body: {} }),
      [422, "context_required", false],
    ],
    ["is half of one", (w) => settings(w, w.crowdedId, "?namespaceId=1"), [400, "validation_failed", false]],
    [
      "is of another cabinet",
      (w) => settings(w, w.crowdedId, chosen("Service")),
      [404, "context_not_found", false],
    ],
    [
      "is of nobody",
      (w) => settings(w, w.cabinetId, "?namespaceId=1&placementId=1"),
      [404, "context_not_found", false],
    ],
    ["is of no cabinet that exists", (w) => settings(w, "42"), [404, "cabinet_not_found", false]],
    [
      "of a project is another cabinet's",
      (w) =>
        w.send(
          `/projects/${w.projectId}/sources?cabinetId=${w.crowdedId}&${chosen("Berlin office").slice(1)}`,
        ),
      [404, "project_not_found", false],
    ],
    [
      "of a project is missing",
      (w) => w.send(`/projects/${w.projectId}/sources`),
      [400, "validation_failed", false],
    ],
  ])("[ACC-7] %s", async (_name, request, want) => {
    await expectProblem(world(), await request(world()), want);
  });
});
