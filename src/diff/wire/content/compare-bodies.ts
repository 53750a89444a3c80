import { appendPointer } from "../../../text/json-pointer.js";
import { compareContent } from "./compare-content.js";
import { compareDocs } from "../compare-docs.js";
import { flagMember, follow, isSameJson, type Located, member } from "../document-nodes.js";
import type { JsonObject } from "../../../load/loaded-contract.js";
import type { WireOperation } from "../read-operations.js";
import { elementOf, type OperationPair, useOf, type WireComparison } from "../wire-comparison.js";

const PART = "request body";

/** Compares the request bodies of an operation. */
export function compareBodies(comparison: WireComparison, pair: OperationPair): void {
  const old = readBody(comparison.old, pair.old);
  const now = readBody(comparison.new, pair.new);
  if (old !== undefined && now !== undefined) compareBody(comparison, pair, old, now);
  else if (now !== undefined) {
    const isRequired = flagMember(now.json, "required");
    comparison.facts.add({
      ...factOf(pair, now.pointer),
      change: isRequired ? "body.required-added" : "body.optional-added",
      effect: isRequired ? "narrower" : "wider",
      new: { pointer: appendPointer(pair.new.self.pointer, "requestBody") },
    });
  } else if (old !== undefined) {
    comparison.facts.add({
      ...factOf(pair, old.pointer),
      change: "body.removed",
      effect: "narrower",
      old: { pointer: appendPointer(pair.old.self.pointer, "requestBody") },
    });
  }
}

function readBody(document: JsonObject, { self }: WireOperation): Located | undefined {
  return follow(document, member(self.json, "requestBody"), appendPointer(self.pointer, "requestBody"));
}

function factOf(pair: OperationPair, pointer: string) {
  return { element: elementOf(pair, pointer, PART), uses: [useOf(pair, PART, pair.sent)] };
}

function compareBody(comparison: WireComparison, pair: OperationPair, old: Located, now: Located): void {
  const [was, is] = [flagMember(old.json, "required"), flagMember(now.json, "required")];
  const fact = factOf(pair, now.pointer);
  if (was !== is) {
    comparison.facts.add({
      ...fact,
      change: is ? "body.became-required" : "body.became-optional",
      effect: is ? "narrower" : "wider",
      old: { pointer: old.pointer, value: was },
      new: { pointer: now.pointer, value: is },
    });
  }
  compareContent(comparison, { pair, old, new: now, part: PART, direction: pair.sent, what: PART });
  if (!isSameJson(old.json, now.json))
    compareDocs(comparison, { ...fact, kind: "requestBody", old, new: now });
}
