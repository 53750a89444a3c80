import type { OperationModel } from "../../../model/api-model.js";
import { jsonResponse } from "../responses.js";
import type { SchemaReader } from "../schema-reader.js";
import { listBodyMembers, objectMembers } from "./body-members.js";
import type { OperationTraits } from "./trait.js";

/** An operation with its traits. */
interface TraitedOperation {
  readonly model: OperationModel;
  readonly traits: OperationTraits;
}

/** Where a server says which flags are on, and which there are. */
export interface FoundFlags {
  readonly operation: OperationModel;
  /** Undefined: the contract leaves open which there are. */
  readonly declared: ReadonlySet<string> | undefined;
}

/** The response that has the flags; undefined: none has. */
export function findFlags(
  operations: readonly TraitedOperation[],
  reader: SchemaReader,
): FoundFlags | undefined {
  for (const { model, traits } of operations) {
    const path = traits.capabilities?.facts.features;
    if (path === undefined) continue;
    const members = listBodyMembers(jsonResponse(model, reader)?.schema, reader);
    const found = members.find(({ at }) => at === path);
    return { operation: model, declared: found && declaredFlags(found.schema, reader) };
  }
  return undefined;
}

/** The flags that an object declares; undefined: it may have any. */
export function declaredFlags(
  schema: Parameters<SchemaReader["resolve"]>[0],
  reader: SchemaReader,
): ReadonlySet<string> | undefined {
  const { type } = reader.resolve(schema);
  const names = objectMembers(schema, reader).map(({ name }) => name);
  const isOpen = type.kind === "object" && typeof type.additional === "object";
  return names.length === 0 || isOpen ? undefined : new Set(names);
}

/** A flag as a response declares it: the last name of a path (`features.reads_enabled`) where there is no other of that name. */
export function flagName(name: string, declared: ReadonlySet<string>): string {
  const last = name.split(/[./#]/u).at(-1) ?? name;
  return !declared.has(name) && declared.has(last) ? last : name;
}

/**
 * Only one operation tells what the server allows: the one with limits and flags, else that with the most limits. The others stay what
 * they are.
 */
export function keepOneCapabilities<One extends TraitedOperation>(all: readonly One[]): readonly One[] {
  const scores = all.map(({ traits: { capabilities } }) => {
    if (capabilities === undefined) return 0;
    const limits = Object.keys(capabilities.facts.limits).length;
    return 1 + limits * 2 + (limits > 0 && capabilities.facts.features !== undefined ? 100 : 0);
  });
  const best = scores.indexOf(Math.max(...scores));
  return all.map((one, index) => {
    if (index === best || one.traits.capabilities === undefined) return one;
    const traits = { ...one.traits };
    Reflect.deleteProperty(traits, "capabilities");
    return { ...one, traits };
  });
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
    const { declared } = home;
    if (declared === undefined) return one;
    const facts = [...new Set(features.facts.map((name) => flagName(name, declared)))];
    return { ...one, traits: { ...one.traits, features: { ...features, facts } } };
  });
}
