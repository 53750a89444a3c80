import type { DiffRules } from "./diff-rule.js";

/** Section H of the catalogue. */
export const typeRules = {} satisfies DiffRules;
