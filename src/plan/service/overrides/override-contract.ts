import type { LocatedOverrides, ProblemsOverride } from "../../../config/client-overrides.js";
import type { ApiModel } from "../../../model/api-model.js";
import { byText } from "../../../text/by-text.js";
import type { SchemaReader } from "../schema-reader.js";
import { BY_METHOD, recogniseProblem } from "../traits/problems/recognise-problem.js";
import type { ContractTraits, Problem, SwitchedOff, Trait } from "../traits/trait.js";
import { memberPath } from "../traits/pagination/paths.js";
import { checkMeanings, checkMembers } from "./check-problems.js";
import type { UnfitClaim } from "./claim.js";
import { memberKeys } from "./find-member.js";

/** What the configuration makes of the traits of the contract as a whole. */
export interface OverriddenContract {
  readonly traits: ContractTraits;
  readonly switchedOff: readonly SwitchedOff[];
  readonly unfit: readonly UnfitClaim[];
}

/** Traits of the contract as a whole, as it shows them and a configuration file decides otherwise. */
export function overrideContract(
  traits: ContractTraits,
  model: ApiModel,
  reader: SchemaReader,
  overrides: LocatedOverrides,
): OverriddenContract {
  const { intentRetention, requestId, sensitive, ...given } = overrides.values;
  const reasonOf = (key: string, what = "says so") => `${positionOf(key, overrides)} ${what}.`;
  const unfit: UnfitClaim[] = [];
  const { problem: recognised, ...ofOthers } = traits;
  const ofProblems = decideProblem(recognised, overrides, { model, reader, unfit });
  const { problem } = ofProblems;
  const switchedOff = [
    ...ofProblems.switchedOff,
    ...OFF.filter((key) => overrides.values[key] === false).map((trait) => ({
      trait,
      reason: reasonOf(trait),
    })),
  ];
  const others: ContractTraits = {
    ...omitClaimed(ofOthers, overrides),
    ...(problem && { problem }),
    ...(typeof intentRetention === "string" && {
      intentRetention: decided(
        intentRetention,
        `Intents are remembered for ${intentRetention}: ${reasonOf("intentRetention")}`,
      ),
    }),
    ...(Array.isArray(requestId) && { requestId: decided(requestId, reasonOf("requestId")) }),
    ...(given.retry && {
      retry: decided(
        given.retry,
        `Retries follow ${given.retry.policy === "method" ? "the method" : "`retryable` of problems"}: ${reasonOf("retry")}`,
      ),
    }),
    ...(given.identifiers && {
      identifiers: decided(
        given.identifiers,
        `Identifiers of 64 bits beside those of the contract are ${listed(given.identifiers)}: ${reasonOf("identifiers")}`,
      ),
    }),
    ...(given.enums && { enums: decided(given.enums, `Enums are ${given.enums}: ${reasonOf("enums")}`) }),
    ...(given.undeclaredHeaders && {
      undeclaredHeaders: decided(
        given.undeclaredHeaders,
        `Callers give ${listed(given.undeclaredHeaders)}: ${reasonOf("undeclaredHeaders")}`,
      ),
    }),
  };
  const { sensitive: shown } = traits;
  if (sensitive === undefined) return { traits: others, switchedOff, unfit };
  const names = (shown?.facts ?? []).filter((name) => !isRemoved(sensitive, name));
  const isAdded = (name: string) => listAdded(sensitive).includes(name);
  const reason =
    shown === undefined || names.every(isAdded)
      ? reasonOf("sensitive")
      : `${shown.reason} ${reasonOf("sensitive", changesOf(sensitive))}`;
  const masked = names.length === 0 ? {} : { sensitive: decided(names, reason) };
  return { traits: { ...others, ...masked }, switchedOff, unfit };
}

/** Keys of the client whose `false` switches a trait of the contract off. */
const OFF = ["intentRetention", "requestId", "security", "envelope"] as const;

/** What an error is. */
function decideProblem(
  recognised: Trait<Problem> | undefined,
  overrides: LocatedOverrides,
  {
    model,
    reader,
    unfit,
  }: { readonly model: ApiModel; readonly reader: SchemaReader; readonly unfit: UnfitClaim[] },
): { readonly problem: Trait<Problem> | undefined; readonly switchedOff: readonly SwitchedOff[] } {
  const { problems, retry } = overrides.values;
  const position = positionOf("problems", overrides);
  if (problems === false) {
    if (retry?.policy === "problem")
      unfit.push({
        path: ["retry", "policy"],
        message: "`problem` needs problems that say what may be sent again, and `problems` is false.",
      });
    return { problem: undefined, switchedOff: [{ trait: "problem", reason: `${position} says so.` }] };
  }
  if (problems !== undefined) unfit.push(...checkMembers(problems, model, reader));
  if (problems === undefined && (retry === undefined || recognised !== undefined))
    return { problem: retry === undefined ? recognised : withoutRetries(recognised), switchedOff: [] };
  const facts = claimProblem(problems, shownProblem(recognised?.facts, problems, model, reader));
  if (problems !== undefined) unfit.push(...checkMeanings(problems));
  const reason =
    problems === undefined
      ? `What looks like a problem is read as one: ${positionOf("retry", overrides)} says what is retried.`
      : `${position} says so.`;
  return { problem: decided(facts, reason), switchedOff: [] };
}

