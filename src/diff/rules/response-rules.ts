import type { DiffRules } from "./diff-rule.js";

/** Section F of the catalogue. */
export const responseRules = {} satisfies DiffRules;
