import type { JsonObject } from "../../load/loaded-contract.js";
import { byText } from "../../text/by-text.js";
import { operationTitle } from "../../openapi/operations.js";
import { codeSpan } from "../../text/printable.js";
import { appendPointer } from "../../text/json-pointer.js";
import { compareDocs } from "./compare-docs.js";
import { follow, type Located, member, namedEntries, objectMember } from "./document-nodes.js";
import { readCallbacks, type WireCallback, type WireOperation } from "./read-operations.js";
import { type OperationPair, returned, useOf, type WireComparison } from "./wire-comparison.js";

/**
 * Compares which callbacks an operation has.
 *
 * @returns the requests of those that both documents have, with the direction turned round.
 */
export function compareCallbacks(comparison: WireComparison, pair: OperationPair): readonly OperationPair[] {
  const has = ({ self }: WireOperation) => member(self.json, "callbacks") !== undefined;
  if (!has(pair.old) && !has(pair.new)) return [];
  const old = readCallbacks(comparison.old, pair.old);
  const now = new Set(readCallbacks(comparison.new, pair.new));
  compareExtensions(comparison, pair);
  const found: OperationPair[] = [];
  const isSame = [isSameUrl, isOnlyOne(old, [...now])];
  let rest = old;
  for (const isMatch of isSame) {
    rest = rest.filter((before) => {
      const after = [...now].find((each) => isMatch(before, each));
      if (after === undefined) return true;
      now.delete(after);
      found.push(pairOf(pair, before, after));
      if (!isSameUrl(before, after)) addUrlChanged(comparison, pair, before, after);
      return false;
    });
  }
  for (const callback of rest) addCallback(comparison, pair, callback, "removed");
  for (const callback of now) addCallback(comparison, pair, callback, "added");
  return found.sort((left, right) => byText(left.operation, right.operation));
}

function compareExtensions(comparison: WireComparison, pair: OperationPair): void {
  const at = (document: JsonObject, { self }: WireOperation, name: string): Located | undefined => {
    const json = objectMember(self.json, "callbacks")?.[name];
    return json === undefined
      ? undefined
      : follow(document, json, appendPointer(self.pointer, "callbacks", name));
  };
  for (const [name] of namedEntries(objectMember(pair.old.self.json, "callbacks"))) {
    const [old, now] = [at(comparison.old, pair.old, name), at(comparison.new, pair.new, name)];
    if (old === undefined || now === undefined) continue;
    const element = `callback ${codeSpan(name)} of ${operationTitle(pair.operation)}`;
    compareDocs(comparison, { kind: "callback", old, new: now, element, uses: [] });
  }
}

function isSameUrl(old: WireCallback, now: WireCallback): boolean {
  return (
    old.name === now.name &&
    old.operation.method === now.operation.method &&
    old.operation.path === now.operation.path
  );
}

/** One name and method with one expression in each document: only the expression changed. */
function isOnlyOne(old: readonly WireCallback[], now: readonly WireCallback[]) {
  const isLike = (one: WireCallback) => (other: WireCallback) =>
    one.name === other.name && one.operation.method === other.operation.method;
  return (before: WireCallback, after: WireCallback): boolean =>
    isLike(before)(after) &&
    old.filter(isLike(before)).length === 1 &&
    now.filter(isLike(before)).length === 1;
}

function keyFor({ operation: caller }: OperationPair, { name, operation }: WireCallback): string {
  return `callback ${name} of ${caller} ${operation.method}`;
}

function pairOf(pair: OperationPair, old: WireCallback, now: WireCallback): OperationPair {
  return { old: old.operation, new: now.operation, operation: keyFor(pair, now), sent: returned(pair) };
}

function elementFor({ operation: caller }: OperationPair, { name, operation }: WireCallback): string {
  return `callback ${codeSpan(name)} (${operation.method}) of ${codeSpan(caller)}`;
}

function addUrlChanged(
  { facts }: WireComparison,
  pair: OperationPair,
  old: WireCallback,
  now: WireCallback,
): void {
  const [before, after] = [old.operation.path, now.operation.path];
  facts.add({
    change: "callback.url-changed",
    effect: "other",
    element: elementFor(pair, now),
    old: { pointer: old.operation.pathItem.pointer, value: before },
    new: { pointer: now.operation.pathItem.pointer, value: after },
    uses: [useOf(pair, `callback ${now.name}`, pair.sent)],
    arguments: { old: before, new: after },
  });
}

function addCallback(
  { facts }: WireComparison,
  pair: OperationPair,
  callback: WireCallback,
  change: "added" | "removed",
): void {
  const { pointer } = callback.operation.self;
  facts.add({
    change: `callback.${change}`,
    effect: change === "added" ? "wider" : "narrower",
    element: elementFor(pair, callback),
    [change === "added" ? "new" : "old"]: { pointer },
    uses: [useOf(pair, `callback ${callback.name}`, returned(pair))],
  });
}
