import type { TypePlan } from "../../plan/typescript/type-plan.js";
import { fitsScalar, type Form, isObject, type ObjectForm, scalarOf } from "./forms.js";
import { isRuntimeSubtype } from "./runtime-types.js";
import type { Role } from "./surface-change.js";

/*
 * What changes between two types: the alternatives that are one another's counterpart, and those that have none. Callers construct a type
 * where they give it, and read it where they get it.
 */

/** Two forms that are the old and the new of one another. */
export interface FormPair {
  readonly old: Form;
  readonly now: Form;
}

/** The alternatives of two types side by side. */
export interface MatchedForms {
  readonly pairs: readonly FormPair[];
  readonly removed: readonly Form[];
  readonly added: readonly Form[];
}

/** Whether code for the old form breaks with the new one. */
export type BreaksForm = (pair: FormPair) => boolean;

/** Unmatched alternatives that are tried against each other; more are taken in their order. */
const MOST_TRIED = 400;

/** Finds the counterparts among the alternatives of two types. */
export function matchForms(olds: readonly Form[], nows: readonly Form[], breaks: BreaksForm): MatchedForms {
  const removed = new Set(olds);
  const added = new Set(nows);
  const pairs: FormPair[] = [];
  const take = (isMatch: (old: Form, now: Form) => boolean, keep: boolean) => {
    for (const old of removed) {
      const now = [...added].find((one) => isMatch(old, one));
      if (now === undefined) continue;
      removed.delete(old);
      added.delete(now);
      if (keep) pairs.push({ old, now });
    }
  };
  const tags = tagNames(olds, nows, tagsOf);
  const repeated = new Set([...repeatedNames(olds), ...repeatedNames(nows)]);
  const hasSameName = (old: Form, now: Form) =>
    isObject(old) && isObject(now) && old.name !== undefined && old.name === now.name;
  take(isSameScalar, false);
  // Subtypes that add nothing to their base have its name: their tags distinguish them.
  take((old, now) => hasSameName(old, now) && isObject(now) && !repeated.has(now.name), true);
  take((old, now) => isObject(old) && isObject(now) && sharesTag(old, now, tags), true);
  take(hasSameName, true);
  take((old, now) => old.kind === "named" && now.kind === "named" && old.name === now.name, true);
  take((old, now) => isList(old) && isList(now), true);
  if (removed.size * added.size <= MOST_TRIED)
    take((old, now) => isObject(old) && isObject(now) && !breaks({ old, now }), true);
  const isOnly = [...removed].filter(isObject).length === 1 && [...added].filter(isObject).length === 1;
  if (isOnly) take((old, now) => isObject(old) && isObject(now), true);
  return { pairs, removed: [...removed], added: [...added] };
}

function isList({ kind }: Form): boolean {
  return kind === "array" || kind === "tuple";
}

function isSameScalar(old: Form, now: Form): boolean {
  if (old.kind !== now.kind) return false;
  if (old.kind === "unknown") return true;
  if (old.kind === "open-member" && now.kind === "open-member") return old.property === now.property;
  if (old.kind === "pattern" && now.kind === "pattern") return old.start === now.start && old.end === now.end;
  const isScalar = old.kind === "literal" || old.kind === "keyword" || old.kind === "unlisted";
  return isScalar && fitsScalar(old, now) && fitsScalar(now, old);
}

/** Names that several alternatives have. */
function repeatedNames(forms: readonly Form[]): readonly (string | undefined)[] {
  const names = forms.filter(isObject).map(({ name }) => name);
  return names.filter((name, index) => names.indexOf(name) < index);
}

/** Members whose values distinguish the alternatives: those that every object of both sides has some of. */
function tagNames(
  olds: readonly Form[],
  nows: readonly Form[],
  tags: (object: ObjectForm, name: string) => readonly unknown[] = valuesOf,
): readonly string[] {
  const objects = [...olds, ...nows].filter(isObject);
  const [first] = objects;
  if (first === undefined) return [];
  return [...first.members.keys()].filter((name) => objects.every((one) => tags(one, name).length > 0));
}

/** The literals of a member, and as a tag of its own that it has those that no contract lists. */
function tagsOf(object: ObjectForm, name: string): readonly (string | number | boolean | undefined)[] {
  const values = valuesOf(object, name);
  return values.length === 0 && isUnlisted(object.members.get(name)?.type) ? [undefined] : values;
}

function isUnlisted(type: TypePlan | undefined): boolean {
  if (type?.kind === "intersection") return type.members.some(isUnlisted);
  return type?.kind === "name" && type.name === "Unlisted";
}

/** The literals that a member of an object has; none where it has others too. */
export function valuesOf(object: ObjectForm, name: string): readonly (string | number | boolean)[] {
  return literalsOf(object.members.get(name)?.type);
}

