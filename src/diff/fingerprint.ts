import { createHash } from "node:crypto";
import type { Json } from "../load/loaded-contract.js";
import { byText } from "../text/by-text.js";
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
  return hashOf([rule, pointer, ...values]);
}

/**
 * What identifies a finding together with changes of the client that are told with it, and are not at its position: who accepts it
 * accepts these, and no others.
 */
export function joinFingerprints(own: string, others: readonly string[]): string {
  return others.length === 0 ? own : hashOf([own, ...others.toSorted(byText)]);
}

function hashOf(json: Json): string {
  return createHash("sha256").update(canonicalJson(json)).digest("hex").slice(0, 16);
}
