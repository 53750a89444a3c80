import type { PacedOperation } from "../call/limits.js";
import type { OperationDescriptor } from "../descriptors/operation-descriptor.js";
import {
  memberAt,
  type MemberPath,
  numberAt,
  textAt,
} from "../values/member-at.js";
import { isObject } from "../values/is-object.js";
import type { PacingLane } from "./pacer.js";

/** Where the server says what it allows; a constant of the generated code. Nothing of it is known otherwise. */
export interface CapabilitiesDescriptor {
  /** A read without input. */
  readonly operation: OperationDescriptor;
  /** Another one. Every path then begins with the response that it is of: `0` for that of the first, `1` for that of this one. */
  readonly also?: OperationDescriptor;
  /** Version of the contract that the client was generated from, as `version` words it. */
  readonly contractVersion?: string;
  /** Where the response has the server's version of the contract. */
  readonly version?: MemberPath;
  /**
   * Where the response has its features: an object of booleans, or of objects with one; a list of the names that are on, or of objects
   * with a name and a boolean.
   */
  readonly features?: MemberPath;
  /** Operation name → features that must be on for it; the others need none. */
  readonly gates?: Readonly<Record<string, readonly string[]>>;
  /** Where the response has its limits. */
  readonly limits?: {
    /** GET and HEAD requests in a minute; of every method, where `writesPerMinute` is the same. */
    readonly readsPerMinute?: MemberPath;
    /** Requests of every other method in a minute. */
    readonly writesPerMinute?: MemberPath;
    readonly concurrentOperations?: MemberPath;
    readonly retentionDays?: MemberPath;
    readonly maxBodyBytes?: MemberPath;
  };
}

/** What the server says of its contract, features and limits; what it does not say is undefined. */
export interface ServerCapabilities {
  readonly features: Readonly<Record<string, boolean>>;
  readonly contractVersion?: string | undefined;
  readonly readsPerMinute?: number | undefined;
  readonly writesPerMinute?: number | undefined;
  readonly concurrentOperations?: number | undefined;
  /** Milliseconds. */
  readonly retention?: number | undefined;
  readonly maxBodyBytes?: number | undefined;
}

/** The limits count by method: a POST that only reads is a POST. One limit of all requests is counted as one. */
export function laneOf(
  { method }: PacedOperation,
  {
    limits: { readsPerMinute = "", writesPerMinute } = {},
  }: CapabilitiesDescriptor,
): PacingLane {
  return method === "GET" ||
    method === "HEAD" ||
    readsPerMinute === writesPerMinute
    ? "reads"
    : "writes";
}

/** Which of the alternatives of an operation's security have a credential that the limits are read with. */
export function sharing(
  { security = [] }: Pick<OperationDescriptor, "security">,
  { operation }: CapabilitiesDescriptor,
): "all" | "some" | "none" {
  const own = operation.security?.flatMap(Object.keys) ?? [];
  if (own.length === 0) return "all";
  const found = security.filter((alternative) =>
    Object.keys(alternative).some((name) => own.includes(name)),
  );
  if (found.length === 0) return "none";
  return found.length === security.length ? "all" : "some";
}

const day = 86_400_000;

/** Reads what the server says of itself. A member of the wrong type, or a limit below one, counts as not said. */
export function readCapabilities(
  descriptor: CapabilitiesDescriptor,
  body: unknown,
): ServerCapabilities {
  const { limits = {}, features, version, gates = {} } = descriptor;
  const stated = Object.entries(limits).flatMap(([name, path]) => {
    const value = numberAt(body, path) ?? 0;
    return value < 1 ? [] : [[name, Math.floor(value)] as const];
  });
  const {
    retentionDays,
    ...others
  }: Partial<Record<keyof typeof limits, number>> = Object.fromEntries(stated);
  return {
    ...others,
    retention: retentionDays === undefined ? undefined : retentionDays * day,
    features: readFlags(memberAt(body, features), Object.values(gates).flat()),
    contractVersion: textAt(body, version),
  };
}

/** @param needed - names that some operation needs: what a list of names does not have is off */
function readFlags(
  value: unknown,
  needed: readonly string[],
): Readonly<Record<string, boolean>> {
  if (!isObject(value)) return {};
  const isList = Array.isArray(value);
  const read = Object.entries(value).map(([key, one]: [string, unknown]) => {
    if (isList && typeof one === "string") return [one, true];
    const name = isList ? memberIn(one, ["key", "code", "name", "id"]) : key;
    return [name, memberIn(one, ["", "enabled", "active", "on"])];
  });
  // An empty list has nothing that is on, whatever its items are.
  const isNames = isList && value.every((one) => typeof one === "string");
  const off = isNames ? needed.map((name) => [name, false]) : [];
  return Object.fromEntries(
    [...off, ...read].flatMap(([name, flag]) =>
      typeof name === "string" && typeof flag === "boolean"
        ? [[name, flag]]
        : [],
    ),
  );
}

/** The first text or boolean among these members. */
function memberIn(value: unknown, keys: readonly string[]): unknown {
  return keys
    .map((key) => memberAt(value, key))
    .find((one) => typeof one === "string" || typeof one === "boolean");
}

/**
 * Whether two versions of a contract are the same, part by part: `2026-08-09.5` is `2026-8-9.05`, and not
 * `2026-08-09.50`.
 */
export function isSameVersion(one: string, other: string): boolean {
  return normalisedVersion(one) === normalisedVersion(other);
}

function normalisedVersion(version: string): string {
  return version
    .trim()
    .toLowerCase()
    .replace(/^v(?=\d)/, "")
    .split(/[.\-+_\s]+/)
    .map((part) => part.replace(/^0+(?=\d+$)/, ""))
    .join(".");
}
