import { bodyRules } from "./body-rules.js";
import { boundRules, valueRules } from "./value-rules.js";
import { compositionRules } from "./composition-rules.js";
import type { DiffRule, DiffRules } from "./diff-rule.js";
import { documentRules } from "./document-rules.js";
import { operationRules } from "./operation-rules.js";
import { parameterRules } from "./parameter-rules.js";
import { propertyRules } from "./property-rules.js";
import { responseRules } from "./response-rules.js";
import { sdkRules } from "./sdk-rules.js";
import { securityRules } from "./security-rules.js";
import { typeRules } from "./type-rules.js";

/** Every kind of change that `diff` tells apart, by key. Keys are stable: acceptance files and configuration name them. */
export const diffRules: DiffRules = {
  ...documentRules,
  ...operationRules,
  ...securityRules,
  ...parameterRules,
  ...bodyRules,
  ...responseRules,
  ...propertyRules,
  ...typeRules,
  ...valueRules,
  ...boundRules,
  ...compositionRules,
  ...sdkRules,
};

/** The rule of a key. An unknown key is a mistake of the code that made the fact. */
export function diffRule(change: string): DiffRule {
  const rule = diffRules[change];
  if (rule === undefined) throw new Error(`The rule table has no key ${change}.`);
  return rule;
}
