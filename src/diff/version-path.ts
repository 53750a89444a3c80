import { fillTemplate } from "../diagnostics/diagnostic.js";
import type { JsonObject } from "../load/loaded-contract.js";
import { isMembers } from "../openapi/visit.js";
import type { DiffDiagnostic, FailOn, Finding } from "./finding.js";
import { failsForPromises, type PolicyLevel } from "./policies.js";

/**
 * The promise of a version in the path of an API: while it stays `/v1`, only compatible changes are made. Broken by findings that
 * break the wire and are not accepted.
 *
 * It is broken for everyone, but the gate is not reached where no such finding reaches the consumer.
 *
 * @param failOn - a gate that leaves the wire out is not reached by this either.
 */
export function checkVersionPath(
  old: JsonObject,
  now: JsonObject,
  findings: readonly Finding[],
  { level, failOn }: { readonly level: PolicyLevel; readonly failOn: FailOn },
): readonly DiffDiagnostic[] {
  const before = versionInPath(old);
  if (level === "off" || before === undefined) return [];
  const after = versionAfter(now, before);
  if (before !== after) {
    return [
      {
        id: "policy/version-path",
        level: "info",
        message: fillTemplate(
          after === undefined
            ? "The path of the API no longer has the version {before}: its promise of compatible changes has ended."
            : "The version in the path changed from {before} to {after}: the promise of {before} does not hold for it.",
          { before, after: after ?? "" },
        ),
      },
    ];
  }
  const open = findings.filter(({ accepted }) => accepted === undefined);
  const broken = open.filter(({ wire }) => wire === "breaking");
  const breaking = broken.length;
  if (breaking === 0) {
    const risky = open.filter(({ wire }) => wire === "risky").length;
    const accepted = findings.filter(
      ({ accepted: entry, wire }) => entry !== undefined && wire === "breaking",
    ).length;
    const held =
      accepted === 0
        ? "The changes keep the promise of {before}: compatible changes only."
        : accepted === 1
          ? "1 accepted change breaks the promise of {before}: compatible changes only. All others keep it."
          : "{accepted:text} accepted changes break the promise of {before}: compatible changes only. All others keep it.";
    const review =
      risky === 1 ? "1 change is risky: review it." : "{risky:text} changes are risky: review them.";
    const message = fillTemplate(risky === 0 ? held : `${held} ${review}`, {
      before,
      risky,
      accepted,
    });
    return [{ id: "policy/version-path", level: "info", message }];
  }
  const message = fillTemplate(
    breaking === 1
      ? "1 change breaks the promise of {before}: compatible changes only. Undo it, or publish it under a new version."
      : "{breaking:text} changes break the promise of {before}: compatible changes only. Undo them, or publish them under a new version.",
    { before, breaking },
  );
  const isReached = broken.some(({ usedBy }) => usedBy?.length !== 0);
  const fails = level === "error" && failsForPromises(failOn) && isReached;
  return [
    {
      id: "policy/version-path",
      level: isReached ? level : "info",
      message,
      ...(fails && { fails: true as const }),
    },
  ];
}

/** `/v1`, in the path of the first server; else the only version in paths, where most paths have it: `/oauth/token` has none. */
function versionInPath(document: JsonObject): string | undefined {
  const inServer = versionInServer(document);
  if (inServer !== undefined) return `/${inServer}`;
  const versions = versionsInPaths(document);
  const [only, ...others] = new Set(versions.filter((one) => one !== undefined));
  const isMost = versions.filter((one) => one === only).length * 2 > versions.length;
  return only !== undefined && others.length === 0 && isMost ? `/${only}` : undefined;
}

/** The version of the newer document: the same while some path has it, beside whatever other versions. */
function versionAfter(now: JsonObject, before: string): string | undefined {
  const isThere =
    versionInServer(now) === undefined && versionsInPaths(now).some((one) => `/${one}` === before);
  return isThere ? before : versionInPath(now);
}

function versionInServer(document: JsonObject): string | undefined {
  const servers = document["servers"];
  const first: unknown = Array.isArray(servers) ? servers[0] : undefined;
  const url = isMembers(first) && typeof first["url"] === "string" ? first["url"] : "";
  const path = url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/iu, "").replace(/[?#].*$/u, "");
  return firstVersion(path);
}

/** One for each path: undefined where it has none. */
function versionsInPaths(document: JsonObject): readonly (string | undefined)[] {
  return isMembers(document["paths"]) ? Object.keys(document["paths"]).map(firstVersion) : [];
}

function firstVersion(path: string): string | undefined {
  return path.split("/").find((segment) => VERSION.test(segment));
}

const VERSION = /^v\d+(?:\.\d+)*(?:(?:alpha|beta)\d*)?$/iu;
