import { byText } from "../../text/by-text.js";
import { canonicalJson } from "../../text/canonical-json.js";
import type { Fact, Use } from "../fact.js";

/** Collects facts: one edit that is reached in several ways (a shared component) becomes one fact with several uses. */
export class FactList {
  readonly #facts = new Map<string, { readonly fact: Fact; readonly uses: Map<string, Use> }>();

  /** Adds a fact, or its uses to the fact that is the same edit. */
  add(fact: Fact): void {
    const key = canonicalJson([
      fact.change,
      fact.effect,
      fact.old ?? null,
      fact.new ?? null,
      fact.arguments ?? {},
    ]);
    const known = this.#facts.get(key) ?? { fact, uses: new Map<string, Use>() };
    this.#facts.set(key, known);
    for (const use of fact.uses) known.uses.set(`${use.operation}\n${use.part}\n${use.direction}`, use);
  }

  /** The facts in the order in which they were found; their uses sorted. */
  list(): readonly Fact[] {
    return [...this.#facts.values()].map(({ fact, uses }) => ({
      ...fact,
      uses: [...uses.entries()].sort(([left], [right]) => byText(left, right)).map(([, use]) => use),
    }));
  }
}
