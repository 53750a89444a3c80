import type { OperationModel, ParameterModel } from "../../../model/api-model.js";
import { isSafeMethod } from "../../../openapi/operations.js";
import { affirmedClauses, clausesOf, negates, withoutDenials } from "../../../text/without-denials.js";
import { findHeaderParameter } from "../responses.js";
import type { OperationTraits } from "./trait.js";

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
  if (isSafeMethod(change.method)) return undefined;
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

/** Responses that a stale validator can have (RFC 9110 section 15.5.13): its own, those of its class or of all errors, and that of a missing one. */
const STALE = new Set(["412", "428", "4XX", "default"]);

/**
 * Whether a change whose validator is stale is refused at once, and not after it was accepted for later (202): it can be done at once, its
 * responses say so, or the configuration names the read.
 */
export function refusesStale({ responses }: OperationModel, traits: OperationTraits): boolean {
  return (
    traits.background === undefined ||
    traits.background.facts.mayBeDone === true ||
    responses.some(({ status }) => STALE.has(status)) ||
    givesRead(traits.conditionalChange?.given)
  );
}

/** Whether the configuration names the read of a change. */
function givesRead(given: object = {}): boolean {
  return "read" in given && typeof given.read === "string";
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

/** The same in other words: "that do not send the header", "if it is not given". */
const NOT_SENT =
  /(?:\b(?:not|never)|n['’]t)\s(?:be(?:en)?\s)?(?:sen[dt]|includ|contain|carr(?:y|ie)|have|provid|pass|set|suppl|specif|give|present|us(?:e|ing))/i;

/** "must not be omitted" */
const NOT_OMITTED = /\b(?:not|never|cannot)\s(?:be\s)?omit/i;

/** What becomes of it. */
const REFUSED =
  /(?<!(?:\b(?:not|never)|n['’]t)\s(?:be\s)?)\b(?:refus|reject|fail|den(?:y|ied)|invalid|error|4(?:00|09|12|22|28)\b)/i;

const REQUIRED =
  /\b(?:required|mandatory|necessary|requires|must (?:be (?:sent|set|given|provided|included|present|passed)|carry|have|contain|include|send|pass|provide))\b/i;

/** Words that leave requests that need no condition. */
const SOMETIMES = /\b(?:no|optional\w*|if(?!-)|when|where|unless|only|exist\w*)\b/i;

/** What a phrase names that leaves no request: "in every request", "in the `If-Match` header", "by the server". */
const ALL =
  "(?:all|any|each|every|this)\\b|(?:(?:the|an?|your)\\s)?[`\"']?(?:current\\s|http\\s|latest\\s|request\\s)?(?:If-Match|E-?Tags?|headers?|quotes|requests?|servers?|service|api|optimistic|concurrency|(?:updates?|changes?)(?!\\s(?:from|made|that|via)\\b|\\s(?:of|to)\\s(?!(?:the|this|an?|any)\\s|succeed)))\\b";

/** A phrase by which a sentence may be about some requests alone: "for admins", "in strict mode", "on the second call". */
const LIMITED = new RegExp(`\\b(?:at|by|during|for|in|on|under|with)\\s(?!${ALL})`, "i");

/** Who, when or what for: "from partners", "once published", "to publish". */
const LIMITED_NEED = new RegExp(
  `\\b(?:required|mandatory|necessary)\\s(?:(?:from|of)\\s(?!${ALL})|to\\s(?!(?:avoid|detect|ensure|guarantee|guard|prevent|protect)\\b|(?:change|delete|modify|replace|update)\\b(?:\\s(?:the|this|an?|any)\\s|\\W*$))|(?:\\w+\\s){0,4}(?:once|after|via|through|per|upon|within|outside)\\s(?!${ALL}))|^\\W*(?:from|once|after|via|through|per|upon|within|outside)\\s(?!${ALL})`,
  "i",
);

/** The same of a request that is refused; with what, and by whom, limits it not. */
const LIMITED_REFUSAL = new RegExp(`\\b(?:during|for|in|on|under)\\s(?!${ALL})`, "i");

/** What a clause that leaves requests that need none may speak of: "but admins do not need the header". */
const SUBJECT = /\b(?:If-Match|E-?Tags?|headers?|it|one|none|values?|versions?)\b/i;

/** A clause that excepts some requests. */
const EXCEPTS =
  /\b(?:(?:need|requir)\w*\s(?:no|none|nothing)|except\w*|exempt\w*|exclud\w*|ignor\w*|disregard\w*|skip\w*|bypass\w*|unless|other\sthan|but\s(?:for\s)?those)\b/i;

/** A need that is not there yet, or that depends on a version. */
const LATER =
  /\bwill\s(?:soon\s)?(?:be|become)\s(?:required|mandatory|necessary)\b|\b(?:from|as of|start(?:ing|s)?(?:\s(?:from|in|on|with))?|beginning (?:in|on|with)|in|with|on)\s(?:[A-Za-z]+\s)?(?:20\d\d\b|(?:version|release|v)\s?\d)|\bin\s(?:a|the)\s(?:future|next|later)\b|\b(?:soon|planned)\b/i;

/** A negated clause that is shown to be about something else: the body, what the change does not accept, what the condition prevents. */
const ELSEWHERE =
  /^\W*(?:(?:and|but|so)\s+)?(?:(?:the|its|a)\s+(?:request\s+)?(?:body|payload)\s+(?:is|are|does|need|must|can)|(?:does\snot|doesn['’]t|cannot|can['’]t)\s+(?:accept|support|take|return)\b|must\snot\s+be\s+(?:a|an|empty|longer|weak)\b)|^\W*so\sthat\b/i;

/** What a negated clause that takes a need back denies. */
const UNNEEDED = /\b(?:need|requir|necess|mandat|check|sen[dt])/i;

/** "not twice": that the header is sent is not denied. */
const REPEATED =
  /\b(?:twice|again|more than once|multiple|several|repeated\w*|duplicate\w*|empty|unquoted|weak)\b/i;

/** A clause that takes a need back without a negation: "for drafts it is optional", "admins may omit the header", "admins are exempt". */
const PERMITS = [
  /\b(?:If-Match|E-?Tags?|header|it|this|condition)[`"']?\s(?:\w+\s){0,2}(?:is|becomes|stays|remains)\s(?:\w+\s)?optional\b/i,
  /\b(?:omit|skip|bypass|drop|leave\sout|do\swithout|go\swithout)\s(?:the\s|this\s)?[`"']?(?:If-Match|E-?Tags?|header|it|condition|check)\b/i,
  /\b(?:If-Match|E-?Tags?|header|it|this|condition)[`"']?\s(?:\w+\s)?(?:can|may|could|might)\s(?:\w+\s)?be\s(?:omitted|skipped|bypassed|dropped|left\sout)\b/i,
  /\bexempt(?:ed|s)?\b/i,
  /\b(?:leave|left|be)\s(?:\w+\s){0,2}(?:empty|blank)\b/i,
];

/**
 * Whether a clause says that every request needs `If-Match`, in a sentence that excepts none, and in a text that does not take it back.
 *
 * @param isAbout - whether a clause is about it, by its place in the sentence
 */
function requiresCondition(text: string, isAbout: (clause: string, index: number) => boolean): boolean {
  const sentences = clausesOf(text.slice(0, LONGEST)).map((clauses) => ({
    clauses,
    sentence: clauses.join(""),
  }));
  if (sentences.some(({ clauses, sentence }) => clauses.some((clause) => takesBack(clause, sentence))))
    return false;
  return sentences.some(({ clauses, sentence }) => {
    const confirming = new Set(clauses.filter((clause) => confirmsNeed(clause, sentence)));
    if (LATER.test(sentence) || clauses.some((clause) => leavesOpen(clause, confirming))) return false;
    const affirmed = affirmedClauses(clauses).filter((clause) => !negates(clause));
    const about = [...affirmed, ...confirming].filter((clause) => isAbout(clause, clauses.indexOf(clause)));
    return about.some((clause) => isRejection(clause, sentence) || isRequirement(clause, sentence));
  });
}

/** Whether a clause says what becomes of requests that do not send the header: that confirms the need. */
function confirmsNeed(clause: string, sentence: string): boolean {
  return NOT_SENT.test(clause) && !EXCEPTS.test(sentence) && isRefused(clause, sentence);
}

/** Whether requests that a clause speaks of are refused, by that clause or, after "if", by its sentence. */
function isRefused(clause: string, sentence: string): boolean {
  const isCondition = /^\W*(?:(?:and|but|so)\s)?(?:if|when|where)\b/i.test(clause);
  return REFUSED.test(isCondition ? sentence : clause);
}

/** Whether a clause of any sentence leaves requests that need no header. */
function takesBack(clause: string, sentence: string): boolean {
  if (!negates(clause))
    return PERMITS.some((permits) => permits.test(clause)) && !isRefused(clause, sentence);
  if (!UNNEEDED.test(clause) || !SUBJECT.test(clause)) return false;
  return !confirmsNeed(clause, sentence) && !REPEATED.test(clause);
}

/** Whether a clause beside a requirement may leave requests that need none: each that is negated, unless it is about something else. */
function leavesOpen(clause: string, confirming: ReadonlySet<string>): boolean {
  if (confirming.has(clause) || NOT_OMITTED.test(clause) || (!negates(clause) && !EXCEPTS.test(clause)))
    return false;
  return SUBJECT.test(clause) || !ELSEWHERE.test(clause);
}

/** Whether a request without the header is refused: one of what does not exist yet may need none. */
function isRejection(clause: string, sentence: string): boolean {
  return (
    !LIMITED_REFUSAL.test(sentence) &&
    (/\b428\b/.test(clause) ||
      ((MISSING.test(clause) || NOT_SENT.test(clause)) && REFUSED.test(clause) && !/\bexist/i.test(sentence)))
  );
}

function isRequirement(clause: string, sentence: string): boolean {
  return (
    REQUIRED.test(clause) &&
    !SOMETIMES.test(sentence) &&
    !LIMITED.test(sentence) &&
    !LIMITED_NEED.test(sentence)
  );
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
