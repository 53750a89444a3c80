import { canonicalJson } from "../../text/canonical-json.js";
import { closeNames, words } from "../../text/words.js";
import type { JsonObject } from "../../load/loaded-contract.js";
import type { Fact } from "../fact.js";
import { compareDocs } from "./compare-docs.js";
import { compareLifeCycle, removalOf } from "./compare-life-cycle.js";
import { compareAlike, compareValue } from "./compare-values.js";
import { flagMember, shown, textMember } from "./document-nodes.js";
import { pathShape, templateNames } from "./read-operations.js";
import { parameterPart, parameterTitle, readParameters, type WireParameter } from "./read-parameters.js";
import { elementOf, type OperationPair, useOf, type WireComparison } from "./wire-comparison.js";

/** Compares the parameters of an operation, with those of its path item. */
export function compareParameters(comparison: WireComparison, pair: OperationPair): void {
  compareTemplateNames(comparison, pair);
  const old = readParameters(comparison.old, pair.old);
  const now = readParameters(comparison.new, pair.new);
  const after = new Map(now.map((parameter) => [parameter.key, parameter]));
  const removed: WireParameter[] = [];
  for (const before of old) {
    const match = after.get(before.key);
    after.delete(before.key);
    if (match === undefined) removed.push(before);
    else compareParameter(comparison, pair, before, match);
  }
  // A part of the path that only one of the contracts describes is sent in both.
  const isSent = ({ location }: WireParameter) => location !== "path";
  const { moves, rest } = matchChanged(removed.filter(isSent), [...after.values()].filter(isSent));
  for (const move of moves) addChanged(comparison, pair, move);
  for (const parameter of rest.removed) addRemoved(comparison, pair, parameter);
  for (const parameter of rest.added) addAdded(comparison, pair, parameter);
}

/** Path parameters that have another name in a template of the same shape. The address of a callback has none. */
function compareTemplateNames({ facts }: WireComparison, pair: OperationPair): void {
  const [before, after] = [pathShape(pair.old.path), pathShape(pair.new.path)];
  const isSameTemplate = before.endsWith(after) || after.endsWith(before);
  if (!pair.new.path.startsWith("/") || pair.old.path === pair.new.path || !isSameTemplate) return;
  const names = templateNames(pair.new.path);
  for (const [index, old] of templateNames(pair.old.path).entries()) {
    const now = names[index];
    if (now === undefined || now === old) continue;
    facts.add({
      change: "path.parameter-renamed",
      effect: "equal",
      element: elementOf({ ...pair, operation: pair.new.path }, "", "the path"),
      old: { pointer: pair.old.pathItem.pointer, value: old },
      new: { pointer: pair.new.pathItem.pointer, value: now },
      uses: [useOf(pair, `path parameter ${now}`, pair.sent)],
      arguments: { old, new: now },
    });
  }
}

function compareParameter(
  comparison: WireComparison,
  pair: OperationPair,
  old: WireParameter,
  now: WireParameter,
): void {
  const useFor = () => useOf(pair, parameterPart(now), pair.sent);
  if (compareAlike(comparison, { old: old.self, new: now.self }, useFor)) return;
  const element = elementOf(pair, now.self.pointer, parameterTitle(now));
  const use = useFor();
  const sides = { old: old.self, new: now.self, element };
  if (old.required !== now.required) {
    comparison.facts.add({
      change: now.required ? "parameter.became-required" : "parameter.became-optional",
      effect: now.required ? "narrower" : "wider",
      element,
      old: { pointer: old.self.pointer, value: old.required },
      new: { pointer: now.self.pointer, value: now.required },
      uses: [use],
    });
  }
  compareEmptyValue(comparison, old, now, { element, uses: [use] });
  compareValue(comparison, { ...sides, subject: "parameter", location: now.location, use });
  compareLifeCycle(comparison, { ...sides, subject: "parameter", uses: [use] });
  compareDocs(comparison, { ...sides, kind: "parameter", uses: [use] });
}

/** `allowEmptyValue` is for queries alone (OpenAPI, Parameter Object). */
function compareEmptyValue(
  { facts }: WireComparison,
  old: WireParameter,
  now: WireParameter,
  fact: Pick<Fact, "element" | "uses">,
): void {
  const had = flagMember(old.self.json, "allowEmptyValue");
  const has = flagMember(now.self.json, "allowEmptyValue");
  if (had === has || now.location !== "query") return;
  facts.add({
    ...fact,
    change: has ? "parameter.empty-allowed" : "parameter.empty-forbidden",
    effect: has ? "wider" : "narrower",
    old: { pointer: old.self.pointer, value: had },
    new: { pointer: now.self.pointer, value: has },
  });
}

interface Move {
  readonly old: WireParameter;
  readonly new: WireParameter;
}

/**
 * Pairs what was removed with what was added where it is certain that both are one parameter: the same component, the same name at
 * another location, or another name for the same shape, with the same words or a name that is alike.
 */
