import { byText } from "../../text/by-text.js";
import { textMember } from "../json-members.js";
import type { RawOperation } from "../operations/list-raw-operations.js";

/** Orders operations for a name that several want: those that are not deprecated first, then by {@link byVersion}. */
export function byAge(left: RawOperation, right: RawOperation): number {
  const isOld = ({ json }: RawOperation) => Number(json["deprecated"] === true);
  return isOld(left) - isOld(right) || byVersion(left, right);
}

/** Orders operations by the version in their paths, the newest first: `/v3/orders`, `/v2/orders`, `/orders`. */
export function byVersion(left: RawOperation, right: RawOperation): number {
  const [one = 0, two = 0] = versionOf(left);
  const [first = 0, second = 0] = versionOf(right);
  return first - one || second - two;
}

/** The numbers of the version that a path has: 2 and 1 of `/v2.1/orders`. */
function versionOf({ path }: RawOperation): readonly number[] {
  const [, version = "0"] =
    /\/(?:v(?=\d{1,3}(?:\.|\/|$))|(?=\d+\.))(\d{1,3}(?:\.\d+)*)(?=\/|$)/iu.exec(path) ?? [];
  return version.split(".").map(Number);
}

/** Orders operations by their operationIds: exact fits of a tag before singular ones, so that `getPets` and `getPet` of `Pets` never depend on their order. */
export function byId(left: RawOperation, right: RawOperation): number {
  const keyOf = ({ json, method, path }: RawOperation) =>
    `${textMember(json, "operationId") ?? "\uffff"} ${method} ${path}`;
  return byText(keyOf(left), keyOf(right));
}
