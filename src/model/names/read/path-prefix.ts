import type { JsonObject } from "../../../load/loaded-contract.js";
import { words } from "../../../text/words.js";
import { isObject, listMember, textMember } from "../../json-members.js";
import type { RawOperation } from "../../operations/list-raw-operations.js";
import { sentPath } from "../../operations/path-templates.js";
import { isPlural } from "../../../text/nouns.js";
import { isVerb } from "./verbs.js";

/** What the paths of a contract begin with before their nouns. */
export interface PathPrefix {
  /** Segments that nearly all paths share: `external` of `/v1/external/orders`. */
  readonly shared: readonly string[];
  /** The path of each server, as segments: `v1`, `external` of `https://shop.example/v1/external`. */
  readonly servers: readonly (readonly string[])[];
}

/** Segments before the first noun of a path, which name nothing: `api`, `rest`, `v2`, `v1.1`, `v1beta1`, `2010-04-01`. */
export function isPathPrefix(segment: string): boolean {
  return /^(?:apis?|rest|v?\d+(?:[._-]\d+)*(?:(?:alpha|beta)\d*)?)$/i.test(segment);
}

/** Segments of a path that names look at: they are compared with all others. */
export const MOST_SEGMENTS = 40;

/** The first segments of a path, as many as names look at ({@link MOST_SEGMENTS}). */
export function segmentsOf(path: string): readonly string[] {
  return path
    .split("/")
    .filter((segment) => segment !== "")
    .slice(0, MOST_SEGMENTS);
}

/** Whether a segment is not a parameter, and has none. */
export function isLiteral(segment: string | undefined): segment is string {
  return segment?.includes("{") === false;
}

/** The share of paths, and the least number of them, that make what they begin with a prefix. */
const SHARE = 0.9;
const LEAST = 3;

/** How many of some paths make a prefix; one path beside them, such as that of tokens, is never too many. */
function enough(paths: number): number {
  return Math.max(LEAST, Math.min(SHARE * paths, paths - 1));
}

/**
 * What the paths of a contract begin with. A segment that nearly all share names nothing, as a version does: it is the same
 * for every resource. It must not be a resource itself: no path ends in it or has a parameter behind it, it is neither a plural nor
 * a verb, and nouns follow.
 */
export function prefixOf(operations: readonly RawOperation[], document: JsonObject): PathPrefix {
  const paths = [...new Set(operations.map(({ path }) => sentPath(path)))].map(segmentsOf);
  const shared: string[] = [];
  for (let next = sharedSegment(paths, shared); next !== undefined; next = sharedSegment(paths, shared))
    shared.push(next);
  return { shared, servers: serverPaths(document) };
}

/** The segment behind a prefix that belongs to it. */
function sharedSegment(paths: readonly (readonly string[])[], shared: readonly string[]): string | undefined {
  const rests = paths
    .map((segments) => segments.slice(behindPrefix(segments, shared) ?? segments.length))
    .filter(([segment]) => segment !== undefined && !isPlural(words(segment)) && !isAct(segment));
  const counts = new Map<string, number>();
  for (const [segment = "", ...behind] of rests)
    if (isNoun(behind[nounAt(behind, 0)])) counts.set(segment, (counts.get(segment) ?? 0) + 1);
  const [most] = [...counts].filter(([, count]) => count >= enough(paths.length));
  if (most === undefined) return undefined;
  const isResource = rests.some(([segment, next]) => segment === most[0] && !isLiteral(next));
  return isResource ? undefined : most[0];
}

function isNoun(segment: string | undefined): boolean {
  return segment !== undefined && !isAct(segment);
}

/** Whether a segment is something to do: `search`, `change-password`; not `import-jobs`. */
function isAct(segment: string): boolean {
  const found = words(segment);
  return isVerb(found[0]) && !(found.length > 1 && isPlural(found));
}

/** Where the nouns of a path begin: behind the prefix, where it has that; 0 where it has no noun. */
export function startOfNouns(segments: readonly string[], { shared }: PathPrefix): number {
  const starts = [behindPrefix(segments, shared), nounAt(segments, 0)];
  return starts.find((start) => start !== undefined && start < segments.length) ?? 0;
}

/** The first noun behind a whole prefix; undefined where the path has another beginning. */
function behindPrefix(segments: readonly string[], shared: readonly string[]): number | undefined {
  let at = nounAt(segments, 0);
  for (const segment of shared) {
    if (segments[at] !== segment) return undefined;
    at = nounAt(segments, at + 1);
  }
  return at;
}

function nounAt(segments: readonly string[], from: number): number {
  const found = segments.findIndex(
    (segment, index) => index >= from && isLiteral(segment) && !isPathPrefix(segment),
  );
  return found === -1 ? segments.length : found;
}

/** The paths of servers: what ids may have before the path of the operation. */
function serverPaths(document: JsonObject): readonly (readonly string[])[] {
  const urls = listMember(document, "servers").flatMap((server) =>
    isObject(server) ? [textMember(server, "url") ?? ""] : [],
  );
  return urls
    .map((url) => segmentsOf(url.replace(/^[^/]*\/\/[^/]*/u, "").replace(/[?#].*$/u, "")))
    .filter((segments) => segments.length > 0);
}
