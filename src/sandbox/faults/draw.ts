import { createHash } from "node:crypto";

/**
 * A number from 0 (included) to 1 (excluded) that looks random. It depends on its arguments alone: what one rule draws
 * does not change what another one draws, nor does the order in which requests of other operations come in.
 * @param seed the seed of the plan
 * @param rule the name of the rule
 * @param occurrence which of the requests that match the rule, counted from 1
 */
export function draw(seed: number, rule: string, occurrence: number): number {
  const digest = createHash("sha256")
    .update(JSON.stringify([seed, rule, occurrence]))
    .digest();
  return digest.readUIntBE(0, 6) / 2 ** 48;
}
