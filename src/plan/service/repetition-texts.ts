import { clausesOf, negates } from "../../text/without-denials.js";
import { words } from "../../text/words.js";

/** Names of values that a caller may make for a request: `X-Request-Id`, `dedup_token`, `externalReference`. */
const OF_VALUE = /(?:^|_)(?:guid|id|identifier|key|nonce|number|ref|reference|token|uuid)$/;

/** The same beside what the value is of: a request, or what the caller itself calls so; a payment has an id of its own. */
const OF_REQUEST = new RegExp(
  [
    "(?:^|_)(?:command|correlation|dedupe?|deduplication|flow|message|operation|request|retry|submission|unique)_",
    "(?:^|_)(?:client|custom(?:er)?|external|merchant|partner)_(?:order|payment|transaction)_",
    "(?:^|_)(?:client|custom(?:er)?|external|merchant|order|partner|payment|transaction)_(?:nonce|ref(?:erence)?)$",
  ].join("|"),
);

/** Names of values that say who calls, not what is called. */
const OF_CALLER =
  /(?:^|_)(?:access|actor|api|auth[a-z]{0,20}|captcha|csrf|otp|session|signature|tenant|trace|user|workspace|xsrf)(?:_|$)/;

/** Names without another word. */
const PLAIN = /^(?:nonce|ref|reference)$/;

/** Whether a value of this name may be that of one request. */
export function mayNameRequest(name: string): boolean {
  const key = words(name).join("_");
  return OF_VALUE.test(key) && (OF_REQUEST.test(key) || PLAIN.test(key)) && !OF_CALLER.test(key);
}

/** What is sent to a service, in texts about sending it twice. */
const SENT =
  "(?:api\\s)?(?:calls?|charges?|commands?|creations?|executions?|messages?|operations?|orders?|payments?|postings?|posts?|processing|requests?|submissions?|submits?|transactions?|transfers?)";

/** What is done with a request. */
const DONE =
  "(?:accepted|appl\\w+|booked|charg\\w+|creat\\w+|execut\\w+|handled|perform\\w*|post(?:ed|s)?|process\\w*|submit\\w*)";

/** Values that a caller makes for a request. */
const VALUE =
  "[`\"'*]{0,2}(?:[\\w-]{1,30}[-_])?(?:guid|id|identifier|key|nonce|number|ref|reference|token|uuid|value)s?\\b";

/** The value, or a request with it: "the same key", "a token that was seen before". */
const EQUAL = `(?:\\b(?:same|identical|repeated|duplicate|already[\\s-]used)\\s(?:[\\w-]{1,30}\\s)?${VALUE}|(?<=\\b(?:an?|any)\\s)${VALUE}\\s(?:that|which)\\s(?:has\\sbeen|is|was)\\s(?:already\\s(?:known|received|seen|sent|used)|(?:received|seen|sent|used)\\s(?:already|before|earlier))\\b)`;

/** That a request comes again. */
const AGAIN =
  "\\b(?:re-?(?:peat|play|send|sent|submi|tr[iy])\\w*|duplicated?\\s(?:[\\w-]{1,20}\\s)?requests?|(?:second|subsequent)\\s(?:[\\w-]{1,20}\\s)?requests?)\\b";

/** The same, to do it or as a noun; not "retrieved". */
const RETRY =
  "(?:sen(?:ding|t)\\sagain|re-?(?:peat(?:ed|ing|s)?|play(?:ed|ing|s)?|send(?:ing|s)?|sent|submi\\w+|tr(?:y(?:ing)?|ied|ies)))\\b";

