import type { Json } from "../../../load/loaded-contract.js";
import { isMembers } from "../../../openapi/visit.js";
import { byText } from "../../../text/by-text.js";
import { canonicalJson } from "../../../text/canonical-json.js";
import type { Effect } from "../../fact.js";
import {
  type ComparedPair,
  keywordPositions,
  oneSided,
  positionAt,
  type SchemaEdit,
} from "./compared-pair.js";
import { integersOf } from "../inclusion/disjoint-nodes.js";
import type { Constraint, SchemaForm } from "../form/schema-form.js";

type Values = NonNullable<SchemaForm["values"]>;

/** Section I of the catalogue: listed values, constants, defaults. */
export function compareValues(pair: ComparedPair): readonly SchemaEdit[] {
  const [old, now] = [pair.old.node.form, pair.now.node.form];
  return [
    ...compareLists(pair, old.values, now.values),
    ...compareKnownValues(pair),
    ...compareMemberNames(pair),
    ...compareDefaults(pair),
    ...compareXml(pair),
  ];
}

function compareLists(
  pair: ComparedPair,
  old: Values | undefined,
  now: Values | undefined,
): readonly SchemaEdit[] {
  if (old === undefined && now === undefined) return [];
  const range = old === undefined ? integersOf(pair.old.node.form) : integersOf(pair.now.node.form);
  if (range !== undefined && (old === undefined || now === undefined))
    return compareRange(pair, range, { old, now });
  if (old === undefined && now !== undefined) {
    const change = now.isConst ? "const.added" : "enum.added";
    return [
      { change, effect: "narrower", ...oneSided(pair, "new", now), arguments: valuesArgument(now.value) },
    ];
  }
  if (old !== undefined && now === undefined) {
    const change = old.isConst ? "const.removed" : "enum.removed";
    return [
      {
        change,
        effect: "wider",
        ...oneSided(pair, "old", old),
        arguments: valuesArgument(old.value),
        ...(isOpenList(old) && { open: true as const }),
      },
    ];
  }
  return old === undefined || now === undefined ? [] : compareListed(pair, old, now);
}

/**
 * Compares a range of integers with a list of values as two lists: values that were added or removed are reported at the list. A list that
 * was added or removed as a whole is reported only where it has fewer values than the limits allow.
 */
function compareRange(
  pair: ComparedPair,
  range: readonly (number | null)[],
  { old, now }: { readonly old: Values | undefined; readonly now: Values | undefined },
): readonly SchemaEdit[] {
  const [list, side] = now === undefined ? ([old, "old"] as const) : ([now, "new"] as const);
  if (list === undefined) return [];
  // Null is a change of its own.
  const [missing, further] = [missingValues(range, list.value), missingValues(list.value, range)].map((all) =>
    all.filter((value) => value !== null),
  );
  if (missing === undefined || further === undefined) return [];
  const edit = (change: string, effect: Effect, values: readonly Json[]): readonly SchemaEdit[] =>
    values.length === 0
      ? []
      : [{ change, effect, ...oneSided(pair, side, list), arguments: valuesArgument(values) }];
  const isNew = side === "new";
  return [
    ...(missing.length === 0
      ? []
      : edit(isNew ? "enum.added" : "enum.removed", isNew ? "narrower" : "wider", list.value).map((found) =>
          !isNew && isOpenList(list) ? { ...found, open: true as const } : found,
        )),
    ...edit(isNew ? "enum.value-added" : "enum.value-removed", isNew ? "wider" : "narrower", further),
  ];
}

function compareListed(pair: ComparedPair, old: Values, now: Values): readonly SchemaEdit[] {
  const positions = listPositions(pair, old, now);
  // Null is a change of its own.
  const added = missingValues(now.value, old.value).filter((value) => value !== null);
  const removed = missingValues(old.value, now.value).filter((value) => value !== null);
  if (old.isConst && now.isConst && added.length > 0) {
    const values = { from: textOf(old.value[0] ?? null), to: textOf(now.value[0] ?? null) };
    return [{ change: "const.changed", effect: "other", ...positions, arguments: values }];
  }
  const edit = (change: string, effect: Effect, values: readonly Json[]): readonly SchemaEdit[] =>
    values.length === 0 ? [] : [{ change, effect, ...positions, arguments: valuesArgument(values) }];
  return [
    ...edit("enum.value-removed", "narrower", removed),
    ...edit("enum.value-added", "wider", added).map((found) =>
      isOpenList(old) ? { ...found, open: true as const } : found,
    ),
  ];
}

