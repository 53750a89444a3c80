import type { ApiModel } from "../../../model/api-model.js";
import { findHeaderParameter, operationKey } from "../responses.js";
import { shownMember } from "../traits/pagination/paths.js";
import type { LostSign, SignSource } from "./sign.js";

/** A time as a text has it. */
interface StatedTime {
  /** `24 hours` */
  readonly wording: string;
  /** As the configuration has it: `24h`. */
  readonly duration: string;
  readonly milliseconds: number;
  /** What is remembered for so long: keys, or what operations leave; both, where one sentence names them. */
  readonly isOfKeys: boolean;
  readonly isOfOperations: boolean;
}

/**
 * How long the service remembers idempotency keys, where only a text says it: a client that does not know it sends a request again after
 * that time, and the service takes it for a new one. One sign for the contract, of the shortest time that is stated. Where limits have the
 * time of operations, only another time is one.
 *
 * @param given - what the configuration says of it
 */
export function keyRetentionSign(
  sources: readonly SignSource[],
  model: Pick<ApiModel, "contract" | "tags">,
  given: string | false | undefined,
): LostSign | undefined {
  const keyed = sources.filter(({ traits }) => traits.idempotentCreate !== undefined);
  if (given !== undefined || keyed.length === 0) return undefined;
  const stated = listTimes(sources, model);
  const [shortest] = stated
    .filter(({ isOfKeys }) => isOfKeys)
    .sort((one, other) => one.milliseconds - other.milliseconds);
  if (shortest === undefined) return undefined;
  const limit = retentionLimit(sources);
  const ofOperations = stated.filter(({ isOfOperations }) => isOfOperations);
  const isOther =
    ofOperations.length > 0 &&
    ofOperations.every(({ milliseconds }) => milliseconds !== shortest.milliseconds);
  if (limit !== undefined && !isOther) return undefined;
  return {
    trait: "idempotency",
    rule: "trait/key-retention",
    shown: `${shortest.by} says how long keys are remembered, "${shortest.wording}"`,
    missing:
      limit === undefined
        ? "no response that the client can read has it"
        : `the client reads "${shownMember(limit)}", which is another time`,
    lines: [`intentRetention: ${shortest.duration}`],
    meant: ["intentRetention: false"],
    origin: { pointer: "" },
  };
}

/** The member of a response with the time for which operations are kept. */
function retentionLimit(sources: readonly SignSource[]): string | undefined {
  return sources
    .flatMap(({ traits: { capabilities } }) => [capabilities?.facts, capabilities?.facts.also])
    .map((facts) => facts?.limits.retentionDays)
    .find((member) => member !== undefined);
}

/** The times in texts of the contract, its tags, and its operations. */
function listTimes(
  sources: readonly SignSource[],
  { contract, tags }: Pick<ApiModel, "contract" | "tags">,
): readonly (StatedTime & { readonly by: string })[] {
  const texts: (readonly [by: string, text: string | undefined, isOfKey?: true])[] = [
    ["the description of the contract", contract.description],
    ...tags.map(({ name, description }) => [`the description of the tag "${name}"`, description] as const),
  ];
  for (const { operation, traits } of sources) {
    const { summary = "", description = "" } = operation;
    const header = traits.idempotentCreate?.facts.header;
    const key = operationKey(operation);
    if (header !== undefined) {
      const { description: text } = findHeaderParameter(operation, header) ?? {};
      texts.push([`the description of the header "${header}" of ${key}`, text, true]);
    }
    texts.push([`the description of ${key}`, `${summary}\n\n${description}`]);
  }
  // Operations share texts.
  const known = new Set<string>();
  return texts.flatMap(([by, text = "", isOfKey]) => {
    const isKnown = known.has(text);
    known.add(text);
    return isKnown ? [] : timesIn(text, isOfKey).map((time) => ({ by, ...time }));
  });
}

/** Characters of a text that are searched. */
const LONGEST = 20_000;

const UNITS: readonly (readonly [unit: RegExp, milliseconds: number, letter: string, times: number])[] = [
  [/^s/i, 1000, "s", 1],
  [/^mo/i, 30 * 86_400_000, "d", 30],
  [/^m/i, 60_000, "m", 1],
  [/^h/i, 3_600_000, "h", 1],
  [/^d/i, 86_400_000, "d", 1],
  [/^w/i, 7 * 86_400_000, "d", 7],
  [/^y/i, 365 * 86_400_000, "d", 365],
];

const NUMBERS: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  five: 5,
  seven: 7,
  ten: 10,
  twelve: 12,
  fourteen: 14,
  twentyfour: 24,
  thirty: 30,
  fortyeight: 48,
  sixty: 60,
  seventytwo: 72,
  ninety: 90,
};

/** "24 hours", "24h", "a day", "seven days", "8-hour" */
const TIME = `(?:\\d{1,5}\\s?[smhd]\\b|(?:\\d{1,5}|an?|one|two|three|five|seven|ten|twelve|fourteen|twenty-?four|thirty|forty-?eight|sixty|seventy-?two|ninety)[\\s*_\`-]{1,4}(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?)\\b)`;

/** What happens to a key when its time is over, or until then. */
const END =
  "(?:deleted|discarded|dropped|evicted|expired?s?|expir(?:ation|y)|forgotten|invalid|purged|re-?us(?:able|ed?)|removed|times?\\sout|treated|tak(?:en|es)\\sfor|new\\s(?:one|operation|request))";

