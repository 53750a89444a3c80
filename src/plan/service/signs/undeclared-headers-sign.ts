import type { ApiModel, OperationModel } from "../../../model/api-model.js";
import type { Origin } from "../../../model/schema-model.js";
import { clausesOf, isUpcoming, negates, withoutUpcoming } from "../../../text/without-denials.js";
import { yamlFlow } from "../../../text/yaml-scalar.js";
import { operationKey } from "../responses.js";
import { type ContractText, contractTexts } from "./contract-texts.js";
import type { LostSign, SignSource } from "./sign.js";

/** A header that a text names. */
interface NamedHeader {
  readonly name: string;
  /** "the description of GET /orders" */
  readonly by: string;
  readonly origin: Origin;
}

/**
 * Request headers that texts name and the contract declares nowhere, and those that the text of an operation requires and only other
 * operations declare, whatever they are for: the client has no input for them. One sign for the contract.
 *
 * @param signs - what else is lost: a header that one of them names is not named twice
 * @param given - those that the configuration accepts
 */
export function undeclaredHeadersSign(
  sources: readonly SignSource[],
  model: ApiModel,
  signs: readonly LostSign[],
  given: readonly string[] = [],
): LostSign | undefined {
  const known = new Set([...declaredHeaders(sources, model), ...given].map((name) => name.toLowerCase()));
  const named = signs.map(textOfSign);
  const found = new Map<string, NamedHeader>();
  for (const header of headersOfTexts(model)) {
    const key = header.name.toLowerCase();
    if (!known.has(key) && !named.some((text) => text.includes(key)) && !found.has(key))
      found.set(key, header);
  }
  const nowhere = found.size;
  for (const source of sources)
    for (const header of requiredHeaders(source, model, signs)) {
      const key = header.name.toLowerCase();
      if (!found.has(key) && !given.some((name) => name.toLowerCase() === key)) found.set(key, header);
    }
  const [first, ...others] = found.values();
  if (first === undefined) return undefined;
  const more = others.map(({ name, by }) => `${by === first.by ? "" : `${by} `}${JSON.stringify(name)}`);
  return {
    trait: "headers",
    shown: `${first.by} names ${[JSON.stringify(first.name), ...more].join(", ")}`,
    missing: missingText(nowhere, found.size - nowhere),
    lines: [],
    meant: [`undeclaredHeaders: ${yamlFlow([...given, first.name, ...others.map(({ name }) => name)])}`],
    origin: first.origin,
  };
}

/** The headers that the text of an operation requires, and that it does not declare. */
function requiredHeaders(
  source: SignSource,
  model: ApiModel,
  signs: readonly LostSign[],
): readonly NamedHeader[] {
  const { operation } = source;
  const names = requestHeadersIn(withoutUpcoming(ownText(operation).slice(0, LONGEST)), REQUIRED);
  if (names.length === 0) return [];
  const known = new Set(declaredHeaders([source], model).map((name) => name.toLowerCase()));
  const named = signs
    .filter((sign) => sign.operation === undefined || sign.operation === operation)
    .map(textOfSign);
  return names
    .filter((name) => {
      const key = name.toLowerCase();
      return !known.has(key) && !named.some((text) => text.includes(key));
    })
    .map((name) => ({
      name,
      by: `the description of ${operationKey(operation)}`,
      origin: operation.origin,
    }));
}

/** Where headers are not declared: some nowhere, and others only at other operations. */
function missingText(nowhere: number, elsewhere: number): string {
  const all = nowhere + elsewhere === 1 ? "it" : "them";
  if (nowhere === 0) return `only other operations declare ${all}`;
  return `the contract does not declare ${all}${elsewhere === 0 ? "" : ", or only at other operations"}`;
}

function textOfSign({ shown, missing, lines }: LostSign): string {
  return [shown, missing, ...lines].join(" ").toLowerCase();
}

