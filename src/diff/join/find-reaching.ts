import { codeSpan } from "../../text/printable.js";
import type { Use } from "../fact.js";
import {
  canCause,
  type FindingIndex,
  heaviest,
  isNamed,
  isOfETagAlone,
  operationOf,
  parameterNames,
  standingFor,
} from "./find-cause.js";
import type { Finding } from "../finding.js";
import type { Source } from "../surface/position.js";
import type { SurfaceChange } from "../surface/surface-change.js";

/*
 * Findings that are not where a change of the surface is, and reach what the client makes it of: the part of an operation that an
 * argument, a result or an error is made of, and the security and servers that the options of the client are made of.
 */

/** Parts of operations that are of the same side of a call. */
type IsPart = (use: Use) => boolean;

/** The finding that reaches what a change is about; undefined: nothing that differs on the wire does. */
export function findReaching(change: SurfaceChange, index: FindingIndex): Finding | undefined {
  const { source } = change.described?.new ?? change.described?.old ?? {};
  if (source?.kind === "client") return findOfClient(change, index);
  // A header gives a value its ETag, and no other part of the operation does.
  if (isOfETagAlone(change)) return undefined;
  const parts = partsOf(change);
  const reaching = operationsOf(change, source, index)
    .flatMap((operation) => (index.reaching.get(operation) ?? []).map((finding) => ({ operation, finding })))
    .filter(({ finding }) => canCause(finding, change) && isForAll(finding, change));
  for (const isPart of parts) {
    const found = reaching.filter(({ operation, finding }) =>
      finding.reach.some((use) => use.operation === operation && isPart(use)),
    );
    if (found.length > 0) return nearest(found.map(({ finding }) => finding));
  }
  return undefined;
}

/** Findings that reach this operation alone come first, then the heavier ones. */
function nearest(findings: readonly Finding[]): Finding | undefined {
  const reached = ({ reach }: Finding) => new Set(reach.map(({ operation }) => operation)).size;
  const least = Math.min(...findings.map(reached));
  return heaviest(findings.filter((finding) => reached(finding) === least));
}

const isRequest: IsPart = ({ part }) => part === "request body" || PARAMETER.test(part);
const isResult: IsPart = ({ part }) => /^response (?:[23]..|default)$/u.test(part);
const isHeader: IsPart = ({ part }) => /^response (?:[23]..|default) header /u.test(part);

/** The parts of an operation that a change can follow from, first those that it is more likely to follow from. */
function partsOf({ rule, described }: SurfaceChange): readonly IsPart[] {
  const { source, path } = described?.new ?? described?.old ?? {};
  switch (source?.kind) {
    case "argument":
      return [isRequest];
    case "result":
      return path?.[0] === "withResponse()" ? [isResult, isHeader] : [isResult];
    case "error": {
      const parts = standingFor(source.name).map((status) => `response ${status}`);
      return [({ part }) => parts.includes(part)];
    }
    case "payload":
      return [({ part }) => part === "request body"];
    case "headers":
    case "query":
      return [({ part }) => PARAMETER.test(part)];
    default:
      if (rule.startsWith("sdk.parameter-")) return [isRequest];
      // Parameters decide whether a result is a sequence of pages.
      return /^sdk\.method-(?:added|removed|result-)/u.test(rule) ? [isResult, isRequest] : [];
  }
}

const PARAMETER = / parameter .+$/u;

/** The operations that a change is about; those of webhooks and callbacks by the name that the client has for them. */
function operationsOf(
  { anchors: { old, new: now } }: SurfaceChange,
  source: Source | undefined,
  { reaching }: FindingIndex,
): readonly string[] {
  if (source !== undefined && "callers" in source) {
    const names = source.name.split(".");
    return [...reaching.keys()].filter((operation) => {
      const [, name] = /^(?:callback|webhook) (\S+) /u.exec(operation) ?? [];
      return name !== undefined && (name === source.name || names.includes(name));
    });
  }
  const own = source !== undefined && "operation" in source ? [source.operation] : [];
  const pointers = [...now.slice(0, 1), ...old.slice(0, 1), ...own];
  return [...new Set(pointers.flatMap((pointer) => operationOf(pointer) ?? []))];
}

/**
 * A parameter is one member of what a method takes, and a status one alternative of what it gives: what changes there changes the
 * whole, and no other member.
 */
function isForAll(finding: Finding, { described, names, rule }: SurfaceChange): boolean {
  const isOfParameter = finding.reach.every(({ part }) => PARAMETER.test(part));
  if (!isOfParameter && !/\.status\./u.test(finding.rule)) return true;
  if (rule.startsWith("sdk.method-") || rule.startsWith("sdk.parameter-")) return true;
  const path = described?.new?.path ?? described?.old?.path;
  const name = names.old ?? names.new ?? "";
  if (path === undefined ? /[)]$/u.test(name) : path.length === 0) return true;
  const member = name.split(".").at(-1) ?? "";
  return isOfParameter && parameterNames(finding).some((one) => isNamed(one, member));
}

/** Options of the client are made of its servers and its security. */
function findOfClient(
  change: SurfaceChange,
  { ofOperations, ofServers, ofSecurity, ofValues }: FindingIndex,
): Finding | undefined {
  const { value } = change.arguments;
  // Codes of problems are the values of a property, wherever problems are described.
  if (change.names.old === "ProblemCode")
    return heaviest(
      ofValues.filter(({ title }) => typeof value === "string" && title.includes(codeSpan(value))),
    );
  const path = change.described?.new?.path ?? change.described?.old?.path ?? [];
  const isOfServer = /^(?:baseUrl|operationServers|serverUrl|serverVariables)$/u.test(path[0] ?? "");
  // Scopes come and go with the operations that require them.
  const findings = isOfServer ? ofServers : ofSecurity.length > 0 ? ofSecurity : ofOperations;
  const named = [...path.slice(1), ...(typeof value === "string" ? [value] : [])].map(codeSpan);
  const naming = findings.filter(({ title }) => named.some((name) => title.includes(name)));
  return heaviest(naming.length > 0 ? naming : findings);
}
