import type { Json } from "../../../load/loaded-contract.js";
import type { Effect } from "../../fact.js";
import { isMultiple } from "../inclusion/accepted-values.js";
import {
  type ComparedPair,
  oneSided,
  oneSidedSchema,
  positionAt,
  positionOf,
  type SchemaEdit,
} from "./compared-pair.js";
import { integersOf } from "../inclusion/disjoint-nodes.js";
import { encodingOf, formatEffect, isContentFormat, limitsType, mediaTypeOf } from "../form/formats.js";
import { effectiveBound } from "../inclusion/included-scalars.js";
import { isTighter, listedTypes } from "../form/merge-forms.js";
import { isTrivialPattern } from "../../../openapi/patterns.js";
import {
  type Bound,
  BOUND_NAMES,
  BOUNDS,
  type BoundName,
  type Constraint,
  type SchemaForm,
} from "../form/schema-form.js";

/** Section J and rows H7 to H9 of the catalogue: bounds, patterns, formats and what texts hold. */
export function compareBounds(pair: ComparedPair): readonly SchemaEdit[] {
  const [old, now] = [pair.old.node.form, pair.now.node.form];
  const types = listedTypes(now);
  // A list of values, and all integers between two limits, are compared as lists.
  const areLists = [old, now].every((form) => form.values !== undefined || integersOf(form) !== undefined);
  const isListed = areLists && (old.values === undefined) !== (now.values === undefined);
  const shared = new Set([...listedTypes(old)].filter((type) => types.has(type)));
  return [
    ...BOUND_NAMES.filter(
      (name) => shared.has(BOUNDS[name].type) && !(isListed && BOUNDS[name].type === "number"),
    ).flatMap((name) => compareBound(pair, name)),
    ...(shared.has("number") ? compareFactors(pair) : []),
    ...(shared.has("string") ? [...comparePatterns(pair), ...compareContent(pair)] : []),
    ...(shared.has("string") || shared.has("number") ? compareFormats(pair) : []),
    ...(shared.has("array") ? compareUnique(pair) : []),
  ];
}

function compareBound(pair: ComparedPair, name: BoundName): readonly SchemaEdit[] {
  const [old, now] = [effectiveBound(pair.old.node.form, name), effectiveBound(pair.now.node.form, name)];
  const [oldWritten, newWritten] = [pair.old.node.form.bounds.get(name), pair.now.node.form.bounds.get(name)];
  const { side } = BOUNDS[name];
  if (oldWritten?.limit === newWritten?.limit && oldWritten?.isExclusive === newWritten?.isExclusive)
    return [];
  if (old !== undefined && now !== undefined) {
    if (old.limit === now.limit && old.isExclusive === now.isExclusive) return [];
    if (isOfItems(old) && isOfItems(now)) return [];
    const isNarrower = isTighter(name, now, old);
    const isLowered = isNarrower === (side === "upper");
    return [
      {
        change: `${side}-bound.${isLowered ? "lowered" : "raised"}`,
        bound: name,
        effect: isNarrower ? "narrower" : "wider",
        old: positionAt(asWritten(pair.old.node.form, name, old)),
        new: positionAt(asWritten(pair.now.node.form, name, now)),
        arguments: { keyword: keywordOf(now), from: limitText(old), to: limitText(now) },
      },
    ];
  }
  const bound = now ?? old;
  // What implies a count of items is compared as such.
  if (bound === undefined || isOfItems(bound)) return [];
  const isSet = now !== undefined;
  const form = isSet ? pair.now.node.form : pair.old.node.form;
  return [
    {
      change: `${side}-bound.${isSet ? "set" : "dropped"}`,
      bound: name,
      effect: isSet ? "narrower" : "wider",
      ...oneSided(pair, isSet ? "new" : "old", asWritten(form, name, bound)),
      arguments: { keyword: keywordOf(bound), limit: limitText(bound) },
    },
  ];
}

/** Whether a limit is that of a closed tuple, or of items that an array has to contain. */
function isOfItems({ pointer }: Bound): boolean {
  return /\/(?:items|additionalItems|contains)$/u.test(pointer);
}

/** The bound as the contract has it, before integers were considered. */
function asWritten(form: SchemaForm, name: BoundName, effective: Bound): Constraint<Json> {
  const bound = form.bounds.get(name) ?? effective;
  return { value: bound.limit, pointer: bound.pointer };
}

function keywordOf({ pointer }: Bound): string {
  return pointer.slice(pointer.lastIndexOf("/") + 1);
}

function limitText({ limit, isExclusive }: Bound): string {
  return isExclusive ? `${String(limit)} (exclusive)` : String(limit);
}

