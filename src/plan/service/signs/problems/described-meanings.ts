import type { ProblemsOverride } from "../../../../config/client-overrides.js";
import { withoutDenials } from "../../../../text/without-denials.js";
import { describedMeaning, KEY } from "../../traits/problems/problem-meanings.js";
import { UNFINISHED } from "../../traits/problems/unfinished-codes.js";

/** What a code can mean to a client. */
export type Meaning = NonNullable<ProblemsOverride["meanings"]>[string];

/** A code, and what a text says that it means. */
export interface DescribedMeaning {
  readonly code: string;
  /** Absent: the text says more than one thing, or names several codes. */
  readonly meaning?: Meaning;
  /** The words that say it. */
  readonly quote: string;
}

/** What is known of the codes that a text may name. */
export interface CodeContext {
  readonly listed: ReadonlySet<string>;
  /** Names of members and parameters. */
  readonly names: ReadonlySet<string>;
  /** Whether words that no schema lists are codes where they look like one. */
  readonly mayBeOthers: boolean;
  /** Whether some operation takes an idempotency key: "the key" is that one. */
  readonly hasKeys: boolean;
  /** Whether the text is of one response: with one code, all of it is about that code. */
  readonly isOfOne?: boolean;
}

/** Characters of a text that are searched. */
const LONGEST = 20_000;

const OTHER = "(?:an?\\s|the\\s)?(?:another|differing|different|other)\\s(?:\\w{1,20}\\s){0,2}?";
const CONTENT =
  "(?:arguments|body|call|contents?|data|input|operation|parameters|payload|request|requests|values)\\b";

/** Sentences that an idempotency key was used for something else. */
const USED_KEY: readonly RegExp[] = [
  // "the key was used with another request", "the key has been sent with different data"
  `${KEY}[^.;]{0,30}\\b(?:already|been|re-?used|sent|used|was|were)\\b[^.;]{0,40}\\b(?:but|for|in|on|with)\\s${OTHER}${CONTENT}`,
  // "the same key with a different payload", "reuse of a key for another operation"
  `\\b(?:re-?us(?:ed?|ing)|same)\\b[^.;]{0,30}${KEY}[^.;]{0,20}\\b${OTHER}${CONTENT}`,
  // "the request differs from the first one with this key"
  `\\b(?:body|data|parameters|payload|request)\\b[^.;]{0,20}\\b(?:differs?|do(?:es)? not match)\\b[^.;]{0,30}\\b(?:earlier|first|former|initial|original|previous)\\b[^.;]{0,40}${KEY}`,
].map((pattern) => new RegExp(pattern, "iu"));

/** Words about a request that has not ended, or about a condition that does not hold. */
const OF_OTHERS =
  /\b(?:being (?:processed|used)|by another|concurrent(?:ly)?|in (?:contrast|flight|parallel|progress|use)|instead|never|not (?:finished|re-?used|sent|used)|simultaneous(?:ly)?|still|unless|unlike)\b/iu;

/** Words before a condition under which it is otherwise. */
const OTHERWISE = /\b(?:in contrast to|instead of|unless|unlike)\b/iu;

const SYSTEM = "(?:backend|gateway|partner|processor|provider|server|service|system|upstream|vendor)";
const CHANGE =
  "(?:(?:call|change|create|creation|execution|operation|outcome|request|result|update|write)\\b)";

