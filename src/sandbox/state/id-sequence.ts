import type { UpstreamId } from "./models.js";

/** The first identifier lies above 2^53, where a floating-point number has no odd integers any more (GEN-1). */
const first = 9_007_199_254_740_993n;

/** Hands out upstream identifiers: rising, odd, and so large that a detour through a number would change them. */
export function createIdSequence(): () => UpstreamId {
  let next = first;
  return () => {
    const id = next.toString();
    next += 2n;
    return id;
  };
}
