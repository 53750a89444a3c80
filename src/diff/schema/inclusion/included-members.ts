import { isMembers } from "../../../openapi/visit.js";
import { isSilent } from "../form/schema-references.js";
import { acceptsValue } from "./accepted-values.js";
import { finiteValues } from "./disjoint-nodes.js";
import { includedBounds } from "./included-scalars.js";
import { all, allOf, type Parts, type Verdict } from "./verdict.js";
import { slotOfProperty } from "../form/merge-forms.js";
import { matchesPattern } from "../../../openapi/patterns.js";
import type { BoundName, Conditional, SchemaForm, Slot } from "../form/schema-form.js";
import type { SchemaNode, SchemaReader } from "../form/schema-reader.js";

/**
 * Whether every object of one node is allowed by the other. By the convention of open objects, a property that only one of
 * two open objects names is not sent by the other.
 */
export function includedMembers(left: SchemaNode, right: SchemaNode, parts: Parts): Verdict {
  const [one, other] = [left.form, right.form];
  const demanded = demandedNames(one, parts.left);
  return all([
    [...other.required.keys()].every((name) => one.required.has(name)) ? "yes" : "no",
    includedBounds(one, other, "object", impliedCounts(one, parts)),
    allOf(knownNames(one, other, parts), (name) => includedProperty(one, other, name, parts)),
    includedRest(one, other, parts),
    ...[...demandedNames(other, parts.right)].map(([name, needed]): Verdict => {
      const own = demanded.get(name) ?? [];
      return needed.every((item) => own.includes(item) || one.required.has(item)) ||
        isForbidden(one, name, parts)
        ? "yes"
        : "no";
    }),
    ...[...other.dependentSchemas]
      .filter(([, slot]) => requiredAlone(slot, parts.right) === undefined)
      .map(([name, slot]) => includedDependent(left, name, slot, parts)),
    includedNames(one, other, parts),
    includedUnevaluated(one, other, parts),
  ]);
}

/** Names that at least one of two forms describes, and the first one allows, sorted. */
function knownNames(one: SchemaForm, other: SchemaForm, parts: Parts): readonly string[] {
  const described = new Set([...one.properties.keys(), ...other.properties.keys()]);
  const names = listedNames(one, parts) ?? [...described];
  return names.filter((name) => described.has(name)).sort();
}

/** Whether an object may have a property of which it says nothing. */
export function isOpenFor(form: SchemaForm, name: string, parts: Pick<Parts, "left">): boolean {
  if (form.properties.has(name)) return false;
  const slot = slotOfProperty(form, name);
  return slot.length === 0 || isAnything(slot, parts.left);
}

function isAnything(slot: Slot, reader: Parts["left"]): boolean {
  return slot.every((pointer) => {
    const raw = reader.raw(reader.target(pointer));
    return raw === true || (typeof raw === "object" && raw !== null && Object.keys(raw).length === 0);
  });
}

function includedProperty(one: SchemaForm, other: SchemaForm, name: string, parts: Parts): Verdict {
  const [slot, target] = [slotOfProperty(one, name), slotOfProperty(other, name)];
  if (parts.isStrict || one.required.has(name)) return parts.included(slot, target);
  if (isOpenFor(one, name, { left: parts.left })) return "yes";
  if (isOpenFor(other, name, { left: parts.right })) return isNeverAt(slot, parts) ? "yes" : "no";
  return parts.included(slot, target);
}

function includedRest(one: SchemaForm, other: SchemaForm, parts: Parts): Verdict {
  const names = listedNames(one, parts);
  if (names !== undefined)
    return allOf(names, (name) => parts.included(slotOfProperty(one, name), slotOfProperty(other, name)));
  return all([
    parts.included(one.additional, other.additional),
    ...[...one.patternProperties].map(([pattern, slot]) =>
      parts.included(slot, other.patternProperties.get(pattern) ?? other.additional),
    ),
    ...[...other.patternProperties]
      .filter(([pattern]) => !one.patternProperties.has(pattern))
      .map(([pattern, slot]): Verdict => {
        const verdicts = all([
          parts.included(one.additional, slot),
          ...[...one.patternProperties.values()].map((own) => parts.included(own, slot)),
          ...[...one.properties].map(([name, own]): Verdict => {
            if (matchesPattern(pattern, name) === false) return "yes";
            return parts.included(own, slot);
          }),
        ]);
        return verdicts;
      }),
  ]);
}

