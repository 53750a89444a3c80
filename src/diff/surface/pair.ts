import type { TypePlan } from "../../plan/typescript/type-plan.js";
import type { FormPair } from "./compare-forms.js";
import type { Role, SurfaceChange } from "./surface-change.js";

/* Pairs of the old and the new of one another, and what is found at them. Types only. */

/** An old type and the new one in its place. */
export interface TypePair {
  readonly kind: "types";
  readonly old: TypePlan;
  readonly now: TypePlan;
  readonly role: Role;
}

/** An old and a new alternative. */
export interface FormPairIn extends FormPair {
  readonly kind: "forms";
  readonly role: Role;
}

/** Two types or two alternatives. */
export type Pair = FormPairIn | TypePair;

/** Where a part is within a pair. */
export type Step =
  | {
      readonly kind: "member";
      readonly name: string;
      readonly owners?: { readonly old?: string; readonly now?: string };
    }
  | { readonly kind: "items"; readonly index?: number }
  | { readonly kind: "others" }
  | { readonly kind: "part"; readonly name: string }
  | { readonly kind: "same" };

/** A change at a pair, or at a step from it. */
export interface LocalChange extends Pick<SurfaceChange, "rule" | "arguments"> {
  readonly isBreaking: boolean;
  readonly step: Step;
  /** The types that come, go or change. */
  readonly types: readonly TypePlan[];
  /** Its last name on either side, where it is a member that has come, gone or got another name. */
  readonly names?: { readonly old?: string; readonly now?: string };
}

/** What a pair changes, and the pairs that it leads to. */
export interface Local {
  readonly changes: readonly LocalChange[];
  readonly children: readonly { readonly step: Step; readonly pair: Pair }[];
}

/** Whether code that uses the old side of a pair breaks with the new one. */
export type Breaks = (pair: Pair) => boolean;
