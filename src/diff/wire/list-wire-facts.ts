import type { JsonObject } from "../../load/loaded-contract.js";
import { appendPointer } from "../../text/json-pointer.js";
import { codeSpan } from "../../text/printable.js";
import type { ComparedDocument, Fact } from "../fact.js";
import { compareCallbacks } from "./compare-callbacks.js";
import { compareComponentDocs, compareDocs } from "./compare-docs.js";
import {
  compareOperation,
  keyOf,
  matchOperations,
  reportUnmatched,
  webhookKey,
} from "./compare-operations.js";
import { compareParameters } from "./compare-parameters.js";
import { compareResponses } from "./compare-responses.js";
import { compareContent } from "./content/compare-content.js";
import { compareSchemes } from "./security/compare-schemes.js";
import { createSecurityComparison } from "./security/compare-security.js";
import { compareServers } from "./compare-servers.js";
import { flagMember, follow, isSameJson, type Located, member, objectMember } from "./document-nodes.js";
import {
  type Addresses,
  elementOf,
  FactList,
  type OperationPair,
  type SchemaPairs,
  useOf,
  type WireComparison,
} from "./wire-comparison.js";
import { readOperations, readWebhooks, type WireOperation } from "./read-operations.js";
import { calledPath, pathPrefixes } from "./read-servers.js";

/** What the facts of the wire are collected with. */
export interface WireOptions {
  /** Gets every pair of schemas that describes the same value, with where it is used. */
  readonly schemas: SchemaPairs;
  /** ISO 8601 date, `2026-11-30`: sunset dates before it have passed. */
  readonly today: string;
  /** Days from today to a new sunset date, at least. */
  readonly sunsetDays: number;
  /** Default: redirects are errors. */
  readonly addresses?: Addresses;
}

/**
 * Lists what differs between two contracts outside of their schemas: operations, servers, security, parameters, bodies,
 * responses, webhooks, callbacks, life cycle and documentation. Schemas go to `schemas`, which has facts of its own.
 */
export function listWireFacts(
  old: ComparedDocument,
  now: ComparedDocument,
  { schemas, today, sunsetDays, addresses = { old: new Map(), new: new Map() } }: WireOptions,
): readonly Fact[] {
  const facts = new FactList();
  const comparison: WireComparison = {
    old: old.document,
    new: now.document,
    facts,
    schemas,
    today,
    sunsetDays,
    addresses,
  };
  compareRoot(comparison);
  const pairs = [...matchCalls(comparison), ...matchWebhooks(comparison)];
  compareSchemes(comparison, pairs);
  comparePairs(comparison, pairs);
  compareComponentDocs(comparison);
  return facts.list();
}

function compareRoot(comparison: WireComparison): void {
  const [old, now] = [comparison.old, comparison.new];
  const root = { old: { json: old, pointer: "#" }, new: { json: now, pointer: "#" }, uses: [] };
  compareDocs(comparison, { ...root, kind: "openapi", element: "the contract" });
  for (const kind of ["info", "paths", "components"] as const) {
    const at = (json: typeof old) => ({ json: objectMember(json, kind) ?? {}, pointer: `#/${kind}` });
    compareDocs(comparison, { ...root, kind, element: codeSpan(kind), old: at(old), new: at(now) });
  }
}

function matchCalls(comparison: WireComparison): readonly OperationPair[] {
  const [old, now] = [readOperations(comparison.old), readOperations(comparison.new)];
  const called = new Map([
    ...old.map((operation) => [operation, calledPath(comparison.old, operation)] as const),
    ...now.map((operation) => [operation, calledPath(comparison.new, operation)] as const),
  ]);
  const matched = matchOperations(old, now, (operation) => called.get(operation) ?? operation.path);
  reportUnmatched(comparison, matched, "operation");
  return matched.both.map((pair) => ({
    ...pair,
    operation: keyOf(pair.new),
    ...(pathPrefixes(pair).join("") !== "" && { oldOperation: keyOf(pair.old) }),
    sent: "request",
  }));
}

function matchWebhooks(comparison: WireComparison): readonly OperationPair[] {
  const matched = matchOperations(readWebhooks(comparison.old), readWebhooks(comparison.new));
  reportUnmatched(comparison, matched, "webhook");
  return matched.both.map((pair) => ({ ...pair, operation: webhookKey(pair.new), sent: "response" }));
}

/** Compares operations, and those of their callbacks. */
function comparePairs(comparison: WireComparison, pairs: readonly OperationPair[]): void {
  const compareSecurity = createSecurityComparison(comparison);
  const compareBoth = (pair: OperationPair): readonly OperationPair[] => {
    compareOperation(comparison, pair);
    compareSecurity(pair);
    compareParameters(comparison, pair);
    compareBodies(comparison, pair);
    compareResponses(comparison, pair);
    return compareCallbacks(comparison, pair);
  };
  // The address of a webhook or callback is the caller's.
  for (const pair of pairs.filter(({ sent }) => sent === "request")) compareServers(comparison, pair);
  let open = pairs.flatMap(compareBoth);
  // A callback may have callbacks, and lead back to itself: each is compared once.
  const seen = new Set<string>();
  while (open.length > 0) {
    open = open.flatMap(compareBoth).filter(({ old, new: now, sent }) => {
      const key = `${sent} ${old.self.pointer} ${now.self.pointer}`;
      const isNew = !seen.has(key);
      seen.add(key);
      return isNew;
    });
  }
}

const PART = "request body";

/** Compares the request bodies of an operation. */
function compareBodies(comparison: WireComparison, pair: OperationPair): void {
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
