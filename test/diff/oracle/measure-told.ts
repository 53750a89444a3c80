import { compareContracts } from "../../../src/compare-contracts.js";
import type { Finding } from "../../../src/diff/finding.js";
import type { Mutated } from "../mutate/mutate.js";
import type { Base } from "./measure.js";
import { planDocument } from "./plan-pair.js";

/** What a report tells of a contract with one change, without documentation. */
export interface Told extends Pick<Mutated, "pointer" | "row" | "title"> {
  readonly base: string;
  readonly findings: readonly Finding[];
}

/** Compares mutated contracts, wire and client together; those that no client can be planned from are left out. */
export async function measureTold(base: Base, mutants: readonly Mutated[]): Promise<readonly Told[]> {
  const old = await planDocument(base.document);
  const told: Told[] = [];
  for (const { document, row, title, pointer } of mutants) {
    const now = await planDocument(document, old.plan.names).catch(() => undefined);
    if (now === undefined) continue;
    const findings = compareContracts({
      old: old.contract,
      now: now.contract,
      oldPlan: old.plan,
      newPlan: now.plan,
      today: "2026-01-01",
    }).filter(({ wire, sdk }) => (wire !== "docs" && wire !== "none") || sdk !== "none");
    told.push({ base: base.name, row, title, pointer, findings });
  }
  return told;
}

/** Findings that callers alone notice, beside one that has the change: they are that change, told again. */
export function toldAgain({ findings }: Told): readonly Finding[] {
  const own = findings.filter(({ rule }) => rule.startsWith("sdk."));
  return own.length < findings.length ? own : own.slice(1);
}
