import { byText } from "../../text/by-text.js";
import { textMember } from "../json-members.js";
import type { RawOperation } from "../operations/list-raw-operations.js";

/** A version of the API, as a path begins with it: `v2`, `2.1`, `v1beta1`, `2024-01-01`. */
interface Version {
  readonly numbers: readonly number[];
  /** `beta1`; empty where it is stable. */
  readonly stage: string;
}

/** Operations in the order in which they choose names: by their ids, but the newest version of each thing first. */
export function inNameOrder(operations: readonly RawOperation[]): readonly RawOperation[] {
  const sorted = [...operations].sort(byId);
  const waiting = byThing(sorted);
  return sorted.flatMap((one) => waiting.get(thingOf(one))?.shift() ?? []);
}

/** Operations that do what a newer one does, each with the newest: `/v1/orders` with `/v3/orders`. */
export function newerOperations(
  operations: readonly RawOperation[],
): ReadonlyMap<RawOperation, RawOperation> {
  const newer = new Map<RawOperation, RawOperation>();
  for (const [newest, ...others] of byThing([...operations].sort(byId)).values())
    for (const one of others) if (newest !== undefined && byAge(newest, one) < 0) newer.set(one, newest);
  return newer;
}

/** What the name of an older version ends with: `V2` of `/v2/orders`; nothing where its path has no version. */
export function versionEnd({ path }: RawOperation): string {
  const { numbers, stage } = versionOf(path.split("/"));
  return numbers.length === 0 ? "" : `V${numbers.join("_")}${stage}`;
}

/** Operations by what they do: one method of one path, whatever its version. Those that are not deprecated are first, then the newest. */
function byThing(operations: readonly RawOperation[]): Map<string, RawOperation[]> {
  const found = new Map<string, RawOperation[]>();
  for (const one of operations) {
    const key = thingOf(one);
    const same = found.get(key);
    if (same === undefined) found.set(key, [one]);
    else same.push(one);
  }
  for (const same of found.values()) same.sort(byAge);
  return found;
}

/** Whether two operations do the same in two versions of the API. */
export function isSameThing(left: RawOperation, right: RawOperation): boolean {
  return thingOf(left) === thingOf(right);
}

function thingOf({ method, path }: RawOperation): string {
  const segments = path.split("/");
  const at = versionAt(segments);
  // `/api/orders` without a version is the same thing as `/api/v2/orders`.
  const first = segments.findIndex((segment, index) => index > 0 && !isApi(segment));
  const isPrefix = at === -1 || at === first;
  return `${method} ${segments
    .filter((_, index) => index !== at && !(isPrefix && index < first && index > 0))
    .join("/")
    .replaceAll(/\{[^{}]*\}/gu, "{}")}`;
}

/** Orders versions of one thing. */
function byAge(left: RawOperation, right: RawOperation): number {
  const isOld = ({ json }: RawOperation) => Number(json["deprecated"] === true);
  return isOld(left) - isOld(right) || byVersion(left, right);
}

/** The newest first: `/v3/orders`, `/v2.1/orders`, `/orders`, `/v4beta1/orders`. */
function byVersion(left: RawOperation, right: RawOperation): number {
  const [one, other] = [left, right].map(({ path }) => versionOf(path.split("/")));
  if (one === undefined || other === undefined) return 0;
  const isEarly = ({ stage }: Version) => Number(stage !== "");
  const most = Math.max(one.numbers.length, other.numbers.length);
  const differences = [...Array(most).keys()].map((at) => (other.numbers[at] ?? 0) - (one.numbers[at] ?? 0));
  return (
    isEarly(one) - isEarly(other) ||
    (differences.find((difference) => difference !== 0) ?? 0) ||
    other.stage.localeCompare(one.stage, "en", { numeric: true })
  );
}

function versionOf(segments: readonly string[]): Version {
  const [, numbers = "", stage = ""] = VERSION.exec(segments[versionAt(segments)] ?? "") ?? [];
  return { numbers: numbers === "" ? [] : numbers.split(/[._-]/u).map(Number), stage: stage.toLowerCase() };
}

const VERSION = /^(?:v(?=\d)|(?=\d+\.\d|\d{4}-\d\d-\d\d$))(\d+(?:[._-]\d+)*)((?:alpha|beta)\d*)?$/iu;

/** The segment that is the version of the API: the first of the path, or behind `api` or `rest`. Elsewhere it may be of something else: `/ip/v6`. */
function versionAt(segments: readonly string[]): number {
  return segments.findIndex(
    (segment, index) => VERSION.test(segment) && (index === 1 || isApi(segments[index - 1] ?? "")),
  );
}

function isApi(segment: string): boolean {
  return /^(?:apis?|rest)(?:-\w+)?$/iu.test(segment);
}

/** Orders operations by their operationIds, then by method and path. */
function byId(left: RawOperation, right: RawOperation): number {
  const keyOf = ({ json, method, path }: RawOperation) =>
    `${textMember(json, "operationId") ?? "\uffff"} ${method} ${path}`;
  return byText(keyOf(left), keyOf(right));
}