/** Sentences that say that a request with a value of before has no effect of its own. */
const PATTERNS = [
  // "used to detect duplicates", "to avoid execution of duplicate commands", "protects against double execution"
  `\\b(?:against|avoid\\w*|catch\\w*|detect\\w*|eliminat\\w*|filter\\w*|identif\\w+|prevent\\w*|recogni[sz]\\w+|suppress\\w*)\\s(?:(?!not\\b|never\\b)[\\w-]{1,20}\\s){0,3}?(?:duplicat(?:es|ions?)(?=\\W*$|[.,;:!?)])|(?:accidental\\s)?(?:double|duplicated?|repeated)\\s${SENT}\\b)`,
  // "prevents duplicate bookings when a request is retried"
  `\\b(?:avoid|prevent|suppress)\\w*\\s(?:(?!not\\b|never\\b)[\\w-]{1,20}\\s){0,2}?(?:double|duplicated?)\\s(?:[\\w-]{1,30}\\s){1,2}(?:after|if|on|when)\\s(?:[\\w-]{1,20}\\s){0,4}?${RETRY}`,
  // "makes sure that the request is carried out only once", "ensures a booking is created at most once", "makes the request happen once"
  `\\b(?:ensur\\w+|guarante\\w+|mak(?:es?|ing)(?:\\ssure)?)\\s(?:that\\s)?(?:an?|each|every|it|the|this|your)\\s(?:[\\w-]{1,30}\\s){0,2}?(?:(?:is|are|will\\sbe)\\s(?:carried\\sout|made|run|${DONE})|happens?)\\s(?:(?:at\\smost|exactly|just|no\\smore\\sthan|only)\\s)?once(?=\\W*$|[.,;:!?)]|\\s(?:even|if|when)\\b)`,
  // "a deduplication token"
  "(?:^\\W*|\\b(?:an?|as|the)\\s)(?:(?:client|optional|request|unique)\\s){0,2}de-?duplication\\s(?:id|identifier|key|token|value)\\b(?!\\s(?:for|from|in|of)\\b)",
  // "for duplicate detection", "duplicate requests are rejected"
  `\\bduplicat(?:e|es|ion)\\s(?:request\\s)?(?:avoidance|checks?|checking|detection|elimination|prevention|suppression)\\b`,
  `\\bduplicated?\\s${SENT}\\s(?:are|is|will\\sbe|can\\sbe)\\s(?:detected|discarded|ignored|prevented|recogni[sz]ed|refused|rejected)\\b`,
  // "a repeated request with the same id is not processed twice", "repeats with the same value are not executed again"
  `(?:${AGAIN}|${EQUAL}).{0,100}?\\b(?:are|be|do|does|is|will|would)(?:\\s(?:not|never)\\b|n['’]t\\b)\\s(?:[\\w-]{1,20}\\s){0,2}?${DONE}\\b.{0,30}?\\b(?:again|another|duplicat\\w+|more\\sthan\\sonce|new|second|twice)\\b`,
  `(?:${AGAIN}|${EQUAL})(?:(?!\\b(?:not|never)\\b|n['’]t\\b).){0,100}?\\b${DONE}\\s(?:exactly\\s|only\\s)?once(?=\\W*$|[.,;:!?)])`,
  // "requests with the same id are ignored", "an already used id is refused", "if the same id is sent twice, the first result is returned"
  `${EQUAL}(?!\\sas\\b).{0,60}?\\b(?:are|is|will\\sbe)\\s(?:discarded|ignored|refused|rejected|treated\\sas\\s(?:one|the\\ssame))\\b`,
  `\\b(?:commands?|requests?|calls?|submissions?)\\s(?:with|that\\s(?:have|use))\\s(?:an?|the)\\s${EQUAL}.{0,30}?\\b(?:ignored|refused|rejected)\\b`,
  `\\bignores?\\s(?:[\\w-]{1,20}\\s)?(?:calls|commands|requests)\\swith\\s(?:the\\s)?${EQUAL}`,
  `${EQUAL}.{0,80}?\\b(?:gives?|return\\w*|yields?)\\s(?:the\\s)?(?:[\\w-]{1,20}\\sof\\sthe\\s)?(?:existing|first|original)\\b`,
  `${EQUAL}.{0,80}?\\b(?:existing|first|original)\\s(?:[\\w-]{1,20}\\s)?(?:is|will\\sbe)\\sreturned\\b`,
  // "an error when the same id is used again", "rejects a duplicate id"
  `\\b(?:error|fail\\w*|refuse\\w*|reject\\w*)\\b.{0,30}?\\b(?:if|when|where)\\s(?:an?\\s|the\\s)?${EQUAL}\\s(?:has\\sbeen|is|was)\\s(?:re-?used|received|sent|used)\\b`,
  `\\b(?:refuses?|rejects?)\\s(?:any\\s|an?\\s|the\\s)?${EQUAL}`,
  // "send the same id when you retry the request", "reuse the same value for retries"
  `\\b(?:re-?use|send|use)\\s(?:the\\s)?${EQUAL}\\s(?:again\\s)?(?:for|if|when|while)\\s(?:[\\w-]{1,20}\\s){0,3}?re-?(?:peat|send|submi|tr[iy])\\w*`,
  // "send the same token again to repeat a request safely"
  `\\b(?:re-?use|send|use)\\s(?:the\\s)?${EQUAL}\\s(?:again\\s)?to\\s(?:safely\\s)?${RETRY}`,
  // "to determine whether the request is new or a retry of an earlier one"
  `\\b(?:decid\\w+|detect\\w*|determin\\w+|recogni[sz]\\w+|tells?)\\s(?:if|whether)\\s(?:an?|it|the|this)\\s(?:${SENT}\\s)?(?:is\\s)?(?:an?\\s)?(?:first|new|original)\\s(?:${SENT}\\s)?or\\s(?:an?\\s)?(?:duplicate|repeat|repeated|repetition|resubmission|retry)\\b`,
  // "makes retries safe", "exactly-once processing"
  "\\b(?:makes?|allows?|for|enables?)\\s(?:\\w{1,20}\\s)?(?:retries\\ssafe|safe\\sretries|safe\\sretrying)\\b",
  `\\bmakes?\\s(?:an?\\s|any\\s|every\\s|the\\s)?${RETRY}\\s(?:(?!not\\b|never\\b|less\\b)[\\w-]{1,20}\\s){0,3}?(?:harmless|safe)\\b`,
  "\\b(?:at-most|exactly)[\\s-]once\\s(?:execution|processing|semantics)\\b",
].map((pattern) => new RegExp(pattern, "iu"));

