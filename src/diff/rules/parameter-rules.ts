import type { DiffRules } from "./diff-rule.js";

/** Section D of the catalogue. */
export const parameterRules = {} satisfies DiffRules;
