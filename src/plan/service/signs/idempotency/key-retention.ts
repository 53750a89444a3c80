import type { ApiModel } from "../../../../model/api-model.js";
import { readTime, type StatedTime } from "../../../../text/durations.js";
import { findHeaderParameter, operationKey } from "../../responses.js";
import { shownMember } from "../../traits/pagination/paths.js";
import type { LostSign, SignSource } from "../sign.js";
import { SENTENCES } from "../sentences.js";

/** How long something is remembered, as a text has it. */
interface StatedRetention extends StatedTime {
  /** What is remembered for so long: keys, or what operations leave; both, where one sentence names them. */
  readonly isOfKeys: boolean;
  readonly isOfOperations: boolean;
}

/** A text that may say how long keys are remembered. */
interface Text {
  /** "the description of the contract" */
  readonly by: string;
  readonly text: string;
  /** JSON pointer of what has it. */
  readonly pointer: string;
  /** It is the description of the key itself. */
  readonly isOfKey?: true;
  /** It is of an operation that takes a key, and that is about other objects. */
  readonly isKeyed?: true;
}

/**
 * How long the service remembers idempotency keys, where only a text says it: a client that does not know it sends a request again after
 * that time, and the service takes it for a new one. One sign for the contract; where texts have several times, a person chooses. Where
 * limits have the time of operations, only another time is one.
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
  const stated = listTexts(sources, model).flatMap(({ text, isOfKey, isKeyed, ...from }) =>
    timesIn(text, { isOfKey, isKeyed }).map((time) => ({ ...from, ...time })),
  );
  const ofKeys = stated.filter(({ isOfKeys }) => isOfKeys);
  const [first] = ofKeys;
  if (first === undefined) return undefined;
  const limit = retentionLimit(sources);
  const ofOperations = stated.filter(({ isOfOperations }) => isOfOperations).map((time) => time.milliseconds);
  const isOther =
    ofOperations.length > 0 && !ofKeys.some(({ milliseconds }) => ofOperations.includes(milliseconds));
  if (limit !== undefined && !isOther) return undefined;
  const other = ofKeys.find(({ milliseconds }) => milliseconds !== first.milliseconds);
  const others = other === undefined ? "" : `, and ${other.by} "${other.wording}"`;
  return {
    trait: "idempotency",
    rule: "trait/key-retention",
    shown: `${first.by} says how long keys are remembered, "${first.wording}"${others}`,
    missing:
      limit === undefined
        ? "no response that the client can read has it"
        : `the client reads "${shownMember(limit)}", which is another time`,
    lines: [`intentRetention: ${other === undefined ? first.duration : '"?"'}`],
    meant: ["intentRetention: false"],
    origin: { pointer: first.pointer },
  };
}

/**
 * The creates whose own texts say that keys are remembered for a time, where not all do and no text of the whole contract says it: keys
 * of operations as `POST /exports`. Empty: no such text is known, or it holds for all.
 *
 * @param retention - `24h`
 */
export function createsWithRetention(
  sources: readonly Pick<SignSource, "operation" | "traits">[],
  { contract, tags }: Pick<ApiModel, "contract" | "tags">,
  retention: string,
): readonly string[] {
  const time = readTime(retention)?.milliseconds;
  const isStated = (text = "", kind: Partial<Pick<Text, "isOfKey" | "isKeyed">> = {}) =>
    timesIn(text, { isOfKey: kind.isOfKey, isKeyed: kind.isKeyed }).some(
      ({ isOfKeys, milliseconds }) => isOfKeys && milliseconds === time,
    );
  const general = [contract.description, ...tags.map(({ description }) => description)];
  if (general.some((text) => isStated(text))) return [];
  const keyed = sources.filter(({ traits }) => traits.idempotentCreate !== undefined);
  const found = keyed.filter(({ operation, traits }) => {
    const header = traits.idempotentCreate?.facts.header;
    const parameter = header === undefined ? undefined : findHeaderParameter(operation, header);
    return (
      isStated(parameter?.description, { isOfKey: true }) ||
      isStated(operation.description, { isKeyed: true })
    );
  });
  return found.length === keyed.length ? [] : found.map(({ operation }) => operationKey(operation));
}

/** The member of a response with the time for which operations are remembered. */
function retentionLimit(sources: readonly SignSource[]): string | undefined {
  return sources
    .flatMap(({ traits: { capabilities } }) => [capabilities?.facts, capabilities?.facts.also])
    .map((facts) => facts?.limits.retentionDays)
    .find((member) => member !== undefined);
}

