import { canonicalJson } from "../../../text/canonical-json.js";
import { shortName } from "../describe-element.js";
import { type ComparedPair, type PairSide, slotEffect } from "./compared-pair.js";
import { formSignature, type SchemaForm, type Union } from "../form/schema-form.js";
import { listedTypes } from "../form/merge-forms.js";
import { isComponent } from "../form/schema-references.js";

/** Which branch became which. */
export interface BranchMatch {
  readonly matched: readonly (readonly [old: string, now: string])[];
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** Branches of one list are compared with all of the other up to this many; in longer lists, with those that look the same. */
const MOST_COMPARED = 64;

/**
 * Matches the branches of two unions: by the value of their discriminator, by the name of their component, by equal values, and
 * by what they look like. Their order does not count where anything else says which is which.
 */
export function matchBranches(pair: ComparedPair, old: Union, now: Union): BranchMatch {
  const rest = { old: [...old.branches], now: [...now.branches] };
  const matched: (readonly [string, string])[] = [];
  const isShort = Math.max(old.branches.length, now.branches.length) <= MOST_COMPARED;
  const take = (isMatch: (one: string, other: string) => boolean) => {
    for (const one of [...rest.old]) {
      const other = rest.now.find((candidate) => isMatch(one, candidate));
      if (other === undefined) continue;
      matched.push([one, other]);
      rest.old.splice(rest.old.indexOf(one), 1);
      rest.now.splice(rest.now.indexOf(other), 1);
    }
  };
  const [oldValues, newValues] = [discriminatorValues(old), discriminatorValues(now)];
  take((one, other) => isComponent(one) && one === other);
  take((one, other) => shareItem(oldValues.get(one), newValues.get(other)));
  const looksSame = (one: string, other: string) =>
    formSignature(pair.old.reader.node([one]).form) === formSignature(pair.now.reader.node([other]).form);
  take((one, other) => (isShort || looksSame(one, other)) && slotEffect(pair, [one], [other]) === "equal");
  if (isShort) take((one, other) => likeness(pair, one, other) >= 0.5);
  take(
    (one, other) =>
      !isComponent(one) &&
      !isComponent(other) &&
      lastKey(one) === lastKey(other) &&
      shareType(pair, one, other),
  );
  const [lastOld, lastNow] = [rest.old[0], rest.now[0]];
  const isOneEach =
    rest.old.length === 1 && rest.now.length === 1 && lastOld !== undefined && lastNow !== undefined;
  if (isOneEach && !isComponent(lastOld) && !isComponent(lastNow) && shareType(pair, lastOld, lastNow))
    take(() => true);
  return { matched, removed: rest.old, added: rest.now };
}

function lastKey(pointer: string): string {
  return pointer.slice(pointer.lastIndexOf("/") + 1);
}

/** Branch → the values that select it. */
function discriminatorValues({ discriminator }: Union): ReadonlyMap<string, ReadonlySet<string>> {
  const values = new Map<string, Set<string>>();
  for (const [value, pointer] of discriminator?.mapping ?? []) {
    const known = values.get(pointer) ?? new Set();
    values.set(pointer, known.add(value));
  }
  return values;
}

function shareItem(one: ReadonlySet<string> | undefined, other: ReadonlySet<string> | undefined): boolean {
  return [...(one ?? [])].some((value) => other?.has(value) === true);
}

function shareType(pair: ComparedPair, one: string, other: string): boolean {
  const [left, right] = formsOf(pair, one, other).map(listedTypes);
  return [...(left ?? [])].some((type) => right?.has(type) === true);
}

function formsOf({ old, now }: ComparedPair, one: string, other: string) {
  const formOf = ({ reader }: PairSide, pointer: string) => reader.node([pointer]).form;
  return [formOf(old, one), formOf(now, other)] as const;
}

function likeness(pair: ComparedPair, one: string, other: string): number {
  const [left, right] = formsOf(pair, one, other);
  return likenessOf(pair.old, left, pair.now, right);
}

/**
 * How much two objects have in common, between 0 and 1: constants that both have decide, then the share of property names.
 * Scalars of the same type are alike by half.
 */
export function likenessOf(old: PairSide, left: SchemaForm, now: PairSide, right: SchemaForm): number {
  if (left.properties.size === 0 || right.properties.size === 0) {
    const [types, others] = [listedTypes(left), listedTypes(right)];
    const isScalar = types.size === 1 && !types.has("object") && [...types].every((type) => others.has(type));
    return isScalar && others.size === 1 ? 0.5 : 0;
  }
  const constants = [constantsOf(old, left), constantsOf(now, right)] as const;
  for (const [name, value] of constants[0]) {
    const target = constants[1].get(name);
    if (target !== undefined) return target === value ? 1 : 0;
  }
  const shared = [...left.properties.keys()].filter((name) => right.properties.has(name)).length;
  return shared / new Set([...left.properties.keys(), ...right.properties.keys()]).size;
}

/** Properties that have one value. */
function constantsOf({ reader }: PairSide, form: SchemaForm): ReadonlyMap<string, string> {
  const constants = new Map<string, string>();
  for (const [name, slot] of form.properties) {
    const { values } = reader.node(slot).form;
    if (values?.value.length === 1) constants.set(name, canonicalJson(values.value[0]));
  }
  return constants;
}

/** Where a branch is listed: the component that it refers to may not have changed at all. */
export function branchPosition({ pointer, branches, isImplied }: Union, branch: string): string {
  if (isImplied) return pointer;
  return branch.startsWith(`${pointer}/`) ? branch : `${pointer}/${String(branches.indexOf(branch))}`;
}

/** A branch, for people: the name of its component, or its number in the list. */
export function branchName({ pointer }: Union, branch: string | undefined): string {
  if (branch === undefined) return "null";
  const [, index] = branch.startsWith(`${pointer}/`)
    ? (/^\/(\d+)$/u.exec(branch.slice(pointer.length)) ?? [])
    : [];
  return index === undefined ? shortName(branch) : String(Number(index) + 1);
}
