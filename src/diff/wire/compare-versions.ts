import type { JsonObject } from "../../load/loaded-contract.js";
import type { ComparedDocument, Fact } from "../fact.js";
import type { Bump } from "../finding.js";
import { greaterBump } from "../law.js";
import { member, objectMember, shown, textMember } from "./document-nodes.js";

/**
 * Lists what the policy of versions has to see, at most one fact: `info.version` is not raised by as much as the changes ask for, went
 * down, or does not have the form of a version.
 *
 * @param advised - what all other changes ask for: it is called last.
 */
export function listVersionFacts(
  old: ComparedDocument,
  now: ComparedDocument,
  advised: Bump,
): readonly Fact[] {
  const [before, after] = [versionOf(old.document), versionOf(now.document)];
  if (before === undefined || after === undefined) return [];
  const change = versionChange(before, after, advised);
  if (change === undefined) return [];
  return [
    {
      change: `document.${change}`,
      effect: "equal",
      element: "`info.version`",
      old: { pointer: "#/info/version", ...shown(before) },
      new: { pointer: "#/info/version", ...shown(after) },
      uses: [],
      arguments: { old: before, new: after, version: after, advised },
    },
  ];
}

function versionOf(document: JsonObject): string | undefined {
  const info = objectMember(document, "info");
  const number = member(info, "version");
  return typeof number === "number" ? String(number) : textMember(info, "version");
}

/** What is wrong with a change of the version; undefined: nothing. */
function versionChange(before: string, after: string, advised: Bump): string | undefined {
  const [old, now] = [readVersion(before), readVersion(after)];
  const order = old && now && compareVersions(old, now);
  if (order !== undefined && order > 0) return "version-lowered";
  if (advised === "none") return undefined;
  if (before === after || order === 0) return "version-not-raised";
  if (old === undefined || now === undefined) return "version-invalid";
  const [needed, raised] = [neededBump(old, advised), raisedBy(old, now)];
  if (greaterBump(needed, raised) === raised) return undefined;
  return needed === "major" ? "major-not-raised" : "minor-not-raised";
}

/** A version that has an order (Semantic Versioning 2.0.0); the last numbers may be missing: `v1`, `1.4`. */
interface Version {
  readonly numbers: readonly [major: bigint, minor: bigint, patch: bigint];
  /** Identifiers of a pre-release; empty for a release. */
  readonly preRelease: readonly string[];
}

const NUMBER = "(0|[1-9]\\d*)";
const VERSION = new RegExp(
  `^v?${NUMBER}(?:\\.${NUMBER}(?:\\.${NUMBER}(?:-([\\da-z.-]+))?(?:\\+[\\da-z.-]+)?)?)?$`,
  "iu",
);

/** Characters of the longest version that is read. */
const LONGEST = 100;

function readVersion(text: string): Version | undefined {
  const found = text.length > LONGEST ? null : VERSION.exec(text.trim());
  if (found === null) return undefined;
  const [, major = "0", minor = "0", patch = "0", preRelease] = found;
  return {
    numbers: [BigInt(major), BigInt(minor), BigInt(patch)],
    preRelease: preRelease?.split(".") ?? [],
  };
}

/** Precedence of two versions (Semantic Versioning, section 11). */
function compareVersions(old: Version, now: Version): number {
  const index = old.numbers.findIndex((number, at) => number !== now.numbers[at]);
  if (index >= 0) return (old.numbers[index] ?? 0n) < (now.numbers[index] ?? 0n) ? -1 : 1;
  if (old.preRelease.length === 0 || now.preRelease.length === 0)
    return Math.sign(now.preRelease.length - old.preRelease.length);
  const first = old.preRelease.findIndex((part, at) => part !== now.preRelease[at]);
  if (first < 0) return Math.sign(old.preRelease.length - now.preRelease.length);
  return compareIdentifiers(old.preRelease[first] ?? "", now.preRelease[first]);
}

/** Numbers come before texts, and what is missing comes first. */
function compareIdentifiers(old: string, now: string | undefined): number {
  if (now === undefined) return 1;
  const [isOldNumber, isNewNumber] = [/^\d+$/u.test(old), /^\d+$/u.test(now)];
  if (isOldNumber && isNewNumber) return BigInt(old) < BigInt(now) ? -1 : 1;
  if (isOldNumber !== isNewNumber) return isOldNumber ? -1 : 1;
  return old < now ? -1 : 1;
}

/**
 * What the changes need from here: a pre-release may change anything (section 9), and before 1.0.0 a break is a minor version (section 4
 * leaves it open; package managers read it so).
 */
function neededBump({ numbers: [major], preRelease }: Version, advised: Bump): Bump {
  if (preRelease.length > 0) return "patch";
  if (major > 0n) return advised;
  return advised === "major" ? "minor" : "patch";
}

function raisedBy(old: Version, now: Version): Bump {
  const index = old.numbers.findIndex((number, at) => number !== now.numbers[at]);
  return index === 0 ? "major" : index === 1 ? "minor" : "patch";
}