/** A divisor of what was demanded is checked as rarely as none: a risk alone. */
function compareFactors(pair: ComparedPair): readonly SchemaEdit[] {
  const [old, now] = [pair.old.node.form.factors, pair.now.node.form.factors];
  return compareConstraints(pair, "multiple-of", old, now, (from, to) => {
    if (isMultiple(from, to) === "yes") return "wider";
    return isMultiple(to, from) === "yes" ? "narrower" : "other";
  }).map((edit) =>
    edit.change === "multiple-of.changed" && edit.effect === "wider" ? { ...edit, open: true } : edit,
  );
}

function comparePatterns(pair: ComparedPair): readonly SchemaEdit[] {
  const limiting = ({ patterns }: SchemaForm) => patterns.filter(({ value }) => !isTrivialPattern(value));
  const [old, now] = [limiting(pair.old.node.form), limiting(pair.now.node.form)];
  return compareConstraints(pair, "pattern", old, now, () => "unknown");
}

function compareFormats(pair: ComparedPair): readonly SchemaEdit[] {
  const [left, right] = [pair.old.node.form, pair.now.node.form];
  const limiting = ({ formats, types }: SchemaForm) =>
    formats.filter(
      ({ value }) =>
        [...types].some((type) => limitsType(value, type) !== false) && !isContentFormat(value, left, right),
    );
  return compareConstraints(pair, "format", limiting(left), limiting(right), formatEffect, (value) =>
    formatEffect(undefined, value) === "unknown" ? "unknown" : "narrower",
  );
}

function compareContent(pair: ComparedPair): readonly SchemaEdit[] {
  const [old, now] = [pair.old.node.form, pair.now.node.form];
  const compare = (key: string, before: Constraint<string> | undefined, after: typeof before) =>
    compareConstraints(pair, key, before ? [before] : [], after ? [after] : [], () => "other");
  return [
    ...(mediaTypeOf(old) === mediaTypeOf(now)
      ? []
      : compare("content-media-type", old.contentType, now.contentType)),
    ...(encodingOf(old) === encodingOf(now)
      ? []
      : compare("content-encoding", old.contentEncoding, now.contentEncoding)),
    ...compareContentSchema(pair),
  ];
}

function compareContentSchema(pair: ComparedPair): readonly SchemaEdit[] {
  const [[before], [after]] = [pair.old.node.form.contentSchema, pair.now.node.form.contentSchema];
  if (after !== undefined && before === undefined)
    return [{ change: "content-schema.added", effect: "narrower", ...oneSidedSchema(pair, "new", after) }];
  if (before !== undefined && after === undefined)
    return [{ change: "content-schema.removed", effect: "wider", ...oneSidedSchema(pair, "old", before) }];
  return [];
}

function compareUnique(pair: ComparedPair): readonly SchemaEdit[] {
  const [old, now] = [pair.old.node.form.unique, pair.now.node.form.unique];
  if (old === undefined && now !== undefined)
    return [
      {
        change: "unique-items.added",
        effect: "narrower",
        ...oneSided(pair, "new", { value: true, pointer: now }),
      },
    ];
  if (old !== undefined && now === undefined)
    return [
      {
        change: "unique-items.removed",
        effect: "wider",
        ...oneSided(pair, "old", { value: true, pointer: old }),
      },
    ];
  return [];
}

/** Constraints of which a schema usually has one, and a merged one may have several: `KEY.added`, `.removed`, `.changed`. */
function compareConstraints<Value extends number | string>(
  pair: ComparedPair,
  key: string,
  old: readonly Constraint<Value>[],
  now: readonly Constraint<Value>[],
  effectOfChange: (from: Value, to: Value) => Effect,
  effectOfAddition: (value: Value) => "narrower" | "unknown" = () => "narrower",
): readonly SchemaEdit[] {
  const removed = old.filter(({ value }) => !now.some((other) => other.value === value));
  const added = now.filter(({ value }) => !old.some((other) => other.value === value));
  const [before, after] = [removed[0], added[0]];
  if (before !== undefined && after !== undefined) {
    const values = { from: before.value, to: after.value };
    return [
      {
        change: `${key}.changed`,
        effect:
          removed.length > 1 || added.length > 1 ? "unknown" : effectOfChange(before.value, after.value),
        old: positionOf(before.pointer, before.value),
        new: positionOf(after.pointer, after.value),
        arguments: values,
      },
    ];
  }
  return [
    ...added.map((constraint): SchemaEdit => ({
      change: `${key}.added`,
      effect: effectOfAddition(constraint.value),
      ...oneSided(pair, "new", constraint),
      arguments: { value: constraint.value },
    })),
    ...removed.map((constraint): SchemaEdit => ({
      change: `${key}.removed`,
      effect: effectOfAddition(constraint.value) === "unknown" ? "unknown" : "wider",
      ...oneSided(pair, "old", constraint),
      arguments: { value: constraint.value },
    })),
  ];
}
