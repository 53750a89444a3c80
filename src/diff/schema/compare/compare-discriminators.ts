import type { Effect } from "../../fact.js";
import { appendPointer, pointerKeys } from "../../../text/json-pointer.js";
import {
  type ComparedPair,
  oneSidedSchema,
  type PairSide,
  positionOf,
  type SchemaEdit,
  slotEffect,
} from "./compared-pair.js";
import { textOf } from "./compare-values.js";
import type { BranchMatch } from "./match-branches.js";
import { slotOfProperty } from "../form/merge-forms.js";
import type { Discriminator } from "../form/schema-form.js";
import { nodeSubtypes, sharedSubtypes } from "../form/subtypes.js";

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
        effect: haveOwnValues(now === undefined ? pair.old : pair.now, one) ? "equal" : "wider",
        open: true,
        ...oneSidedSchema(pair, now === undefined ? "old" : "new", one.pointer),
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
  // The alternatives of a union are its own, wherever it is used.
  const own = isBase ? [mappingFor(pair.old, old), mappingFor(pair.now, now)] : [old.mapping, now.mapping];
  const maps = [...own, implied, impliedNow];
  const values = [...new Set(maps.flatMap((known) => [...(known?.keys() ?? [])]))].sort();
  const isOtherwise =
    old.otherwise !== now.otherwise &&
    !matched.some(([one, other]) => one === old.otherwise && other === now.otherwise);
  const otherwise: SchemaEdit = {
    change: "discriminator.default-changed",
    effect: "unknown",
    ...positions,
  };
  const counterpart = (branch: string | undefined, side: 0 | 1) =>
    matched.find((both) => both[side] === branch)?.[1 - side] ?? (isBase ? branch : undefined);
  return [
    ...(isOtherwise ? [otherwise] : []),
    ...(isBase ? [] : renamedValues(pair, old, now, matched).map((edit) => ({ ...positions, ...edit }))),
    ...values.flatMap((value): readonly SchemaEdit[] => {
      const [before, after] = [
        mappedTo(old, value, pair.old, implied),
        mappedTo(now, value, pair.now, impliedNow),
      ];
      const more = { ...positions, arguments: { value } };
      // Where the alternative itself has another value, that is the change.
      if (before === undefined)
        return added.includes(after ?? "") ||
          isOfBaseBelow(pair, value, now) ||
          comesWith(value, [pair.now, now, after], [pair.old, old, counterpart(after, 1)])
          ? []
          : [{ change: "discriminator.mapping-added", effect: "wider", open: true, ...more }];
      if (after === undefined)
        return removed.includes(before) ||
          isOfBaseBelow(pair, value, old) ||
          comesWith(value, [pair.old, old, before], [pair.now, now, counterpart(before, 0)])
          ? []
          : [
              {
                change: "discriminator.mapping-removed",
                effect: lostEffect(pair, value, before, [implied, impliedNow]),
                ...more,
              },
            ];
      const isSame = before === after || matched.some(([one, other]) => one === before && other === after);
      if (isSame || slotEffect(pair, [before], [after]) === "equal") return [];
      return [{ change: "discriminator.mapping-changed", effect: "other", explainsValues: true, ...more }];
    }),
  ];
}

/** Whether a value that no mapping names is that of a base between: the subtype extends this one, whose own edit says so. */
function isOfBaseBelow({ old, now }: ComparedPair, value: string, { mapping }: Discriminator): boolean {
  if (mapping.has(value)) return false;
  const isOwn = ({ reader }: PairSide, base: string) =>
    reader.node([base]).form.discriminator?.pointer.startsWith(`${base}/`) === true;
  return sharedSubtypes(old, now).some(
    ([before, after]) =>
      isOwn(old, before) &&
      isOwn(now, after) &&
      (old.reader.subtypesOf(before).has(value) || now.reader.subtypesOf(after).has(value)),
  );
}

type Mapped = readonly [side: PairSide, discriminator: Discriminator, branch: string | undefined];

/** Whether an alternative lists a value itself that it does not list on the other side: its own edit says so. */
function comesWith(value: string, having: Mapped, other: Mapped): boolean {
  const [own, others] = [having, other].map(listedValues);
  return own?.includes(value) === true && others?.includes(value) === false;
}

