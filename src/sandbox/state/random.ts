/** Numbers that look random and are the same in every run. */
export interface Random {
  /** An integer from 0 below `limit`. */
  below(limit: number): number;
  /** One of the values. @throws Error for an empty list */
  pick<Value>(values: readonly Value[]): Value;
}

/** @param seed any integer (mulberry32) */
export function createRandom(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    pick: (values) => {
      if (values.length === 0) throw new Error("there is nothing to pick from");
      return values[below(values.length)] as (typeof values)[number];
    },
  };
}
