import type { Effect } from "../../fact.js";
import { appendPointer } from "../../../text/json-pointer.js";
import {
  bothPositions,
  type ComparedPair,
  type PairSide,
  positionOf,
  type SchemaEdit,
  slotEffect,
} from "./compared-pair.js";
import type { BranchMatch } from "./match-branches.js";
import type { Discriminator } from "../form/schema-form.js";
import { nodeSubtypes } from "../form/subtypes.js";

/** Rows K9 to K12 of the catalogue: the discriminator of a union, or of a base. */
export function compareDiscriminators(
  pair: ComparedPair,
  old: Discriminator | undefined,
  now: Discriminator | undefined,
  { matched, removed, added }: BranchMatch,
): readonly SchemaEdit[] {
  const shared = { isAnnotation: true } as const;
  if (old === undefined || now === undefined) {
    const one = old ?? now;
    if (one === undefined) return [];
    return [
      {
        change: now === undefined ? "discriminator.removed" : "discriminator.added",
        effect: "wider",
        open: true,
        ...bothPositions(pair),
        [now === undefined ? "old" : "new"]: positionOf(one.pointer),
        arguments: { name: one.property },
        ...shared,
      },
    ];
  }
  const positions = { old: positionOf(old.pointer), new: positionOf(now.pointer), ...shared };
  if (old.property !== now.property)
    return [
      {
        change: "discriminator.property-changed",
        effect: "other",
        ...positions,
        arguments: { from: old.property, to: now.property },
      },
    ];
  const isBase = pair.old.node.form.unions.length + pair.now.node.form.unions.length === 0;
  const implied = isBase ? nodeSubtypes(pair.old) : undefined;
  const impliedNow = isBase ? nodeSubtypes(pair.now) : undefined;
  const maps = [old.mapping, now.mapping, implied, impliedNow];
  const values = [...new Set(maps.flatMap((known) => [...(known?.keys() ?? [])]))].sort();
  const isOtherwise =
    old.otherwise !== now.otherwise &&
    !matched.some(([one, other]) => one === old.otherwise && other === now.otherwise);
  const otherwise: SchemaEdit = {
    change: "discriminator.default-changed",
    effect: "unknown",
    ...positions,
  };
  return [
    ...(isOtherwise ? [otherwise] : []),
    ...values.flatMap((value): readonly SchemaEdit[] => {
      const [before, after] = [
        mappedTo(old, value, pair.old, implied),
        mappedTo(now, value, pair.now, impliedNow),
      ];
      const more = { ...positions, arguments: { value } };
      if (before === undefined)
        return added.includes(after ?? "")
          ? []
          : [{ change: "discriminator.mapping-added", effect: "wider", open: true, ...more }];
      if (after === undefined)
        return removed.includes(before)
          ? []
          : [
              {
                change: "discriminator.mapping-removed",
                effect: lostEffect(value, before, old, impliedNow),
                ...more,
              },
            ];
      const isSame = before === after || matched.some(([one, other]) => one === before && other === after);
      if (isSame || slotEffect(pair, [before], [after]) === "equal") return [];
      return [{ change: "discriminator.mapping-changed", effect: "other", ...more }];
    }),
  ];
}

/**
 * What it does that a value selects nothing any more: a base without the subtype has fewer values. A subtype that got another value in the
 * mapping may still be selected by the name of its component.
 */
function lostEffect(
  value: string,
  before: string,
  { mapping }: Discriminator,
  subtypes: ReadonlyMap<string, string> | undefined,
): Effect {
  if (subtypes === undefined) return "other";
  if (![...subtypes.values()].includes(before)) return "narrower";
  return mapping.has(value) ? "other" : "unknown";
}

/**
 * The schema that a value selects: the one that the mapping names, or the component with that name (OpenAPI 3.1, 4.8.25); of a base,
 * where that is one of its subtypes.
 */
function mappedTo(
  { mapping }: Discriminator,
  value: string,
  { reader }: PairSide,
  subtypes: ReadonlyMap<string, string> | undefined,
): string | undefined {
  if (subtypes !== undefined && subtypes.size > 0) return mapping.get(value) ?? subtypes.get(value);
  const component = appendPointer("#/components/schemas", value);
  return mapping.get(value) ?? (reader.raw(component) === undefined ? undefined : reader.target(component));
}