/** The values that an alternative lists for the property of a discriminator. */
function listedValues([{ reader }, { property }, branch]: Mapped): readonly string[] | undefined {
  if (branch === undefined || reader.raw(branch) === undefined) return undefined;
  const slot = slotOfProperty(reader.node([branch]).form, property);
  return slot.length === 0 ? undefined : reader.node(slot).form.values?.value.map(textOf);
}

/**
 * Whether each alternative requires the property with values that no other has, and that are those of the mapping: messages are the same
 * with the discriminator and without.
 */
function haveOwnValues(side: PairSide, discriminator: Discriminator): boolean {
  const { reader, node } = side;
  const { unions, merged } = node.form;
  const branches = [...unions, ...merged].flatMap((union) => union.branches);
  const listed = branches.map((branch) => {
    const isRequired = reader.node([branch]).form.required.has(discriminator.property);
    return { branch, values: (isRequired ? listedValues([side, discriminator, branch]) : undefined) ?? [] };
  });
  const all = listed.flatMap(({ values }) => values);
  const isMapped = (branch: string, value: string) =>
    listed.some((one) => one.branch === branch && one.values.includes(value));
  return (
    branches.length > 0 &&
    listed.every(({ values }) => values.length > 0) &&
    new Set(all).size === all.length &&
    [...discriminator.mapping].every(([value, branch]) => isMapped(branch, value))
  );
}

/** The mapping of a discriminator; of one that a node has from its base, the values of the node itself and of its subtypes. */
function mappingFor(side: PairSide, { mapping, pointer }: Discriminator): ReadonlyMap<string, string> {
  const [own = ""] = side.node.slot;
  if (side.node.slot.length !== 1 || pointer.startsWith(`${own}/`)) return mapping;
  const known = new Set([own, ...nodeSubtypes(side).values()]);
  return new Map([...mapping].filter(([, target]) => known.has(target)));
}

/**
 * What it does that a value selects nothing any more: a base without the subtype has fewer values. A subtype that got another value, by
 * the mapping or because its component has another name, comes with that; by the mapping, it may still be selected by its name.
 */
function lostEffect(
  pair: ComparedPair,
  value: string,
  before: string,
  [subtypes, subtypesNow]: readonly (ReadonlyMap<string, string> | undefined)[],
): Effect {
  // The schema itself has another value.
  const isOwn = before === pair.now.node.slot[0];
  if (isOwn || subtypes === undefined || subtypesNow === undefined) return "other";
  const targets = [...subtypesNow.values()];
  if (targets.includes(before))
    return pair.old.node.form.discriminator?.mapping.has(value) ? "other" : "unknown";
  const known = new Set(subtypes.values());
  const added = targets.filter((target) => !known.has(target)).slice(0, MOST_ADDED);
  return added.some((target) => slotEffect(pair, [before], [target]) === "equal") ? "other" : "narrower";
}

/** New subtypes that a lost one is compared with. */
const MOST_ADDED = 16;

/** Alternatives without a mapping come under the names of their components: another name is another value. */
function renamedValues(
  pair: ComparedPair,
  old: Discriminator,
  now: Discriminator,
  matched: BranchMatch["matched"],
): readonly Pick<SchemaEdit, "arguments" | "change" | "effect" | "open">[] {
  return matched.flatMap(([one, other]) => {
    const [from, to] = [impliedValue(old, one, pair.old), impliedValue(now, other, pair.now)];
    if (from === undefined || to === undefined || from === to) return [];
    const removed = {
      change: "discriminator.mapping-removed",
      effect: "other",
      arguments: { value: from },
    } as const;
    const added = {
      change: "discriminator.mapping-added",
      effect: "wider",
      open: true,
      arguments: { value: to },
    } as const;
    return [removed, added];
  });
}

/** The name of a component that is the value of its discriminator: no mapping names it, and no listed value of the property. */
function impliedValue(
  { mapping, property }: Discriminator,
  pointer: string,
  { reader }: PairSide,
): string | undefined {
  const [components, schemas, name, ...below] = pointerKeys(pointer);
  if (components !== "components" || schemas !== "schemas" || name === undefined || below.length > 0)
    return undefined;
  if ([...mapping.values()].includes(pointer)) return undefined;
  const slot = slotOfProperty(reader.node([pointer]).form, property);
  const listed = slot.length === 0 ? undefined : reader.node(slot).form.values?.value;
  return listed === undefined || listed.includes(name) ? name : undefined;
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