/** Headers that the contract or its configuration declares, of requests and of responses. */
function declaredHeaders(
  sources: readonly SignSource[],
  { securitySchemes }: Pick<ApiModel, "securitySchemes">,
): readonly string[] {
  const ofKeys = securitySchemes.flatMap((scheme) => (scheme.kind === "apiKey" ? [scheme.parameter] : []));
  const ofOperations = sources.flatMap(({ operation: { parameters, responses }, traits }) => [
    ...parameters.flatMap(({ in: where, name }) => (where === "header" ? [name] : [])),
    ...responses.flatMap(({ headers }) => headers.map(({ name }) => name)),
    ...(traits.idempotentCreate === undefined ? [] : [traits.idempotentCreate.facts.header]),
    ...(traits.conditionalChange === undefined ? [] : ["If-Match"]),
  ]);
  return [...ofKeys, ...ofOperations];
}

/** Characters of a text that are searched. */
const LONGEST = 20_000;

function textsOf(model: ApiModel): readonly ContractText[] {
  return [
    ...contractTexts(model),
    ...model.operations.map((operation) => ({
      by: `the description of ${operationKey(operation)}`,
      text: ownText(operation),
      origin: operation.origin,
    })),
  ];
}

/** The request headers that the texts of a contract, its tags and its operations name. */
export function* headersOfTexts(model: ApiModel): Generator<NamedHeader> {
  for (const { by, text = "", origin } of textsOf(model))
    for (const name of requestHeadersIn(withoutUpcoming(text.slice(0, LONGEST)))) yield { name, by, origin };
}

function ownText({ summary = "", description = "" }: OperationModel): string {
  return `${summary}\n${description}`;
}

/** Headers of HTTP that the client writes or obeys itself, those of caches, and those of proxies and browsers. */
const OF_HTTP =
  "(?!(?:accept|access-control|cache|content|retry|set|transfer|user|www|(?:x-)?rate-?limit|x-forwarded)-|x-(?:http-method|requested-with|www)\\b)";

/** "`X-Tenant`", "X-Tenant", "If-Match", "the header `Tenant-Id`", "`Tenant-Id` request header" */
const NAMED = new RegExp(
  [
    `(?<![\\w/-])${OF_HTTP}(X-[a-z][\\w-]{1,60}|If-(?:Match|Unmodified-Since))(?![\\w-])`,
    `\\bheaders?\\W{1,4}[\`"']${OF_HTTP}([a-z]\\w{0,30}-[\\w-]{1,60})[\`"']`,
    `[\`"']${OF_HTTP}([a-z]\\w{0,30}-[\\w-]{1,60})[\`"']\\s(?:HTTP\\s)?(?:request\\s)?header\\b`,
  ].join("|"),
  "giu",
);

/** Words by which a clause says that a request has what it names. */
const OF_REQUEST =
  /\b(?:accept(?:s|ed)?|add(?:ed|ing)?|attach(?:ed|ing)?|expect(?:s|ed)?|give|includ(?:e|ed|ing)|lack\w*|mandatory|missing|must|needs?|optional(?:ly)?|pass(?:ed|ing)?|provid(?:e|ed|ing)|repeat(?:ed|s)?|request headers?|requir(?:e[sd]?|ing)|send(?:ing)?|sent|set(?:ting)?|specif(?:y|ied|ying)|submit(?:ted)?|suppl(?:y|ied|ying)|takes?|under|us(?:e|ing)|via|with(?:out)?)\b/iu;

/** Words by which it says that every request has it. */
const REQUIRED =
  /\b(?:mandatory|must\s(?:be\s(?:given|included|passed|present|provided|sent|set)|give|have|include|pass|provide|send|set)|needs?|requir(?:e[sd]?|ing))\b/iu;

