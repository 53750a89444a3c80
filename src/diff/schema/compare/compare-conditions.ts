import type { Effect } from "../../fact.js";
import {
  type ComparedPair,
  oneSided,
  oneSidedSchema,
  type PairEdge,
  type PairFindings,
  positionOf,
  type SchemaEdit,
  slotEffect,
  slotPositions,
} from "./compared-pair.js";
import { isAny } from "../inclusion/alternatives.js";
import type { Conditional, SchemaForm, Slot } from "../form/schema-form.js";

/** Rows K13 to K15 and K21 to K26 of the catalogue: what holds under a condition, or for names and the rest of members. */
export function compareConditions(pair: ComparedPair): PairFindings {
  const patterns = comparePatternProperties(pair);
  const edits = [
    ...compareExclusions(pair),
    ...compareConditionals(pair),
    ...compareDependentRequired(pair),
    ...compareDependentSchemas(pair),
    ...patterns.edits,
    ...compareSlot(pair, "property-names", "propertyNames"),
    ...compareSlot(pair, "unevaluated-properties", "unevaluatedProperties"),
    ...compareSlot(pair, "unevaluated-items", "unevaluatedItems"),
  ];
  return {
    edits: edits.map((edit) => ({ ...edit, ...aboutOwner(edit) })),
    edges: patterns.edges,
  };
}

/** A finding about a keyword belongs to the schema that has the keyword, not to the value of the keyword. */
function aboutOwner({ old, new: now }: Pick<SchemaEdit, "new" | "old">): Pick<SchemaEdit, "about"> {
  const pointers = [now?.pointer, old?.pointer].flatMap((pointer) => pointer ?? []);
  const [owner] = pointers.flatMap((pointer) => OF_SCHEMA.exec(pointer)?.[1] ?? []);
  return owner === undefined ? {} : { about: owner };
}

/** A keyword of a schema, with the name or index that it may have, at the end of a pointer. */
const OF_SCHEMA =
  /^(.*?)\/(?:(?:additionalProperties|else|if|not|propertyNames|then|unevaluatedItems|unevaluatedProperties)|(?:dependentRequired|dependentSchemas|patternProperties)\/[^/]*)$/u;

const OPPOSITE: Readonly<Record<Effect, Effect>> = {
  equal: "equal",
  narrower: "wider",
  wider: "narrower",
  other: "other",
  unknown: "unknown",
};

function compareExclusions(pair: ComparedPair): readonly SchemaEdit[] {
  const [old, now] = [pair.old.node.form.exclusions, pair.now.node.form.exclusions];
  const hasEqual = (pointer: string, others: readonly string[], isOld: boolean) =>
    others.some(
      (other) => slotEffect(pair, [isOld ? pointer : other], [isOld ? other : pointer]) === "equal",
    );
  const removed = old.filter((pointer) => !hasEqual(pointer, now, true));
  const added = now.filter((pointer) => !hasEqual(pointer, old, false));
  const [before, after] = [removed[0], added[0]];
  if (before !== undefined && after !== undefined && removed.length === 1 && added.length === 1)
    return [
      {
        change: "not.changed",
        effect: OPPOSITE[slotEffect(pair, [before], [after])],
        // Callers rarely rely on what is excluded.
        open: true,
        old: positionOf(before),
        new: positionOf(after),
      },
    ];
  return [
    ...added.map((pointer): SchemaEdit => ({
      change: "not.added",
      effect: "narrower",
      ...oneSidedSchema(pair, "new", pointer),
    })),
    ...removed.map((pointer): SchemaEdit => ({
      change: "not.removed",
      effect: "wider",
      ...oneSidedSchema(pair, "old", pointer),
    })),
  ];
}

function compareConditionals(pair: ComparedPair): readonly SchemaEdit[] {
  const [old, now] = [pair.old.node.form.conditionals, pair.now.node.form.conditionals];
  const isEqual = (one: Conditional, other: Conditional) =>
    [
      slotEffect(pair, one.condition, other.condition),
      slotEffect(pair, one.then, other.then),
      slotEffect(pair, one.else, other.else),
    ].every((effect) => effect === "equal");
  const removed = old.filter((one) => !now.some((other) => isEqual(one, other)));
  const added = now.filter((other) => !old.some((one) => isEqual(one, other)));
  const [before, after] = [removed[0], added[0]];
  if (before !== undefined && after !== undefined && removed.length === 1 && added.length === 1)
    return [
      {
        change: "condition.changed",
        effect: conditionEffect(pair, before, after),
        old: positionOf(before.pointer),
        new: positionOf(after.pointer),
        arguments: { keywords: after.keywords },
      },
    ];
  const edit = (
    side: "new" | "old",
    change: string,
    effect: Effect,
    { pointer, keywords }: Conditional,
  ): SchemaEdit => ({
    change,
    effect,
    ...oneSidedSchema(pair, side, `${pointer}/if`),
    arguments: { keywords },
  });
  return [
    ...added.map((conditional) => edit("new", "condition.added", "narrower", conditional)),
    ...removed.map((conditional) => edit("old", "condition.removed", "wider", conditional)),
  ];
}

/** With the same condition, what follows from it decides. */
function conditionEffect(pair: ComparedPair, one: Conditional, other: Conditional): Effect {
  if (slotEffect(pair, one.condition, other.condition) !== "equal") return "unknown";
  const effects = new Set([slotEffect(pair, one.then, other.then), slotEffect(pair, one.else, other.else)]);
  effects.delete("equal");
  const [effect = "equal"] = effects;
  return effects.size > 1 ? "other" : effect;
}

