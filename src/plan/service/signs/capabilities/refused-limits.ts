import type { ApiModel } from "../../../../model/api-model.js";
import type { Origin } from "../../../../model/schema-model.js";
import { clausesOf, negates } from "../../../../text/without-denials.js";
import { operationKey } from "../../responses.js";
import type { LostSign } from "../sign.js";
import { isOfWebhooks } from "./of-service.js";

/** What a contract says of a limit without its number. */
interface RefusedLimit {
  readonly shown: string;
  readonly origin: Origin;
}

/** A refusal of too many requests of which no text has the number, or whose status differs from 429. */
export function refusedRate(
  model: Pick<ApiModel, "operations">,
): (Pick<LostSign, "lines" | "missing" | "shown"> & RefusedLimit) | undefined {
  const refused = refusedLimit(model);
  if (refused !== undefined)
    return { ...refused, missing: "nothing that the client can read has the number", lines: [] };
  const throttled = otherThrottling(model);
  return (
    throttled && { ...throttled, missing: "the client waits after a 429, and not after this", lines: [] }
  );
}

/** Characters of a text that are searched. */
const LONGEST = 20_000;

/** "Maximum requests per minute limit exceeded", "the daily request limit": a limit of a time. */
const OF_TIME = [
  "\\b(?:maximum|max\\.?)\\s(?:number\\sof\\s)?(?:\\w{1,20}\\s)?(?:calls|requests)\\s(?:an?|each|per)\\s(?:day|hour|minute|month|second)\\b",
  "\\b(?:daily|hourly|monthly)\\s(?:(?:api|usage)\\s)?(?:calls?|requests?)\\b",
];

/** A 429 that tells more than its name; "rate limit" and "quota" alone say what every 429 does, and the client waits after it. */
const OF_REJECTION = new RegExp(
  [...OF_TIME, "\\b(?:concurrent|parallel|simultaneous)\\s(?:calls|requests)\\b"].join("|"),
  "iu",
);

/** What a 402 says of requests: the client does not wait after it. */
const OF_PAYMENT = new RegExp(
  [
    ...OF_TIME,
    "\\b(?:calls?|requests?)\\s(?:limit|quota)\\b",
    "\\b(?:limit|quota)\\sof\\s(?:\\w{1,20}\\s)?(?:calls|requests)\\b",
  ].join("|"),
  "iu",
);

/** A response 429 or 402 that says that there is a limit on requests. */
function refusedLimit({ operations }: Pick<ApiModel, "operations">): RefusedLimit | undefined {
  for (const operation of operations)
    for (const { status, description = "", origin } of operation.responses) {
      const pattern = status === "429" ? OF_REJECTION : status === "402" ? OF_PAYMENT : undefined;
      const found = pattern && wordsIn(description, pattern);
      if (found !== undefined)
        return { shown: `the response ${status} of ${operationKey(operation)} says ${found}`, origin };
    }
  return undefined;
}

/** What errors of too many requests are called: "ThrottlingException", "Too Many Requests", "RequestLimitExceeded". */
const THROTTLED =
  /^\W{0,9}(?:request\s?)?(?:throttl(?:ed|ing)|too\s?many\s?requests|(?:request|rate)\s?limit\s?exceeded|slow\s?down)\s?(?:error|exception)?\W{0,9}$/iu;

/** A refusal of too many requests by its name, whose status is that of any mistake of a caller. */
function otherThrottling({ operations }: Pick<ApiModel, "operations">): RefusedLimit | undefined {
  for (const operation of operations)
    for (const { status, description = "", origin } of operation.responses)
      if (/^4(?!29)\d\d$/u.test(status) && description.length < LONGEST_NAME && THROTTLED.test(description))
        return {
          shown: `the response ${status} of ${operationKey(operation)} is called ${JSON.stringify(description.trim())}`,
          origin,
        };
  return undefined;
}

/** Characters of a name. */
const LONGEST_NAME = 60;

/** That there is a limit, beside the requests that it is of. */
const EXCEEDED = /\b(?:exceed\w*|limit\w*|max\w*|quotas?|reached|too\smany|used\sup)\b/iu;

/** Clauses about calls that the service makes itself, or about calls without a limit. */
const OF_OTHERS =
  /\byour\s(?:api|app|application|endpoint|server|service|url)\b|\b(?:no|without)\s(?:\w{1,20}\s)?(?:limit|quota|rate)/iu;

/** The words of a clause that nothing negates, in quotes. */
function wordsIn(text: string, pattern: RegExp): string | undefined {
  for (const part of clausesOf(text.slice(0, LONGEST)).flat()) {
    const clause = part.replace(/\s+/gu, " ");
    const found = pattern.exec(clause);
    if (
      found !== null &&
      EXCEEDED.test(clause) &&
      !negates(clause) &&
      !isOfWebhooks(clause) &&
      !OF_OTHERS.test(clause)
    )
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
