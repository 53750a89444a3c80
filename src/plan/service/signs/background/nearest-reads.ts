import type { OperationModel } from "../../../../model/api-model.js";
import { OF_JOBS, sharedSegments, type StatusCandidate } from "../../traits/background/find-status.js";
import { pathAbove, shapeOf } from "../../traits/background/status-paths.js";
import type { SignSource } from "../sign.js";

/** Of reads with one state, those right below the path of a start; else the one that is below a part of it: `/servers/{id}/actions/{action}` of `/servers/{id}/actions/reboot`. */
export function nearestReads(
  { path }: OperationModel,
  candidates: readonly StatusCandidate[],
  all: readonly SignSource[],
): readonly StatusCandidate[] {
  const aboveOfRead = ({ status }: StatusCandidate) => shapeOf(pathAbove(status) ?? "");
  const below = candidates.filter((one) => aboveOfRead(one) === shapeOf(path));
  if (below.length > 0) return below;
  const upper = candidates.filter(
    (one) => aboveOfRead(one) !== "" && shapeOf(path).startsWith(`${aboveOfRead(one)}/`),
  );
  if (upper.length === 1) return upper;
  // `/v2/text/deletion/{id}` of `/v2/text/models/{id}`, and not `/v2/image/deletion/{id}`
  const most = Math.max(...candidates.map(({ status }) => sharedSegments(path, status.path)));
  const [only, ...others] = candidates.filter(
    ({ status }) => most > 0 && sharedSegments(path, status.path) === most,
  );
  if (only === undefined || others.length > 0) return candidates;
  // `/media/transcode` starts no thumbnail where `/media/thumbnails` does, and may start one of all `/jobs`.
  const isOfAnother = all.some(
    ({ operation }) =>
      operation.method === "POST" && operation.path !== path && shapeOf(operation.path) === aboveOfRead(only),
  );
  const isOfAll = candidates.some((one) => one !== only && mayBeJob(path, one, all));
  return isOfAnother || isOfAll ? candidates : [only];
}

/** Whether a read may give what a path starts: one of several jobs, and not of a part with starts of its own that the path is outside of. */
function mayBeJob(path: string, { status }: StatusCandidate, all: readonly SignSource[]): boolean {
  const above = `${shapeOf(status.path.replace(OF_JOBS, ""))}/`;
  if (!OF_JOBS.test(status.path) || shapeOf(path).startsWith(above)) return OF_JOBS.test(status.path);
  return !all.some(
    ({ operation }) => operation.method === "POST" && shapeOf(operation.path).startsWith(above),
  );
}
