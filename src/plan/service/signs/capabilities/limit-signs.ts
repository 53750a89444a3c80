import type { ClientOverrides } from "../../../../config/client-overrides.js";
import { words } from "../../../../text/words.js";
import { jsonResponse, operationKey } from "../../responses.js";
import { type BodyMember, listBodyMembers } from "../../traits/body-members.js";
import type { SchemaReader } from "../../schema-reader.js";
import {
  type CapabilitySource,
  capabilitySources,
  lackingParts,
} from "../../traits/capabilities/feature-flags.js";
import { memberPath } from "../../traits/pagination/paths.js";
import type { VersionedContract } from "../../traits/capabilities/contract-version.js";
import { isOfSize, statedUnit, unitOfLimit } from "../../traits/capabilities/limit-units.js";
import {
  describedLimits,
  findCapabilities,
  LIMIT_NAMES,
} from "../../traits/capabilities/recognise-capabilities.js";
import { acceptingLines, capabilityLines, type GivenCapabilities, OPEN } from "./capability-lines.js";
import type { LostSign, SignSource } from "../sign.js";

/** Limits that responses have, and that the client does not obey: one sign for each operation that tells some. */
export function limitSigns(
  sources: readonly SignSource[],
  contract: VersionedContract,
  { capabilities: given, intentRetention }: ClientOverrides,
): readonly LostSign[] {
  if (given === false || given?.limits === false) return [];
  const other = given?.also === false ? undefined : given?.also;
  const known = capabilitySources(sources.map(({ operation: model, traits }) => ({ model, traits })));
  const assigned = new Set([
    ...Object.keys(given?.limits ?? {}),
    ...Object.keys(other?.limits === false ? {} : (other?.limits ?? {})),
    ...known.flatMap(({ facts }) => Object.keys(facts.limits)),
  ]);
  const lacking = LIMIT_NAMES.filter((name) => !assigned.has(name));
  if (lacking.length === 0) return [];
  const hasKeys =
    intentRetention === undefined && sources.some(({ traits }) => traits.idempotentCreate !== undefined);
  return sources.flatMap((source) => {
    const own = known.findIndex(({ model }) => model === source.operation);
    const context = { given, known, lacking, contract };
    const ofUnits = own >= 0 ? unitSigns(source, context, hasKeys) : [];
    const sign = own >= 0 ? unassignedSign(source, context, own) : unreadSign(source, context);
    if (sign !== undefined || ofUnits.length > 0) return [...ofUnits, ...(sign === undefined ? [] : [sign])];
    return unknownSign(source, context, sources) ?? [];
  });
}

/** What is known of the limits of a contract. */
interface LimitContext {
  readonly given: GivenCapabilities;
  /** The operations that the client reads limits, flags and the version from. */
  readonly known: readonly CapabilitySource[];
  /** Limits that neither the contract nor the configuration shows. */
  readonly lacking: readonly string[];
  readonly contract: VersionedContract;
}

/** What the client reads of a kind of limits, and in which unit. */
const KINDS = [
  { limits: ["readsPerMinute", "writesPerMinute"], reads: "rates of a minute only" },
  { limits: ["retentionDays"], reads: "a retention in days only" },
  { limits: ["maxBodyBytes"], reads: "sizes in bytes only" },
] as const;

/** The kind of a limit whose names say another unit than that of its kind. */
function foreignKind(path: readonly string[]): (typeof KINDS)[number] | undefined {
  const unit = statedUnit(path);
  if (unit === undefined) return undefined;
  const isRate = path.some((name) =>
    words(name).some((word) => /^(?:per\d*|rate|rp[msh]|qps|\w+ly)$/.test(word)),
  );
  const kind = KINDS[isOfSize(unit) ? 2 : isRate ? 0 : 1];
  return unit === unitOfLimit(kind.limits[0]) ? undefined : kind;
}

/** Limits in other units than the client reads, one sign for each kind: no lines can say them. */
function unitSigns(
  { operation, reader }: SignSource,
  { given, known, lacking }: LimitContext,
  hasKeys: boolean,
): readonly LostSign[] {
  const all = describedLimits(operation, reader).map(({ path }) => path);
  return KINDS.flatMap((kind): readonly LostSign[] => {
    const { limits, reads } = kind;
    const open = limits.filter((name) => lacking.includes(name));
    const others = all.filter((path) => foreignKind(path) === kind);
    if (open.length === 0 || others.length === 0) return [];
    const instead =
      open.includes("retentionDays") && hasKeys ? ": give it `intentRetention` for its idempotency keys" : "";
    return [
      {
        operation,
        trait: "capabilities",
        shown: `its response has ${listed(others.map((path) => path.join(".")))}`,
        missing: `the client reads ${reads}${instead}`,
        lines: [],
        meant: acceptingLines(given, known, { limits: open }),
      },
    ];
  });
}

