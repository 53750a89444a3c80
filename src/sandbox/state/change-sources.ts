import { Rejection } from "../problems/rejection.js";
import { toProjectSource } from "./create-project.js";
import type { ProjectSource, SourceChange, UpstreamId } from "./models.js";

/**
 * Applies changes to sources in order, all of them or none.
 * @param time the time of the change as the contract writes it
 * @throws Refusal `validation_failed` for a source that is not there
 */
export function changeSources(
  sources: readonly ProjectSource[],
  changes: readonly SourceChange[],
  time: string,
  nextId: () => UpstreamId,
): ProjectSource[] {
  return changes.reduce<ProjectSource[]>(
    (current, change, index) => applyChange(current, change, index, time, nextId),
    [...sources],
  );
}

function applyChange(
  sources: readonly ProjectSource[],
  change: SourceChange,
  index: number,
  time: string,
  nextId: () => UpstreamId,
): ProjectSource[] {
  if (change.action === "add") return [...sources, toProjectSource(change.source, time, nextId())];
  const { action, sourceId, ...edits } = change;
  if (!sources.some((source) => source.sourceId === sourceId)) {
    throw new Rejection(
      "validation_failed",
      `body/changes/${index}/sourceId must be a source of the project`,
    );
  }
  if (action === "remove") return sources.filter((source) => source.sourceId !== sourceId);
  return sources.map((source) => (source.sourceId === sourceId ? { ...source, ...edits } : source));
}
