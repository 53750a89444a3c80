import { emitClient } from "../../../src/emit/emit-client.js";
import { compareSurfaces } from "../../../src/diff/surface/compare-surfaces.js";
import type { SurfaceChange } from "../../../src/diff/surface/surface-change.js";
import { listRespondedSchemas } from "../../../src/diff/wire/read-operations.js";
import type { JsonObject } from "../../../src/load/loaded-contract.js";
import type { Mutated } from "../mutate/mutate.js";
import { type Called, compileCallers } from "./compile-callers.js";
import { planDocument, type PlannedClient } from "./plan-pair.js";
import { readRoles, respondedSchemas } from "./read-roles.js";
import { writeCaller } from "./write-callers.js";

/** A contract that pairs start from. */
export interface Base {
  readonly name: string;
  readonly document: JsonObject;
}

/** What the comparison and the compiler say of a pair of contracts. */
export interface Measured extends Pick<Mutated, "pointer" | "row" | "title"> {
  readonly base: string;
  readonly changes: readonly SurfaceChange[];
  /** Complaints of the compiler about a caller of the old client. */
  readonly complaints: readonly string[];
}

/** How often comparison and compiler agree. */
export interface Accuracy {
  readonly pairs: number;
  readonly breaking: number;
  readonly precision: number;
  readonly recall: number;
  /** Pairs that only one of them takes for breaking. */
  readonly misses: readonly Measured[];
}

/** Callers that are compiled in one program. */
const BATCH = 12;

/**
 * Compares the clients of mutated contracts with that of the contract that they come from, and compiles a caller of it with each.
 * Mutants that no client can be generated from are left out.
 *
 * @throws Error when the caller does not compile with the client that it is written for.
 */
export async function measure(base: Base, mutants: readonly Mutated[]): Promise<readonly Measured[]> {
  const old = await planDocument(base.document);
  const client = await filesOf(old);
  const roles = readRoles(client, respondedModels(base, old));
  const caller = writeCaller(old.plan, "./client/index.js", roles);
  const [own = []] = compileCallers([{ client, caller }]);
  if (own.length > 0) throw new Error(`The caller of ${base.name} does not compile:\n${own.join("\n")}`);
  const measured: Measured[] = [];
  for (let from = 0; from < mutants.length; from += BATCH) {
    const batch = await Promise.all(
      mutants.slice(from, from + BATCH).map(async (mutant) => measureOne(base, old, mutant, caller)),
    );
    const able = batch.filter((one) => one !== undefined);
    const complaints = compileCallers(able.map(({ called }) => called));
    able.forEach(({ found }, index) => measured.push({ ...found, complaints: complaints[index] ?? [] }));
  }
  return measured;
}

/** The types that callers make for schemas that responses to webhooks lead to: by the names that the client has for them. */
function respondedModels({ document }: Base, { plan }: PlannedClient): readonly string[] {
  const responded = new Set(respondedSchemas(document));
  const names = Object.entries(plan.names.models).map(([identity, name]) => ({
    name,
    pointer: identity.replace(/^[^#]*/u, ""),
    isOfInput: !identity.startsWith("#"),
  }));
  return names
    .filter(({ pointer, isOfInput }) => {
      const hasOwn = names.some((one) => one.pointer === pointer && one.isOfInput);
      return responded.has(pointer) && isOfInput === hasOwn;
    })
    .map(({ name }) => name);
}

async function measureOne(
  { name, document: base }: Base,
  old: PlannedClient,
  { document, row, title, pointer }: Mutated,
  caller: string,
): Promise<{ readonly called: Called; readonly found: Omit<Measured, "complaints"> } | undefined> {
  const now = await planDocument(document, old.plan.names).catch(() => undefined);
  if (now === undefined) return undefined;
  const changes = compareSurfaces(old.plan, now.plan, listRespondedSchemas(base));
  return {
    called: { client: await filesOf(now), caller },
    found: { base: name, row, title, pointer, changes },
  };
}

async function filesOf({ plan, contract }: PlannedClient): Promise<ReadonlyMap<string, string>> {
  const { files } = await emitClient(plan, contract);
  return new Map(files.map(({ path, text }) => [path, text]));
}

/** Whether the comparison says that callers break. */
export function isBreaking({ changes }: Measured): boolean {
  return changes.some(({ level }) => level === "breaking");
}

/** Precision and recall over pairs. */
export function accuracyOf(all: readonly Measured[]): Accuracy {
  const breaking = all.filter(({ complaints }) => complaints.length > 0);
  const said = all.filter(isBreaking);
  const right = said.filter(({ complaints }) => complaints.length > 0).length;
  return {
    pairs: all.length,
    breaking: breaking.length,
    precision: said.length === 0 ? 1 : right / said.length,
    recall: breaking.length === 0 ? 1 : right / breaking.length,
    misses: all.filter((one) => isBreaking(one) !== one.complaints.length > 0),
  };
}