/** Sentences that it is open whether a change was made. */
const UNKNOWN_OUTCOME: readonly RegExp[] = [
  // "the upstream system did not confirm the change"
  `\\b${SYSTEM}\\s(?:\\w{1,20}\\s){0,2}?(?:(?:could|did|has)\\snot|(?:did|has)n['’]t|never)\\s(?:yet\\s)?(?:acknowledged?|confirm(?:ed)?)\\s(?:it\\b|that\\b|whether\\b|(?:the|this|your)\\s(?:\\w{1,20}\\s)?${CHANGE})`,
  // "the change may or may not have been applied", "the request may have been executed"
  `\\b(?:may or may not|(?:the|this|your)\\s${CHANGE}\\s(?:may|might)(?:\\s(?:already|nevertheless|nonetheless|still))?)\\shave\\s(?:(?:already\\s)?been\\s(?:applied|carried out|executed|made|performed|processed)|happened|succeeded|taken effect)\\b`,
  // "we do not know whether the upstream system did it", "it is not known whether the change was made"
  `\\b(?:(?:it|we|${SYSTEM})\\s(?:cannot|can['’]t|do(?:es)?\\snot|do(?:es)?n['’]t)\\s(?:know|say|tell)|it\\s(?:is|remains|was)\\s(?:not known|uncertain|unclear|unknown))\\s(?:if|whether)\\s(?:(?:the|this|your)\\s(?:\\w{1,20}\\s){0,2}?${SYSTEM}\\s(?:did\\s(?:it|so)|has\\sdone\\sit)|(?:it|(?:the|this|your)\\s(?:\\w{1,20}\\s)?${CHANGE})\\s(?:happened|(?:was|has\\sbeen)\\s(?:applied|carried out|done|executed|made|performed|processed)))\\b`,
  // "the outcome in the upstream system is unknown"
  `\\b(?:outcome|result)\\s(?:at|in|of|on)\\s(?:the\\s)?(?:\\w{1,20}\\s)?${SYSTEM}\\s(?:is|remains|was)\\s(?:ambiguous|indeterminate|not known|uncertain|unclear|unknown)\\b(?!\\s(?:until|while)\\b)`,
].map((pattern) => new RegExp(pattern, "iu"));

