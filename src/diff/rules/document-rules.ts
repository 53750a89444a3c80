import type { DiffRules } from "./diff-rule.js";

/** Section A of the catalogue. */
export const documentRules = {} satisfies DiffRules;