/** The texts of the contract, its tags and its operations; those that operations share once. */
function listTexts(
  sources: readonly SignSource[],
  { contract, tags }: Pick<ApiModel, "contract" | "tags">,
): readonly Text[] {
  const texts: Text[] = [];
  const known = new Set<string>();
  const add = ({ text, ...from }: Omit<Text, "text"> & { readonly text: string | undefined }) => {
    if (text === undefined || known.has(text)) return;
    known.add(text);
    texts.push({ text, ...from });
  };
  for (const { operation, traits } of sources) {
    const { facts: { header } = { header: undefined } } = traits.idempotentCreate ?? {};
    const parameter = header === undefined ? undefined : findHeaderParameter(operation, header);
    const by = `the description of the header "${header ?? ""}" of ${operationKey(operation)}`;
    const pointer = parameter?.origin.pointer ?? "";
    add({ by, text: parameter?.description, pointer, isOfKey: true });
  }
  add({
    by: "the description of the contract",
    text: contract.description,
    pointer: "#/info/description",
  });
  for (const { name, description } of tags)
    add({ by: `the description of the tag ${JSON.stringify(name)}`, text: description, pointer: "#/tags" });
  for (const { operation, traits } of sources) {
    const { summary = "", description = "", origin, path } = operation;
    const by = `the description of ${operationKey(operation)}`;
    const isKeyed = traits.idempotentCreate !== undefined && !KEY_OBJECT.test(`${path} ${summary}`);
    const text = `${summary}\n\n${description}`;
    add({ by, text, pointer: origin.pointer, ...(isKeyed && { isKeyed }) });
  }
  return texts;
}

/** Characters of a text that are searched. */
const LONGEST = 20_000;

/**
 * "24 hours", "24h", "1,440 minutes", "a day", "8-hour"; the only group. Not a part of another number, of a range, or of what happens every
 * so often: "1.5 hours", "1 to 2 days", "half a day", "each day".
 */
const TIME =
  "(?<![\\d.,][\\s*_`]?|\\d\\s?[-–]\\s?|\\d\\s(?:and|or|to)\\s[*_`]{0,2}|\\b(?:between|each|every|half|per)\\s[*_`]{0,2})((?:\\d{1,3}(?:,\\d{3}){1,2}|\\d{1,7}|an?|one|two|three|four|five|six|seven|eight|ten|twelve|fourteen|twenty-?four|thirty|forty-?eight|sixty|ninety)[\\s*_`-]{1,4}(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?)\\b|\\d{1,7}\\s?(?:s|m|h|d|hrs?|hours?|days?)\\b)";

/** How long it is at least or at most: the client counts on no more. */
const ABOUT =
  "(?:(?:about|approximately|around|at\\s(?:least|most)|only|roughly|up\\sto|a\\s(?:maximum|minimum|period)\\sof)\\s){0,2}[*_`]{0,2}";

/** What is remembered under a key, or is the key. */
const SUBJECT =
  "(?:(?:client|idempotency|request)\\s(?:ids?|identifiers?|records?|tokens?)|entr(?:y|ies)|exports?|it|jobs?|keys?|operations?|repl(?:y|ies)|responses?|results?|tasks?|they|them|values?)";

const REMEMBERED =
  "(?:active|cached|deduplicated|deleted|discarded|dropped|evicted|expired?|expires|forgotten|held|honou?red|kept|purged|recogni[sz]ed|remembered|removed|retained|reused|saved|stored|tracked|unique|valid)";

/** Sentences that say how long a key is remembered. */
const RETENTIONS: readonly RegExp[] = [
  // "Keys expire after 24 hours", "they are automatically removed from the system after a day", "A token is valid for 8 hours"
  `\\b${SUBJECT}\\b[^.;!?,()]{0,40}?\\b(?:expires?|lasts?|lives?|times?\\sout|(?:are|be|is|remains?|stays?)\\s(?:\\w{1,20}\\s)?${REMEMBERED})\\b(?:\\s(?!every\\b|once\\b)[\\w-]{1,20}){0,4}?\\s(?:after|for|in|once|when|within)\\s(?:(?:it|they)(?:\\s(?:are|is)|['’](?:re|s))\\s)?${ABOUT}${TIME}`,
  // "Keys expire 7 days after the first request"
  `\\b${SUBJECT}\\b[^.;!?,()]{0,30}?\\b(?:expires?|(?:are|is)\\s${REMEMBERED})\\s${ABOUT}${TIME}\\s(?:after|from|later)\\b`,
  // "Valid for 24 hours", "Must be unique for 30 days", "Expires after a day"
  `^\\W{0,8}(?:must\\sbe\\s|will\\sbe\\s|is\\s)?${REMEMBERED}\\b(?:\\s[\\w-]{1,20}){0,2}?\\s(?:after|for|within)\\s${ABOUT}${TIME}`,
  // "The server stores keys for 45 days", "We remember them for a day"
  `\\b(?:it|server|service|system|api|we)\\s(?:cach|keep|remember|retain|sav|stor|honou?r|replay)(?:es?|s)?\\s(?:[\\w-]{1,20}\\s){0,3}?${SUBJECT}\\s(?:[\\w-]{1,20}\\s){0,2}?for\\s${ABOUT}${TIME}`,
  // "After 24 hours, the same key is a new request", "keys older than a day are removed"
  `\\bafter\\s${ABOUT}${TIME}[^.;!?]{0,60}?\\bkeys?\\b[^.;!?]{0,60}?\\b(?:${REMEMBERED}|expire|new|treated)\\b`,
  `\\bkeys?\\s(?:that\\sare\\s)?older\\sthan\\s${ABOUT}${TIME}`,
  // "Requests with the same key within a day return the first response"
  `\\brequests?\\b[^.;!?]{0,30}?\\bsame\\s(?:[\\w-]{1,20}\\s)?(?:id|identifier|key|token|value)\\b[^.;!?]{0,30}?\\bwithin\\s${ABOUT}${TIME}[^.;!?]{0,20}?\\b(?:are\\snot|gets?|gives?|is\\snot|repla\\w{1,3}|returns?|yields?)\\b`,
  // "TTL: 24h", "Idempotency window: 24 hours", "| Retention of results and idempotency keys | 7 days |"
  `\\b(?:expiration|expiry|idempotency[\\s-]keys?|life\\s?time|retention|ttl|validity|window)\\b[^.;!?]{0,50}?[:|=(]\\s{0,3}${ABOUT}${TIME}`,
  // "an 8-hour idempotency window", "idempotent for 24 hours"
  `${TIME}\\sidempotency\\s(?:period|window)\\b`,
  `\\bidempoten(?:cy|t)\\b[^.;!?,]{0,30}?\\bfor\\s${ABOUT}${TIME}`,
].map((pattern) => new RegExp(pattern, "iu"));