function compareDependentRequired(pair: ComparedPair): readonly SchemaEdit[] {
  const [old, now] = [pair.old.node.form.dependentRequired, pair.now.node.form.dependentRequired];
  return [...new Set([...old.keys(), ...now.keys()])].sort().flatMap((name): readonly SchemaEdit[] => {
    const [before, after] = [old.get(name), now.get(name)];
    const more = { arguments: { name } };
    if (before === undefined && after !== undefined)
      return [
        {
          change: "dependent-required.added",
          effect: "narrower",
          ...oneSided(pair, "new", after),
          ...more,
        },
      ];
    if (before !== undefined && after === undefined)
      return [
        {
          change: "dependent-required.removed",
          effect: "wider",
          ...oneSided(pair, "old", before),
          ...more,
        },
      ];
    if (before === undefined || after === undefined || before.value.join("\n") === after.value.join("\n"))
      return [];
    const isNarrower = before.value.every((item) => after.value.includes(item));
    const isWider = after.value.every((item) => before.value.includes(item));
    return [
      {
        change: "dependent-required.changed",
        effect: isNarrower ? "narrower" : isWider ? "wider" : "other",
        old: positionOf(before.pointer, before.value),
        new: positionOf(after.pointer, after.value),
        ...more,
      },
    ];
  });
}

function compareDependentSchemas(pair: ComparedPair): readonly SchemaEdit[] {
  const [old, now] = [pair.old.node.form.dependentSchemas, pair.now.node.form.dependentSchemas];
  return compareMaps(pair, "dependent-schema", old, now, {
    ofChange: (before, after) => slotEffect(pair, before, after),
  });
}

function comparePatternProperties(pair: ComparedPair): PairFindings {
  const [old, now] = [pair.old.node.form, pair.now.node.form];
  const shared = [...old.patternProperties.keys()].filter((name) => now.patternProperties.has(name)).sort();
  const edges = shared.map((name): PairEdge => ({
    old: old.patternProperties.get(name) ?? [],
    now: now.patternProperties.get(name) ?? [],
    step: { kind: "additional" },
  }));
  return {
    edits: compareMaps(pair, "pattern-property", old.patternProperties, now.patternProperties, {
      ofChange: () => "equal",
      // Without a pattern of their own, the names are among the additional ones.
      ofAdded: (after) => slotEffect(pair, old.additional, after),
      ofRemoved: (before) => slotEffect(pair, before, now.additional),
    }),
    edges,
  };
}

function compareMaps(
  pair: ComparedPair,
  key: string,
  old: ReadonlyMap<string, Slot>,
  now: ReadonlyMap<string, Slot>,
  {
    ofChange,
    ofAdded = () => "narrower",
    ofRemoved = () => "wider",
  }: {
    readonly ofChange: (before: Slot, after: Slot) => Effect;
    readonly ofAdded?: (after: Slot) => Effect;
    readonly ofRemoved?: (before: Slot) => Effect;
  },
): readonly SchemaEdit[] {
  return [...new Set([...old.keys(), ...now.keys()])].sort().flatMap((name): readonly SchemaEdit[] => {
    const [before, after] = [old.get(name), now.get(name)];
    const positions = {
      ...slotPositions(pair, before, after),
      arguments: { name },
    };
    if (before === undefined)
      return after === undefined ? [] : [{ change: `${key}.added`, effect: ofAdded(after), ...positions }];
    if (after === undefined) return [{ change: `${key}.removed`, effect: ofRemoved(before), ...positions }];
    const effect = ofChange(before, after);
    return effect === "equal" ? [] : [{ change: `${key}.changed`, effect, ...positions }];
  });
}

function compareSlot(
  pair: ComparedPair,
  key: string,
  member: keyof Pick<SchemaForm, "propertyNames" | "unevaluatedItems" | "unevaluatedProperties">,
): readonly SchemaEdit[] {
  const [old, now] = [pair.old.node.form[member], pair.now.node.form[member]];
  if (old.length === 0 && now.length === 0) return [];
  const positions = slotPositions(pair, old, now);
  if (old.length === 0) return [{ change: `${key}.added`, effect: "narrower", ...positions }];
  if (now.length === 0) return [{ change: `${key}.removed`, effect: "wider", ...positions }];
  const effect = slotEffect(pair, old, now);
  return effect === "equal" ? [] : [{ change: `${key}.changed`, effect, ...positions }];
}

/** Rows K27 and K28: properties that the schema does not name. */
export function compareAdditional(pair: ComparedPair): PairFindings {
  const [old, now] = [pair.old.node.form, pair.now.node.form];
  const [before, after] = [pair.old.reader.node(old.additional), pair.now.reader.node(now.additional)];
  const [wasClosed, isClosed] = [before.form.types.size === 0, after.form.types.size === 0];
  if (wasClosed && isClosed) return { edits: [], edges: [] };
  if (wasClosed || isClosed) {
    const [change, effect] = isClosed
      ? (["additional-properties.closed", "narrower"] as const)
      : (["additional-properties.opened", "wider"] as const);
    return { edits: [{ change, effect, ...additionalPositions(pair) }], edges: [] };
  }
  if (isAny(before) && isAny(after)) return { edits: [], edges: [] };
  if (isAny(before) || isAny(after)) {
    const [change, effect] = isAny(before)
      ? (["additional-properties.narrowed", "narrower"] as const)
      : (["additional-properties.widened", "wider"] as const);
    return { edits: [{ change, effect, ...additionalPositions(pair) }], edges: [] };
  }
  return { edits: [], edges: [{ old: old.additional, now: now.additional, step: { kind: "additional" } }] };
}

function additionalPositions(pair: ComparedPair): Pick<SchemaEdit, "about" | "new" | "old"> {
  const positions = slotPositions(pair, pair.old.node.form.additional, pair.now.node.form.additional);
  return { ...positions, ...aboutOwner(positions) };
}
