import { readTime, type StatedTime } from "../../../../../text/durations.js";
import { SENTENCES } from "../../sentences.js";

/** Characters of a text that are searched. */
const LONGEST = 20_000;

const CALLERS = "(?:apps?|applications?|callers?|clients?|consumers?|integrations?|integrators?|you)";

/** Words between a caller and what it does. */
const MODAL =
  "(?:advised|allowed|also|always|are|asked|be|can|cannot|can['’]t|could|do|does|expected|has|have|is|may|might|must|need|needs|never|not|only|please|recommended|required|shall|should|shouldn['’]t|then|to|want|will)";

/** The start of a sentence, a cell or a clause. */
const START = "(?:^|[,:(|–—>])[\\s\\W]{0,6}(?:\\d{1,3}[.)]\\s)?";

/** The same before what holds for a time: "After that poll", "In the first minute poll". */
const FIRST =
  "^(?:after|during|for|in)\\s(?:that|the\\sfirst\\s(?:[\\w-]{1,12}\\s)?(?:hours?|minutes?|seconds?))\\s";

/** What comes before a verb whose subject is the caller: "Poll", "do not poll", "clients should poll", "we recommend to poll". */
const BEFORE_VERB =
  `(?:${START}(?:(?:always|just|only|please|simply|then)\\s)?|${FIRST}|\\b(?:and|but|then)\\s|\\b(?:do\\snot|don['’]t|never|not|please)\\s` +
  `|\\b${CALLERS}\\s(?:${MODAL}\\s){0,5}|\\b(?:advis\\w{1,5}|allowed|best|better|enough|expected|fine|recommend\\w{0,4}|safe|sufficient|suggest\\w{0,3}|wise)\\s(?:not\\s)?to\\s(?:not\\s|only\\s)?)`;

/** What comes before the same as a noun: "Polling …", "when polling", "we recommend polling", "limit polls". */
const BEFORE_NOUN = `(?:${START}(?:frequent\\s|status\\s)?|\\b(?:advis\\w{1,5}|allow|avoid|before|between|consider|limit|recommend\\w{0,4}|restrict|start|suggest\\w{0,3}|when|while)\\s(?:${CALLERS}\\s)?(?:status\\s|your\\s)?)`;

const STATUS =
  "\\s(?:(?:for|its|the)\\s){0,2}(?:[\\w-]{1,20}\\s)?(?:progress|state|status)(?!\\s(?:checks?|page|requests?)\\b)";

const CHECK = "(?:check|fetch|get|query|read|request)";

/** What a text asks a caller to do. What others poll has another subject: "the server polls", "we check the status". */
const POLL =
  `(?:(?<=${BEFORE_VERB})(?:poll|${CHECK}${STATUS})|(?<=\\b${CALLERS}\\s)polls|(?<=${BEFORE_NOUN})(?:polls|polling|${CHECK}ing${STATUS})` +
  `|(?<=\\b(?:can|could|may|must|shall|should)\\s(?:(?:not|only|then)\\s)?be\\s)polled)`;

/** The same beside another word of the caller: "wait 10 seconds between polls". */
const ANY_POLL = `(?:poll(?:s|ing)?|${CHECK}(?:ing|s)?${STATUS})`;

/** Words between that and its time; not those of something else that happens every so often. */
const BETWEEN =
  "(?:(?!\\b(?:available|calculated|charged|changes?|changed|cleaned|computed|counts?|counted|created|deleted|done|emits?|expires?|generated|happens?|logged|occurs?|performed|produced|published|recorded|refresh\\w*|removed|reset\\w*|returns?|runs?|sent|that|updated?|updates|which)\\b)[^.;!?]){0,80}?";

/** What leaves the time a lower limit; "at least every 5 seconds" does not. */
const ABOUT =
  "(?:(?:a\\sminimum\\sof|about|approximately|around|at\\sleast|(?:no|not)(?:\\sbe)?\\s(?:less|lower|shorter)\\sthan|roughly)\\s){0,2}[*_`]{0,2}";

const UNIT = "(?:milliseconds?|ms|seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h)\\b";

/** "5 seconds", "5s", "2.5 minutes", "five seconds", "a minute", "5 to 10 seconds"; the group. */
const TIME =
  `${ABOUT}(?<![\\d.,])((?:\\d{1,3}(?:,\\d{3}){1,2}|\\d{1,7}(?:\\.\\d{1,3})?|\\b(?:an?|one|two|three|four|five|six|seven|eight|ten|fifteen|twenty|thirty|forty-?five|sixty|ninety)\\b)` +
  `[*_\`]{0,2}(?:\\s?(?:-|–|to)\\s?\\d{1,6}(?:\\.\\d{1,3})?)?[\\s*_\`-]{0,3}${UNIT})`;

/** "every 5 seconds", "every minute", where the number may be left to the unit: not "every second minute". */
const EVERY = `(?:(?:each|every|in|per)\\s${TIME}|((?:an?|each|every|per)\\s(?:second|minute|hour))\\b(?!\\s(?:minute|hour|time)))`;