/** Limits beside those that the client takes from a response. */
function unassignedSign(
  { operation, reader }: SignSource,
  { given, known, lacking }: LimitContext,
  own: number,
): LostSign | undefined {
  const read = known[own];
  const used = new Set(Object.values(read?.facts.limits ?? {}));
  const others = describedLimits(operation, reader)
    .map(({ path }) => path)
    .filter((path) => !used.has(memberPath(path)) && foreignKind(path) === undefined);
  // What says its unit is a limit that is counted in it.
  const fitting = lacking.filter((name) =>
    others.some((path) => [undefined, unitOfLimit(name)].includes(statedUnit(path))),
  );
  if (read === undefined || fitting.length === 0) return undefined;
  const shown = findCapabilities(operation, reader, { version: "" })?.limits ?? {};
  const limits = {
    ...read.facts.limits,
    ...Object.fromEntries(fitting.map((name) => [name, shown[name] ?? OPEN])),
  };
  const [main, also] = known.map((one, index) =>
    index === own ? { ...one, facts: { ...one.facts, limits } } : one,
  );
  return {
    operation,
    trait: "capabilities",
    shown: `its response has ${listed(others.map((path) => path.join(".")))}`,
    missing: `the client does not know what ${others.length === 1 ? "that limits" : "those limit"}`,
    lines: capabilityLines(given, main, also),
    meant: acceptingLines(given, known, { limits: fitting }),
  };
}

/** Limits that the client would know in the response of an operation that it does not read. */
function unreadSign(
  { operation, reader }: SignSource,
  { given, known, lacking, contract }: LimitContext,
): LostSign | undefined {
  const [main, also] = known;
  const facts = findCapabilities(operation, reader, contract);
  const isRefused = given !== false && given?.also === false;
  if (facts === undefined || main === undefined || isRefused) return undefined;
  const limits = Object.fromEntries(Object.entries(facts.limits).filter(([name]) => lacking.includes(name)));
  const paths = Object.values(limits);
  if (paths.length === 0) return undefined;
  const added = lackingParts(main.facts, { ...facts, limits });
  return {
    operation,
    trait: "capabilities",
    shown: `its response has ${listed(paths.map((path) => path.replaceAll("/", ".")))}`,
    missing: `the client reads limits from ${[main, also].flatMap((one) => (one === undefined ? [] : operationKey(one.model))).join(" and ")} alone`,
    lines:
      also === undefined && added !== undefined
        ? capabilityLines(given, main, { model: operation, facts: added })
        : [],
    meant: acceptingLines(given, known, { limits: Object.keys(limits) }),
  };
}

/**
 * A GET without input whose path is that of limits, where the client knows none, also where it reads other things from it. Limits that
 * callers create are things of the service.
 */
function unknownSign(
  { operation, traits, reader }: SignSource,
  { given, known, lacking, contract }: LimitContext,
  sources: readonly SignSource[],
): LostSign | undefined {
  const [main, also] = known;
  if (traits.pagination !== undefined) return undefined;
  const isRead = operation.method === "GET" && !operation.parameters.some(({ required }) => required);
  const last = operation.path.split("/").at(-1) ?? "";
  if (!isRead || !/^(?:capabilities|limits?|quotas?|rate[-_]?limits?)$/i.test(last)) return undefined;
  const isCreated = sources.some(
    ({ operation: other }) => other.method === "POST" && other.path === operation.path,
  );
  if (isCreated) return undefined;
  if ([main, also].some((one) => Object.keys(one?.facts.limits ?? {}).length > 0)) return undefined;
  const read = [main, also].find((one) => one?.model === operation);
  const members = listBodyMembers(jsonResponse(operation, reader)?.schema, reader);
  if (read === undefined ? members.length === 0 : !mayHaveLimits(read, members, reader)) return undefined;
  const { features, ...others } = findCapabilities(operation, reader, contract) ?? {};
  const limits = Object.fromEntries(lacking.map((name) => [name, OPEN]));
  const withLimits = (one: CapabilitySource) =>
    one.model === operation ? { ...one, facts: { ...one.facts, limits } } : one;
  const other = also === undefined && main?.model !== operation ? { ...others, limits } : undefined;
  return {
    operation,
    trait: "capabilities",
    shown: `its path ends in "${last}"`,
    missing: "no limit that the client can obey was found in its response",
    lines:
      main === undefined
        ? capabilityLines(given, {
            model: operation,
            facts: { ...others, features: features ?? OPEN, limits },
          })
        : capabilityLines(
            given,
            withLimits(main),
            other ? { model: operation, facts: other } : also && withLimits(also),
          ),
    meant: acceptingLines(given, known, { limits: false }),
  };
}

/** Whether a response that the client reads flags or the version from can have limits beside them. */
function mayHaveLimits(
  { facts: { features } }: CapabilitySource,
  members: readonly BodyMember[],
  reader: SchemaReader,
): boolean {
  return members.some(({ at, schema }) => {
    if (features === "" || (features !== undefined && `${at}/`.startsWith(`${features}/`))) return false;
    const { type } = reader.resolve(schema);
    const isOpen = type.kind === "object" && type.properties.length === 0;
    return ["any", "array", "number"].includes(type.kind) || isOpen;
  });
}

/** Names that a sign lists. */
const MOST = 8;

/** Names in quotes, the first of many. */
export function listed(names: readonly string[]): string {
  const more = names.length - MOST;
  const shown = names.slice(0, MOST).map((name) => `"${name}"`);
  return `${shown.join(", ")}${more > 0 ? ` and ${String(more)} more` : ""}`;
}
