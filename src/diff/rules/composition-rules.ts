import type { DiffRules } from "./diff-rule.js";

/** Section K of the catalogue. */
export const compositionRules = {} satisfies DiffRules;