function literalsOf(type: TypePlan | undefined): readonly (string | number | boolean)[] {
  if (type?.kind === "literal") return [type.value];
  if (type?.kind === "union") {
    const parts = type.members.map(literalsOf);
    return parts.every((part) => part.length > 0) ? parts.flat() : [];
  }
  // A discriminator that an alternative declares and its union narrows.
  if (type?.kind === "intersection")
    return type.members.map(literalsOf).find((part) => part.length > 0) ?? [];
  return [];
}

function sharesTag(old: ObjectForm, now: ObjectForm, tags: readonly string[]): boolean {
  return tags.some((name) => {
    const values = new Set(tagsOf(old, name));
    return tagsOf(now, name).some((value) => values.has(value));
  });
}

/** What it means that alternatives have no counterpart. */
export interface Unmatched {
  /** Whether each value of a removed alternative is one of a new alternative. */
  readonly isWider: boolean;
  /** Whether each value of an added alternative is one of an old alternative. */
  readonly isNarrower: boolean;
  readonly breaksRemoved: (form: Form) => boolean;
  readonly breaksAdded: (form: Form) => boolean;
}

/** Judges the alternatives without counterpart. */
export function judgeUnmatched(
  { removed, added }: MatchedForms,
  [olds, nows]: readonly [readonly Form[], readonly Form[]],
  role: Role,
  breaks: BreaksForm,
): Unmatched {
  const fits = (form: Form, into: readonly Form[], pair: (other: Form) => FormPair) =>
    into.some((other) =>
      isComposite(form) && form.kind === other.kind ? !breaks(pair(other)) : fitsOne(form, other),
    );
  const oldFits = (old: Form) =>
    role === "constructed" ? fits(old, nows, (now) => ({ old, now })) : nows.some((now) => fitsOne(old, now));
  const nowFits = (now: Form) =>
    role === "read" ? fits(now, olds, (old) => ({ old, now })) : olds.some((old) => fitsOne(now, old));
  const isOpen = (now: Form) => isOpenFor(now, olds, breaks);
  return {
    isWider: removed.every(oldFits),
    isNarrower: added.every(nowFits),
    breaksRemoved: (form) =>
      role === "constructed"
        ? !oldFits(form)
        : isDistinct(form, olds) && !nows.some((now) => mayBe(form, now)),
    breaksAdded: (form) => role === "read" && !nowFits(form) && !isOpen(form),
  };
}

function isComposite({ kind }: Form): boolean {
  return kind === "object" || kind === "array" || kind === "tuple" || kind === "named";
}

function fitsOne(form: Form, into: Form): boolean {
  if (into.kind === "keyword" && into.name === "object") return isComposite(form);
  if (form.kind === "named" && into.kind === "named") return isRuntimeSubtype(form.name, into.name);
  return fitsScalar(form, into);
}

/** Whether code tells this alternative from the others by comparing: with a literal, or with that of a discriminator. */
function isDistinct(form: Form, olds: readonly Form[]): boolean {
  if (form.kind === "literal") return true;
  const objects = olds.filter(isObject);
  return isObject(form) && objects.length > 1 && tagNames(objects, []).length > 0;
}

/** Whether a comparison with the removed alternative still compiles, because the new one may be the same. */
function mayBe(form: Form, now: Form): boolean {
  if (now.kind === "unknown") return true;
  return form.kind === "literal" && now.kind === "keyword" && now.name === scalarOf(form);
}

/** Whether callers expect alternatives that their contract does not list: the default branch has them. */
function isOpenFor(now: Form, olds: readonly Form[], breaks: BreaksForm): boolean {
  if (now.kind === "literal" || now.kind === "pattern" || now.kind === "keyword")
    return olds.some((old) => old.kind === "unlisted" && old.of === scalarOf(now));
  if (!isObject(now) || !olds.some(({ kind }) => kind === "open-member")) return false;
  const shared = sharedForm(olds.filter(isObject));
  return shared === undefined || !breaks({ old: shared, now });
}

/** What code reads without telling alternatives apart: the members that all of them have, which an unlisted one may lack. */
function sharedForm([first, ...others]: readonly ObjectForm[]): ObjectForm | undefined {
  if (first === undefined) return undefined;
  const names = [...first.members.keys()].filter((name) => others.every((one) => one.members.has(name)));
  const tags = new Set(tagNames([first, ...others], []));
  const members = names
    .filter((name) => !tags.has(name))
    .map((name) => {
      const types = [first, ...others].flatMap((one) => one.members.get(name)?.type ?? []);
      return [name, { optional: true, type: { kind: "union", members: types } as const }] as const;
    });
  return { kind: "object", members: new Map(members), indexes: [] };
}
