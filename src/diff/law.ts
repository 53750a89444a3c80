import type { Direction, Effect } from "./fact.js";
import type { Bump, SdkLevel, WireLevel } from "./finding.js";

/**
 * The law that decides what an edit means on the wire. Towards the API, whatever was allowed before must stay allowed; towards
 * the caller, nothing may come that could not come before.
 *
 * @param isOpen - generated clients leave the type open here: they read what they do not know, so that it is a risk alone.
 */
export function wireLevel(effect: Effect, direction: Direction, isOpen = false): WireLevel {
  switch (effect) {
    case "equal":
      return "none";
    case "unknown":
      return "risky";
    case "other":
      return "breaking";
    case "narrower":
      return direction === "request" ? "breaking" : "compatible";
    case "wider":
      if (direction === "request") return "compatible";
      return isOpen ? "risky" : "breaking";
  }
}

const ORDER: readonly WireLevel[] = ["none", "docs", "compatible", "risky", "breaking"];

/** The one that weighs more. */
export function worseWire(left: WireLevel, right: WireLevel): WireLevel {
  return ORDER.indexOf(left) >= ORDER.indexOf(right) ? left : right;
}

const SDK_ORDER: readonly SdkLevel[] = ["none", "compatible", "breaking"];

/** The one that weighs more. */
export function worseSdk(left: SdkLevel, right: SdkLevel): SdkLevel {
  return SDK_ORDER.indexOf(left) >= SDK_ORDER.indexOf(right) ? left : right;
}

/** The version number that an edit asks for: what breaks on either axis is major, what only adds or may disturb is minor. */
export function bumpOf(wire: WireLevel, sdk: SdkLevel): Bump {
  if (wire === "breaking" || sdk === "breaking") return "major";
  if (wire === "risky" || wire === "compatible" || sdk === "compatible") return "minor";
  return wire === "docs" ? "patch" : "none";
}

const BUMPS: readonly Bump[] = ["none", "patch", "minor", "major"];

/** The greater of two bumps. */
export function greaterBump(left: Bump, right: Bump): Bump {
  return BUMPS.indexOf(left) >= BUMPS.indexOf(right) ? left : right;
}
