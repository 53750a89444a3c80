import { advisedBump } from "./diff/conclude.js";
import type { Fact } from "./diff/fact.js";
import type { ComparedContract, DiffDiagnostic, Finding } from "./diff/finding.js";
import { type JoinedContract, joinSurface } from "./diff/join/join-surface.js";
import { judgeFacts } from "./diff/judge-facts.js";
import { createSchemaComparison } from "./diff/schema/schema-comparison.js";
import { compareSurfaces } from "./diff/surface/compare-surfaces.js";
import { listRespondedSchemas } from "./diff/wire/read-operations.js";
import { listVersionFacts } from "./diff/wire/compare-versions.js";
import { listWireFacts } from "./diff/wire/list-wire-facts.js";
import type { Json, LoadedContract } from "./load/loaded-contract.js";
import { valueAt } from "./openapi/visit.js";
import { createIdentities } from "./model/schema-names/schema-identities.js";
import type { ClientPlan } from "./plan/typescript/client-plan.js";
import { pointerKeys } from "./text/json-pointer.js";

/** Two versions of a contract, and the clients of both: planned with the same settings and names. */
export interface ContractPair {
  readonly old: LoadedContract;
  readonly now: LoadedContract;
  readonly oldPlan: ClientPlan;
  readonly newPlan: ClientPlan;
  /** ISO 8601 date on which sunset dates are judged. */
  readonly today: string;
  /** Days from then to a new sunset date, at least. Default: 0. */
  readonly sunsetDays?: number | undefined;
  /** Gets what a report must say of the comparison itself. */
  readonly report?: (diagnostic: DiffDiagnostic) => void;
}

/** Every difference between two contracts, judged by the law alone: on the wire and for callers of the client. In any order. */
export function compareContracts(pair: ContractPair): readonly Finding[] {
  const { old, now, oldPlan, newPlan } = pair;
  const judged = judgeFacts(listFacts(pair));
  const responded = listRespondedSchemas(old.document);
  const surface = compareSurfaces(oldPlan, newPlan, responded, () => pair.report?.(CUT_OFF));
  return joinSurface(judged, surface, {
    old: joinedContract(old),
    new: joinedContract(now),
  });
}

const CUT_OFF: DiffDiagnostic = {
  id: "surface/cut-off",
  level: "warning",
  message:
    "The comparison of the clients was cut off. Parts of the contract combine to more alternatives than are compared (1,000; 16 where there " +
    "are many such parts). Changes for callers in the others are not listed.",
};

function joinedContract({ document }: LoadedContract): JoinedContract {
  const identities = createIdentities(document);
  return { document, pointerOf: (identity) => identities.pointerOf(identity) };
}

/**
 * What the version of the new contract is not raised by.
 *
 * @param findings - all others, with their configured levels and acceptances.
 */
export function compareVersionNumbers(
  { old, now }: Pick<ContractPair, "now" | "old">,
  findings: readonly Finding[],
): readonly Finding[] {
  return judgeFacts(listVersionFacts(old, now, advisedBump(findings)));
}

/** What differs on the wire, within schemas and outside of them. */
function listFacts(pair: ContractPair): readonly Fact[] {
  const { old, now, today, sunsetDays = 0 } = pair;
  const schemas = createSchemaComparison(old, now, today, sunsetDays);
  const addresses = { old: addressesOf(pair.oldPlan), new: addressesOf(pair.newPlan) };
  const facts = listWireFacts(old, now, { schemas, today, sunsetDays, addresses });
  const changed = (fact: Fact): Fact => ({
    ...fact,
    changed: [at(old, fact.old), at(now, fact.new)],
  });
  return [...facts, ...schemas.facts().map(changed)];
}

function addressesOf({ traits }: ClientPlan): ReadonlyMap<string, readonly string[]> {
  return new Map(traits.operations.map(({ method, path, addresses }) => [`${method} ${path}`, addresses]));
}

function at({ document }: LoadedContract, position: Fact["old"]): Json {
  const value = position && valueAt(document, pointerKeys(position.pointer));
  return (value ?? null) as Json;
}

/** A contract as a report names it. */
export function describeContract({ source, document, dialect, digest }: LoadedContract): ComparedContract {
  const { info } = document;
  const text = (name: string): string => {
    const value: unknown = typeof info === "object" && info !== null ? Reflect.get(info, name) : undefined;
    return typeof value === "string" ? value : "";
  };
  return { source, title: text("title"), version: text("version"), openapi: dialect, digest };
}