/** Sentences that say how often to poll. */
const INTERVALS: readonly RegExp[] = [
  // "Poll at most once per 5 seconds", "once a minute", "one request every ten seconds"
  `\\b${POLL}\\b${BETWEEN}\\b(?:once|one\\s(?:call|poll|request|time))\\s${EVERY}`,
  // "Poll every 30 seconds", "not more often than every 5 s"
  `\\b${POLL}\\b${BETWEEN}\\b(?=each|every)${EVERY}`,
  // "Recommended polling interval: 5 s", "the poll interval is at least 5 seconds"
  `\\bpoll(?:ing)?\\s(?:delay|frequency|interval)s?\\b[\\s:=|(*_\`~≥>-]{1,6}(?:(?:are|be|default|every|for|is|jobs?|must|of|once|operations?|recommended|set|should|the|this|to)\\s){0,5}${TIME}`,
  // "Poll at intervals of 30 seconds", "We recommend intervals of at least 3 seconds to poll"
  `\\b${POLL}\\b${BETWEEN}\\bintervals?\\sof\\s${TIME}`,
  `\\bintervals?\\sof\\s${TIME}\\s(?:between|for|to|when|while)\\s(?:status\\s)?${ANY_POLL}\\b`,
  // "Wait 10 seconds between polls", "wait 10 seconds before polling again"
  `\\b(?:leave|pause|sleep|wait)(?:ing)?\\b[^.;!?]{0,20}?\\b${TIME}\\s(?:before|between)\\b[^.;!?]{0,30}?\\b${ANY_POLL}\\b`,
  // "Polls must be at least 5 seconds apart"
  `\\b${POLL}\\b${BETWEEN}\\b${TIME}\\sapart\\b`,
  // "Do not poll more often than 5 seconds", "faster than every 5 seconds"
  `\\b${POLL}\\b${BETWEEN}\\b(?:faster|more\\s(?:frequently|often))\\sthan\\s${TIME}`,
].map((pattern) => new RegExp(pattern, "iu"));

/** A number of polls in a minute or an hour: "Do not poll more than 6 times per minute", "Poll at most 6 times a minute" */
const RATE = new RegExp(
  `\\b${POLL}\\b[^.;!?]{0,40}?\\b(?:at\\smost|(?:more|more\\soften)\\sthan|up\\sto)\\s((\\d{1,3})\\s(?:polls|requests|times)\\s(?:an?|each|every|in\\san?|per)\\s(minute|hour)\\b)`,
  "iu",
);

/** A second time of the same sentence: "for the first minute, then every 30 seconds". */
const THEN = new RegExp(
  `\\b(?:after(?:wards|\\sthat)|and|later|then)\\b[^.;!?]{0,30}?\\b(?=each|every)${EVERY}`,
  "iu",
);

/** Sentences about something else: a poll that the server holds, the first one, a number of requests in a time, a quota, or that callers need not poll. */
const OF_OTHERS =
  /\blong[\s-]poll|\b(?:timeouts?|times?\sout)\b|\bbefore\b.{0,20}\bfirst\b|\binitial(?:ly)?\b|\b(?:\d{2,}|[2-9])\s(?:calls|polls|requests|times)\b|\b(?:no\sneed|instead\sof|need\snot|not\s(?:have|need)|rather\sthan|without)\b|\b(?:heartbeats?|pings?|quotas?|web-?sockets?)\b|\bpolled\s(?:internally|by)\b|\b(?:no|not)\s(?:rate[\s-])?limit|\bunlimited\b/iu;

/**
 * Sentences with the longest time that may be between polls: "at least every minute", "interval of at most a minute", "or the job is
 * cancelled". The client would wait longer than that, or not be allowed to.
 */
