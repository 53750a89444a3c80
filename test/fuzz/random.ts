import { seeded } from "../support/seeded.js";

/** Choices that follow from a seed alone, so that what was found with a seed can be found again. */
export class Random {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = seeded(seed);
    // Neighbouring seeds begin alike: the first draws are thrown away.
    for (let draw = 0; draw < 4; draw += 1) this.#next();
  }

  /** A number in [0, 1). */
  unit(): number {
    return this.#next();
  }

  /** A whole number in [from, to]. */
  between(from: number, to: number): number {
    return from + Math.floor(this.#next() * (to - from + 1));
  }

  /** Whether something with this probability happens. */
  chance(probability: number): boolean {
    return this.#next() < probability;
  }

  /** One of a list that is not empty. */
  pick<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.#next() * items.length)];
    if (item === undefined) throw new RangeError("There is nothing to pick from, or it is undefined.");
    return item;
  }

  /** Up to `count` different ones, in the order in which they were. */
  some<Item>(items: readonly Item[], count: number): Item[] {
    const left = items.map((item, index) => ({ item, index, rank: this.#next() }));
    return left
      .sort((one, other) => one.rank - other.rank)
      .slice(0, count)
      .sort((one, other) => one.index - other.index)
      .map(({ item }) => item);
  }

  /** `count` items, each made anew. */
  many<Item>(count: number, make: (index: number) => Item): Item[] {
    return Array.from({ length: count }, (_, index) => make(index));
  }
}
