import type { ClientOverrides, ProblemsOverride } from "../../../../config/client-overrides.js";
import type { ApiModel } from "../../../../model/api-model.js";
import type { PropertyModel, SchemaNode } from "../../../../model/schema-model.js";
import { words } from "../../../../text/words.js";
import { yamlFlow, yamlList } from "../../../../text/yaml-scalar.js";
import { isError, operationKey } from "../../responses.js";
import type { SchemaReader } from "../../schema-reader.js";
import { objectMembers } from "../../traits/body-members.js";
import { errorMedia, isHolder, serviceErrors } from "../../traits/problems/error-models.js";
import { wholeProblem } from "../../traits/problems/holders.js";
import { shownPath } from "../../traits/pagination/paths.js";
import type { Problem, Trait } from "../../traits/trait.js";
import { codeMemberSign, listMembersTexts, listsRetryable, type MembersText } from "./code-member-sign.js";
import { conflictCodeSign } from "./conflict-code-sign.js";
import { describedCodesSign } from "./described-codes-sign.js";
import { describedMeaningsSign } from "./described-meanings-sign.js";
import { errorsSign } from "./error-codes-sign.js";
import type { ErrorSign, LostSign } from "../sign.js";
import { undeclaredErrorsSign } from "./undeclared-errors-sign.js";
import { unreadCodesSign } from "./unread-codes-sign.js";

/** Characters of a description that are searched. */
const LONGEST = 4000;
const LONGEST_OF_CONTRACT = 100_000;

