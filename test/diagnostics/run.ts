import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { format } from "prettier";
import { ruleTable } from "../../src/diagnostics/rule-table.js";
import { repository } from "../support/repository.js";
import { printRules } from "./print-rules.js";

/* Writes docs/diagnostics.md from the rule table. */

const text = await format(printRules(ruleTable), { parser: "markdown", printWidth: 110 });
await writeFile(join(repository, "docs/diagnostics.md"), text);