const LONGEST_TIME =
  /\bat\sleast\s(?:[*_`]{0,2})(?:each|every|once|one\s(?:call|poll|request|time))\b|\b(?<!\bfor\s)(?:at\smost|up\sto)\s(?!\W{0,2}(?:each|every|once|one\s(?:call|poll|request|time))\b)|\b(?:alive|exceeds?|exceeding|keep(?:s|ing)?|latest\b(?=\W|$)(?=[^\w]{0,3}(?:$|to\b))|max(?:imum)?|or\selse|otherwise|slower|upper|within)\b|\bminimum\s(?:\w{1,12}\s)?(?:frequency|rate)\b|\blater\sthan\b|\blonger\sthan\b(?=.{0,60}\b(?:expire|cancel|drop|laps|los))|\bor\s(?:faster|fewer|it|its|less|more\s(?:frequently|often)|sooner|the|you|your)\b|\bless\s(?:frequently|often)\b|\bless\sthan\s(?:each|every|once|one\s(?:call|poll|request|time))\b|\bmore\sthan\s(?!\W{0,2}(?:each|every|once|one\s(?:call|poll|request|time))\b)|\bnot\s(?:been\s)?polled\b|\b(?:not|n['’]t)\spoll\s(?:(?:an?|it|the|this|its)\s)?(?:\w{1,20}\s)?(?:at\sleast|each|every|for|once|within)\b/iu;

/** Words that compare a time with a limit, and those that make that a lower one. */
const COMPARED = /\b(?:faster|fewer|less|lower|more|shorter|sooner|under|below)\b/iu;
const DENIED = /\b(?:avoid|cannot|never|no|not)\b|n['’]t\b/iu;

/** Others who poll, or whose interval it is; not what they ask of callers: "we recommend", "the server returns 202, then poll". */
const ACTORS =
  /\b(?:back-?ends?|banks?|crons?|daemons?|dashboards?|engines?|gateways?|internal(?:ly)?|our|platforms?|processors?|providers?|schedulers?|sdks?|servers?|services?|systems?|they|we|workers?)\b(?:['’]s\b)?(?!\s(?:accepts?|advis|allows?|asks?|creates?|encourag|expects?|gives?|limits?|process|recommend|rejects?|requires?|responds?|returns?|runs?|sends?|starts?|suggest|wants?))/iu;

/** What polls are about, in a text about a whole contract. */
const OF_JOBS =
  /\b(?:202|asynchronous(?:ly)?|background|jobs?|long[\s-]running|operations?|status(?:es)?|tasks?)\b/iu;

/** What a caller polls for in a list: something new. */
const OF_NEWS = /\b(?:changes?|changed|events?|messages?|new|notifications?|updates?)\b/iu;

/** Words of what not every poll has: a size of jobs, or a time before or after. */
const OF_SOME =
  /\b(?:after\s(?:an?|one|that|the\sfirst|\d{1,4})|bigger|first\s(?:\w{1,12}\s)?(?:hours?|minutes?|seconds?)|huge|larger?|later|longer|older|slower|smaller|(?:big|long|slow|small)\s(?:ones|exports|imports|jobs|operations|tasks))\b/iu;

/** A time between polls as a text has it. */
export interface PollTime extends StatedTime {
  /** Other polls, or polls of other jobs, may have another time. */
  readonly isOfSome: boolean;
}

/**
 * The times between polls that a text asks callers to leave: lower limits, and times that are recommended.
 *
 * @param isOfContract - it is about more than one operation
 */
export function pollTimes(text: string, isOfContract: boolean): readonly PollTime[] {
  return text
    .slice(0, LONGEST)
    .split(/\n\s*\n/u)
    .flatMap((paragraph) => {
      if (!/poll|status|state|progress/iu.test(paragraph)) return [];
      if (isOfContract && !OF_JOBS.test(paragraph)) return [];
      return paragraph.split(SENTENCES).flatMap((sentence): readonly PollTime[] => {
        const plain = sentence.replace(/\s+/gu, " ");
        if (isOfContract && OF_NEWS.test(plain)) return [];
        const isOfSome = OF_SOME.test(plain);
        const rate = rateIn(plain);
        if (rate !== undefined) return [{ ...rate, isOfSome }];
        return isOfElse(plain) ? [] : timesIn(plain).map((time) => ({ ...time, isOfSome }));
      });
    });
}

function isOfElse(sentence: string): boolean {
  if (OF_OTHERS.test(sentence) || LONGEST_TIME.test(sentence)) return true;
  return COMPARED.test(sentence) && !DENIED.test(sentence);
}

/** The time between polls of which there may be so many in a minute or an hour. */
function rateIn(sentence: string): StatedTime | undefined {
  const match = RATE.exec(sentence);
  const [all = "", wording = "", count = "", unit = ""] = match ?? [];
  if (match === null || Number(count) === 0 || ACTORS.test(sentence.slice(0, match.index))) return undefined;
  const isDenied = DENIED.test(sentence.slice(0, match.index + all.length));
  if (isDenied !== /\bmore\b/iu.test(all) || isOfElse(sentence.replace(all, ""))) return undefined;
  const seconds = Math.ceil((unit.toLowerCase() === "hour" ? 3600 : 60) / Number(count));
  const time = readTime(`${String(seconds)} seconds`);
  return time && { ...time, wording };
}

function timesIn(sentence: string): readonly StatedTime[] {
  for (const pattern of INTERVALS) {
    const match = pattern.exec(sentence);
    const time = match === null ? undefined : readInterval(match);
    if (match === null || time === undefined) continue;
    if (ACTORS.test(sentence.slice(0, match.index))) return [];
    const next = THEN.exec(sentence.slice(match.index + match[0].length));
    return [time, ...(next === null ? [] : [readInterval(next) ?? []].flat())];
  }
  return [];
}

/** The time of what a sentence matched: of a range, the shorter one; a unit alone is one of it. */
function readInterval([, ...groups]: RegExpExecArray): StatedTime | undefined {
  const text = groups.find((one: string | undefined) => one !== undefined) ?? "";
  const counted = text
    .replace(/\s?(?:-|–|to)\s?\d{1,6}(?:\.\d{1,3})?/u, "")
    .replace(/^(?:an?|each|every|per)\s(?=(?:second|minute|hour)$)/iu, "one ");
  const time = readTime(counted);
  return time && { ...time, wording: text.replace(/[*_`]/gu, "") };
}
