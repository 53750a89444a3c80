import type { CapabilitiesOverride } from "../../../../config/client-overrides.js";
import { pointerKeys } from "../../../../text/json-pointer.js";
import { yamlScalar } from "../../../../text/yaml-scalar.js";
import type { CapabilitySource } from "../../traits/capabilities/feature-flags.js";
import { shownPath } from "../../traits/pagination/paths.js";
import { quotedKey } from "../sign.js";

/** What the configuration says of capabilities: lines that take its place have it too. */
export type GivenCapabilities = CapabilitiesOverride | false | undefined;

/** What it says of one response. */
type GivenPart = Omit<CapabilitiesOverride, "also" | "operation">;

/** A value for a person to fill in. */
export const OPEN = "?";

const UNKNOWN: readonly string[] = ['operation: "GET ?"', 'features: "?"'];

/**
 * Lines that say where the client reads what the server allows; `?` where a person knows it.
 *
 * @param also - another operation that tells the rest; `unknown`: a person knows which one
 */
export function capabilityLines(
  given: GivenCapabilities,
  main?: CapabilitySource,
  also?: CapabilitySource | "unknown",
): readonly string[] {
  if (main === undefined) return blockOf(UNKNOWN, false);
  const [own, other] = givenParts(given);
  const ofMain = partLines(quotedKey(main.model), joinPart(main, own));
  if (also === "unknown") return blockOf(ofMain, UNKNOWN);
  if (also !== undefined) return blockOf(ofMain, partLines(quotedKey(also.model), joinPart(also, other)));
  return blockOf(ofMain, given !== false && given?.also === false ? "refused" : false);
}

/** What is accepted of a response as it is. */
interface Accepted {
  readonly features?: false;
  readonly contractVersion?: false;
  /** Limits that the service has not. */
  readonly limits?: false | readonly string[];
}

/**
 * Lines that accept what a sign shows, beside what the configuration says already.
 *
 * @param known - the operations that the client reads limits, flags and the version from; without one, it reads nothing
 * @param accepted - of the first of them
 */
export function acceptingLines(
  given: GivenCapabilities,
  known: readonly CapabilitySource[],
  accepted: Accepted,
): readonly string[] {
  const [main, also] = known;
  if (main === undefined) return ["capabilities: false"];
  const [own, other] = givenParts(given);
  const hasOther = given !== false && typeof given?.also === "object";
  const ofMain = partLines(quotedKey(main.model), withoutParts(own, accepted));
  if (also !== undefined && hasOther) return blockOf(ofMain, partLines(quotedKey(also.model), other));
  return blockOf(ofMain, given !== false && given?.also === false ? "refused" : false);
}

function blockOf(main: readonly string[], also: readonly string[] | "refused" | false): readonly string[] {
  const indented = (lines: readonly string[], by: string) => lines.map((line) => by + line);
  if (also === false) return ["capabilities:", ...indented(main, "  ")];
  if (also === "refused") return ["capabilities:", ...indented([...main, "also: false"], "  ")];
  return ["capabilities:", ...indented(main, "  "), "  also:", ...indented(also, "    ")];
}

function givenParts(given: GivenCapabilities): readonly [GivenPart, GivenPart] {
  if (given === undefined || given === false) return [{}, {}];
  return [given, given.also === undefined || given.also === false ? {} : given.also];
}

/** What a response has, and what the configuration says that it has not. */
function joinPart({ facts }: CapabilitySource, given: GivenPart): GivenPart {
  const shown = (path: string) => (path === OPEN || path === "" ? path : shownPath(pointerKeys(`/${path}`)));
  const limits = Object.entries(facts.limits).map(([name, path]) => [name, shown(path)] as const);
  const features = facts.features === undefined ? refused(given.features) : shown(facts.features);
  const contractVersion =
    facts.contractVersion === undefined ? refused(given.contractVersion) : shown(facts.contractVersion);
  const others = Object.entries(given.limits === false ? {} : (given.limits ?? {})).filter(
    ([, path]) => path === false,
  );
  return {
    ...(features !== undefined && { features }),
    ...(contractVersion !== undefined && { contractVersion }),
    limits:
      given.limits === false && limits.length === 0 ? false : Object.fromEntries([...others, ...limits]),
  };
}

function refused(given: string | false | undefined): false | undefined {
  return given === false ? given : undefined;
}

function withoutParts(given: GivenPart, { limits, ...others }: Accepted): GivenPart {
  if (limits === undefined || limits === false)
    return { ...given, ...others, ...(limits === false && { limits }) };
  const off = Object.fromEntries(limits.map((name) => [name, false as const]));
  return { ...given, limits: given.limits === false ? false : { ...given.limits, ...off } };
}

function partLines(operation: string, { features, contractVersion, limits }: GivenPart): readonly string[] {
  const value = (path: string | false) => (path === false ? "false" : yamlScalar(path));
  const entries = Object.entries(limits === false ? {} : (limits ?? {})).map(
    ([name, path]) => `${name}: ${value(path)}`,
  );
  return [
    `operation: ${operation}`,
    ...(features === undefined ? [] : [`features: ${value(features)}`]),
    ...(contractVersion === undefined ? [] : [`contractVersion: ${value(contractVersion)}`]),
    ...(limits === false ? ["limits: false"] : []),
    ...(entries.length === 0 ? [] : [`limits: { ${entries.join(", ")} }`]),
  ];
}
