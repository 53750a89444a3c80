import type { DiffRules } from "./diff-rule.js";

/** Section G of the catalogue. */
export const propertyRules = {} satisfies DiffRules;
