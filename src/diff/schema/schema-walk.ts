import { byText } from "../../text/by-text.js";
import { canonicalJson } from "../../text/canonical-json.js";
import type { Direction, Effect, Fact, Use } from "../fact.js";
import { comparePair } from "./compare/compare-pair.js";
import type { ComparedPair, PairEdge, PairStep, SchemaEdit } from "./compare/compared-pair.js";
import type { Inclusion } from "./inclusion/inclusion.js";
import type { Slot } from "./form/schema-form.js";
import type { SchemaNode, SchemaReader } from "./form/schema-reader.js";
import type { Verdict } from "./inclusion/verdict.js";
import { asTextEdit, isSameBytes, type TextKind } from "./text-values.js";
import { type JudgedPair, type Target, unexplainedPairs } from "./unexplained-pairs.js";
import type { WitnessSite } from "./witness/find-witness.js";
import type { WorkBudget } from "./work-budget.js";

/** A pair of schemas that operations use. */
export interface RootPair {
  readonly old: Slot;
  readonly now: Slot;
  readonly uses: readonly Use[];
}

/** What the walk works on. */
export interface WalkOptions {
  readonly old: SchemaReader;
  readonly now: SchemaReader;
  readonly inclusion: Inclusion;
  /** Whether nothing differs at and below a pair. */
  readonly isSame: (old: SchemaNode, now: SchemaNode) => boolean;
  /** How scalars are written at a use. */
  readonly textKind: (use: Use) => TextKind | undefined;
  /** The parts of a multipart body whose media type both documents say. */
  readonly typedParts: (use: Use) => ReadonlySet<string>;
  /** ISO 8601 date: sunset dates before it have passed. */
  readonly today: string;
  /** A new sunset date is at least as many days ahead. */
  readonly sunsetDays: number;
  readonly budget: WorkBudget;
}

/** To pass a use on takes less time than a step. */
const STEPS_OF_USE = 1 / 64;
/** Steps of the comparison of one pair, with the questions that it leads to. */
const MOST_STEPS = 100_000;

/** What is certain of all values that a pair is part of: no old value is lost, no new value is gained. */
interface Certainty {
  /** `yes` of requests: no old value is lost; of responses: no new value is gained. */
  readonly verdicts: Readonly<Record<Direction, Verdict>>;
}

const NOTHING_CERTAIN: Certainty = { verdicts: { request: "unknown", response: "unknown" } };

/** A pair as it is reached with one certainty, and the uses that reach it so. */
interface Visit extends Certainty, JudgedPair<Visit>, WitnessSite {
  readonly edges: readonly PairEdge[];
  readonly uses: Set<Use>;
  readonly directions: Set<Direction>;
  /** Uses that were not passed on yet. */
  fresh: Use[];
  /** Where its edges lead, once that was asked for. */
  targets?: readonly Target<Visit>[];
}

/** An edit with its uses: what becomes a fact. */
export interface ReachedEdit {
  readonly edit: SchemaEdit;
  /** Where it was found first. */
  readonly site: WitnessSite;
  readonly uses: readonly Use[];
}

/**
 * Compares the pairs that roots lead to, each once, and lets their uses flow down to every edit: through a `readOnly` property
 * no request, through a `writeOnly` one no response. Where the sets of values of a whole are equal, edits of its parts change
 * no value and are omitted; where one contains the other, none of its parts can be said to break that way.
 */
export function walkSchemas(roots: readonly RootPair[], options: WalkOptions): readonly ReachedEdit[] {
  const visits = new Map<string, Visit>();
  const queue: Visit[] = [];
  for (const { old, now, uses } of roots) {
    const root = visitOf(old, now, NOTHING_CERTAIN, undefined);
    if (root !== undefined) pass(uses, root);
  }
  // Breadth first, so that a witness takes the shortest way. The queue grows while it is read.
  for (const visit of queue) {
    const { fresh } = visit;
    visit.fresh = [];
    visit.targets ??= visit.edges.flatMap(({ old, now, step, voids = [], ...edge }) => {
      const target = visitOf(old, now, visit, { site: visit, step }, edge);
      const property = step.kind === "property" ? step.name : undefined;
      return target === undefined ? [] : [{ visit: target, voids, property }];
    });
    for (const { visit: target, voids } of visit.targets)
      pass(voids.length === 0 ? fresh : fresh.filter(({ direction }) => !voids.includes(direction)), target);
  }
  const all = [...visits.values()];
  const unexplained = unexplainedPairs(all).flatMap(({ visit, edit }) => reachedEdits(edit, visit, options));
  return [
    ...all.flatMap((visit) => visit.edits.flatMap((edit) => reachedEdits(edit, visit, options))),
    ...(options.budget.isSpent ? withOneCut(unexplained) : unexplained),
  ];

  function pass(uses: readonly Use[], visit: Visit): void {
    const added = uses.filter((use) => !visit.uses.has(use));
    if (added.length === 0) return;
    options.budget.visit(added.length * STEPS_OF_USE);
    for (const use of added) {
      visit.uses.add(use);
      visit.directions.add(use.direction);
    }
    if (visit.fresh.length === 0) queue.push(visit);
    visit.fresh.push(...added);
  }

  /** Undefined where nothing differs. */
  function visitOf(
    oldSlot: Slot,
    newSlot: Slot,
    whole: Certainty,
    from: WitnessSite["from"],
    { missing, distinguished }: Pick<PairEdge, "distinguished" | "missing"> = {},
  ): Visit | undefined {
    const [old, now] = [options.old.node(oldSlot), options.now.node(newSlot)];
    if (options.isSame(old, now)) return undefined;
    // A component is compared once; a schema that was exchanged for another one, where it is used.
    const isComponent = old.slot[0] === now.slot[0];
    const [before, after] = isComponent ? [old.slot[0], now.slot[0]] : [oldSlot[0], newSlot[0]];
    const { inclusion, today, sunsetDays, budget } = options;
    const pair: ComparedPair = {
      old: { reader: options.old, node: old, at: before ?? missing?.at },
      now: { reader: options.now, node: now, at: after ?? missing?.at },
      inclusion,
      today,
      sunsetDays,
      budget,
      ...(missing && { about: missing.about }),
      ...(distinguished && { distinguished }),
    };
    const { request, response } = whole.verdicts;
    const verdicts = {
      request: request === "yes" ? request : inclusion.included("forward", old, now),
      response: response === "yes" ? response : inclusion.included("backward", now, old),
    };
    const certainty = `${verdicts.request} ${verdicts.response}`;
    const names = distinguished === undefined ? "" : `${distinguished.from}\n${distinguished.to}`;
    const key = [old.id, now.id, pair.old.at ?? "", pair.now.at ?? "", certainty, names].join("\n\n");
    const known = visits.get(key);
    if (known !== undefined) return known;
    const compared = budget.within(MOST_STEPS, () => comparePair(pair));
    const findings = compared?.result ?? { edits: [], edges: [] };
    const found = { pair, from, ...findings, isCut: compared === undefined, verdicts };
    const visit: Visit = { ...found, uses: new Set<Use>(), directions: new Set(), fresh: [] };
    visits.set(key, visit);
    return visit;
  }
}

