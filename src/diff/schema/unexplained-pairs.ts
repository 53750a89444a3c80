import type { Direction, Effect } from "../fact.js";
import { bothPositions, type ComparedPair, type SchemaEdit } from "./compare/compared-pair.js";
import type { Verdict } from "./inclusion/verdict.js";

/** A pair with what is known of its values, what was found at it, and where it leads. */
export interface JudgedPair<Self> {
  readonly pair: ComparedPair;
  /** For requests whether every old value is allowed still, for responses whether every new one was. */
  readonly verdicts: Readonly<Record<Direction, Verdict>>;
  readonly edits: readonly SchemaEdit[];
  readonly directions: ReadonlySet<Direction>;
  /** What is found at it is not all that there is: that takes too many steps. */
  readonly isCut?: boolean;
  /** Absent where no use leads on. */
  readonly targets?: readonly Target<Self>[];
}

/** Where a pair leads, and the directions that do not. */
export interface Target<Self> {
  readonly visit: Self;
  readonly voids: readonly Direction[];
  /** The property that leads there. */
  readonly property: string | undefined;
}

/** An edit of a pair that says no more than that its values differ. */
export interface UnexplainedPair<Self> {
  readonly visit: Self;
  readonly edit: SchemaEdit;
}

/**
 * Inclusion decides whether values are lost or gained; edits only say why. Where no edit at a pair or below it says why, one is made
 * that says no more than that. Where a comparison was cut off, one says so. Both are made at the lowest pairs.
 *
 * @param pairs - those that lead to others first.
 */
export function unexplainedPairs<Self extends JudgedPair<Self>>(
  pairs: readonly Self[],
): readonly UnexplainedPair<Self>[] {
  const leading = new Map<Self, Self[]>();
  for (const visit of pairs)
    for (const target of visit.targets ?? []) {
      const known = leading.get(target.visit);
      if (known === undefined) leading.set(target.visit, [visit]);
      else known.push(visit);
    }
  const lowestFirst = pairs.toReversed();
  return (["request", "response"] as const).flatMap((direction) => {
    const reached = lowestFirst.filter((visit) => visit.directions.has(direction));
    const of = (verdict: Verdict) => reached.filter(({ verdicts }) => verdicts[direction] === verdict);
    const explained = createMarks(leading);
    for (const visit of pairs) if (isExplained(visit, direction)) explained.mark(visit);
    // What is undecided below does not explain that values are lost above.
    const lost = of("no").filter((visit) => explained.isNew(visit));
    const cutOff = createMarks(leading);
    const cut = of("unknown").filter(
      (visit) => (visit.isCut === true || isCut(visit.pair, direction)) && cutOff.isNew(visit),
    );
    for (const visit of cut) explained.mark(visit);
    const undecided = of("unknown").filter((visit) => explained.isNew(visit));
    return [
      ...[...lost, ...undecided].map((visit) => ({ visit, edit: editOf(visit, direction) })),
      ...cut.map((visit) => ({ visit, edit: edit(visit.pair, direction, "values.cut-off", "unknown") })),
    ];
  });
}

/** Marks pairs, and with each all that lead to it. */
function createMarks<Self>(leading: ReadonlyMap<Self, readonly Self[]>) {
  const marked = new Set<Self>();
  const mark = (start: Self): void => {
    const added = new Set([start]);
    // What is added on the way is visited too.
    for (const visit of added) {
      if (marked.has(visit)) continue;
      marked.add(visit);
      for (const above of leading.get(visit) ?? []) added.add(above);
    }
  };
  /** Marks a pair that has no mark. */
  const isNew = (visit: Self): boolean => {
    if (marked.has(visit)) return false;
    mark(visit);
    return true;
  };
  return { mark, isNew };
}

const COUNTING: Readonly<Record<Direction, ReadonlySet<Effect>>> = {
  request: new Set(["narrower", "other", "unknown"]),
  response: new Set(["wider", "other", "unknown"]),
};

/** Whether an edit of a pair says that values differ, or a guard voids all that does. */
function isExplained<Self extends JudgedPair<Self>>(
  { pair, edits, targets = [], verdicts }: JudgedPair<Self>,
  direction: Direction,
): boolean {
  const counts = ({ effect, isAnnotation, explainsValues, isSameBothWays, opensName }: SchemaEdit) =>
    // Where no value of the pair is lost or gained, its edits say so only by convention.
    (verdicts[direction] !== "yes" || isSameBothWays === true) &&
    (isAnnotation !== true || explainsValues === true) &&
    (COUNTING[direction].has(effect) || (opensName === true && direction === "response"));
  if (edits.some((edit) => counts(edit) && edit.voids?.includes(direction) !== true)) return true;
  const voided = [
    ...edits.filter((edit) => edit.voids?.includes(direction) === true).flatMap(namesOf),
    ...targets
      .filter(({ visit, voids }) => voids.includes(direction) && visit.verdicts[direction] !== "yes")
      .flatMap(({ property }) => property ?? []),
  ];
  // Properties that lead to pairs are judged there: one can be the same schema again.
  const judged = targets
    .filter(({ visit }) => visit.verdicts[direction] !== "yes")
    .flatMap(({ property }) => property ?? []);
  return voided.length > 0 && isIncludedBeside(pair, direction, [...voided, ...judged]);
}

function namesOf({ change, arguments: values = {} }: SchemaEdit): readonly string[] {
  if (!change.startsWith("property.")) return [];
  return [values["name"], values["from"], values["to"]].filter((name) => typeof name === "string");
}

/** Whether no value is lost or gained where some properties may have any value. */
function isIncludedBeside(
  { inclusion, old, now }: ComparedPair,
  direction: Direction,
  names: readonly string[],
): boolean {
  const [before, after] = [old.reader.openFor(old.node, names), now.reader.openFor(now.node, names)];
  const verdict =
    direction === "request"
      ? inclusion.included("forward", before, after)
      : inclusion.included("backward", after, before);
  return verdict === "yes";
}

function isCut({ inclusion, old, now }: ComparedPair, direction: Direction): boolean {
  return direction === "request"
    ? inclusion.isCut("forward", old.node, now.node)
    : inclusion.isCut("backward", now.node, old.node);
}

function editOf<Self>({ pair, verdicts }: JudgedPair<Self>, direction: Direction): SchemaEdit {
  if (verdicts[direction] === "unknown") return edit(pair, direction, "values.undecided", "unknown");
  return direction === "request"
    ? edit(pair, direction, "values.narrowed", "narrower")
    : edit(pair, direction, "values.widened", "wider");
}

function edit(pair: ComparedPair, direction: Direction, change: string, effect: Effect): SchemaEdit {
  return {
    change,
    effect,
    ...bothPositions(pair),
    voids: [direction === "request" ? "response" : "request"],
  };
}
