import type { DiffRules } from "./diff-rule.js";

/** Section J of the catalogue. */
export const boundRules = {} satisfies DiffRules;