/** Where the whole comparison was cut off, that is one edit: at the first pair, with all uses. */
function withOneCut(edits: readonly ReachedEdit[]): readonly ReachedEdit[] {
  const isCut = ({ edit }: ReachedEdit) => edit.change === "values.cut-off";
  const [first] = edits.filter(isCut);
  if (first === undefined) return edits;
  const uses = [...new Set(edits.filter(isCut).flatMap((one) => one.uses))];
  return [...edits.filter((one) => !isCut(one)), { ...first, uses }];
}

/** An edit for each of its effects: by direction, and by how values are written. Without those of no effect. */
function reachedEdits(
  edit: SchemaEdit,
  visit: Visit,
  { textKind, typedParts }: WalkOptions,
): readonly ReachedEdit[] {
  if (edit.isImplied) return [];
  const found = new Map<string, { readonly edit: SchemaEdit; readonly uses: Use[] }>();
  const steps = stepsTo(visit);
  const names = steps.flatMap((step) => (step.kind === "property" ? [step.name] : []));
  const [depth, name, isItem] = [names.length, names.at(0), steps.some(({ kind }) => kind === "item")];
  const sides = [visit.pair.old.node, visit.pair.now.node] as const;
  for (const use of visit.uses) {
    if (edit.voids?.includes(use.direction) === true) continue;
    if (edit.isXmlOnly === true && textKind(use) !== "xml") continue;
    if (edit.isAnnotation !== true && isSameBytes(textKind(use), depth, sides)) continue;
    const isTyped = name !== undefined && typedParts(use).has(name);
    const reached = { depth, isItem, isTyped, pair: visit.pair, part: use.part };
    const written = asTextEdit(edit, textKind(use), reached);
    const effect = certainEffect(written, use.direction, visit);
    if (effect === undefined) continue;
    const key = `${written.change} ${effect}`;
    const known = found.get(key);
    if (known === undefined) found.set(key, { edit: { ...written, effect }, uses: [use] });
    else known.uses.push(use);
  }
  return [...found.values()].map((each) => ({ ...each, site: visit }));
}

/** The steps that lead to a site, the way it was reached first, from the last. */
function stepsTo(start: WitnessSite): readonly PairStep[] {
  const steps: PairStep[] = [];
  for (let { from } = start; from !== undefined; { from } = from.site) steps.push(from.step);
  return steps;
}

/** The effect of an edit in a direction, corrected by what is certain of the whole; undefined when nothing changes. */
function certainEffect(edit: SchemaEdit, direction: Direction, visit: Certainty): Effect | undefined {
  const { effect, isAnnotation, isSameBothWays } = edit;
  const { verdicts } = visit;
  if (isAnnotation) return effect;
  if (verdicts.request === "yes" && verdicts.response === "yes") return undefined;
  if (verdicts[direction] !== "yes" || isSameBothWays) return effect;
  const [impossible, possible] =
    direction === "request" ? (["narrower", "wider"] as const) : (["wider", "narrower"] as const);
  return effect === impossible ? undefined : possible;
}

/** Edits at the same position, once: those of a component that is reached in several ways. */
export function mergeEdits(
  reached: readonly ReachedEdit[],
  toFact: (edit: ReachedEdit) => Fact,
): readonly Fact[] {
  const merged = new Map<string, { edit: ReachedEdit; uses: Set<Use> }>();
  for (const found of reached) {
    const { change, old, new: now, effect, arguments: values } = found.edit;
    const key = canonicalJson([change, old ?? null, now ?? null, effect, values ?? null]);
    const known = merged.get(key);
    if (known === undefined) merged.set(key, { edit: found, uses: new Set(found.uses) });
    else for (const use of found.uses) known.uses.add(use);
  }
  return [...merged]
    .sort(([left], [right]) => byText(left, right))
    .map(([, { edit, uses }]) => toFact({ ...edit, uses: [...uses] }))
    .sort((left, right) => byText(sortKey(left), sortKey(right)));
}

function sortKey({ old, new: now, change, effect }: Fact): string {
  return [now?.pointer ?? old?.pointer ?? "", old?.pointer ?? "", change, effect].join("\n");
}
