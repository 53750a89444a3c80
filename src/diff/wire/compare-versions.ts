import type { JsonObject } from "../../load/loaded-contract.js";
import type { ComparedDocument } from "../compared-document.js";
import type { Fact } from "../fact.js";
import { isSameJson, member, objectMember, shown, textMember } from "./document-nodes.js";

/** What the rest of the comparison found. */
export interface VersionOptions {
  /** Something breaks, on the wire or for code that is compiled. */
  readonly isBreaking: boolean;
}

/**
 * Lists what the policy of versions has to see: `info.version` that did not change with the contract, went down, or has the same
 * major number although something breaks. It needs the verdict, so that it is called last.
 */
export function listVersionFacts(
  old: ComparedDocument,
  now: ComparedDocument,
  { isBreaking }: VersionOptions,
): readonly Fact[] {
  const [before, after] = [versionOf(old.document), versionOf(now.document)];
  if (before === undefined || after === undefined || isSameJson(old.document, now.document)) return [];
  const fact = (change: string, values: Fact["arguments"]): Fact => ({
    change: `document.${change}`,
    effect: "equal",
    element: "`info.version`",
    old: { pointer: "#/info/version", ...shown(before) },
    new: { pointer: "#/info/version", ...shown(after) },
    uses: [],
    ...(values && { arguments: values }),
  });
  const values = { old: before, new: after };
  const order = compareVersions(before, after);
  return [
    ...(before === after ? [fact("version-not-raised", { version: after })] : []),
    ...(order > 0 ? [fact("version-lowered", values)] : []),
    ...(isBreaking && order <= 0 && majorOf(before) === majorOf(after)
      ? [fact("major-not-raised", values)]
      : []),
  ];
}

function versionOf(document: JsonObject): string | undefined {
  const info = objectMember(document, "info");
  const number = member(info, "version");
  return typeof number === "number" ? String(number) : textMember(info, "version");
}

/** The numbers of a version: `2026-08-09.5` has four. Text between them does not count. */
function numbersOf(version: string): readonly bigint[] {
  return (version.slice(0, 100).match(/\d+/gu) ?? []).map((digits) => BigInt(digits));
}

function majorOf(version: string): bigint | undefined {
  return numbersOf(version)[0];
}

/** Order of two versions by their numbers; a missing one counts as 0. */
function compareVersions(old: string, now: string): -1 | 0 | 1 {
  const [before, after] = [numbersOf(old), numbersOf(now)];
  for (let index = 0; index < Math.max(before.length, after.length); index += 1) {
    const [left, right] = [before[index] ?? 0n, after[index] ?? 0n];
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}
