import type { Rule, Rules } from "../../src/diagnostics/rule.js";

const HEAD = `# Diagnostics

<!-- Written by \`npm run diagnostics\` from the rule table in src/diagnostics. -->

\`generate\`, \`generate --check\` and \`inspect\` report what they find in a contract and in the settings. Each diagnostic has an id,
a level, a message, a location and a remedy.

| level | meaning |
| --- | --- |
| \`error\` | Stops the work. |
| \`warning\` | Something is lost, ambiguous or ignored. With \`--strict\` nothing is written and the exit code is 1. \`accept\` in cabinetry.yaml makes it an info. |
| \`info\` | The client reads the contract as its author means it. Printed in full with \`--verbose\`. |

Diagnostics that change what the client does are marked **changes the client**; \`--quiet\` prints these too. \`--json\` has all
of them, see [json.md](json.md). Values of the contract stand for the names in braces.
`;

/** docs/diagnostics.md: one section for each subject, the rules in the order of the table. */
export function printRules(rules: Rules): string {
  const bySubject = new Map<string, string[]>();
  for (const [id, rule] of Object.entries(rules)) {
    const [subject = ""] = id.split("/");
    bySubject.set(subject, [...(bySubject.get(subject) ?? []), printRule(id, rule)]);
  }
  const sections = [...bySubject]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([subject, texts]) => `## ${subject}\n\n${texts.join("\n")}`);
  return [HEAD, ...sections].join("\n");
}

function printRule(id: string, { level, message, remedy, changesClient }: Rule): string {
  const mark = changesClient === true ? ", **changes the client**" : "";
  const shown = message.replaceAll(/\{(\w+)(?::\w+)?\}/gu, "{$1}");
  return `### ${id}\n\n${level}${mark}: ${shown}\n\nRemedy: ${remedy}\n`;
}
