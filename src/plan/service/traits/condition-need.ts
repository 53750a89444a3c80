import type { OperationModel, ParameterModel } from "../../../model/api-model.js";
import { affirmedClauses, clausesOf, negates, withoutDenials } from "../../../text/without-denials.js";
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
  if (requiresCondition(description, (clause, index) => index === 0 || NAMED.test(clause)))
    return "its description requires it";
  return requiresCondition(textOf(change), (clause) => NAMED.test(clause))
    ? "the description of the operation requires it"
    : undefined;
}

/** Characters of a description that are searched. */
const LONGEST = 4000;

const NAMED = /\bIf-Match\b/i;

/** Whether a POST may add to what the GET of its path returns: it has the ETag of what it changes where its texts name `If-Match`. */
export function mayAdd(change: OperationModel, read: OperationModel): boolean {
  if (change.method !== "POST" || change.path !== read.path) return false;
  const rejection = change.responses.find(({ status }) => status === "428");
  const text = `${textOf(change)}\n${rejection?.description ?? ""}`.slice(0, LONGEST);
  return findHeaderParameter(change, HEADER) === undefined && !NAMED.test(withoutDenials(text));
}

function textOf({ summary = "", description = "" }: OperationModel): string {
  return `${summary}\n${description}`;
}

/** A request that lacks something. */
const MISSING = /\b(?:missing|without|absent|omit\w*|lacks?|lacking)\b/i;

/** What becomes of it. */
const REFUSED = /\b(?:refus|reject|fail|den(?:y|ied)|invalid|error|4(?:00|09|12|22)\b)/i;

const REQUIRED =
  /\b(?:required|mandatory|necessary|requires|must (?:be (?:sent|set|given|provided|included|present|passed)|carry|have|contain|include|send|pass|provide))\b/i;

/** Words that leave requests that need no condition. */
const SOMETIMES = /\b(?:no|optional\w*|if(?!-)|when|where|unless|only|exist\w*)\b/i;

/** What a clause that leaves requests that need none may speak of: "but admins do not need the header". */
const SUBJECT = /\b(?:If-Match|E-?Tags?|headers?|it|one|none|values?|versions?)\b/i;

/** A clause that leaves some requests out. */
const EXCEPTS =
  /\b(?:(?:need|requir)\w*\s(?:no|none|nothing)|except\w*|exempt\w*|exclud\w*|ignor\w*|disregard\w*|skip\w*|bypass\w*)\b/i;

/** A negated clause that is shown to be about something else: the body, what the change does not accept, what the condition prevents. */
const ELSEWHERE =
  /^\W*(?:(?:and|but|so)\s+)?(?:(?:the|its|a)\s+(?:request\s+)?(?:body|payload)\s+(?:is|are|does|need|must|can)|(?:does\snot|doesn['’]t|cannot|can['’]t)\s+(?:accept|support|take|return)\b|must\snot\s+be\s+(?:a|an|empty|longer|weak)\b)|^\W*so\sthat\b/i;

/** A clause that takes a need back. */
const UNNEEDED = /\b(?:need|requir|necess|mandat|check|sen[dt]|omit)/i;

/**
 * Whether a clause says that every request needs `If-Match`, in a sentence that excepts none, and in a text that does not take it back.
 *
 * @param isAbout - whether a clause is about it, by its place in the sentence
 */
function requiresCondition(text: string, isAbout: (clause: string, index: number) => boolean): boolean {
  const sentences = clausesOf(text.slice(0, LONGEST));
  if (sentences.flat().some((clause) => negates(clause) && UNNEEDED.test(clause) && SUBJECT.test(clause)))
    return false;
  return sentences.some((clauses) => {
    if (clauses.some(leavesOpen)) return false;
    const sentence = clauses.join("");
    const affirmed = affirmedClauses(clauses).filter((clause) => !negates(clause));
    const about = affirmed.filter((clause) => isAbout(clause, clauses.indexOf(clause)));
    return about.some((clause) => isRejection(clause, sentence) || isRequirement(clause, sentence));
  });
}

/** Whether a clause beside a requirement may leave requests out: each that is negated, unless it is about something else. */
function leavesOpen(clause: string): boolean {
  if (!negates(clause) && !EXCEPTS.test(clause)) return false;
  return SUBJECT.test(clause) || !ELSEWHERE.test(clause);
}

/** Whether a request without the header is refused: one of what does not exist yet may need none. */
function isRejection(clause: string, sentence: string): boolean {
  return (
    /\b428\b/.test(clause) || (MISSING.test(clause) && REFUSED.test(clause) && !/\bexist/i.test(sentence))
  );
}

function isRequirement(clause: string, sentence: string): boolean {
  return REQUIRED.test(clause) && !SOMETIMES.test(sentence);
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
      !negates(description) &&
      !/\b(?:may|optional\w*|reject\w*|refuse\w*|ignored?|invalid)\b/i.test(description))
  );
}