/** As the contract shows it, but for what decides retries. */
function withoutRetries(recognised: Trait<Problem> | undefined): Trait<Problem> | undefined {
  return recognised && { ...recognised, reason: recognised.reason.replace(BY_METHOD, "") };
}

/** `cabinetry.yaml:3` */
function positionOf(key: string, { file, locate }: LocatedOverrides): string {
  return `${file}:${String(locate([key]).line)}`;
}

/** The traits that the file says nothing of. */
function omitClaimed(
  { requestId, sensitive, ...others }: ContractTraits,
  { values }: LocatedOverrides,
): ContractTraits {
  return {
    ...others,
    ...(requestId !== undefined && values.requestId === undefined && { requestId }),
    ...(sensitive !== undefined && values.sensitive === undefined && { sensitive }),
  };
}

function decided<Facts>(facts: Facts, reason: string): Trait<Facts> {
  return { facts, reason, decidedBy: "configuration" };
}

/**
 * What error responses show of problems. Where the configuration alone says that they are problems, it has to say itself what is retryable;
 * where it says which member is the code, the client reads no other, and only what that member has are codes.
 */
function shownProblem(
  recognised: Problem | undefined,
  problems: ProblemsOverride | undefined,
  model: ApiModel,
  reader: SchemaReader,
): Problem | undefined {
  const code = problems?.members?.code;
  if (problems === undefined || (recognised !== undefined && code === undefined)) return recognised;
  const given = { code: code === undefined ? undefined : memberKeys(code) };
  const shown = recogniseProblem(model, reader, given)?.facts;
  if (shown === undefined) return recognised;
  const { codes, meanings } = shown;
  return recognised === undefined ? { ...shown, retryable: false } : { ...recognised, codes, meanings };
}

function claimProblem(
  { codes = [], meanings = {}, retryable, members }: ProblemsOverride = {},
  shown: Problem = { codes: [], retryable: false, meanings: {} },
): Problem {
  return {
    ...shown,
    codes: [...new Set([...shown.codes, ...codes, ...Object.keys(meanings)])].sort(byText),
    retryable: retryable ?? shown.retryable,
    meanings: { ...shown.meanings, ...meanings },
    ...(members !== undefined && claimMembers(members, shown)),
  };
}

/** Names of members, and the objects that hold those that are not at the top of a problem: `properties.code`. */
function claimMembers(
  members: NonNullable<ProblemsOverride["members"]>,
  shown: Problem,
): Pick<Problem, "holders" | "members"> {
  const paths = Object.entries(members).map(([known, text]) => [known, memberKeys(text)] as const);
  const holders = paths.flatMap(([, keys]) => (keys.length > 1 ? [memberPath(keys.slice(0, -1))] : []));
  const all = [...new Set([...(shown.holders ?? []), ...holders])].sort(byText);
  const names = Object.fromEntries(paths.map(([known, keys]) => [known, keys.at(-1) ?? ""]));
  return { members: { ...shown.members, ...names }, ...(all.length > 0 && { holders: all }) };
}

function listed(names: readonly string[]): string {
  return names.map((name) => JSON.stringify(name)).join(", ");
}

/** Names that are masked although the contract does not mark them. */
function listAdded(sensitive: NonNullable<LocatedOverrides["values"]["sensitive"]>): readonly string[] {
  return "add" in sensitive || "remove" in sensitive
    ? (sensitive.add ?? [])
    : (sensitive as readonly string[]);
}

/** `adds "phone" and removes "pin"` */
function changesOf(sensitive: NonNullable<LocatedOverrides["values"]["sensitive"]>): string {
  const removed = "remove" in sensitive ? (sensitive.remove ?? []) : [];
  const list = (verb: string, names: readonly string[]) =>
    names.length === 0 ? [] : [`${verb} ${listed(names)}`];
  return [...list("adds", listAdded(sensitive)), ...list("removes", removed)].join(" and ") || "adds nothing";
}

/** Whether a name is not masked although the contract marks it. */
function isRemoved(sensitive: NonNullable<LocatedOverrides["values"]["sensitive"]>, name: string): boolean {
  const removed = "add" in sensitive || "remove" in sensitive ? (sensitive.remove ?? []) : [];
  return removed.includes(name);
}