/** Of several lists that hold together, the one that changed, came or went. */
function listPositions(pair: ComparedPair, old: Values, now: Values): Pick<SchemaEdit, "new" | "old"> {
  const whole = { old: positionAt(old), new: positionAt(now) };
  const [olds, nows] = [old.lists ?? [old], now.lists ?? [now]];
  if (olds.length + nows.length === 2) return whole;
  const at = (lists: typeof olds, pointer: string) => lists.find((list) => list.pointer === pointer);
  const [changed] = [...olds, ...nows].filter(({ pointer }) => {
    const [before, after] = [at(olds, pointer), at(nows, pointer)];
    return before === undefined || after === undefined || !isEqual(before, after);
  });
  if (changed === undefined) return whole;
  const [before, after] = [at(olds, changed.pointer), at(nows, changed.pointer)];
  return keywordPositions(pair, {
    ...(before && { old: positionAt(before) }),
    ...(after && { new: positionAt(after) }),
  });
}

/** Whether clients leave the type open: docs/reference/unlisted-values.md. */
export function isOpenList({ value, isConst }: Values): boolean {
  const listed = value.filter((item) => item !== null);
  return (
    !isConst &&
    listed.length > 1 &&
    listed.every((item) => typeof item === "string" || typeof item === "number")
  );
}

function compareKnownValues(pair: ComparedPair): readonly SchemaEdit[] {
  const [old, now] = [pair.old.node.form.annotations.knownValues, pair.now.node.form.annotations.knownValues];
  if (old === undefined || now === undefined) return [];
  const positions = { old: positionAt(old), new: positionAt(now), isAnnotation: true as const };
  const removed = missingValues(old.value, now.value);
  const added = missingValues(now.value, old.value);
  return [
    ...(removed.length === 0
      ? []
      : [
          {
            change: "enum.known-value-removed",
            effect: "narrower" as const,
            ...positions,
            arguments: valuesArgument(removed),
          },
        ]),
    ...(added.length === 0
      ? []
      : [
          {
            change: "enum.known-value-added",
            effect: "wider" as const,
            open: true as const,
            ...positions,
            arguments: valuesArgument(added),
          },
        ]),
  ];
}

function compareMemberNames(pair: ComparedPair): readonly SchemaEdit[] {
  const [old, now] = [pair.old.node.form.annotations.memberNames, pair.now.node.form.annotations.memberNames];
  if (old === undefined || now === undefined || isEqual(old, now)) return [];
  return [
    {
      change: "enum.names-changed",
      effect: "equal",
      old: positionAt(old),
      new: positionAt(now),
      isAnnotation: true,
    },
  ];
}

/** Row E9 of the catalogue, for values in XML: their names, and what is an attribute or wrapped. */
function compareXml(pair: ComparedPair): readonly SchemaEdit[] {
  const [old, now] = [pair.old.node.form.annotations.xml, pair.now.node.form.annotations.xml];
  if (canonicalJson(writtenXml(old)) === canonicalJson(writtenXml(now))) return [];
  return [
    {
      change: "xml.changed",
      effect: "other",
      ...keywordPositions(pair, {
        ...(old !== undefined && { old: positionAt(old) }),
        ...(now !== undefined && { new: positionAt(now) }),
      }),
      isAnnotation: true,
      isXmlOnly: true,
    },
  ];
}

/** Without extensions, and flags that are false. */
function writtenXml(xml: Constraint<Json> | undefined): Json {
  if (xml === undefined || !isMembers(xml.value)) return {};
  const entries = Object.entries(xml.value);
  return Object.fromEntries(entries.filter(([name, value]) => value !== false && !name.startsWith("x-")));
}

/** Row I10 of the catalogue: defaults. */
export function compareDefaults(pair: ComparedPair): readonly SchemaEdit[] {
  const [old, now] = [pair.old.node.form.annotations.default, pair.now.node.form.annotations.default];
  if (old === undefined && now === undefined) return [];
  const edit = { effect: "unknown", isAnnotation: true } as const;
  if (old === undefined && now !== undefined)
    return [
      {
        change: "default.added",
        ...edit,
        ...oneSided(pair, "new", now),
        arguments: { value: textOf(now.value) },
      },
    ];
  if (old !== undefined && now === undefined)
    return [
      {
        change: "default.removed",
        ...edit,
        ...oneSided(pair, "old", old),
        arguments: { value: textOf(old.value) },
      },
    ];
  if (old === undefined || now === undefined || isEqual(old, now)) return [];
  const values = { from: textOf(old.value), to: textOf(now.value) };
  return [
    {
      change: "default.changed",
      ...edit,
      old: positionAt(old),
      new: positionAt(now),
      arguments: values,
    },
  ];
}

function isEqual(
  left: Constraint<Json | readonly Json[]>,
  right: Constraint<Json | readonly Json[]>,
): boolean {
  return canonicalJson(left.value) === canonicalJson(right.value);
}

function missingValues(some: readonly Json[], others: readonly Json[]): readonly Json[] {
  const texts = new Set(others.map((value) => canonicalJson(value)));
  return some.filter((value) => !texts.has(canonicalJson(value)));
}

/** A value as a reader of the contract knows it: text without quotes. */
export function textOf(value: Json): string {
  return typeof value === "string" ? value : canonicalJson(value);
}

function valuesArgument(values: readonly Json[]): { readonly values: readonly string[] } {
  return { values: values.map(textOf).toSorted(byText) };
}
