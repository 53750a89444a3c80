import type { Rule } from "./rule.js";
import { accessRules } from "./rules/access-rules.js";
import { clientRules } from "./rules/client-rules.js";
import { contentRules } from "./rules/content-rules.js";
import { documentRules } from "./rules/document-rules.js";
import { operationRules } from "./rules/operation-rules.js";
import { schemaRules } from "./rules/schema-rules.js";
import { traitRules } from "./rules/trait-rules.js";

/**
 * Everything that Cabinetry reports of a contract or its settings, by id; within one level the more important rules come
 * first. Ids are stable: `--json`, configuration and documentation refer to them.
 */
export const ruleTable = {
  ...clientRules,
  ...documentRules,
  ...accessRules,
  ...operationRules,
  ...traitRules,
  ...contentRules,
  ...schemaRules,
};

/** Id of a rule: `schema/empty-enum`. */
export type RuleId = keyof typeof ruleTable;

/** The row of an id. */
export function ruleOf(id: RuleId): Rule {
  return ruleTable[id];
}
