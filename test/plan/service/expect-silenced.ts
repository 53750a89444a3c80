import { expect } from "vitest";
import { acceptedBy } from "../../../src/plan/service/signs/sign.js";
import { planOf } from "../plan-of.js";
import { planUnder } from "./overrides/configured.js";

/** Expects that the first sign of a contract is accepted by this line, and that this line leaves no sign, nor do the lines of the sign itself. */
export async function expectSilenced(contract: string, accepting: string): Promise<void> {
  const [sign] = planOf(contract).traits.lost;
  const accepted = sign && acceptedBy(sign)?.join("\n");
  expect(accepted).toBe(accepting);
  const own = sign === undefined || sign.lines.length > 0 ? [sign?.lines.join("\n")] : [];
  for (const lines of [...own, accepted]) {
    const { traits } = await planUnder(contract, lines ?? "");
    expect(traits.lost).toEqual([]);
  }
}
