import type { DiffRules } from "./diff-rule.js";

/** Section I of the catalogue. */
export const valueRules = {} satisfies DiffRules;
