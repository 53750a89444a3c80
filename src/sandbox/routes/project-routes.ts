import { toTimestamp } from "../clock.js";
import type { OperationStarter } from "../operations/start-operation.js";
import { Rejection } from "../problems/rejection.js";
import { jsonResponse } from "../server/sandbox-response.js";
import { requireParameter, type Call } from "../server/call.js";
import type { Handlers } from "../server/handler.js";
import { findProject, type CabinetEntry } from "../state/cabinet-entry.js";
import type { ProjectRecord } from "../state/cabinet-state.js";
import { changeSources } from "../state/change-sources.js";
import { createProject, type ProjectCreation } from "../state/create-project.js";
import type {
  ContextSelection,
  Project,
  ProjectPatch,
  ProjectState,
  SourceChange,
  UpstreamId,
} from "../state/models.js";
import type { UpstreamWrites } from "../state/upstream-writes.js";
import { checkIfMatch } from "../state/versioned.js";
import { checkWorkingHours } from "./check-working-hours.js";
import { selectedContext } from "./selected-context.js";
import { versionedResponse } from "./settings-routes.js";

interface CabinetChoice extends ContextSelection {
  readonly cabinetId: UpstreamId;
  readonly reason: string;
}

interface ProjectChoice extends CabinetChoice {
  readonly projectId: UpstreamId;
}

type ProjectRoutes = Pick<
  Handlers,
  "createProject" | "getProjectSources" | "updateProject" | "updateProjectSources" | "updateProjectState"
>;

/** Projects: creation in the background, changes at once; only their sources are protected by an `ETag`. */
export function createProjectRoutes(
  entry: CabinetEntry,
  starter: OperationStarter,
  upstream: UpstreamWrites,
  nextId: () => UpstreamId,
): ProjectRoutes {
  function openProject(call: Call, { cabinetId, projectId, ...selection }: ProjectChoice): ProjectRecord {
    return findProject(entry.enterContext(call, cabinetId, selection), projectId);
  }

  function changeProject(call: Call, record: ProjectRecord, change: Partial<Project>) {
    upstream.execute(call, () => {
      record.project = { ...record.project, ...change, updatedAt: toTimestamp(call.wallTime) };
    });
    return jsonResponse(200, record.project);
  }

  return {
    createProject: (call) => {
      const request = call.body as CabinetChoice & ProjectCreation;
      const context = entry.enterContext(call, request.cabinetId, request);
      checkWorkingHours("body/workingHours", request.workingHours);
      return starter.start(call, {
        kind: "project_creation",
        scope: "cabinet:projects:write",
        cabinetId: request.cabinetId,
        credential: call.caller.credential,
        reason: request.reason,
        total: 1,
        execute: (at) => [{ kind: "project_creation", project: createProject(context, request, at, nextId) }],
      });
    },
    getProjectSources: (call) => {
      const context = entry.enterContext(call, requireParameter(call, "cabinetId"), selectedContext(call));
      return versionedResponse(findProject(context, requireParameter(call, "projectId")).sources);
    },
    updateProject: (call) => {
      const { patch, ...choice } = call.body as ProjectChoice & { readonly patch: ProjectPatch };
      const record = openProject(call, choice);
      checkNotArchived(record);
      checkWorkingHours("body/patch/workingHours", patch.workingHours);
      return changeProject(call, record, patch);
    },
    updateProjectSources: (call) => {
      const { changes, ...choice } = call.body as ProjectChoice & {
        readonly changes: readonly SourceChange[];
      };
      const record = openProject(call, choice);
      const { sources } = record;
      checkNotArchived(record);
      checkIfMatch(sources, requireParameter(call, "If-Match"));
      const updatedAt = toTimestamp(call.wallTime);
      const changed = changeSources(sources.value.sources, changes, updatedAt, nextId);
      upstream.execute(call, () => {
        sources.replace({ ...sources.value, sources: changed, updatedAt });
      });
      return versionedResponse(sources);
    },
    updateProjectState: (call) => {
      const { state, ...choice } = call.body as ProjectChoice & { readonly state: ProjectState };
      const record = openProject(call, choice);
      if (record.project.state === state) return jsonResponse(200, record.project);
      checkNotArchived(record);
      return changeProject(call, record, { state });
    },
  };
}

function checkNotArchived({ project }: ProjectRecord): void {
  if (project.state === "archived") throw new Rejection("project_archived", "The project was archived.");
}
