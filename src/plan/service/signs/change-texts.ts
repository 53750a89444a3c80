/*
 * What texts say of a change, and of none.
 */
import { THIS_CALL } from "../operation-subject.js";

/** That nothing is changed. */
export const NOTHING =
  "(?:(?:alters|changes|modifies)\\snothing|(?:does\\snot|doesn['’]t|never)\\s(?:alter|change|modify|alters|changes|modifies)\\sanything)";

/** That nothing is changed, or that a call may be made again. */
const HARM_CLAIM = `(?:${NOTHING}|(?:stores|saves|writes)\\snothing|(?:can|may)(?:\\salways)?(?:\\sbe)?(?:\\ssafely)?\\s(?:be\\s)?(?:repeated|retried)|is\\s(?:safe|idempotent)(?:\\sto\\s(?:repeat|retry))?)`;
/** A sentence that says no more than that. */
export const HARMLESS = new RegExp(
  `^\\W*(?:this is a read[:;,]\\s)?(?:(?:it|${THIS_CALL})\\s)?${HARM_CLAIM}(?:,?\\sand\\s${HARM_CLAIM})?\\W*$|^\\W*nothing\\sis\\s(?:changed|saved|stored|written)\\W*$`,
  "i",
);

/** Verbs of what a call does to something, and nouns of what then exists. */
const CHANGES =
  /\b(?:accept|acknowledg|acquir|activat|add(?:s|ed|ing)?\b|appl(?:y|ie)|approv|archiv|assign|bill(?:s|ed|ing)?\b|book(?:s|ed|ing)?\b|buy|cancel|captur|chang|charg|claim|clear(?:s|ed|ing)?\b|clos(?:e|ing)|commit|confirm|consum|creat|credit(?:s|ed|ing)?\b|debit|decrement|deduct|delet|deliver(?:s|ed|ing)?\b|deploy|disabl|dispatch|emails?\b|enabl|enqueu|execut|generat|grant|import(?!an)|increment|insert|invit|invoic|invok|issu(?:e[sd]?|ing)\b|leas|lock|log(?:s|ged)\b|mark(?:s|ed|ing)?\b|modif|mov(?:e|ing)|notif|order(?:s|ed|ing)\b|overwrit|pay(?:s|ing)?\b|paid|place[sd]?\b|post(?:s|ed|ing)\b|print|provision|publish|purg|purchas|queue[sd]?\b|quarantin|record(?:s|ed)\b|redeem|refund|regist|reject|releas|remov|renam|replac|reserv|reset|revok|rotat|run(?:s|ning)?\b|sav(?:e|ing)|schedul|send(?:s|ing)?\b|sent\b|set(?:s|ting)?\b|ship(?:s|ped)\b|sign(?:s|ed)\b|spend|(?:re)?start|stop|stor(?:e[sd]?|ing)\b|submit|subtract|tak(?:e|ing)|transfer|trigger|unlock|updat|upload|upsert|us(?:e|es|ed)\sup\b|withdraw|writ(?:e|ing|ten))/i;

/** Whether a sentence names what a call does to something. */
export function namesChange(sentence: string): boolean {
  return CHANGES.test(sentence) && !HARMLESS.test(sentence);
}

/** What a sentence of a read says of the things that it reads: "definitions that could be updated", "a recently sent message". */
const OF_THINGS =
  /\b(?:(?:that|which|who)\s(?:(?:can|could|may|might|should|will)\s(?:be\s|have\sbeen\s)|(?:are|has\sbeen|have\sbeen|is|was|were)\s)|to\sbe\s)(?:\w{1,20}ly\s)?\w{1,20}(?:ed|en|t)\b|\b(?:existing|pending|scheduled)\s(?:\w{1,20}\s)?changes\b|\b(?:already|newly|previously|recently)\s(?:\w{1,20}(?:ed|en|t)|run)\b|\bset\sup\s(?:by|for|in|on)\b|\btak(?:e|es|ing)\sinto\s(?:account|consideration)\b/giu;

/** What a read is of: "List all commits", "Get pending orders", "Lists archived pets". */
const OBJECTS =
  /^\W*(?:(?:count|fetch|find|get|list|retrieve|search)(?:e?s)?\s(?:(?:all|an?|any|for|list|of|page|the)\s){0,4}(?:(?!(?:and|or|then)\b)[\w-]+\s)?(?:books|commits|emails|imports|invoices|locks|logs|orders|places|posts|records|releases|runs|schedules|settings|transfers|updates)\b|(?:calculat|comput|estimat)es?\s(?:(?!(?:and|by|or|then|to)\b)[\w-]+\s){0,6}?(?:costs?|fees?|impact|prices?|rates?|taxes|totals?)\b(?:\sof\s\w{2,20}ing\b)?|(?:count|list|search)(?:e?s)?\s(?:all\s|for\s)?(?:all\s)?\w{2,20}ed\s\w+s\b)/iu;

/** "if the given email is known": an address. */
const OF_ADDRESS =
  /\b(?:an?|by|each|given|of|the|this|user|valid|with|your)\semail(?:s|\saddress(?:es)?)?\b/giu;

/** How to fill a request: "Use the `size` parameter to set the size of a page". */
const OF_PARAMETER =
  /^\W*(?:pass|provide|specify|use)\s(?:an?\s|the\s)?\W?[\w.-]{1,40}\W?\s(?:query\s)?(?:argument|field|option|parameter)\b/iu;

/** The same of a sentence about a read, without what it says of the things that are read, and of the request. */
export function namesOwnChange(sentence: string): boolean {
  const own = sentence.replace(OBJECTS, "").replace(OF_THINGS, "").replace(OF_ADDRESS, "");
  return !OF_PARAMETER.test(sentence) && namesChange(own);
}
