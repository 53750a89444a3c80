import type { ApiModel } from "../../../../model/api-model.js";
import type { Origin } from "../../../../model/schema-model.js";
import { clausesOf, negates } from "../../../../text/without-denials.js";
import { operationKey } from "../../responses.js";

/** What a contract says of a limit without its number. */
export interface RefusedLimit {
  readonly shown: string;
  readonly origin: Origin;
}

/** Characters of a text that are searched. */
const LONGEST = 20_000;

/** "Maximum requests per minute limit exceeded", "the daily number of calls": a limit on requests, whatever the status is. */
const OF_CALLS = [
  "\\b(?:maximum|max\\.?)\\s(?:number\\sof\\s)?(?:\\w{1,20}\\s)?(?:calls|requests)\\s(?:an?|each|per)\\s(?:day|hour|minute|month|second)\\b",
  "\\b(?:calls?|requests?)\\s(?:limit|quota)\\b",
  "\\b(?:limit|quota)\\sof\\s(?:\\w{1,20}\\s)?(?:calls|requests)\\b",
  "\\b(?:daily|hourly|monthly)\\s(?:calls?|requests?)\\b",
];

/** What a 429 may say more than its name: "Rate limited", "Quota limit is exceeded", "too often", "Slow down". */
const OF_REJECTION = new RegExp(
  [
    ...OF_CALLS,
    "\\brate[\\s-]limit\\w*",
    "\\b(?:api|usage)\\slimits?\\b",
    "\\bquotas?\\b",
    "\\btoo\\soften\\b",
    "\\bslow\\sdown\\b",
    "\\b(?:concurrent|parallel|simultaneous)\\s(?:calls|requests)\\b",
  ].join("|"),
  "iu",
);
const OF_PAYMENT = new RegExp(OF_CALLS.join("|"), "iu");

/** "| 429 Rate Limited | Over rate limit |": a status in a text, and the same of it. */
const IN_TEXT = /(?<![\w.,-])429\b[^\n.]{0,60}?\b(?:rate[\s-]limit\w*|quotas?)\b/iu;

/** A response 429 or 402 that says that there is a limit on requests, or a text with such a 429. */
export function refusedLimit({ contract, operations }: ApiModel): RefusedLimit | undefined {
  for (const operation of operations)
    for (const { status, description = "", origin } of operation.responses) {
      const pattern = status === "429" ? OF_REJECTION : status === "402" ? OF_PAYMENT : undefined;
      const found = pattern && wordsIn(description, pattern);
      if (found !== undefined)
        return { shown: `the response ${status} of ${operationKey(operation)} says ${found}`, origin };
    }
  const texts = [
    { whose: "the contract", text: contract.description, origin: { pointer: "#/info/description" } },
    ...operations.map((operation) => ({
      whose: operationKey(operation),
      text: operation.description,
      origin: operation.origin,
    })),
  ];
  for (const { whose, text = "", origin } of texts) {
    const found = wordsIn(text, IN_TEXT);
    if (found !== undefined) return { shown: `the description of ${whose} says ${found}`, origin };
  }
  return undefined;
}

/** Clauses about calls that the service makes itself, or about calls without a limit. */
const OF_OTHERS =
  /\bweb-?hooks?\b|\byour\s(?:api|app|application|endpoint|server|service|url)\b|\b(?:no|without)\s(?:\w{1,20}\s)?(?:limit|quota|rate)/iu;

/** The words of a clause that nothing negates, in quotes. */
function wordsIn(text: string, pattern: RegExp): string | undefined {
  for (const part of clausesOf(text.slice(0, LONGEST)).flat()) {
    const clause = part.replace(/\s+/gu, " ");
    const found = pattern.exec(clause);
    if (found !== null && !negates(clause.slice(0, found.index)) && !OF_OTHERS.test(clause))
      return JSON.stringify(found[0]);
  }
  return undefined;
}

/** Whether a header of a response tells how many requests are left, by its name and its description. */
export function describesRemaining(name: string, text = ""): boolean {
  return /(?:^|-)(?:left|remaining)$/iu.test(name) && REMAINING.test(text.slice(0, LONGEST));
}

const REMAINING =
  /\b(?:left|remaining)\s(?:\w{1,20}\s)?(?:calls|requests)\b|\b(?:calls|requests)\s(?:\w{1,20}\s)?(?:left|remaining)\b/iu;
