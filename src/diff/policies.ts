import { isCounted } from "../diagnostics/is-counted.js";
import type { DiffDiagnostic, FailOn, Finding } from "./finding.js";

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
  ["sunset", /\.sunset-(?!passed)[a-z-]+$/u, /\.sunset-(?:added|postponed)$/u],
  ["stability", /\.stability-[a-z]+$/u, /\.stability-raised$/u],
  ["version", /^document\.(?:version|major|minor)-[a-z-]+$/u, /(?!)/u],
];

/** Rules that a policy governs although the law has a level for them. */
const JUDGED = /removed-before-sunset$/u;

/** Rules that tell callers when something ends, also without a policy. */
const SCHEDULE = /\.sunset-(?:added|brought-forward|postponed|removed)$/u;

/** The findings without those of policies that are off, which say nothing to a caller. */
export function withoutPoliciesOff(findings: readonly Finding[], policies: Policies): readonly Finding[] {
  return findings.filter((finding) => {
    const policy = policyOf(finding);
    return policy === undefined || levelOf(policy, policies) !== "off" || SCHEDULE.test(finding.rule);
  });
}

/**
 * A diagnostic for each finding that breaks a promise. One that is accepted, or does not reach the consumer, is information.
 *
 * @param failOn - a gate that leaves the API out is not reached by its promises.
 */
export function checkPolicies(
  findings: readonly Finding[],
  policies: Policies,
  failOn: FailOn,
): readonly DiffDiagnostic[] {
  return findings.flatMap((finding): readonly DiffDiagnostic[] => {
    const policy = policyOf(finding);
    const level = policy === undefined ? "off" : levelOf(policy, policies);
    if (policy === undefined || level === "off" || isRight(finding)) return [];
    const message = `${finding.title} ${finding.why}`;
    const id = `policy/${policy}`;
    if (!isCounted(finding)) return [{ id, level: "info", message }];
    const fails = level === "error" && failsForPromises(failOn);
    return [{ id, level, message, ...(fails && { fails }) }];
  });
}

/** Whether a finding breaks a promise whose break is an error. */
export function breaksPolicy(finding: Finding, policies: Policies): boolean {
  const policy = policyOf(finding);
  return policy !== undefined && levelOf(policy, policies) === "error" && !isRight(finding);
}

/** Whether a broken promise of the API reaches a gate: every one but that of callers alone, and none. */
export function failsForPromises(failOn: FailOn): boolean {
  return failOn !== "none" && failOn !== "sdk";
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
