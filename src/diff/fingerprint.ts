import { createHash } from "node:crypto";
import { canonicalJson } from "../text/canonical-json.js";
import { withoutParameterNames } from "../openapi/operations.js";
import type { Fact, Position } from "./fact.js";

/** What a fingerprint is made of. */
export interface Fingerprinted {
  readonly old?: Position;
  readonly new?: Position;
  readonly arguments?: Fact["arguments"];
  readonly changed?: Fact["changed"];
}

/**
 * What identifies a finding between runs: its rule, position and values, not its sentences and lines. Names of path parameters
 * count for nothing, because the path is the same route whatever they are.
 */
export function fingerprintOf(rule: string, given: Fingerprinted): string {
  const { old, new: now } = given;
  const pointer = withoutParameterNames((now ?? old)?.pointer ?? "");
  // A value that is shown may be cut; what it is an excerpt of, and what the sentences name, are not.
  const values = [old?.value ?? null, now?.value ?? null, given.arguments ?? {}, given.changed ?? []];
  const facts = [rule, pointer, ...values];
  return createHash("sha256").update(canonicalJson(facts)).digest("hex").slice(0, 16);
}