/** What names a key for idempotency, or the results that are stored under it. */
const OF_IDEMPOTENCY = /\bidempoten(?:cy|ce|t)\b/iu;

/** A key that no other word says more of: "Keys are …", "the same key"; not "webhook keys". */
const PLAIN_KEY =
  /(?:^\W{0,8}|[,;:]\s|\b(?:a|and|each|every|same|such|the|these|those|we|server|service)\s(?:(?:keeps?|remembers?|stores?|retains?)\s)?)keys?\b/iu;

/** The same where an operation takes a key: "Keys are kept"; not "A key of the door", nor how long one is valid. */
const STORED_KEY =
  /^\W{0,8}(?:the\s)?keys?\s(?:expires?|(?:are|is)\s(?:\w{1,20}\s)?(?:deduplicated|forgotten|honou?red|kept|recogni[sz]ed|remembered|retained|stored))\b/iu;

/** What other keys are objects of. */
const KEY_OBJECT = /credential|key|licen[cs]e|secret|token/iu;

/**
 * Sentences about another time, or another key: how long one is locked, when to try again, an access key, a rate, a signature, what a
 * caller stores.
 */
const OF_OTHERS =
  /\b(?:access|api|encryption|licen[cs]e|object|private|public|secret|signing|webhook)[\s-]keys?\b|\b(?:access|bearer|refresh)\stokens?\b|\b(?:back-?off|connections?|exchanges?|get|in[\s-]progress|jwts?|lock(?:ed|s)?|poll(?:ed|ing|s)?|rates?|read|retry|sessions?|signatures?|simultaneous(?:ly)?|timeouts?|timestamps?|until|urls?|wait(?:ing|s)?|while|you|your)\b|\b(?:5xx|cdn|errors?|fail(?:ed|ures?)|sandbox|uploads?)\b|\bconcurrent(?:ly)?\b(?!\s(?:jobs|operations))|\brequests?\s(?:an?|each|every|per)\b/iu;

/** Sentences that deny a time: "keys never expire", "are not removed after". */
const DENIED =
  /(?:\b(?:never|not)\b|n['’]t\b)\s(?:\w{1,20}\s){0,2}?(?:delet|discard|expir|forg|keep|kept|last|purg|re-?us|remov|retain|stor)/iu;

/** What operations leave for a time. */
const OF_OPERATIONS = /\b(?:exports?|jobs?|operations?|results?|tasks?)\b/iu;

function timesIn(
  text: string,
  { isOfKey, isKeyed }: { readonly isOfKey: true | undefined; readonly isKeyed: true | undefined },
): readonly StatedRetention[] {
  return text
    .slice(0, LONGEST)
    .split(/\n\s*\n/u)
    .flatMap((paragraph) => {
      const isAbout = OF_IDEMPOTENCY.test(paragraph);
      return paragraph.split(SENTENCES).flatMap((sentence): readonly StatedRetention[] => {
        const isOfKeys =
          isOfKey ??
          (OF_IDEMPOTENCY.test(sentence) ||
            (isAbout && PLAIN_KEY.test(sentence)) ||
            (isKeyed === true && STORED_KEY.test(sentence)));
        const isOfOperations = OF_OPERATIONS.test(sentence);
        if (!isOfKeys && !isOfOperations) return [];
        if (OF_OTHERS.test(sentence) || DENIED.test(sentence)) return [];
        const plain = sentence.replace(/\s+/gu, " ");
        const [found] = RETENTIONS.flatMap((pattern) => readTime(pattern.exec(plain)?.[1] ?? "") ?? []);
        return found === undefined ? [] : [{ ...found, isOfKeys, isOfOperations }];
      });
    });
}
