import { isOpen } from "./conclude.js";
import type { DiffDiagnostic, Finding } from "./finding.js";

/** How a broken policy is reported; an error reaches the gate. */
export type PolicyLevel = "error" | "off" | "warning";

/** Policies on what breaks no caller. */
export interface Policies {
  readonly sunset?: PolicyLevel;
  readonly stability?: PolicyLevel;
  readonly version?: PolicyLevel;
}

/** The rules of each policy, and those of them that report what is right. */
const RULES: readonly (readonly [policy: keyof Policies, rules: RegExp, right: RegExp])[] = [
  ["sunset", /\.sunset-(?!passed)[a-z-]+$/u, /\.sunset-postponed$/u],
  ["stability", /\.stability-[a-z]+$/u, /\.stability-raised$/u],
  ["version", /^document\.(?:version|major)-[a-z-]+$/u, /(?!)/u],
];

/** Rules that a policy governs although the law has a level for them. */
const JUDGED = /removed-before-sunset$/u;

/**
 * Takes out the findings of policies that are off: they break no caller. What breaks a policy that is on becomes a diagnostic beside its
 * finding; it fails the run where the finding counts.
 */
export function applyPolicies(
  findings: readonly Finding[],
  policies: Policies,
): { readonly findings: readonly Finding[]; readonly diagnostics: readonly DiffDiagnostic[] } {
  const governed = findings.map((finding) => ({ finding, policy: policyOf(finding) }));
  return {
    findings: governed.flatMap(({ finding, policy }) =>
      policy === undefined || levelOf(policy, policies) !== "off" ? [finding] : [],
    ),
    diagnostics: governed.flatMap(({ finding, policy }): readonly DiffDiagnostic[] => {
      const level = policy === undefined ? "off" : levelOf(policy, policies);
      if (policy === undefined || level === "off" || isRight(finding)) return [];
      const message = `${finding.title} ${finding.why}`;
      const id = `policy/${policy}`;
      if (!isOpen(finding)) return [{ id, level: "info", message }];
      return [level === "error" ? { id, level, message, fails: true } : { id, level, message }];
    }),
  };
}

function policyOf({ rule }: Finding): keyof Policies | undefined {
  if (JUDGED.test(rule)) return undefined;
  return RULES.find(([, rules]) => rules.test(rule))?.[0];
}

function levelOf(policy: keyof Policies, policies: Policies): PolicyLevel {
  return policies[policy] ?? "off";
}

function isRight({ rule }: Finding): boolean {
  return RULES.some(([, , right]) => right.test(rule));
}
