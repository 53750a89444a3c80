import type { DiffRules } from "./diff-rule.js";

/** What only code that is compiled against the generated client notices. */
export const sdkRules = {} satisfies DiffRules;
