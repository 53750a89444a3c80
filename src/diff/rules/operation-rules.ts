import type { DiffRules } from "./diff-rule.js";

/** Section B of the catalogue. */
export const operationRules = {} satisfies DiffRules;
