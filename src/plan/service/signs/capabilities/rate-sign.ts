import type { ApiModel, OperationModel } from "../../../../model/api-model.js";
import type { Origin } from "../../../../model/schema-model.js";
import { clausesOf, negates } from "../../../../text/without-denials.js";
import { words } from "../../../../text/words.js";
import { needsCaller } from "../../only-value.js";
import { jsonResponse, operationKey } from "../../responses.js";
import type { SchemaReader } from "../../schema-reader.js";
import { type BodyMember, listBodyMembers } from "../../traits/body-members.js";
import { capabilitySources } from "../../traits/capabilities/feature-flags.js";
import { acceptingLines, capabilityLines, type GivenCapabilities } from "./capability-lines.js";
import type { LostSign, SignSource } from "../sign.js";
import { isOfService, isOfWebhooks } from "./of-service.js";
import { describesRemaining, refusedRate } from "./refused-limits.js";

/** What a contract says of a rate, and the client does not keep to. */
interface StatedRate {
  readonly shown: string;
  readonly missing: string;
  readonly lines: readonly string[];
  readonly origin: Origin;
}

/**
 * A rate of requests that the client does not hold requests back for: members of a response that it does not read, an extension, or a text
 * that says a number. One sign for the contract; none where the client reads a rate, or the configuration says that there is none.
 */
export function rateSign(
  sources: readonly SignSource[],
  model: ApiModel,
  reader: SchemaReader,
  given: GivenCapabilities,
): LostSign | undefined {
  if (given === false || given?.limits === false) return undefined;
  const known = capabilitySources(sources.map(({ operation, traits }) => ({ model: operation, traits })));
  const also = given?.also === false ? undefined : given?.also;
  const decided = [given?.limits, also?.limits].flatMap((limits) => Object.keys(limits || {}));
  const named = [...decided, ...known.flatMap(({ facts }) => Object.keys(facts.limits))];
  if (named.some((name) => name.endsWith("PerMinute"))) return undefined;
  const found =
    ofResponses(sources, reader) ??
    ofExtensions(model) ??
    ofTexts(model) ??
    ofHeaders(model) ??
    refusedRate(model);
  if (found === undefined) return undefined;
  const [main] = known;
  return {
    trait: "capabilities",
    rule: "trait/rate",
    ...found,
    ...(main !== undefined && { lines: [] }),
    meant: acceptingLines(given, known, { limits: ["readsPerMinute", "writesPerMinute"] }),
  };
}

/** Words of a member before what is counted; others name a thing of the service: `sensorReadsPerSecond`. */
const BEFORE =
  "(?:(?:account|allowed|api|burst|client|default|global|hard|http|key|limits?|max|maximum|of|permitted|plan|quota|rate|soft|tenant|total|user)_)*";

/** Members that say how many requests there may be in a time. */
const OF_RATE = new RegExp(
  `^${BEFORE}(?:calls?|hits|queries|reads?|requests?|writes?)_per_(?:hour|min(?:ute)?|sec(?:ond)?)(?:_|$)|^(?:limit_|max_)*(?:qps|rpm|rps)(?:_limit)?$`,
  "u",
);

/** Those that say how many there are. */
const OF_USE = /(?:^|_)(?:actual|average|avg|current|mean|measured|peak|remaining|used)(?:_|$)/u;

/** Those that say themselves that they are a limit. */
const OF_LIMIT = /(?:^|_)(?:allow\w*|limit\w*|max\w*|quotas?)(?:_|$)/u;

/** Paths that end in what a caller may do. */
const OF_CALLER =
  /^(?:accounts?|capabilities|config(?:uration)?|limits?|me|plan|quotas?|rate_limits?|settings|subscription|usage)$/u;