/** "do not retry with a new key", which texts say of an outcome that has to be checked first. */
const NEW_KEY =
  /\b(?:do not|don['’]t|must not|never)\s(?:\w{1,20}\s){0,3}?(?:re-?send|re-?try|repeat|send)\b[^.;:]{0,40}\bwith\s(?:another|an?\s(?:different|fresh|new|other))\s(?:idempotency[\s-])?key\b/iu;
const CHECK_FIRST =
  /\b(?:check|find out|look up|reconcile|verify)\b[^.;]{0,40}\b(?:outcome|result|state|status|whether)\b/iu;

/** Sentences that what an operation needs is switched off. */
const SWITCHED_OFF: readonly RegExp[] = [
  // "the feature is disabled", "whose flag is off"
  "\\b(?:features?|(?:feature|rollout)\\s(?:flags?|toggles?)|flags?|functionality|groups? of (?:calls|endpoints|operations)|(?:calls|endpoints?|operations?) (?:groups?|of (?:the|this) group))\\s(?:[\\w`-]{1,40}\\s){0,3}?(?:are|has been|have been|is|was|were)\\s(?:currently\\s)?(?:deactivated|disabled|not\\s(?:active|enabled|switched on|turned on)|off|switched off|turned off)\\b",
  // "the operation is switched off"
  "\\b(?:endpoints?|operations?)\\s(?:are|has been|have been|is|was|were)\\s(?:currently\\s)?(?:switched|turned)\\soff\\b",
].map((pattern) => new RegExp(pattern, "iu"));

const WORK =
  "(?<!\\bof\\s(?:an?|the|this)\\s)\\b(?:exports?|imports?|jobs?|operations?|results?|runs?|tasks?)\\b";

/** That the server deletes background operations: "Operations are kept for 7 days, afterwards the response is 404". */
const EXPIRED: readonly RegExp[] = [
  // "operations are kept for 7 days, afterwards the response is 404"
  `${WORK}[^.;]{0,60}\\b(?:available|kept|remembered|retained|stored)\\s(?:for|until)\\b[^.;]{0,40}\\b(?:after(?:wards?)?|from\\sthen|later|then)\\b`,
  // "the job has expired", "the operation was purged"
  `${WORK}\\s(?:\\w{1,20}\\s){0,3}?(?:(?:has|have|is|are|was|were)\\s(?:already\\s)?(?:expired|no\\slonger\\s(?:available|kept|retained|stored)|purged)|expired)\\b`,
  // "jobs are deleted after 30 days"
  `${WORK}\\s(?:\\w{1,20}\\s){0,3}?(?:deleted|purged|removed)\\safter\\s\\w{1,10}\\s(?:day|hour|minute|month|week)s?\\b`,
].map((pattern) => new RegExp(pattern, "iu"));

/** What the sentences of a text say that codes in them mean: the code and the meaning are in one sentence, entry of a list or row of a table. */
export function describedMeanings(text: string, context: CodeContext): readonly DescribedMeaning[] {
  const isOfKeys = context.hasKeys || /idempoten/iu.test(text);
  return listBlocks(text.slice(0, LONGEST)).flatMap((block) => {
    const all = new Set(codesIn(block.text, context).map(({ code }) => code));
    const isWhole = all.size === 1 && (block.isEntry || context.isOfOne === true);
    let before: readonly string[] = [];
    const sentences = isWhole ? [block.text] : sentencesOf(block.text);
    return sentences.flatMap((one, index) => {
      const next = NEW_KEY.test(one) ? (sentences[index + 1] ?? "") : "";
      // What to do goes on: "never retry with a new key; check the state first".
      const sentence = codesIn(next, context).length > 0 ? one : `${one} ${next}`.trim();
      const codes = codesIn(sentence, context);
      const found =
        codes.length === 0 ? ofLatter(sentence, before, isOfKeys) : inSentence(sentence, codes, isOfKeys);
      if (codes.length > 0) before = codes.map(({ code }) => code);
      return found;
    });
  });
}

/** What a text means as a whole, which names no code. */
export function meaningsOfText(text: string, isOfKeys: boolean): readonly (readonly [Meaning, string])[] {
  const found = new Map<Meaning, string>();
  const sentences = sentencesOf(text.slice(0, LONGEST)).map((one) => withoutDenials(one, "use"));
  for (const sentence of sentences)
    for (const meaning of meaningsOfSentence(sentence.replace(NEW_KEY, ""), isOfKeys))
      if (!found.has(meaning)) found.set(meaning, sentence);
  if (
    found.size === 0 &&
    NEW_KEY.test(text) &&
    CHECK_FIRST.test(text) &&
    !OF_OTHERS.test(text.replace(NEW_KEY, ""))
  )
    found.set("ambiguous-outcome", sentences.find((one) => NEW_KEY.test(one)) ?? text);
  return [...found];
}

function meaningsOfSentence(sentence: string, isOfKeys: boolean): readonly Meaning[] {
  const has = (patterns: readonly RegExp[]) => patterns.some((pattern) => pattern.test(sentence));
  const known = describedMeaning(sentence, "");
  const isOther = OF_OTHERS.test(sentence);
  const found: Meaning[] = known === undefined ? [] : [known];
  if (isOfKeys && !isOther && has(USED_KEY)) found.push("idempotency-conflict");
  if (!isOther && has(UNKNOWN_OUTCOME)) found.push("ambiguous-outcome");
  if (has(EXPIRED) && !OTHERWISE.test(sentence)) found.push("operation-expired");
  if (has(SWITCHED_OFF) && !OTHERWISE.test(sentence)) found.push("feature-disabled");
  return [...new Set(found)];
}

/** A code in a text, and where it is. */
interface FoundCode {
  readonly code: string;
  readonly start: number;
  readonly end: number;
  /** What is before it says that the sentence is about what comes then, or about another: "after `code`", "unlike `code`". */
  readonly isOther?: boolean;
}

/** "After the latter, do not retry with a new key": of the last code of the sentence before. */
function ofLatter(
  sentence: string,
  before: readonly string[],
  isOfKeys: boolean,
): readonly DescribedMeaning[] {
  const code = /^\W{0,5}(?:\w{1,10}\s){0,2}the latter\b/iu.test(sentence) ? before.at(-1) : undefined;
  return code === undefined ? [] : describedBy([code], meaningsOfText(sentence, isOfKeys), sentence);
}

/**
 * What a sentence says of each of its codes: of one, all of it. Of several, what is behind each, or, where the words before the first have
 * a meaning, what is before each.
 */
function inSentence(
  sentence: string,
  all: readonly FoundCode[],
  isOfKeys: boolean,
): readonly DescribedMeaning[] {
  const subjects = all.filter(({ isOther }) => isOther !== true);
  const codes = subjects.length > 0 ? subjects : all;
  const groups = groupCodes(sentence, codes);
  if (groups.length === 1) {
    const meanings = meaningsOfText(sentence, isOfKeys);
    return describedBy(
      (groups[0] ?? []).map(({ code }) => code),
      // "After `code` it is unknown whether": the sentence says only that of what was before.
      subjects.length > 0 ? meanings : meanings.filter(([meaning]) => meaning === "ambiguous-outcome"),
      sentence,
    );
  }
  if (subjects.length === 0) return [];
  const starts = [...groups.map((group) => group[0]?.start ?? 0), sentence.length];
  const ends = [0, ...groups.map((group) => group.at(-1)?.end ?? 0)];
  // Before the first group, between two, and behind the last.
  const parts = starts.map((start, index) => meaningsOfText(sentence.slice(ends[index], start), isOfKeys));
  const isBefore = (parts[0] ?? []).length > 0;
  return groups.flatMap((group, index) =>
    describedBy(
      group.map(({ code }) => code),
      parts[isBefore ? index : index + 1] ?? [],
    ),
  );
}

/** Codes with nothing but a word of a list between them: `` `a` or `b` ``. */
function groupCodes(sentence: string, codes: readonly FoundCode[]): readonly (readonly FoundCode[])[] {
  const groups: FoundCode[][] = [];
  for (const code of codes) {
    const last = groups.at(-1);
    const between = sentence.slice(last?.at(-1)?.end ?? 0, code.start);
    if (last !== undefined && /^[\s`"'“”,/|]*(?:(?:and|or)[\s`"'“”]*)?$/iu.test(between)) last.push(code);
    else groups.push([code]);
  }
  return groups;
}

function describedBy(
  codes: readonly string[],
  meanings: readonly (readonly [Meaning, string])[],
  text = "",
): readonly DescribedMeaning[] {
  const [first, ...others] = meanings;
  if (first === undefined) return [];
  const own = [...new Set(codes)];
  const isMixed = first[0] === "idempotency-conflict" && UNFINISHED.test(text);
  const isCertain = own.length === 1 && others.length === 0 && !isMixed;
  return own.map((code) => ({ code, quote: first[1], ...(isCertain && { meaning: first[0] }) }));
}

const TOKEN = /[A-Za-z][A-Za-z\d]{0,60}(?:[_.-][A-Za-z\d]{1,60}){0,8}/gu;

/** The end of a name of what is sent, and not of a code. */
const OF_NAMES = /_(?:flag|header|id|key|token)$/u;

/** What is before a code that a sentence is not about. */
const BEFORE_OTHER =
  /\b(?:after|besides|(?:in contrast|opposed) to|instead of|than|unless|unlike|when)\s(?:an?\s|the\s)?(?:codes?\s|errors?\s)?[`"“']?$/iu;

/** What is before and behind a code: "(`code`", "with the code `code`"; "`code`: the key"; the cell of a table. */
const POSITIONS: readonly (readonly [RegExp, RegExp])[] = [
  [/(?:\(|\b(?:codes?|error):?)\s{0,3}[`"“']$/iu, /^[`"”']/u],
  [/(?:^|[.;:!?|*-])\s{0,5}[`"“']$/u, /^[`"”']\s{0,3}(?:[:=–—|-]|\(\d|means\b)/u],
  // "409 `code`", "`code` is `code`"
  [/\b[45]\d\d(?:\s[A-Z][a-z]{1,20})?[\s:,–-]{1,3}[`"“']$/u, /^[`"”']/u],
  [/\bcode[`"”']?\s(?:equals|is)\s[`"“']$/iu, /^[`"”']/u],
  [/\|\s{0,5}$/u, /^\s{0,20}\|/u],
];

/** The same of a word in capitals, with quotes or without: it may be that of an event or of a setting as well. */
const POSITIONS_OF_CONSTANTS: readonly (readonly [RegExp, RegExp])[] = [
  [/(?:\(|\bcodes?:?|\berror(?: code)?:?)\s{0,3}[`"“']?$/iu, /^(?!\w)/u],
  [/(?:^|[.;:!?|*-]\s)\s{0,5}[`"“']?$/u, /^[`"”']?\s{0,3}(?:[:=–—|]|-\s|\(\d)/u],
  [/[`"“']$/u, /^[`"”']\s(?:codes?|errors?)\b/iu],
  [/\|\s{0,5}$/u, /^\s{0,20}\|/u],
  [
    /\b(?:fail(?:ed|s)?|refused|reject(?:ed|s)?|respon(?:d|ded|ds|se)|returns?|returned)\s(?:(?:by|with)\s)?(?:\d{3}\s)?[`"“']?$/iu,
    /^(?!\w)/u,
  ],
];

/** Codes that a text names: those that are listed, and words in their form. */
function codesIn(text: string, context: CodeContext): readonly FoundCode[] {
  const { listed, mayBeOthers } = context;
  return [...text.matchAll(TOKEN)].flatMap(({ 0: code, index }) => {
    const end = index + code.length;
    const isQuoted = /[`"“'|]\s{0,20}$/u.test(text.slice(Math.max(0, index - 21), index)) && isEnd(text, end);
    const isWorded = /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$/u.test(code);
    const isListed =
      listed.has(code) && (isQuoted || isWorded || /_/u.test(code) || /^[A-Z][A-Z\d]{3,}$/u.test(code));
    const isUnlisted =
      mayBeOthers &&
      (isWorded ? isAt(POSITIONS_OF_CONSTANTS, text, index, end) : isNamedCode(code, text, index, context));
    const isOther = BEFORE_OTHER.test(text.slice(Math.max(0, index - 40), index));
    return isListed || isUnlisted ? [{ code, start: index, end, ...(isOther && { isOther }) }] : [];
  });
}

/** Whether a word in quotes is at the position of a code, in a contract that lists none. */
function isNamedCode(code: string, text: string, index: number, { listed, names }: CodeContext): boolean {
  if (
    listed.size > 0 ||
    names.has(code) ||
    OF_NAMES.test(code) ||
    !/^[a-z][a-z\d]*(?:_[a-z\d]+)+$/u.test(code)
  )
    return false;
  return isAt(POSITIONS, text, index, index + code.length);
}

function isAt(positions: typeof POSITIONS, text: string, index: number, end: number): boolean {
  const before = text.slice(Math.max(0, index - 24), index);
  const behind = text.slice(end, end + 24);
  return positions.some(([start, rest]) => start.test(before) && rest.test(behind));
}

function isEnd(text: string, end: number): boolean {
  return /^\s{0,20}[`"”'|]/u.test(text.slice(end, end + 21));
}

/** A paragraph, an entry of a list, or a row of a table. */
interface TextBlock {
  readonly text: string;
  readonly isEntry: boolean;
}

const ENTRY = /^\s{0,12}(?:[-*+•|]|\d{1,3}[.)])/u;

function listBlocks(text: string): readonly TextBlock[] {
  const blocks: { text: string; isEntry: boolean }[] = [];
  let isOpen = false;
  for (const line of text.split(/\r?\n|<br\s{0,2}\/?>|<\/(?:li|p|tr)>/iu)) {
    const isEntry = ENTRY.test(line);
    const last = blocks.at(-1);
    const isBlank = !/\S/u.test(line);
    if (!isBlank && isOpen && !isEntry && last !== undefined) last.text += ` ${line}`;
    else if (!isBlank) blocks.push({ text: line, isEntry });
    isOpen = !isBlank;
  }
  return blocks;
}

function sentencesOf(text: string): readonly string[] {
  return text.split(/(?<=[.;!?])\s+/u);
}

/** The words of a quote on one line, as far as a message needs them. */
export function shownQuote(quote: string): string {
  const plain = quote
    .replace(/[`*#]/gu, "")
    .replace(/[|\s]+/gu, " ")
    .replace(/^[\s:;,.(){}–—-]+|[\s:;,(){}–—-]+$/gu, "");
  return plain.length > MOST_SHOWN ? `${plain.slice(0, MOST_SHOWN)}…` : plain;
}

const MOST_SHOWN = 120;