function includedDependent(left: SchemaNode, name: string, slot: Slot, parts: Parts): Verdict {
  const own = left.form.dependentSchemas.get(name);
  if (own !== undefined && parts.included(own, slot) === "yes") return "yes";
  if (isForbidden(left.form, name, parts)) return "yes";
  const whole = parts.included(left.slot, slot);
  if (whole === "yes") return "yes";
  return own === undefined ? "no" : "unknown";
}

function includedNames(one: SchemaForm, other: SchemaForm, parts: Parts): Verdict {
  if (other.propertyNames.length === 0) return "yes";
  if (isClosed(one, parts))
    return allOf([...one.properties.keys()].sort(), (name) =>
      isForbidden(one, name, parts) ? "yes" : parts.accepts(other.propertyNames, name),
    );
  if (one.propertyNames.length === 0) return "no";
  return parts.included(one.propertyNames, other.propertyNames);
}

/** The names of all properties, where `propertyNames` is a list of them. */
function listedNames({ propertyNames }: SchemaForm, { left, budget }: Parts): readonly string[] | undefined {
  if (propertyNames.length === 0) return undefined;
  const node = left.node(propertyNames);
  const names = finiteValues(node.form)?.filter((name): name is string => typeof name === "string");
  return names?.filter((name) => acceptsValue(left, node, name, budget) !== "no");
}

function includedUnevaluated(one: SchemaForm, other: SchemaForm, parts: Parts): Verdict {
  if (other.unevaluatedProperties.length === 0) return "yes";
  if (one.unevaluatedProperties.length === 0) return isClosed(one, parts) && !parts.isStrict ? "yes" : "no";
  return parts.isStrict ? "unknown" : parts.included(one.unevaluatedProperties, other.unevaluatedProperties);
}

/** How many properties an object has at least and at most, by its other keywords. */
function impliedCounts(form: SchemaForm, parts: Parts): ReadonlyMap<BoundName, number> {
  const counts = new Map<BoundName, number>([["minProperties", form.required.size]]);
  if (isClosed(form, parts)) counts.set("maxProperties", form.properties.size);
  return counts;
}

function isClosed(form: SchemaForm, parts: Parts): boolean {
  return form.patternProperties.size === 0 && isNeverAt(form.additional, parts);
}

function isForbidden(form: SchemaForm, name: string, parts: Parts): boolean {
  return isNeverAt(slotOfProperty(form, name), parts);
}

function isNeverAt(slot: Slot, { left }: Parts): boolean {
  return slot.length > 0 && left.node(slot).form.types.size === 0;
}

/*
 * Properties that demand others are written in three ways: `dependentRequired`, `dependentSchemas` of a schema that requires them, and `if`
 * with `then`.
 */

/** Property → the others that an object with it has. */
function demandedNames(form: SchemaForm, reader: SchemaReader): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  const add = (name: string, names: readonly string[]) => {
    found.set(name, [...(found.get(name) ?? []), ...names]);
  };
  for (const [name, { value }] of form.dependentRequired) add(name, value);
  for (const [name, slot] of form.dependentSchemas) add(name, requiredAlone(slot, reader) ?? []);
  for (const conditional of form.conditionals) {
    const { name, names } = demandOf(conditional, reader) ?? {};
    if (name !== undefined && names !== undefined) add(name, names);
  }
  return found;
}

/** What a condition says of one property: that others are there with it. Undefined: it says something else. */
export function demandOf(
  { condition, then, else: otherwise }: Conditional,
  reader: SchemaReader,
): { readonly name: string; readonly names: readonly string[] } | undefined {
  const [[name, ...more], names] = [requiredAlone(condition, reader) ?? [], requiredAlone(then, reader)];
  const isDemand = name !== undefined && more.length === 0 && otherwise.length === 0;
  return isDemand && names !== undefined ? { name, names } : undefined;
}

/** The names that a schema requires, where it says nothing else. */
export function requiredAlone([pointer, ...more]: Slot, reader: SchemaReader): readonly string[] | undefined {
  const json = pointer === undefined || more.length > 0 ? undefined : reader.raw(reader.target(pointer));
  if (!isMembers(json) || !Array.isArray(json["required"])) return undefined;
  const isAlone = Object.keys(json).every((key) => key === "required" || isSilent(json, key));
  return isAlone ? json["required"].filter((name): name is string => typeof name === "string") : undefined;
}
