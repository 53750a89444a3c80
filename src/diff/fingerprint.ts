import { createHash } from "node:crypto";
import { canonicalJson } from "../text/canonical-json.js";
import type { Position } from "./fact.js";

/** What a fingerprint is made of. */
export interface Fingerprinted {
  readonly old?: Position;
  readonly new?: Position;
}

/**
 * What identifies a finding between runs: its rule, position and values, not its sentences and lines. Names of path parameters
 * count for nothing, because the path is the same route whatever they are.
 */
export function fingerprintOf(rule: string, { old, new: now }: Fingerprinted): string {
  const pointer = (now ?? old)?.pointer.replace(/\{[^{}]*\}/gu, "{}") ?? "";
  const facts = [rule, pointer, old?.value ?? null, now?.value ?? null];
  return createHash("sha256").update(canonicalJson(facts)).digest("hex").slice(0, 16);
}
