import type { DiffRules } from "./diff-rule.js";

/** Section C of the catalogue. */
export const securityRules = {} satisfies DiffRules;
