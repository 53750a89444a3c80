/** What a service does, with its number: "It can send up to 1000 requests per second". */
const DOES =
  "\\b(?:(?:it|they|we)\\s(?:\\w{1,20}\\s){0,2}?(?:calls?|delivers?|fetch(?:es)?|issues?|polls?|posts?|runs?|sends?)|(?:bots?|chains?|clusters?|crawlers?|databases?|engines?|machines?|networks?|servers?|systems?|workers?)\\s(?:\\w{1,20}\\s){0,2}?(?:calls?|executes?|handles?|performs?|process(?:es)?|runs?|sends?|serves?))\\s(?:at\\smost|max\\w{0,6}|no\\smore\\sthan|up\\sto|\\d)";

/** What it bears: "We handle over 5000 concurrent requests"; "at most" may be a limit. */
const BEARS =
  "\\b(?:it|they|we)\\s(?:\\w{1,20}\\s){0,2}?(?:handles?|serves?)\\s(?:(?:about|around|more\\sthan|over)\\s)?\\d";

/** To whom it sends. */
const TO_CALLER =
  "\\bto\\syour\\s(?:app|application|domain|hosts?|origin|servers?|sites?|urls?|webhooks?|websites?)\\b";

const OF_SERVICE = new RegExp([DOES, BEARS, TO_CALLER].join("|"), "iu");

/** Whether a sentence is about what a service does, bears, or sends to others: its number limits no caller. */
export function isOfService(sentence: string): boolean {
  return OF_SERVICE.test(sentence);
}

const OF_WEBHOOKS = /\b(?:call-?backs?|web-?\s?hooks?)\b/iu;

/** Whether a sentence is about requests that a caller receives. */
export function isOfWebhooks(sentence: string): boolean {
  return OF_WEBHOOKS.test(sentence);
}
