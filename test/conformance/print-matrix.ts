import { withoutIds, type Conformance, type ProvenRule, type TestOutcome } from "./prove-rules.js";
import { groups } from "./rules.js";

/** The matrix as Markdown: every rule, its tests, its result. The same text for the same tests. */
export function printMatrix({ rules }: Conformance): string {
  const count = (result: ProvenRule["result"]) => rules.filter((one) => one.result === result).length;
  const waived = count("waived");
  return [
    "# Conformance",
    "",
    "Every rule of the contract of the external API, and the tests that prove it with a client that was generated a moment",
    "before, over HTTP against the sandbox, or with the command itself. Written by `npm run conformance`; not edited by hand.",
    "",
    `**${count("proven")} of ${rules.length - waived} rules are proven**${waived > 0 ? `; ${waived} waived` : ""}.`,
    ...groups.flatMap(([letters, heading]) => printGroup(heading, rules.filter(isOf(letters)))),
    "",
  ].join("\n");
}

function isOf(letters: string): (proven: ProvenRule) => boolean {
  return ({ rule }) => rule.id.startsWith(`${letters}-`);
}

function printGroup(heading: string, rules: readonly ProvenRule[]): readonly string[] {
  return ["", `## ${heading}`, ...rules.flatMap(printRule)];
}

function printRule({ rule, tests, result }: ProvenRule): readonly string[] {
  const kept = rule.keepers.join(" and ");
  return [
    "",
    `### ${rule.id}: ${result}`,
    "",
    `${rule.wording} Kept by the ${kept}.`,
    ...(rule.waived !== undefined && result === "waived" ? ["", rule.waived] : []),
    ...(tests.length > 0 ? [""] : []),
    ...tests.map(printTest),
  ];
}

function printTest({ file, titles, passed }: TestOutcome): string {
  const title = titles.map(withoutIds).map(escapeText).join(" › ");
  return `- ${passed ? "" : "**failed** "}${title} ([${file.replace(/^.*\//, "")}](../${file}))`;
}

/** Text that Markdown leaves as it is. */
function escapeText(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>|]/g, "\\$&");
}
