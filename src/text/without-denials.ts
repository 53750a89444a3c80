import { sectionsOf } from "./prose/headings.js";

/** Words that negate a verb. */
const NOT = /\b(?:not|never|cannot|no longer)\b|n['’]t\b/iu;

/** "not available in the sandbox": it is available elsewhere. */
const SOMEWHERE = "(?!\\s(?:for|in|on|to|until|before)\\s(?!(?:this|any|all)\\b))";

/** Verbs by which a text says that a service needs, takes or heeds something: what they are denied of does not count. */
const HEED = `(?:need|requir|necessary|mandatory|support|check|exchang|depend|gated|guarded|accept|us(?:e|ing)|tak(?:e|ing)|honou?r|recogni[sz]|respect|expect|evaluat|consider|appl(?:y|i)|available${SOMEWHERE}|implement)`;

/** Words after "no" that leave what they name: "no other scope than". */
const OTHER = "(?:other|further|more|additional|extra|longer)\\b";

/** What denies something. */
const DENIALS: readonly RegExp[] = [
  // "does not yet need", "is never exchanged"; not "has not been used", which is of the past
  `(?<!\\b(?:was|were|has|have|had)\\s)(?:${NOT.source})\\s(?!only\\b|just\\b|been\\b)(?:\\w+\\s){0,2}${HEED}`,
  // "no scope", "neither a flag"; not "if no header is sent"
  `(?<!\\b(?:if|when|where|with|(?:that|which|who)\\sha(?:s|ve))\\s)\\b(?:no|neither|nor)\\s(?!${OTHER})(?:\\S+\\s){0,2}[\`"']?(?:[\\w-]*-)?(?:scope|exchange|feature|flag|toggle|key|header)`,
  `\\bno\\s(?!${OTHER})(?:\\S+\\s){1,4}(?:is|are)\\s(?:needed|required|necessary|supported|accepted)\\b`,
  `\\b(?:needs?|requires?)\\s(?:no\\s(?!${OTHER})|none\\b|nothing\\b)`,
  "\\bneed(?:s?\\snot|n['’]t)\\b",
  // "are ignored"; not "are discarded after a day", which are heeded until then
  "\\b(?:ignor(?:e|es|ed|ing)|disregard(?:s|ed)?|discard(?:s|ed)?)\\b(?!\\safter\\b)",
  // "Scopes: none", "| none |"
  `[:|=][\\s*_\`"']{0,6}(?:none|nothing|no|n\\/a|not\\s\\w+)[\\s*_\`"'.)|]{0,6}$`,
].map((denial) => new RegExp(denial, "iu"));

/** Verbs of what makes something available. */
const MADE = "(?:add|availab|implement|introduc|offer|provid|releas|roll|support)\\w{0,6}";

/** One of these words is in each of the following. */
const OF_FUTURE = /soon|upcoming|plan|intend|future|later|next|yet/iu;

/** What a clause says of something that there is not yet: "(upcoming)", "will be supported in a future version". */
const UPCOMING = new RegExp(
  [
    "\\bcoming\\ssoon\\b",
    "[([]\\s?(?:not\\syet\\s\\w{1,20}|planned|upcoming)\\s?[)\\]]",
    "\\b(?:is|are)\\s(?:currently\\s|still\\s)?(?:planned|upcoming)\\b(?!\\s\\w)",
    `\\b${MADE}\\b[^.;]{0,60}\\b(?:in|with)\\s(?:an?|our|some|the)\\s(?:\\w{1,20}\\s)?(?:(?:future|later|upcoming)\\b|next\\s(?:\\w{1,20}\\s)?(?:day|iteration|milestone|month|phase|quarter|release|sprint|update|version|week|year)s?\\b)`,
    `\\bwill\\s(?:soon\\sbe\\s${MADE}|be\\s${MADE}\\ssoon)\\b`,
    "\\bnot\\s(?:been\\s)?(?:available|enabled|implemented|live|released|supported)\\syet\\b",
    "(?<!\\b(?:clients?|if|users?|who|you)\\s(?:(?!we\\b)\\w{1,20}\\s)?)\\b(?:plan|plans|planned|intend|intends)\\sto\\s(?:accept|add|implement|introduce|offer|provide|support)\\b",
  ].join("|"),
  "iu",
);

/** What is removed later is there until then. */
const ENDING = /\b(?:deprecat|drop|remov|retir)/iu;

/** Headings of sections about what there is not yet, beside those with such a mark: "Planned features". */
const UPCOMING_HEADING =
  /^\W*(?:\d{1,2}\W{1,3})?(?:future|planned|upcoming)\s(?:additions?|changes|endpoints?|enhancements?|features?|improvements?|releases?|versions?)\b|[-–—:]\s?(?:planned|upcoming)\W*$|^\W*(?:\d{1,2}\W{1,3})?(?:(?:api|development|our|product|public|the|what\sis\son)\s){0,3}road-?map(?:\W{1,3}(?:\d{4}|Q\d)|\sand\splanned\s\w{1,20})?\W*$/iu;

/** Whether a clause says that what it names is not there yet. */
export function isUpcoming(clause: string): boolean {
  return OF_FUTURE.test(clause) && UPCOMING.test(clause) && !ENDING.test(clause);
}

/** A text without its sections about what there is not yet. A heading counts for all below it. */
export function withoutUpcoming(text: string): string {
  let above: number | undefined;
  return sectionsOf(text)
    .filter(({ heading, depth }) => {
      if (above === undefined || depth <= above)
        above = isUpcoming(heading) || UPCOMING_HEADING.test(heading) ? depth : undefined;
      return above === undefined;
    })
    .map((section) => section.text)
    .join("");
}

/**
 * What says what happens otherwise: "Without the scope `a`, 403"; or of a repetition: "Requests with the same key are ignored", "a key that
 * is not used by another request".
 */
const OTHERWISE =
  /\b(?:(?:by|in|for|with)\s(?:an)?other|without|unless|otherwise|lack\w*|missing|same|twice|again|duplicates?|duplicated|repeated|second|subsequent|two|different|more than once)\b/iu;

/** A condition that negates, and denies nothing: "if you do not use it", "requests that are not signed". */
const CONDITIONAL =
  /\b(?:(?:if|when|where)\s|(?:calls?|callers?|clients?|requests?|servers?|those|tokens?|users?)\s(?:that|which|who)\s)(?:[^\s,;]+\s){0,4}?(?:(?:do|does|did|is|are|has|have)\s(?:not|never)|(?:do|does|did|is|are|has|have)n['’]t)\b/giu;

/** That something is not needed, though it may be used. */
const OPTIONAL =
  /(?:\bnot|n['’]t)\s(?:(?:always|strictly|be)\s)?(?:compulsory|mandatory|necessary|needed|obligatory|required)\b/giu;

/** That something is used, beside words that it is not needed: "accepted, not required". */
const USED = /\b(?:accept|allow|honou?r|optional|recommend|support|tak(?:e|ing))/iu;

/** A denial that names nothing itself, and so denies what comes before: "but is not supported", "It is ignored", "we do not check it". */
const OF_BEFORE = new RegExp(
  `^\\W*(?:(?:and|but|though|although|yet|which|however)\\s+)*(?:(?:it|they|these|this|that|both)\\s+)?(?:(?:is|are)(?:n['’]t)?|not|never|no longer|ignored)\\b(?:\\s+[\\w'’]+){0,4}\\W*$|\\b(?:${HEED}|ignor)\\w{0,20}\\s(?:it|them|these(?!\\s\\w))\\b`,
  "iu",
);

/** Where a clause may start: at a conjunction or a mark, or at a comma before a subject and its verb. */
const BOUNDARY =
  /(?=,\s(?:[^\s,;()]+\s){1,6}(?:is|are|was|were|do|does|can|cannot|has|have|will|must|may|needs?|ignores?|\w{1,20}n['’]t)\b|:[\s*_]|\s\(|\s[–—-]\s|,?\s(?:and|but|or|so|yet|while|whereas|although|though|however)\b)/iu;

/** A verb: each clause has one. */
const VERB =
  /\b(?:is|are|was|were|be|do|does|can|cannot|could|will|would|may|might|must|should|shall|has|have|\w+n['’]t)\b|\b(?:need|requir|support|accept|ignor|tak|us|check|exchang|depend|honou?r|send|pass|return|giv|get|list|creat|updat|delet|add|set|includ|expect)(?:e|es|s|ed|ing)?\b|\b(?:allow|enable|ensure|guarantee|let|make|mean|prevent|protect)s\b/iu;

/** How a remark starts that can deny something without a verb: "(no key)", "and no key". */
const REMARK = /^\s*(?:\(|(?:and|but|or)\s(?:no|not|neither|nor)\b)/iu;

/** Whether a clause has a word that negates. */
export function negates(clause: string): boolean {
  return NOT.test(clause);
}

/** What a text denies of something: that it is needed, or that it is used. */
type Denied = "need" | "use";

/** The sentences of a text, each as its clauses: one ends where a conjunction or a mark starts the next verb phrase. */
export function clausesOf(text: string): readonly (readonly string[])[] {
  return text
    .split(/(?<=[.;!?])\s+|<br\s{0,2}\/?>|<\/(?:p|li|td)>|\n(?=[^\S\n]*(?:\n|[-*#|>]|\p{Lu}))/u)
    .filter((sentence) => /\S/u.test(sentence))
    .map((sentence) => joinFragments(sentence.split(BOUNDARY)));
}

/**
 * Joins what has no verb to the clause before it, or, at the start, after it: the parts of a list, a label and its value. A remark that
 * denies something is a clause without a verb.
 */
function joinFragments(parts: readonly string[]): readonly string[] {
  const clauses: { text: string; hasVerb: boolean }[] = [];
  for (const text of parts) {
    const hasVerb = VERB.test(text) || (REMARK.test(text) && !isUpcoming(text) && denies(text));
    const last = clauses.at(-1);
    if (last === undefined || (hasVerb && last.hasVerb)) clauses.push({ text, hasVerb });
    else {
      last.text += text;
      last.hasVerb ||= hasVerb;
    }
  }
  return clauses.map(({ text }) => text);
}

/**
 * A text without its clauses that deny what they name, or say that it is not there yet: a scope that is not necessary, keys that are
 * ignored or upcoming.
 *
 * @param denied - what they deny of it: `need`, or `use` alone; a key that is not required may be used
 */
export function withoutDenials(text: string, denied: Denied = "need"): string {
  const sentences = clausesOf(withoutUpcoming(text));
  const starts = new Set<number>();
  let count = 0;
  for (const { length } of sentences) {
    starts.add(count);
    count += length;
  }
  const clauses = sentences.flat();
  const affirmed = affirmedIndices(clauses, denied);
  return affirmed
    .map(
      (at, index) => `${affirmed[index - 1] === at - 1 && !starts.has(at) ? "" : "\n"}${clauses[at] ?? ""}`,
    )
    .join("")
    .replace(/^\n/, "");
}

/** Those of several clauses, in their order, that deny nothing of what they name, and that no later one denies. */
export function affirmedClauses(clauses: readonly string[]): readonly string[] {
  const affirmed = new Set(affirmedIndices(clauses, "need"));
  return clauses.filter((_, index) => affirmed.has(index));
}

function affirmedIndices(clauses: readonly string[], denied: Denied): readonly number[] {
  const affirmed: number[] = [];
  clauses.forEach((clause, index) => {
    const used = denied === "use" ? clause.replace(OPTIONAL, "") : clause;
    if (!denies(used)) {
      // That something is not needed does not say that it is used.
      if (used === clause || USED.test(used)) affirmed.push(index);
    } else if (OF_BEFORE.test(clause)) affirmed.pop();
  });
  return affirmed;
}

function denies(clause: string): boolean {
  if (isUpcoming(clause)) return true;
  const own = clause.replace(CONDITIONAL, "");
  return !OTHERWISE.test(own) && DENIALS.some((denial) => denial.test(own));
}
