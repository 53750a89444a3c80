import { expect } from "vitest";
import { acceptedBy } from "../../../src/plan/service/signs/sign.js";
import { planOf } from "../plan-of.js";
import { planUnder } from "./overrides/configured.js";

/** Expects that the first sign of a contract is accepted by this line, and that its lines and this one leave no sign. */
export async function expectSilenced(contract: string, accepting: string): Promise<void> {
  const [sign] = planOf(contract).traits.lost;
  const accepted = sign && acceptedBy(sign)?.join("\n");
  expect(accepted).toBe(accepting);
  for (const lines of [sign?.lines.join("\n"), accepted]) {
    const { traits } = await planUnder(contract, lines ?? "");
    expect(traits.lost).toEqual([]);
  }
}
