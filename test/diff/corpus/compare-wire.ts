import type { Fact } from "../../../src/diff/fact.js";
import type { Finding } from "../../../src/diff/finding.js";
import { judgeFacts } from "../../../src/diff/judge-facts.js";
import { createSchemaComparison } from "../../../src/diff/schema/schema-comparison.js";
import { listWireFacts } from "../../../src/diff/wire/list-wire-facts.js";
import type { JsonObject } from "../../../src/load/loaded-contract.js";
import type { Dialect } from "../../../src/openapi/keywords.js";

const TODAY = "2026-11-30";

/** The findings of the wire between two documents, without values that prove them. */
export function wireFindings(before: JsonObject, after: JsonObject): readonly Finding[] {
  const [old, now] = [compared(before), compared(after)];
  const schemas = createSchemaComparison(old, now, TODAY);
  const facts = listWireFacts(old, now, { schemas, today: TODAY, sunsetDays: 180 });
  return judgeFacts([...facts, ...schemas.facts()].map((fact) => omitWitness(fact)));
}

function compared(document: JsonObject) {
  return { document, dialect: ((document["openapi"] as string | undefined) ?? "3.1").slice(0, 3) as Dialect };
}

/** Finding such values takes time. */
function omitWitness(fact: Fact): Fact {
  return { ...fact, witness: () => undefined };
}