/** Paths of what one of those who call may do. */
const OF_ONE_CALLER =
  /^[^{]*\/(?:accounts?|customers?|organi[sz]ations?|orgs?|projects?|subscriptions?|tenants?|users?|workspaces?)\/\{[^{}]+\}\/[^{}]+$/iu;

/** The first response with members that say a rate. */
function ofResponses(sources: readonly SignSource[], reader: SchemaReader): StatedRate | undefined {
  for (const { operation, traits } of sources) {
    const { method, path, parameters } = operation;
    const last = path.split("/").findLast((segment) => segment !== "") ?? "";
    if (method !== "GET" || last.includes("{") || traits.pagination !== undefined) continue;
    const isOfCaller = OF_CALLER.test(words(last).join("_"));
    // A usage has rates that were measured.
    const isOfLimits = isOfCaller && last !== "usage";
    const members = listBodyMembers(jsonResponse(operation, reader)?.schema, reader).filter(
      ({ key, path: names, schema }) =>
        OF_RATE.test(key) &&
        !OF_USE.test(key) &&
        (isOfLimits || names.some((name) => OF_LIMIT.test(words(name).join("_")))) &&
        reader.resolve(schema).type.kind === "number",
    );
    const [first] = members;
    const input = parameters.find((one) => needsCaller(one, reader));
    // What needs an input may be a thing of the service: its path has to say that it is not.
    if (first === undefined || (input !== undefined && !(isOfCaller && OF_ONE_CALLER.test(path)))) continue;
    const ofMinute = members.filter(({ key }) => /minute|_min(?:_|$)|rpm/u.test(key));
    const named = (input === undefined ? ofMinute[0] : undefined) ?? first;
    return {
      shown: `the response of ${operationKey(operation)} has "${named.path.join(".")}"`,
      ...(input === undefined
        ? readable(operation, ofMinute)
        : { missing: `the client has no value for "${input.name}", which that requires`, lines: [] }),
      origin: operation.origin,
    };
  }
  return undefined;
}

/** What a client without input can read of a rate: only that of a minute. */
function readable(
  operation: OperationModel,
  ofMinute: readonly BodyMember[],
): Pick<StatedRate, "lines" | "missing"> {
  if (ofMinute.length === 0) return { missing: "the client keeps to rates of a minute only", lines: [] };
  const of = (kind: RegExp) => ofMinute.filter(({ key }) => kind.test(key));
  const [reads, writes] = [of(/(?:^|_)reads?_per_/u), of(/(?:^|_)writes?_per_/u)];
  const others = ofMinute.filter((one) => !reads.includes(one) && !writes.includes(one));
  const pathOf = (named: readonly BodyMember[]) => {
    const [only, ...more] = named.length > 0 ? named : others;
    return only === undefined || more.length > 0 ? "?" : only.at;
  };
  const limits = { readsPerMinute: pathOf(reads), writesPerMinute: pathOf(writes) };
  return {
    missing:
      others.length === 0
        ? "nothing says that it limits the requests of this client"
        : "nothing says that it limits all requests",
    lines: capabilityLines(undefined, { model: operation, facts: { limits } }),
  };
}

/** The first extension that states a rate. */
function ofExtensions({ contract, operations }: ApiModel): StatedRate | undefined {
  const missing = "the client does not read extensions for rates";
  if (contract.rateExtension !== undefined)
    return {
      shown: `the contract has "${contract.rateExtension}"`,
      missing,
      lines: [],
      origin: { pointer: "#/info" },
    };
  const [first, ...others] = operations.filter(({ rateExtension }) => rateExtension !== undefined);
  if (first === undefined) return undefined;
  const more =
    others.length === 0
      ? ""
      : `, and so ${others.length === 1 ? "has" : "have"} ${String(others.length)} more`;
  return {
    shown: `${operationKey(first)} has "${first.rateExtension ?? ""}"${more}`,
    missing,
    lines: [],
    origin: first.origin,
  };
}

/** Characters of a text that are searched. */
const LONGEST = 20_000;

/** A number, in digits or in a word. */
const NUMBER =
  "(?:\\d[\\d,.]{0,11}k?|(?:an?\\s)?(?:hundred|thousand)|one|two|three|four|five|six|eight|ten|twelve|fifteen|twenty|thirty|fifty|sixty)";

/** A time that requests are counted in: "min", "5min", "hour", "h" after a stroke. */
const TIME = "(?:\\d{1,4}[\\s-]?)?(?:(?:day|hour|hr|min|minute|sec|second)s?|(?<=\\/)[hs])\\b";

/**
 * "60 requests per minute", "1 call/second", "one request every 5 seconds", "100 requests within 60 seconds", "ten calls a second", "60 rpm",
 * "25 req/s", "requests per minute: 20"
 */
const RATE = new RegExp(
  [
    `\\b${NUMBER}(?:\\s\\([a-z -]{1,40}\\))?[\\s*_\`]{1,3}(?:[\\w-]{1,20}\\s){0,2}(?:calls?|hits|operations|queries|requests?|req|times|transactions)[*_\`]{0,2}(?:\\s(?!and\\b|or\\b)[\\w-]{1,20}){0,4}?\\s?(?:\\/|(?:\\b(?:an?|each|every|in|per|within)\\s){1,2})\\s?(?:a\\s)?${TIME}`,
    "\\b\\d[\\d,.]{0,11}\\s?(?:rpm|rps|qps)\\b",
    `\\b(?:at\\smost|(?:max\\w{0,4}|more)\\s(?:of|than)|only)\\sonce\\s(?:an?|each|every|per)\\s${TIME}`,
    `\\b(?:calls?|queries|requests?)[*_\`]{0,2}\\s(?:an?|each|every|per)\\s${TIME}[*_\`]{0,2}\\s?[:=]\\s?\\d[\\d,.]{0,11}(?!\\d|-\\d)`,
  ].join("|"),
  "iu",
);

/** "GET requests: 300 per minute", "| Requests | 60/min |": of a list or a table. */
const OF_ROW = new RegExp(
  `(?<=\\b(?:calls?|queries|reads?|requests?|writes?)[*_\`]{0,2}\\s{0,20}[:|]\\s{0,20}[*_\`]{0,2})\\d[\\d,.]{0,11}\\s?(?:\\/\\s?|per\\s)${TIME}`,
  "iu",
);

/** "Rate limit: 100/hour", "a rate limit of 10,000 per day", "Throttle: 60/minute", "Rate limits: 300/5min" */
const LIMIT = new RegExp(
  `(?<=(?:rate[\\s-]limit(?:s|ed|ing)?|(?:^|[.!;>]\\s?|(?:all|api|client|http|the|your)\\s)requests\\sare\\slimited|throttl(?:e|ed|ing))(?:\\s(?:at|is|of|to)|:)\\s{1,3})\\d[\\d,.]{0,11}\\s?(?:\\/\\s?|per\\s)${TIME}`,
  "iu",
);

/** "5 concurrent requests", "ten parallel calls", "at most 3 requests in flight" */
const AT_ONCE = new RegExp(
  `\\b${NUMBER}\\s(?:(?:concurrent|parallel|simultaneous)\\s(?:[\\w-]{1,20}\\s){0,2}(?:calls?|connections?|requests?)|(?:[\\w-]{1,20}\\s){0,2}(?:calls?|requests?)\\s(?:(?:\\w+\\s)?in\\sflight|in\\sparallel|concurrently|simultaneously)|in\\sflight)\\b`,
  "iu",
);

/** A sentence that is a label and its number: "Requests per minute: 60". */
const LABELLED =
  /^\W{0,9}(?:api\s|max\w{0,4}\s)?(?:calls|queries|requests)\s(?:an?|each|every|per)\s\w{1,6}\W{1,6}\d[\d,.]{0,11}\W*$/iu;

/** What is counted in "20 times per minute". */
const OF_CALLS = /\b(?:called|calls?|executed|invoked|requested|requests?)\b/iu;

/** What is done once: "may be called at most once", and not "the cache is refreshed". */
const CALLED_ONCE =
  /\b(?:call(?:ed)?|executed|invoked|polled|requested|requests?\s(?:can|may|must|should)\s(?:only\s)?be\s\w{1,20})\s(?:[\w-]{1,20}\s){0,5}?once\b/iu;

/** Words by which a sentence says that a rate limits a caller. */
const LIMITS =
  /\b(?:allow\w*|at most|below|can|cap(?:ped)?|exceed\w*|fewer than|keep|less than|limit\w*|max(?:imum)?|may|must|no more|permit\w*|quotas?|rate|restrict\w*|stay|throttl\w*|under|up to)\b/iu;

/** A heading, or a sentence before a list, that is about limits: "Current rate limits:". */
const OF_LIMITS = /\b(?:limit(?:s|ed|ing)?|quotas?|throttl\w{1,6})\b/iu;

const UNLIMITED =
  /\b(?:no|not|without|un-?)\s?(?:any\s)?(?:rate[\s-])?limit|\bHTTP\/[23]\b|\b(?:earlier|older|previous)\sversions?\b/iu;

/** The first text that says a rate: of the contract, of a response 429, or of an operation. */
function ofTexts({ contract, operations, tags }: ApiModel): StatedRate | undefined {
  const missing = "no body of a response that the client can read has the number";
  const ofTags = tags.map(({ name, description }) => [`tag ${JSON.stringify(name)}`, description] as const);
  for (const [whose, description] of [["contract", contract.description] as const, ...ofTags]) {
    const rate = rateIn(description);
    if (rate !== undefined)
      return {
        shown: `the description of the ${whose} says ${rate}${ownRates(operations, [rate])}`,
        missing,
        lines: [],
        origin: { pointer: whose === "contract" ? "#/info/description" : "#/tags" },
      };
  }
  for (const operation of operations) {
    const rate = ownRate(operation);
    if (rate !== undefined)
      return {
        shown: `the description of ${operationKey(operation)} says ${rate}${ownRates(operations, [rate])}`,
        missing,
        lines: [],
        origin: operation.origin,
      };
    for (const { status, description, origin } of operation.responses) {
      const found = status === "429" ? rateIn(description, true) : undefined;
      if (found !== undefined)
        return {
          shown: `the response 429 of ${operationKey(operation)} says ${found}`,
          missing,
          lines: [],
          origin,
        };
    }
  }
  return undefined;
}

/** The rate that the texts of one operation say. */
function ownRate({ description, summary }: OperationModel): string | undefined {
  return rateIn(description) ?? rateIn(summary);
}

/** The most rates that are shown. */
const MOST = 3;

/** The rates of single operations, beside those that are shown already: another one holds for each of them. */
function ownRates(operations: readonly OperationModel[], shown: readonly string[]): string {
  const rates = operations.flatMap((one) => ownRate(one) ?? []).filter((rate) => !shown.includes(rate));
  if (rates.length === 0) return "";
  const different = [...new Set(rates)];
  const listed = different.slice(0, MOST).join(", ");
  const more = different.length > MOST ? ` and ${String(different.length - MOST)} more` : "";
  return `, and ${rates.length === 1 ? "1 operation has another" : `${String(rates.length)} operations have others`}: ${listed}${more}`;
}

/** Headers that tell what is left of a rate: `X-RateLimit-Remaining`, `RateLimit` (draft-ietf-httpapi-ratelimit-headers). */
const OF_HEADER = /^(?:x-)?rate-?limit(?:-(?:limit|policy|remaining|reset))?$/iu;

/** The same in a text. */
const HEADER_IN_TEXT = /(?<![\w-])(?:x-)?rate-?limit-(?:limit|policy|remaining|reset)(?![\w-])/iu;

/** That responses had it once, or have it only elsewhere. */
const REMOVED =
  /\b(?:deprecated|dropped|formerly|instead\sof|no|previously|remov(?:al|e[ds]?|ing)|replac(?:e[ds]?|ing)|without)\b/iu;

/** The first header that tells a rate: declared by a response, or named by a text of the contract. */
function ofHeaders({ contract, operations, tags }: ApiModel): StatedRate | undefined {
  const missing = "the client looks at such headers only after a 429";
  for (const operation of operations) {
    const headers = operation.responses.flatMap((response) => response.headers);
    const found = headers.find(
      ({ name, description }) => OF_HEADER.test(name) || describesRemaining(name, description),
    );
    if (found !== undefined)
      return {
        shown: `a response of ${operationKey(operation)} has ${JSON.stringify(found.name)}`,
        missing,
        lines: [],
        origin: operation.origin,
      };
  }
  const texts = [contract.description, ...tags.map(({ description }) => description)];
  for (const text of texts) {
    const clauses = clausesOf((text ?? "").slice(0, LONGEST)).flat();
    const affirmed = clauses.filter((clause) => !negates(clause) && !REMOVED.test(clause));
    const [header] = affirmed.flatMap((clause) => HEADER_IN_TEXT.exec(clause)?.[0] ?? []);
    if (header !== undefined)
      return {
        shown: `the description of ${text === contract.description ? "the contract" : "a tag"} names ${JSON.stringify(header)}`,
        missing,
        lines: [],
        origin: { pointer: text === contract.description ? "#/info/description" : "#/tags" },
      };
  }
  return undefined;
}

/** The words of a rate, in quotes. @param isLimit - the text is about a limit */
function rateIn(text = "", isLimit = false): string | undefined {
  const sentences = text
    .slice(0, LONGEST)
    .split(
      /(?<=[.!?]|(?<!&\w{1,8});)\s+|\n\s*\n|\n(?=[^\S\n]{0,20}(?:[-*+|#]|\d{1,3}[.)])\s)|<br\s{0,2}\/?>|<\/(?:p|li|td)>/u,
    );
  // What is above a list or a table is about each of its items and rows.
  let above = "";
  let isRow = false;
  for (const sentence of sentences) {
    const row = OF_ROW.exec(sentence);
    const [rate] = LIMIT.exec(sentence) ?? RATE.exec(sentence) ?? AT_ONCE.exec(sentence) ?? row ?? [];
    const wasRow = isRow;
    isRow = /^\s{0,20}\|/u.test(sentence);
    const isHead = (isRow && !wasRow) || /^\s{0,20}<table\b/u.test(sentence);
    const isItem =
      isRow || isHead || /^\s{0,20}(?:(?:[-*+]|\d{1,3}[.)])\s?|<li>|<\/?t[dr]\b)/u.test(sentence);
    if (isHead) above = `${above}\n${sentence}`;
    const isAbout =
      isLimit ||
      LIMITS.test(sentence) ||
      LABELLED.test(sentence) ||
      (isItem && (row !== null || OF_LIMITS.test(above)));
    if (!isItem && /\S/u.test(sentence)) above = sentence;
    const isOfOther =
      UNLIMITED.test(sentence) ||
      isOfService(sentence) ||
      (/\btimes\b/iu.test(rate ?? "") && !OF_CALLS.test(sentence)) ||
      (/\bonce\b/iu.test(rate ?? "") && (!CALLED_ONCE.test(sentence) || isOfWebhooks(sentence)));
    if (rate !== undefined && isAbout && !isOfOther)
      return JSON.stringify(
        rate
          .replace(/[*_`]/gu, "")
          .replace(/\s+/gu, " ")
          .trim()
          .replace(/[.,]+$/u, ""),
      );
  }
  return undefined;
}
