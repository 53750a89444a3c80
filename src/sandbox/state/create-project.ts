import { toTimestamp } from "../clock.js";
import type { ContextState } from "./cabinet-state.js";
import type { NewProjectSource, Project, ProjectSource, UpstreamId, WorkingHours } from "./models.js";
import { createVersioned } from "./versioned.js";

/** A project to create, as the contract's request says it. */
export interface ProjectCreation {
  readonly name: string;
  readonly region: string;
  readonly dailyContactLimit?: number | null;
  readonly workingHours?: WorkingHours;
  readonly tags?: readonly string[];
  readonly sources: readonly NewProjectSource[];
}

/** Creates a project with its first sources. @param at epoch milliseconds of the creation */
export function createProject(
  context: ContextState,
  creation: ProjectCreation,
  at: number,
  nextId: () => UpstreamId,
): Project {
  const projectId = nextId();
  const time = toTimestamp(at);
  const project: Project = {
    projectId,
    cabinetId: context.cabinetId,
    name: creation.name,
    state: "active",
    region: creation.region,
    dailyContactLimit: creation.dailyContactLimit ?? null,
    workingHours: creation.workingHours ?? context.settings.value.workingHours,
    tags: creation.tags ?? [],
    createdAt: time,
    updatedAt: time,
  };
  const sources = creation.sources.map((source) => toProjectSource(source, time, nextId()));
  context.projects.set(projectId, {
    project,
    sources: createVersioned(`sources ${projectId}`, { projectId, sources, updatedAt: time }),
  });
  return project;
}

/** A new source with its identifier. @param time the time of its creation as the contract writes it */
export function toProjectSource(source: NewProjectSource, time: string, sourceId: UpstreamId): ProjectSource {
  const { name, active = true, details } = source;
  return { sourceId, name, active, details, createdAt: time };
}
