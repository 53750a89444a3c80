import type { LocatedOverrides, ProblemsOverride } from "../../../config/client-overrides.js";
import type { ApiModel } from "../../../model/api-model.js";
import type { SchemaNode } from "../../../model/schema-model.js";
import { byText } from "../../../text/by-text.js";
import { mapMember } from "../map-members.js";
import { isError, jsonContent } from "../responses.js";
import { alternatives, type SchemaReader } from "../schema-reader.js";
import { exampleNames } from "../traits/body-members.js";
import { listMembersTexts } from "../signs/problems/code-member-sign.js";
import { errorMedia, hasFlatMap, isSpelling, takesExtensions } from "../traits/problems/error-models.js";
import { BY_METHOD, recogniseProblem } from "../traits/problems/recognise-problem.js";
import type { ContractTraits, Problem, SwitchedOff, Trait } from "../traits/trait.js";
import { memberPath } from "../traits/pagination/paths.js";
import type { UnfitClaim } from "./claim.js";
import { adviseName, memberKeys } from "./find-member.js";

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
  if (problems !== undefined)
    unfit.push(...checkMembers(problems, model, reader), ...checkMeanings(problems));
  if (problems === undefined && (retry === undefined || recognised !== undefined))
    return { problem: retry === undefined ? recognised : withoutRetries(recognised), switchedOff: [] };
  const facts = claimProblem(problems, shownProblem(recognised?.facts, problems, model, reader));
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

/** Codes that mean the same to every client. */
const KNOWN: Readonly<Record<string, string>> = {
  ambiguous_upstream_outcome: "ambiguous-outcome",
  feature_disabled: "feature-disabled",
  idempotency_key_conflict: "idempotency-conflict",
};

function checkMeanings({ meanings = {} }: ProblemsOverride): readonly UnfitClaim[] {
  return Object.entries(meanings).flatMap(([code, meaning]) => {
    const known = Object.hasOwn(KNOWN, code) ? KNOWN[code] : undefined;
    if (known === undefined || known === meaning) return [];
    const message = `${JSON.stringify(code)} means ${known} to every client: that cannot be changed.`;
    return [{ path: ["problems", "meanings", code], message }];
  });
}

/** Members of problems that no error response describes, where some describes its members. */
function checkMembers(
  { members = {} }: ProblemsOverride,
  model: ApiModel,
  reader: SchemaReader,
): readonly UnfitClaim[] {
  const bodies = model.operations.flatMap(({ responses }) =>
    responses.flatMap((response) => (isError(response) ? (jsonContent(response, reader)?.schema ?? []) : [])),
  );
  // The usual names may be in any problem; a map of any members is at the top of the body.
  const [isOpen, hasMap] = [takesExtensions, hasFlatMap].map((fits) =>
    bodies.some((body) => fits(body, reader)),
  );
  return Object.entries(members).flatMap(([key, text]) => {
    const isExtension = (isOpen && text === key) || (hasMap && isMapMember(key, text, model, reader));
    const names = isExtension ? undefined : namesBeside(memberKeys(text), bodies, reader);
    return names === undefined
      ? []
      : [
          {
            path: ["problems", "members", key],
            mayFitOthers: true,
            message: `No error response has the member ${JSON.stringify(text)}. ${adviseName(memberKeys(text).at(-1) ?? "", names, "")}`,
          },
        ];
  });
}

/** Whether a map of any members may have one: it is called as contracts call it, or a text or an example names it. */
function isMapMember(known: string, text: string, model: ApiModel, reader: SchemaReader): boolean {
  const [name = "", ...inner] = memberKeys(text);
  if (inner.length > 0) return false;
  const isQuoted = (of: string) =>
    [`\`${name}\``, `"${name}"`, `'${name}'`, `“${name}”`].some((one) => of.includes(one));
  const examples = errorMedia(model, reader).flatMap(({ examples: own = [] }) => own);
  return (
    isSpelling(known, name) ||
    exampleNames(examples).includes(name) ||
    listMembersTexts(model, reader).some((one) => isQuoted(one.text))
  );
}

/** The members that there are where a path leads to none; undefined: it leads to one, or to where nothing is described. */
function namesBeside(
  keys: readonly string[],
  bodies: readonly SchemaNode[],
  reader: SchemaReader,
): readonly string[] | undefined {
  let at = bodies;
  for (const key of keys) {
    const all = at.flatMap((body) => alternatives(body, reader));
    const next = all.flatMap((body) => membersAt(key, body, reader));
    const names = new Set(all.flatMap((body) => membersOf(body, reader).map(({ name }) => name)));
    if (names.size === 0) return undefined;
    if (next.length === 0) return [...names].sort(byText);
    at = next;
  }
  return undefined;
}

/** The first entry of a list, as a path names it; any other number, and `name=value`, is an entry as well. */
const ENTRY = "0";

function membersOf(
  body: SchemaNode,
  reader: SchemaReader,
): readonly { readonly name: string; readonly schema: SchemaNode }[] {
  const { type } = reader.resolve(body);
  return type.kind === "array" ? [{ name: ENTRY, schema: type.items }] : (reader.properties(body) ?? []);
}

/** The members of a name that a body describes; else what it says of members beside those that it lists. */
function membersAt(key: string, body: SchemaNode, reader: SchemaReader): readonly SchemaNode[] {
  const listed = membersOf(body, reader).flatMap(({ name, schema }) => (fits(name, key) ? schema : []));
  if (listed.length > 0) return listed;
  const { type } = reader.resolve(body);
  const parts = type.kind === "intersection" ? type.members : [body];
  return parts.flatMap((part) => mapMember(part, key, reader) ?? []);
}

function fits(name: string, key: string): boolean {
  return name === key || (name === ENTRY && /^\d+$|=/.test(key));
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