/** Sentences about what others send, or about what is written of requests. */
const OF_OTHERS =
  /\b(?:(?:our|the)\ssupport|to\ssupport(?=[.,;]|$)|call-?backs?|deliver(?:y|ies|ed)|events?|web-?\s?hooks?|you\s(?:can|could|may)\s(?:then\s)?use)\b|\b(?:across|in|of|within)\s(?:the\s|our\s|your\s)?(?:analytics|dashboards?|logs?|metrics|reports?|statistics|traces?)\b/iu;

/** Sentences by which a text takes back what another says. */
const OTHERWISE =
  /\b(?:is|are|will\sbe)\s(?:executed|processed|performed|applied)\s(?:again|twice)\b|\b(?:not|never|no)\s(?:\w{1,20}\s){0,2}idempoten|\bidempoten(?:cy|ce|t)[-_\s](?:key|token|id)\b/iu;

/** What a service does to find a repetition, as a noun. */
const FINDING =
  "(?:check(?:s|ing)?|de-?dup(?:lication|e|ing)?|detection|elimination|idempoten(?:ce|cy)|prevention|protection)";

/** The same as a verb. */
const FIND =
  "(?:avoid|catch|check|de-?duplicat|detect|eliminat|filter|identif|prevent|recogni[sz]|suppress)\\w*";

/** Who calls. */
const CALLER =
  "(?:applications?|callers?|clients?|consumers?|customers?|developers?|integrators?|merchants?|partners?|receivers?|senders?|users?|you)";

/** That something is not done, after its subject: "is currently disabled", "has been turned off", "does not work", "must be enabled first". */
const NOT_DONE = [
  "\\b(?:are|is|was|were|(?:has|have)\\sbeen)\\s(?:\\w{1,20}\\s){0,2}(?:deactivated|disabled|(?:switched|turned)\\soff|inactive|off|removed|suspended|unavailable|unsupported)\\b",
  "\\b(?:are|is|was|were|(?:has|have)\\sbeen|will\\sbe)(?:\\s(?:not|never)\\b|n['’]t\\b)\\s(?:\\w{1,20}\\s){0,2}(?:activ\\w+|available|done|enabled|guaranteed|implemented|on|part|performed|provided|supported)\\b",
  "\\b(?:can|do|does|did|will)(?:\\snot\\b|not\\b|n['’]t\\b)\\s(?:\\w{1,20}\\s){0,2}(?:appl\\w+|exist|happen|take\\splace|work)\\b",
  "\\b(?:has\\sto|have\\sto|must|needs?\\sto)\\sbe\\s(?:activated|enabled|requested|(?:switched|turned)\\son)\\b",
  "\\b(?:are|is)\\s(?:(?:left|up)\\sto|the\\sresponsib\\w+|your\\sresponsib\\w+)\\b",
].join("|");

