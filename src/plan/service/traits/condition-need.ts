import type { OperationModel, ParameterModel } from "../../../model/api-model.js";
import { affirmedSentences } from "../../../text/without-denials.js";
import { findHeaderParameter } from "../responses.js";

/** The condition that a change needs, as the contract shows it. */
export interface ConditionNeed {
  /** As the contract spells it. */
  readonly header: string;
  /** What says that the server refuses a change without it: the start of a reason. */
  readonly why: string;
  /** No parameter is the header: only a read that declares an ETag shows which one it is. */
  readonly undeclared?: true;
}

/** What says that the server refuses a change without a condition; undefined where a request may omit it. */
export function findConditionNeed(change: OperationModel): ConditionNeed | undefined {
  if (READS.has(change.method)) return undefined;
  const parameter = findHeaderParameter(change, HEADER);
  if (parameter === undefined) return isRefusedWithout(change) ? UNDECLARED : undefined;
  if (takesWeak(parameter)) return undefined;
  const { name: header } = parameter;
  if (parameter.required) return { header, why: `It has the required header parameter "${header}"` };
  const why = whyRequired(change, parameter);
  return why === undefined
    ? undefined
    : { header, why: `It has the header parameter "${header}", optional, but ${why}` };
}

/** Methods that change nothing (RFC 9110 section 9.2.1). */
const READS = new Set(["GET", "HEAD", "OPTIONS", "QUERY", "TRACE"]);

const HEADER = "If-Match";

const UNDECLARED: ConditionNeed = {
  header: HEADER,
  why:
    "A 428 refuses a change without a condition (RFC 6585 section 3), and no parameter declares one: " +
    `"${HEADER}" is that of an ETag (RFC 9110 section 13.1.1)`,
  undeclared: true,
};

/** Whether a change has a condition of its own: `If-Unmodified-Since`, and `If-None-Match` of what is not there yet. */
export function declaresCondition({ parameters }: OperationModel): boolean {
  return parameters.some(({ in: where, name }) => where === "header" && /^if-/i.test(name));
}

/** What the description of a 428 speaks of where that is a condition: other services use the status for consents and payments. */
const CONDITION = /^\W*precondition required\W*$|\bIf-Match\b|\bE-?Tags?\b/i;

/** Whether a 428 is for changes without a condition, and no parameter is one. */
function isRefusedWithout(change: OperationModel): boolean {
  const response = change.responses.find(({ status }) => status === "428");
  if (response === undefined || declaresCondition(change)) return false;
  return response.description === undefined || CONDITION.test(response.description);
}

function whyRequired(change: OperationModel, { description = "" }: ParameterModel): string | undefined {
  if (change.responses.some(({ status }) => status === "428"))
    return "a 428 refuses a request without it (RFC 6585 section 3)";
  if (sentencesOf(description).some(requiresCondition)) return "its description requires it";
  const named = sentencesOf(`${change.summary ?? ""}\n${change.description ?? ""}`).filter(namesHeader);
  return named.some(requiresCondition) ? "the description of the operation requires it" : undefined;
}

/** Characters of a description that are searched. */
const LONGEST = 4000;

function sentencesOf(text: string): readonly string[] {
  return affirmedSentences(text.slice(0, LONGEST));
}

function namesHeader(sentence: string): boolean {
  return /\bIf-Match\b/i.test(sentence);
}

/** A request that lacks something. */
const MISSING = /\b(?:missing|without|absent|omit\w*|lacks?|lacking)\b/i;

/** What becomes of it. */
const REFUSED = /\b(?:refus|reject|fail|den(?:y|ied)|invalid|error|4(?:00|09|12|22)\b)/i;

const REQUIRED =
  /\b(?:required|mandatory|necessary|requires|must (?:be (?:sent|set|given|provided|included|present|passed)|carry|have|contain|include|send|pass|provide))\b/i;

/** Words that leave requests that need no condition. */
const SOMETIMES = /\b(?:no|optional\w*|if(?!-)|when|where|unless|only|exist\w*)\b/i;

/** Whether a sentence about `If-Match` says that every request needs it. */
function requiresCondition(sentence: string): boolean {
  if (/\b(?:not|never)\b|n['’]t\b/i.test(sentence)) return false;
  if (/\b428\b/.test(sentence)) return true;
  const isRefused = MISSING.test(sentence) && REFUSED.test(sentence) && !/\bexist/i.test(sentence);
  return isRefused || (REQUIRED.test(sentence) && !SOMETIMES.test(sentence));
}

/**
 * Whether a contract asks for weak validators in If-Match, as FHIR does: `W/"1"`. By RFC 9110 section 13.1.1 they never match, and the
 * client sends none.
 */
export function takesWeak({
  description = "",
  schema,
}: Pick<ParameterModel, "description"> & Partial<Pick<ParameterModel, "schema">>): boolean {
  const shown = [schema?.constraints.pattern, ...(schema?.doc.examples ?? []), schema?.doc.default].filter(
    (one) => typeof one === "string",
  );
  return (
    shown.some((one) => /^\^?W\\?\//.test(one)) ||
    (/(?:^|[\s`'"“(])W\/(?:["'`\s\\“]|$)/.test(description) &&
      !/\b(?:not|never|may|optional\w*|reject\w*|refuse\w*|ignored?|invalid)\b|n't\b/i.test(description))
  );
}