function matchChanged(
  removed: readonly WireParameter[],
  added: readonly WireParameter[],
): {
  readonly moves: readonly Move[];
  readonly rest: { readonly removed: readonly WireParameter[]; readonly added: readonly WireParameter[] };
} {
  const moves = [componentKey, nameKey, shapeKey].reduce<Move[]>((found, key) => {
    const isFree = (parameter: WireParameter) =>
      !found.some((move) => move.old === parameter || move.new === parameter);
    const candidates = added.filter(isFree);
    const open = removed.filter(isFree);
    const pairs = open.flatMap((old): readonly Move[] => {
      const matches = candidates.filter((each) => key(each) !== undefined && key(each) === key(old));
      const rivals = open.filter((each) => key(each) === key(old));
      const [only] = matches;
      return only !== undefined && matches.length === 1 && rivals.length === 1 ? [{ old, new: only }] : [];
    });
    return [...found, ...pairs];
  }, []);
  moves.push(...likeNames(removed, added, moves));
  const taken = new Set(moves.flatMap((move) => [move.old, move.new]));
  const isLeft = (parameter: WireParameter) => !taken.has(parameter);
  return { moves, rest: { removed: removed.filter(isLeft), added: added.filter(isLeft) } };
}

/** A component that is still referred to is one parameter, whatever changed in it. */
function componentKey({ self: { pointer } }: WireParameter): string | undefined {
  return pointer.startsWith("#/components/") ? pointer : undefined;
}

/** The same name at another location: names of headers have another spelling, but the same words. */
function nameKey({ name }: WireParameter): string {
  const found = words(name.replace(/^x-/iu, "")).join(" ");
  return found === "" ? name : found;
}

/** Location, shape and words; undefined where there are no words that could identify it. */
function shapeKey({ location, self: { json } }: WireParameter): string | undefined {
  const description = textMember(json, "description");
  if (description === undefined || description.trim() === "") return undefined;
  return canonicalJson([location, shapeOf(json)]);
}

function shapeOf(json: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(json).filter(([name]) => name !== "name"));
}

/** The only parameter of a query that is gone, and the only one that is new, where they have one shape and names that are alike. */
function likeNames(
  removed: readonly WireParameter[],
  added: readonly WireParameter[],
  found: readonly Move[],
): readonly Move[] {
  const taken = new Set(found.flatMap((move) => [move.old, move.new]));
  const isOpen = (one: WireParameter) => one.location === "query" && !taken.has(one);
  const [[old, ...gone], [now, ...fresh]] = [removed.filter(isOpen), added.filter(isOpen)];
  if (old === undefined || now === undefined || gone.length + fresh.length > 0) return [];
  const isSame = canonicalJson(shapeOf(old.self.json)) === canonicalJson(shapeOf(now.self.json));
  return isSame && closeNames(old.name, now.name) ? [{ old, new: now }] : [];
}

function addChanged(comparison: WireComparison, pair: OperationPair, { old, new: now }: Move): void {
  const isRename = old.location === now.location;
  const [before, after] = isRename ? [old.name, now.name] : [parameterTitle(old), parameterTitle(now)];
  comparison.facts.add({
    change: isRename ? "parameter.renamed" : "parameter.location-changed",
    effect: "other",
    element: elementOf(pair, old.self.pointer, parameterTitle(old)),
    old: { pointer: old.self.pointer, value: isRename ? old.name : old.location },
    new: { pointer: now.self.pointer, value: isRename ? now.name : now.location },
    uses: [useOf(pair, parameterPart(old), pair.sent)],
    arguments: { old: before, new: after },
  });
}

function addRemoved(comparison: WireComparison, pair: OperationPair, parameter: WireParameter): void {
  const removal = removalOf(parameter.self.json, comparison.today);
  const isIgnored =
    pair.sent === "request" && (parameter.location === "header" || parameter.location === "cookie");
  const isEarly = "earlyBefore" in removal;
  comparison.facts.add({
    change: isEarly
      ? "parameter.removed-before-sunset"
      : isIgnored
        ? "parameter.header-removed"
        : "parameter.removed",
    effect: "narrower",
    element: elementOf(pair, parameter.listed, parameterTitle(parameter)),
    old: { pointer: parameter.listed, ...shown(parameter.name) },
    uses: [useOf(pair, parameterPart(parameter), pair.sent)],
    ...(isEarly ? { arguments: { date: removal.earlyBefore } } : removal),
  });
}

function addAdded({ facts }: WireComparison, pair: OperationPair, parameter: WireParameter): void {
  facts.add({
    change: parameter.required ? "parameter.required-added" : "parameter.optional-added",
    effect: parameter.required ? "narrower" : "wider",
    element: elementOf(pair, parameter.listed, parameterTitle(parameter)),
    new: { pointer: parameter.listed, ...shown(parameter.name) },
    uses: [useOf(pair, parameterPart(parameter), pair.sent)],
  });
}