/** That it is for the caller to do something. */
const DUTY = `(?:\\bresponsib\\w+\\s(?:for|lies|of|rests)\\s(?:with\\s)?(?:the\\s|your\\s|each\\s)?(?:api\\s)?${CALLER}\\b|\\b(?:your|(?:caller|client|consumer|customer|merchant|user)s?['’]s?)\\s(?:own\\s)?responsib\\w+|\\b${CALLER}\\s(?:are|is)\\s(?:\\w{1,20}\\s)?responsib\\w+)`;

/** A request that is not the one of before: its value must be another. */
const ANOTHER = `(?:another|different|other)\\s(?:bod(?:y|ies)|contents?|data|parameters?|payloads?|values?|${SENT})\\b`;

/** What the caller does with a request. */
const SEND = "(?:issu(?:ed|ing)|post(?:ed|ing)|send(?:ing)?|sent|submit(?:s|ted|ting)?)";

/** That what comes again is given what was given before, and nothing beside it says otherwise. */
const SAME_RETURNED =
  "(?!.{0,120}\\b(?:all|both|but|cannot|each|every)\\b|.{0,120}(?<!\\b(?:never|not)\\s(?:\\w{1,20}\\s){0,3})\\bagain\\b|.{0,120}(?:\\b(?:never|not)|n['’]t)\\s(?:\\w{1,20}\\s){0,3}?(?:return\\w*|the\\ssame)\\b).{0,60}\\b(?:(?:existing|first|original)\\s(?:response|result|\\w+\\sis\\sreturned)|same\\s(?:response|result)\\sis\\sreturned|returns?\\sthe\\ssame\\s(?:response|result))\\b";

/** Sentences that deny it: "No duplicate detection is done", "Duplicate detection is disabled", "Duplicates are allowed". */
const DENIALS = [
  `\\b(?:no|without)\\s(?:(?:request\\s)?(?:duplicate|duplication|repetition)\\s)?${FINDING}\\b`,
  `\\b${FINDING}(?:\\s(?!and\\b|but\\b)[\\w-]{1,20}){0,4}?(?:\\s\\(?|,\\s)(?:(?:but|and|though|although)\\s)?(?:(?:it|that|this|which)\\s)?(?:${NOT_DONE})`,
  // "Duplicate orders with the same id are allowed"; not "no duplicates are accepted"
  `(?<!\\b(?:no|not|never|that|which)\\s)\\bduplicat(?:es|ions?|ed?\\s${SENT})\\s(?:(?!and\\b|are\\b|but\\b|if\\b|is\\b|or\\b)[\\w-]{1,30}\\s){0,6}(?:are|is)\\s(?:\\w{1,20}ly\\s)?(?:accepted|allowed|permitted|possible|tolerated)\\b(?!${SAME_RETURNED})`,
  `\\bduplicat(?:es?|ed|ions?)\\s(?:[\\w-]{1,30}\\s){0,4}(?:are|is|will\\sbe)(?:\\s(?:not|never)\\b|n['’]t\\b)\\s(?:\\w{1,20}\\s)?(?:avoid|catch|caught|check|detect|discard|eliminat|filter|prevent|recogni[sz]|refus|reject|suppress)\\w*`,
  `(?:\\b(?:cannot|never|not)\\b|n['’]t\\b)\\s(?:\\w{1,20}\\s){0,2}${FIND}\\s(?:[\\w-]{1,20}\\s){0,3}(?:duplicat|repeated|repetition)\\w*`,
  // "It is the responsibility of the caller to detect duplicates", "The client is responsible for not sending an order twice"
  `${DUTY}(?:.{0,30}?\\b(?:${FIND}\\s(?:[\\w-]{1,20}\\s){0,3}(?:duplicat|repeated|repetition)|duplicat\\w+\\s${FINDING})|[^,;]{0,60}?\\b(?:(?:not|never)\\s(?:be\\s|being\\s)?${SEND}\\b(?:(?!\\b${ANOTHER}).){0,40}?\\b(?:again|more\\sthan\\sonce|twice)\\b(?!.{0,40}\\b${ANOTHER})|${SEND}\\s(?:[\\w-]{1,20}\\s){0,4}?once)\\b)`,
  `\\b${CALLER}\\s(?:(?:can|could|has\\sto|have\\sto|may|must|needs?\\sto|should)\\s)(?:(?!not\\b|never\\b|be\\b)[\\w-]{1,20}\\s){0,4}?${FIND}\\s(?:(?!issuing\\b|making\\b|sending\\b|submitting\\b)[\\w-]{1,20}\\s){0,3}(?:duplicat|repeated|repetition)\\w*`,
].map((denial) => new RegExp(denial, "iu"));

