import type { DiffRules } from "./diff-rule.js";

/** Section E of the catalogue. */
export const bodyRules = {} satisfies DiffRules;