/** Sentences that say how long a key is remembered; the time is the only group. */
const RETENTIONS: readonly RegExp[] = [
  // "Keys expire after 24 hours", "are kept for 7 days", "TTL: 24h", "| Retention of keys | 7 days |"
  `\\b(?:active|cach(?:ed?|es|ing)|de-?duplicat\\w{1,6}|${END}|held|honou?red|keeps?|kept|lasts?|life\\s?time|live|persist(?:ed|s)?|recogni[sz]ed|remember(?:ed|s)?|repla(?:y|ys|yed)|retain(?:ed|s)?|retention|sav(?:e|es|ed)|stor(?:e|es|ed|age)|ttl|unique(?:ness)?|valid(?:ity)?)\\b[^.;!?]{0,60}?(?<![\\w-])(${TIME})`,
  // "After 24 hours, the same key is a new request"
  `\\bafter\\s(?:at\\sleast\\s|about\\s)?(${TIME})[^.;!?]{0,100}\\b${END}\\b`,
  // "Requests with the same key within 24 hours", "repeated within a day"
  `\\b(?:again|duplicates?|repeat(?:ed|s)?|retr(?:y|ies|ied)|same)\\b[^.;!?]{0,100}\\b(?:during|in|within)\\s(?:the\\s(?:first|last|next)\\s)?(${TIME})`,
  `\\bwithin\\s(?:the\\s(?:first|last|next)\\s)?(${TIME})[^.;!?]{0,100}\\b(?:again|duplicates?|repeat(?:ed|s)?|retr(?:y|ies|ied)|same)\\b`,
  // "an 8-hour idempotency window"
  `(?<![\\w-])(${TIME})\\s(?:\\w{1,20}\\s){0,2}(?:life\\s?time|retention|ttl|validity|window)\\b`,
].map((pattern) => new RegExp(pattern, "iu"));

/** What names a key for idempotency, or the results that are stored under it. */
const OF_KEYS = /\bidempoten(?:cy|ce|t)\b/iu;

/** A key, in a paragraph that names idempotency. */
const KEY = /\bkeys?\b/iu;

/** Sentences about another time, or another key: how long one is locked, when to try again, an access key. */
const OF_OTHERS =
  /\b(?:access|api|private|public|secret|signing)[\s-]keys?\b|\b(?:access|bearer|refresh)\stokens?\b|\bjwts?\b|\b(?:back-?off|in[\s-]progress|lock(?:ed|s)?|poll(?:ed|ing|s)?|retry[\s-]after|simultaneous(?:ly)?|wait(?:ing|s)?)\b|\bconcurrent(?:ly)?\b(?!\s(?:jobs|operations))/iu;

/** That there is no such time: "keys never expire", "are not removed after". */
const DENIED =
  /(?:\b(?:never|not)\b|n['’]t\b)\s(?:\w+\s){0,2}(?:delet|discard|expir|forg|keep|kept|purg|re-?us|remov|retain|stor)/iu;

/** What operations leave for a time. */
const OF_OPERATIONS = /\b(?:exports?|jobs?|operations?|results?|tasks?)\b/iu;

/** Where a sentence, a row of a table or an item of a list ends. */
const SENTENCES =
  /(?<=[.;!?])\s+|\n(?=[^\S\n]{0,20}(?:[-*+|#]|\d{1,3}[.)])\s)|<br\s{0,2}\/?>|<\/(?:p|li|td)>/u;

/** @param isOfKey - the text is about the key alone */
function timesIn(text: string, isOfKey: true | undefined): readonly StatedTime[] {
  const start = text.slice(0, LONGEST);
  return start.split(/\n\s*\n/u).flatMap((paragraph) => {
    const isAbout = OF_KEYS.test(paragraph);
    return paragraph.split(SENTENCES).flatMap((sentence): readonly StatedTime[] => {
      const isOfKeys = isOfKey ?? (OF_KEYS.test(sentence) || (isAbout && KEY.test(sentence)));
      const isOfOperations = OF_OPERATIONS.test(sentence);
      if (!isOfKeys && !isOfOperations) return [];
      if (OF_OTHERS.test(sentence) || DENIED.test(sentence)) return [];
      const plain = sentence.replace(/\s+/gu, " ");
      const [found] = RETENTIONS.flatMap((pattern) => readTime(pattern.exec(plain)?.[1] ?? "") ?? []);
      return found === undefined ? [] : [{ ...found, isOfKeys, isOfOperations }];
    });
  });
}

/** A time as a text writes it; undefined: there is none. */
function readTime(text: string): Omit<StatedTime, "isOfKeys" | "isOfOperations"> | undefined {
  const [, count = "", unit = ""] =
    /^(\d+|[a-z]+(?:-(?:four|eight|two))?)[\s*_`-]{0,4}([a-z]+)$/iu.exec(text) ?? [];
  const number = /^\d/u.test(count) ? Number(count) : (NUMBERS[count.toLowerCase().replace("-", "")] ?? 0);
  const [, milliseconds, letter, times] = UNITS.find(([pattern]) => pattern.test(unit)) ?? [];
  if (number === 0 || milliseconds === undefined || letter === undefined || times === undefined)
    return undefined;
  return {
    wording: text.replace(/[*_`]/gu, ""),
    duration: `${String(number * times)}${letter}`,
    milliseconds: number * milliseconds,
  };
}