/** That a sentence is about requests without the value: "Where it is missing, duplicates are not found". */
const OF_ABSENT =
  /\b(?:if|when|where)\b.{0,40}(?:\b(?:absent|blank|empty|missing|no|not|null|omit\w*|unset)\b|n['’]t\b)|^\W*(?:omit\w*|otherwise)\b|\bwithout\s(?:an?|it|one|the|this)\b/iu;

/** A time after which it ends: "after 24 hours", "more than 15 minutes apart". One of seconds is too short for a client that repeats. */
const LATER =
  "\\b(?:(?:after|beyond|(?:longer|more|older)\\sthan)\\s(?:(?!no\\b)\\w{1,20}\\s){0,2}?(?:\\d{1,4}\\s)?(?:day|hour|minute)s?\\b|\\d{1,4}\\s(?:days?|hours?|minutes?)\\sapart\\b)";

/** That a sentence denies it for later requests alone: before the denial, or directly after it. */
const LATER_BEFORE = new RegExp(LATER, "iu");
const LATER_AFTER = new RegExp(`^[^,.;:]{0,40}?${LATER}`, "iu");

function denies(sentence: string): boolean {
  return DENIALS.some((denial) => {
    const found = denial.exec(sentence);
    if (found === null) return false;
    const before = sentence.slice(0, found.index);
    const after = sentence.slice(found.index + found[0].length);
    return !LATER_BEFORE.test(before) && !LATER_AFTER.test(after);
  });
}

/** Characters of a text that are searched. */
const LONGEST = 2000;

/** Whether the description of a value says that a request with a value of before has no effect of its own. */
export function describesSingleEffect(text = ""): boolean {
  const sentences = sentencesOf(text);
  return (
    sentences.some(
      (sentence) => !OF_OTHERS.test(sentence) && PATTERNS.some((one) => affirms(sentence, one)),
    ) &&
    !sentences.some((sentence) => OTHERWISE.test(sentence)) &&
    !deniesSingleEffect(text)
  );
}

/** Whether a sentence of a text says that the service does not look for repetitions: it takes back what another one says. */
export function deniesSingleEffect(text: string): boolean {
  return sentencesOf(text).some((sentence) => denies(sentence) && !OF_ABSENT.test(sentence));
}

/** Names of a number that counts how often a request was sent: `retry_attempt`, `attemptNumber`. */
const OF_COUNT = /(?:^|_)(?:attempt|retry)_(?:count|no|number)$|(?:^|_)(?:retry|request|send)_attempts?$/;

/** "A higher value returns the result of the original request". */
const OF_ORIGINAL =
  /\breturn\w*\s(?:the\s)?(?:(?:outcome|response|result)\sof\s(?:the\s)?)?(?:first|original)\b/iu;

/** Whether a number says that a request comes again, without which the value of before would not be enough. */
export function countsAttempts(name: string, text = ""): boolean {
  return (
    OF_COUNT.test(words(name).join("_")) &&
    sentencesOf(text).some((sentence) => affirms(sentence, OF_ORIGINAL))
  );
}

function sentencesOf(text: string): readonly string[] {
  return clausesOf(text.slice(0, LONGEST)).map((clauses) => clauses.join("").replace(/\s+/gu, " ").trim());
}

/** Whether a sentence says it, and no word before it in its clause negates it: "does not prevent duplicates". */
function affirms(sentence: string, pattern: RegExp): boolean {
  const found = pattern.exec(sentence);
  if (found === null || denies(sentence)) return false;
  const before = sentence.slice(0, found.index).split(/[,;:]|\b(?:and|but)\b/u);
  return !negates(before.at(-1) ?? "");
}
