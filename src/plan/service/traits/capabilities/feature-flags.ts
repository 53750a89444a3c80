import type { OperationModel } from "../../../../model/api-model.js";
import { fullName, operationKey } from "../../responses.js";
import type { SchemaReader } from "../../schema-reader.js";
import { declaredFlags, type DeclaredFlags } from "./flag-names.js";
import type { Capabilities, OperationTraits, CapabilityFacts, Trait } from "../trait.js";
import { shownMember } from "../pagination/paths.js";

/** An operation with its traits. */
interface TraitedOperation {
  readonly model: OperationModel;
  readonly traits: OperationTraits;
}

/** Where a server says which flags are on, and which there are. */
export interface FoundFlags {
  readonly operation: OperationModel;
  /** Empty: its response itself. */
  readonly path: string;
  readonly flags: DeclaredFlags;
}

/** The response that has the flags; undefined: none has. */
export function findFlags(
  operations: readonly TraitedOperation[],
  reader: SchemaReader,
): FoundFlags | undefined {
  for (const { model, facts } of capabilitySources(operations)) {
    if (facts.features === undefined) continue;
    return { operation: model, path: facts.features, flags: declaredFlags(model, facts.features, reader) };
  }
  return undefined;
}

/** An operation that the client reads limits, flags or the version from, and what. */
export interface CapabilitySource {
  readonly model: OperationModel;
  readonly facts: CapabilityFacts;
}

/** The operations that the client reads limits, flags and the version from: none, one or two. */
export function capabilitySources(operations: readonly TraitedOperation[]): readonly CapabilitySource[] {
  const main = operations.find(({ traits }) => traits.capabilities !== undefined);
  const facts = main?.traits.capabilities?.facts;
  if (main === undefined || facts === undefined) return [];
  const { also } = facts;
  const others = operations.flatMap(({ model }) =>
    also !== undefined && fullName(model) === fullName({ name: also.operation })
      ? [{ model, facts: also }]
      : [],
  );
  return [{ model: main.model, facts }, ...others];
}

/** A flag as a response declares it: the last name of a path (`features.reads_enabled`) where no other flag has that name. */
export function flagName(name: string, declared: ReadonlySet<string>): string {
  const last = name.split(/[./#]/u).at(-1) ?? name;
  return !declared.has(name) && declared.has(last) ? last : name;
}

/**
 * One operation tells what the server allows: the one with limits and flags, else that with the most limits. Another one that is called
 * with the same credentials adds limits or flags that it has not. The others stay what they are.
 */
export function joinCapabilities<One extends TraitedOperation>(all: readonly One[]): readonly One[] {
  const scores = all.map(({ traits: { capabilities } }) => {
    if (capabilities === undefined) return 0;
    const limits = Object.keys(capabilities.facts.limits).length;
    return 1 + limits * 2 + (limits > 0 && capabilities.facts.features !== undefined ? 100 : 0);
  });
  const best = scores.indexOf(Math.max(...scores));
  const main = all[best]?.traits.capabilities;
  const joined = main && joinOther(main, all[best]?.model, all);
  return all.map((one, index) => {
    if (one.traits.capabilities === undefined) return one;
    if (index === best)
      return joined === undefined ? one : { ...one, traits: { ...one.traits, capabilities: joined } };
    const traits = { ...one.traits };
    Reflect.deleteProperty(traits, "capabilities");
    return { ...one, traits };
  });
}

/** What the first other operation adds; undefined: none does. */
function joinOther(
  { facts, reason }: Trait<Capabilities>,
  main: OperationModel | undefined,
  all: readonly TraitedOperation[],
): Trait<Capabilities> | undefined {
  for (const { model, traits } of all) {
    const other = traits.capabilities?.facts;
    if (other === undefined || model === main || !isOpenTo(model, main)) continue;
    const added = lackingParts(facts, other);
    if (added === undefined) continue;
    const also = { operation: model.name, ...added };
    return {
      facts: { ...facts, also },
      reason: `${reason} ${operationKey(model)} tells ${partNames(added)}.`,
    };
  }
  return undefined;
}

/** Whether a caller of one operation may call another: it needs no scope, or has the same requirements. */
function isOpenTo({ security }: OperationModel, other: OperationModel | undefined): boolean {
  const isFree =
    security.length === 0 || security.some((all) => all.every(({ scopes }) => scopes.length === 0));
  return isFree || JSON.stringify(security) === JSON.stringify(other?.security);
}

/** Limits and flags that one response has beside another; with them the version. Undefined: none. */
export function lackingParts(known: CapabilityFacts, other: CapabilityFacts): CapabilityFacts | undefined {
  const limits = Object.fromEntries(
    Object.entries(other.limits).filter(([name]) => !Object.hasOwn(known.limits, name)),
  );
  const { features, contractVersion, statedVersion } = other;
  const addsFlags = features !== undefined && known.features === undefined;
  if (Object.keys(limits).length === 0 && !addsFlags) return undefined;
  return {
    limits,
    ...(addsFlags && { features }),
    ...(contractVersion !== undefined && known.contractVersion === undefined && { contractVersion }),
    ...(statedVersion !== undefined && known.contractVersion === undefined && { statedVersion }),
  };
}

function partNames({ limits, features }: CapabilityFacts): string {
  const paths = Object.values(limits).map((path) => `"${shownMember(path)}"`);
  return [
    ...(paths.length === 0 ? [] : [`the ${paths.length === 1 ? "limit" : "limits"} ${paths.join(", ")}`]),
    ...(features === undefined ? [] : ["which flags are on"]),
  ].join(" and ");
}

/** Flags that operations need, as the response declares them; none where no response has them: then the client checks none. */
export function resolveFlags<One extends TraitedOperation>(
  all: readonly One[],
  reader: SchemaReader,
): readonly One[] {
  const home = findFlags(all, reader);
  return all.map((one) => {
    const { features, ...others } = one.traits;
    if (features === undefined) return one;
    if (home === undefined) return { ...one, traits: others };
    // A wrong name would switch off what the server allows.
    const declared = home.flags.areDescribed ? new Set<string>() : home.flags.names;
    const facts = [...new Set(features.facts.map((name) => flagName(name, declared)))];
    return { ...one, traits: { ...one.traits, features: { ...features, facts } } };
  });
}