/** Words by which it says that a response has it. */
const OF_RESPONSE =
  /\b(?:errors?\shave|gets?\san?\sunique|repl(?:y|ies)|responses?|respond(?:s|ed)?|return(?:s|ed|ing)?|receiv(?:e|es|ed|ing)|getResponseHeader|to\s(?:find\sout|know|learn|see|tell|trace)|we\s(?:will\s)?(?:add|include|send|set))\b/iu;

/** Words of sentences about requests that the service sends, about those who help, and about headers in a body. */
const OF_OTHERS =
  /\b(?:bugs?|callbacks?|custom\sheaders|deliver(?:y|ies|ed)|headers\sobject|hmac\w*|issues|signatures?|signing|support|troubleshoot\w*|web-?\s?hooks?)\b|\bwe\s(?:will\s)?(?:call|post|send)\b|\byour\s(?:endpoint|listener|server|url)\b/iu;

/** A heading, or a line before a list or a table, about responses or about requests that the service sends. */
const ABOUT_OTHERS = /\b(?:callbacks?|events?|responses?|returned|web-?\s?hooks?)\b/iu;

/** The sections of a text, each below its heading. */
function sectionsOf(text: string): readonly { readonly heading: string; readonly body: string }[] {
  return text.split(/\n(?=\s{0,3}#{1,6}\s|[^\n]{1,80}:\s{0,3}\n)/u).map((section) => {
    const [heading = "", ...lines] = section.split("\n");
    const isHeading = /^\s{0,3}#|:\s{0,3}$/u.test(heading);
    return isHeading ? { heading, body: lines.join("\n") } : { heading: "", body: section };
  });
}

/**
 * The request headers that a text names; not those that it names as headers of responses as well.
 *
 * @param ofRequest - what a clause with such a header has
 */
function requestHeadersIn(text: string, ofRequest = OF_REQUEST): readonly string[] {
  if (!/-/u.test(text)) return [];
  const ofRequests = new Map<string, string>();
  const ofResponses = new Set<string>();
  for (const { heading, body } of sectionsOf(text))
    for (const clauses of clausesOf(body)) {
      const sentence = clauses.join("");
      const isOther = ABOUT_OTHERS.test(heading) || OF_OTHERS.test(sentence);
      let whole = "";
      for (const clause of clauses) {
        const isPart =
          GOES_ON.test(clause) &&
          !HAS_VERB.test(clause.split(/\b(?:if|unless|when|where|while)\b/u)[0] ?? "");
        whole = isPart ? whole + clause : clause;
        for (const name of namesIn(clause, sentence))
          if (isOther || OF_RESPONSE.test(whole)) ofResponses.add(name.toLowerCase());
          else if (ofRequest.test(whole) && !negates(whole) && !isUpcoming(whole))
            ofRequests.set(name.toLowerCase(), name);
      }
    }
  return [...ofRequests].flatMap(([key, name]) => (ofResponses.has(key) ? [] : [name]));
}

/** A verb of a clause of its own. */
const HAS_VERB =
  /\b(?:are|be|can|contains?|gives?|had|has|have|is|may|must|needs?|returns?|should|was|were|will)\b/iu;

/** A clause that begins with the next name of a list: the verb is that of the clause before, as in "Send X-Shop and X-Till". */
const GOES_ON = /^\W{0,4}(?:(?:and|or)\s)?(?:the\s)?(?:headers?\s)?[`"']?x-[a-z]/iu;

/** The headers that a clause names: `X-Ray` counts with marks or the word alone, and `x-internal`, which may be an extension, with the word. */
function namesIn(clause: string, sentence: string): readonly string[] {
  return [...clause.matchAll(NAMED)].flatMap(({ index, ...groups }) => {
    const name = [groups[1], groups[2], groups[3]].find(Boolean) ?? "";
    const isMarked = /^[`"']/u.test(clause.slice(index - 1)) && !name.startsWith("x-");
    const isSure = isMarked || !/^x-/iu.test(name) || /\bheaders?\b/iu.test(sentence);
    return isSure ? [name] : [];
  });
}
