import type { Json } from "../../../load/loaded-contract.js";
import type { Direction, Witness } from "../../fact.js";
import type { ComparedPair, PairSide, PairStep } from "../compare/compared-pair.js";
import { slotOfItem } from "../form/merge-forms.js";
import { candidateValues } from "./candidate-values.js";
import { sampleValue } from "./sample-value.js";
import type { Validators } from "./validators.js";

/** A pair, and how it was reached from the pair that holds it. */
export interface WitnessSite {
  readonly pair: ComparedPair;
  readonly from: { readonly site: WitnessSite; readonly step: PairStep } | undefined;
}

/** Steps up to the component or body that a witness is a value of. */
const MOST_STEPS = 8;
const MOST_ITEMS = 50;

/**
 * Finds a value that one document allows and the other refuses: towards the API one of the old document, towards the caller one
 * of the new. The value is one of the component or body that holds the changed schema, and both were checked by a validator.
 *
 * @param name - the property that the edit is about.
 */
export function findWitness(
  start: WitnessSite,
  directions: readonly Direction[],
  name: string | undefined,
  validators: Validators,
): Witness | undefined {
  const chain = chainOf(start);
  for (const direction of directions) {
    const [validIn, invalidIn] =
      direction === "request" ? (["old", "new"] as const) : (["new", "old"] as const);
    const sideOf = ({ pair }: WitnessSite, side: "new" | "old"): PairSide =>
      side === "old" ? pair.old : pair.now;
    const whole = chain.at(-1) ?? start;
    const accepts = validators.of(validIn, sideOf(whole, validIn), direction);
    const refuses = validators.of(invalidIn, sideOf(whole, invalidIn), direction);
    if (accepts === undefined || refuses === undefined) continue;
    for (const candidate of candidateValues(sideOf(start, validIn), sideOf(start, invalidIn), name)) {
      const value = lift(candidate, chain, validIn);
      if (value === undefined || !accepts(value) || refuses(value)) continue;
      return { value, validIn, invalidIn };
    }
  }
  return undefined;
}

/** The pairs from the changed one up to the component or body that holds it. */
function chainOf(start: WitnessSite): readonly WitnessSite[] {
  const chain = [start];
  for (let site = start; site.from !== undefined && chain.length < MOST_STEPS; site = site.from.site) {
    const isWhole = isComponent(site.pair) && site.from.step.kind !== "same";
    if (isWhole || site.from.step.kind === "content") break;
    chain.push(site.from.site);
  }
  return chain;
}

function isComponent({ old, now }: ComparedPair): boolean {
  const [pointer = ""] = now.node.slot;
  return pointer === old.node.slot[0] && /^#\/components\/schemas\/[^/]+$/u.test(pointer);
}

/** Puts a value into a sample of each pair above. */
function lift(candidate: Json, chain: readonly WitnessSite[], side: "new" | "old"): Json | undefined {
  return chain.slice(1).reduce<Json | undefined>((value, site, index) => {
    const step = chain[index]?.from?.step;
    if (value === undefined || step === undefined) return undefined;
    return within(value, step, side === "old" ? site.pair.old : site.pair.now);
  }, candidate);
}

function within(value: Json, step: PairStep, { node, reader }: PairSide): Json | undefined {
  if (step.kind === "same") return value;
  if (step.kind === "item") {
    const least = Math.max(step.index + 1, node.form.bounds.get("minItems")?.limit ?? 0);
    if (least > MOST_ITEMS) return undefined;
    return Array.from({ length: least }, (_, index) => {
      if (index === step.index || index >= node.form.prefix.length) return value;
      const slot = slotOfItem(node.form, index);
      return (slot.length === 0 ? undefined : sampleValue(reader, reader.node(slot))) ?? "a";
    });
  }
  const sample = sampleValue(reader, node);
  if (typeof sample !== "object" || sample === null || Array.isArray(sample)) return undefined;
  const name = step.kind === "property" ? step.name : "furtherMember";
  return Object.fromEntries([...Object.entries(sample), [name, value]]);
}