/** The member by its name, and not the word: `` `retryable` ``, `retryable: true`, "`isRetryable` is true". */
const NAMED =
  /[`"'“](?:is_?)?retr(?:y|i)able[`"'”]|\b(?:is_?)?retr(?:y|i)able\b\s*(?:[:=]|is|equals)\s*[`"']?(?:true|false)\b/i;

/**
 * What errors may have that the client does not read: what is retryable, and codes. The configuration has one map for all of it: each sign
 * has the lines that say what can be said and accept the rest, and the line that accepts everything as it is.
 *
 * @param given - what the configuration says of problems
 */
export function problemSigns(
  model: Pick<ApiModel, "contract" | "operations" | "schemas" | "tags">,
  problem: Trait<Problem> | undefined,
  given: ClientOverrides["problems"],
  reader: SchemaReader,
): readonly LostSign[] {
  if (given === false) return [];
  const isCodeOpen = given?.members?.code === undefined && given?.otherCodes !== false;
  const codes = isCodeOpen ? errorsSign(model, problem, reader) : undefined;
  const texts = listMembersTexts(model, reader);
  const flag = describedSign(model, texts, problem) ?? flagSign(model, problem, given, reader);
  const isGiven = given?.members?.code !== undefined && given.otherCodes !== false;
  const unread = isGiven ? unreadCodesSign(model, problem, reader) : undefined;
  const member =
    problem === undefined || given?.members?.code !== undefined
      ? undefined
      : codeMemberSign(texts, bodiesOf(model, reader), problem.facts, reader);
  // The line that names the member drops the codes of `type`.
  const facts =
    member && problem
      ? {
          ...problem.facts,
          codes: [],
          meanings: {},
          members: { ...problem.facts.members, code: member.code },
        }
      : problem?.facts;
  const undeclared = given === undefined ? undeclaredErrorsSign(model, reader) : undefined;
  const isMeaningOpen = given?.meanings === undefined && (facts ?? undeclared) !== undefined;
  const { signs: ofMeanings, meanings } = isMeaningOpen ? meaningSigns(model, facts, reader) : { signs: [] };
  const found = [codes, flag, undeclared, unread, member, ...ofMeanings].filter((sign) => sign !== undefined);
  const isRetryable = flag?.isRetryable === true || codes?.members?.retryable !== undefined;
  const members = { ...codes?.members, ...flag?.members, ...undeclared?.members, ...member?.members };
  const hasEntries =
    isRetryable ||
    Object.keys(members).length > 0 ||
    meanings !== undefined ||
    (undeclared !== undefined && undeclared.codes.length > 0);
  const others: ProblemsOverride = unread === undefined ? {} : { otherCodes: false };
  const joined = {
    ...given,
    ...(undeclared && undeclared.codes.length > 0 && { codes: undeclared.codes }),
    ...(meanings && { meanings }),
    ...((flag ?? isRetryable) && { retryable: isRetryable }),
    ...others,
  };
  const lines = hasEntries ? [problemsLine({ ...joined, members: { ...given?.members, ...members } })] : [];
  const accepted = {
    ...given,
    ...(ofMeanings.length > 0 && { meanings: {} }),
    ...(flag && { retryable: false }),
    ...(member && { members: { ...given?.members, code: member.read } }),
    ...others,
  };
  // A map says that errors are problems, which may have a code.
  const meant = [
    codes === undefined && undeclared === undefined
      ? problemsLine(accepted)
      : problem === undefined
        ? "problems: false"
        : problemsLine({ ...accepted, otherCodes: false }),
  ];
  return found.map(({ origin, trait, rule, shown, missing }) => ({
    ...(origin && { origin }),
    trait,
    ...(rule && { rule }),
    shown,
    missing,
    lines,
    meant,
  }));
}

/**
 * Signs of what codes mean, and what their lines say of it.
 *
 * @param facts - what is recognised of problems; undefined: no response declares them
 */
function meaningSigns(
  model: Pick<ApiModel, "contract" | "operations" | "schemas" | "tags">,
  facts: Problem | undefined,
  reader: SchemaReader,
): { readonly signs: readonly ErrorSign[]; readonly meanings?: ShownProblems["meanings"] } {
  const named = describedCodesSign(model, facts ?? UNKNOWN);
  const others = new Set(Object.keys(named?.meanings ?? {}));
  const described = facts && describedMeaningsSign(model, facts, others, reader);
  const ofTexts = { ...described?.meanings, ...named?.meanings };
  const isNamed = Object.values(ofTexts).some((one) => one === "idempotency-conflict" || one === "?");
  const conflict = facts && !isNamed ? conflictCodeSign(model, facts, reader) : undefined;
  const meanings = { ...conflict?.meanings, ...ofTexts };
  return {
    signs: [named, described, conflict].filter((sign) => sign !== undefined),
    ...(Object.keys(meanings).length > 0 && { meanings }),
  };
}

/** What the configuration may say of problems; `?` is for a person to fill in. */
type ShownProblems = Omit<ProblemsOverride, "meanings"> & {
  readonly meanings?: Readonly<Record<string, string>>;
};

/** What is known of errors that no response declares. */
const UNKNOWN: Problem = { codes: [], retryable: false, meanings: {} };

/** The bodies of error responses. */
function bodiesOf(model: Pick<ApiModel, "operations">, reader: SchemaReader): readonly SchemaNode[] {
  return errorMedia(model, reader).flatMap(({ schema }) => schema ?? []);
}

/** The map of `problems` in `cabinetry.yaml`, on one line. */
function problemsLine({ codes, meanings, retryable, members, otherCodes }: ShownProblems): string {
  const entries = [
    ...(codes === undefined ? [] : [`codes: ${yamlList(codes)}`]),
    ...(meanings === undefined ? [] : [`meanings: ${yamlFlow(meanings)}`]),
    ...(retryable === undefined ? [] : [`retryable: ${String(retryable)}`]),
    ...(members === undefined || Object.keys(members).length === 0 ? [] : [`members: ${yamlFlow(members)}`]),
    ...(otherCodes === undefined ? [] : ["otherCodes: false"]),
  ];
  return `problems: { ${entries.join(", ")} }`;
}

/** Problems of which only descriptions say that a member tells what is retryable: one sign for the contract. */
function describedSign(
  { operations, contract }: Pick<ApiModel, "contract" | "operations">,
  texts: readonly MembersText[],
  problem: Trait<Problem> | undefined,
): ErrorSign | undefined {
  if (problem?.facts.retryable === true || problem?.decidedBy === "configuration") return undefined;
  const sign = {
    trait: "problems",
    missing:
      problem === undefined
        ? "no error response has a JSON schema or example of a problem with that member at its top"
        : "no problem has that member, in its schema or its examples",
    isRetryable: true,
  } as const;
  const ofSchema = texts.find(
    ({ text, isOfSchema }) =>
      isOfSchema && (NAMED.test(text.slice(0, LONGEST)) || listsRetryable(text.slice(0, LONGEST))),
  );
  for (const operation of operations) {
    const response = operation.responses.find(
      ({ status, description = "" }) => isError({ status }) && NAMED.test(description.slice(0, LONGEST)),
    );
    if (response !== undefined)
      return {
        ...sign,
        origin: operation.origin,
        shown: `the description of the response ${response.status} of \`${operationKey(operation)}\` names \`retryable\``,
      };
  }
  if (ofSchema !== undefined)
    return {
      ...sign,
      origin: { pointer: ofSchema.pointer },
      shown: `${ofSchema.by} names \`retryable\``,
    };
  // Its texts are about much: of errors, where they name the member alone.
  const { description = "" } = contract;
  if (!NAMED.test(description.slice(0, LONGEST_OF_CONTRACT))) return undefined;
  return {
    ...sign,
    origin: { pointer: "#/info/description" },
    shown: "the description of the contract names `retryable`",
  };
}

/** Names of a flag that may say what can be sent again, and of which a client cannot know that it does; words joined by `_`. */
const PASSING =
  /^(?:(?:is_)?(?:transient|temporary)(?:_(?:error|failure))?|(?:should|may)_retry|retry(?:_allowed)?|(?:allow|allows)_retry)$/;

/** Errors with a flag that may say what is retryable, under another name. */
function flagSign(
  model: Pick<ApiModel, "operations">,
  problem: Trait<Problem> | undefined,
  given: ProblemsOverride | undefined,
  reader: SchemaReader,
): ErrorSign | undefined {
  if (problem?.facts.retryable === true || given?.retryable !== undefined) return undefined;
  const media = serviceErrors(errorMedia(model, reader), reader);
  const flags = media.flatMap(({ schema }) => {
    const path = schema === undefined ? undefined : passingFlag(schema, reader);
    return schema === undefined || path === undefined ? [] : [{ path, schema }];
  });
  const [first] = flags;
  if (first === undefined) return undefined;
  const few = `${String(flags.length)} of ${String(media.length)} error responses ${flags.length === 1 ? "has" : "have"}`;
  const isOfMost = flags.length * 2 > media.length;
  return {
    origin: first.schema.origin,
    trait: "problems",
    shown: `${isOfMost ? "most error responses have" : few} ${JSON.stringify(first.path.join("."))}`,
    missing: `nothing tells that it says what may be sent again${isOfMost ? "" : ", and the others do not have it"}`,
    // Without the member, silence would mean no.
    ...(isOfMost && { isRetryable: true, members: { retryable: shownPath(first.path) } }),
  };
}

/** The path of such a flag, at the top of a body or in an object that holds what the error is. */
function passingFlag(schema: SchemaNode, reader: SchemaReader): readonly string[] | undefined {
  const members = objectMembers(schema, reader);
  const isFlag = (member: PropertyModel) =>
    PASSING.test(words(member.name).join("_")) && reader.resolve(member.schema).type.kind === "boolean";
  const own = members.find(isFlag);
  if (own !== undefined) return [own.name];
  const whole = wholeProblem(schema, reader);
  for (const holder of members.filter(({ name }) => isHolder(name) || name === whole)) {
    const held = objectMembers(holder.schema, reader).find(isFlag);
    if (held !== undefined) return [holder.name, held.name];
  }
  return undefined;
}
