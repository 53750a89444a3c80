import type { ApiModel } from "../../../model/api-model.js";
import type { Origin } from "../../../model/schema-model.js";
import { sectionsOf } from "../../../text/prose/headings.js";
import { clausesOf, isUpcoming, negates, withoutUpcoming } from "../../../text/without-denials.js";
import { yamlFlow } from "../../../text/yaml-scalar.js";
import { operationKey } from "../responses.js";
import { inRequestIdOrder, isRequestIdName, REQUEST_ID_NAME } from "../traits/recognise-request-id.js";
import { type ContractText, contractTexts } from "./contract-texts.js";
import type { LostSign, SignSource } from "./sign.js";

/**
 * Headers that identify a request, where texts alone give them to responses: the client does not keep them. One sign for the contract.
 *
 * @param signs - what else is lost: a header that one of them names has another purpose, as has that of a key
 * @param known - what is known of such headers: a declared one, or what the configuration says
 */
export function requestIdSign(
  sources: readonly SignSource[],
  model: ApiModel,
  signs: readonly LostSign[],
  known: unknown,
): LostSign | undefined {
  if (known !== undefined) return undefined;
  const keys = sources.flatMap(({ traits }) => traits.idempotentCreate?.facts.header ?? []);
  const shown = signs.map((sign) => [sign.shown, ...sign.lines].join(" "));
  const others = [...keys, ...shown].map((one) => one.toLowerCase());
  const read = new Set<string>();
  const found = new Map<string, { readonly name: string; readonly by: string; readonly origin: Origin }>();
  for (const { by, text = "", origin } of textsOf(model)) {
    if (read.has(text)) continue;
    read.add(text);
    for (const name of responseIdsIn(text)) {
      const key = name.toLowerCase();
      if (!found.has(key) && !others.some((one) => one.includes(key))) found.set(key, { name, by, origin });
    }
  }
  const [first, ...more] = found.values();
  if (first === undefined) return undefined;
  const names = more.map(({ name, by }) => `${by === first.by ? "" : `${by} `}${JSON.stringify(name)}`);
  return {
    trait: "requestId",
    shown: `${first.by} gives responses ${[JSON.stringify(first.name), ...names].join(", ")}`,
    missing: `no response declares ${names.length === 0 ? "it" : "them"}`,
    lines: [`requestId: ${yamlFlow(inRequestIdOrder([first, ...more].map(({ name }) => name)))}`],
    meant: ["requestId: false"],
    origin: first.origin,
  };
}

function textsOf(model: ApiModel): readonly ContractText[] {
  return [
    ...contractTexts(model),
    ...model.operations.flatMap((operation) => [
      {
        by: `the description of ${operationKey(operation)}`,
        text: operation.description,
        origin: operation.origin,
      },
      ...operation.responses.map(({ status, description, origin }) => ({
        by: `the description of the response ${status} of ${operationKey(operation)}`,
        text: description,
        origin,
      })),
    ]),
  ];
}

/** Characters of a text that are searched. */
const LONGEST = 20_000;

const MAY_NAME = /(?:request|correlation|trace|flow)-?id|traceparent/iu;

/** A name in a text: not a part of a path or of a longer word. */
const NAMED = new RegExp(`(?<![\\w/<-])${REQUEST_ID_NAME}(?![\\w-])`, "giu");

/** What stands for each name in the patterns below. */
const MARK = "§";

const OF_RESPONSES = "(?:responses?|repl(?:y|ies))";
const HEADER = "[`\"'”]?\\s(?:(?:HTTP\\s)?header(?:\\sfield)?\\s)?(?:value\\s)?";

/** Clauses by which responses have what they name. */
const IN_RESPONSES = new RegExp(
  [
    // "the `X-Request-Id` response header", "in the response headers, under `Request-Id`"
    "\\bresponse(?:['’]s)?\\s(?:HTTP\\s)?headers?\\b",
    // "every response carries an `X-Request-Id` header"
    `\\b(?:${OF_RESPONSES}|errors?)\\s(?:(?!calls?\\b|requests?\\b)\\w{1,20}\\s){0,4}?(?:bears?|carr(?:y|ies)|com(?:es?|ing)|contain(?:s|ing)?|ha(?:s|ve)|includ(?:es?|ing)|with)\\s(?:(?!\\b(?:if|unless|when|where|without)\\b)[^.;§]){0,60}§`,
    // "`X-Request-Id` is present in all responses"
    `§[^.;§]{0,40}\\b(?:added|available|contained|echoed|found|included|present|provided|returned|sent|set)\\b[^.;§]{0,30}\\b(?:in|of|on|to|with|within)\\s(?:\\w{1,20}\\s){0,3}?${OF_RESPONSES}\\b`,
    // "returned in the `X-Request-Id` header", "we return an `X-Request-Id`"
    "\\b(?:echo(?:e[ds])?|returns?|returned|respond(?:s|ed)?\\swith|you\\s(?:will\\s)?receive)\\s(?:(?!if\\b|for\\b|requests?\\b|unless\\b|when\\b|where\\b|without\\b)\\w{1,20}\\s){0,5}?[`\"'“]?§",
    // "`X-Request-Id` is echoed"
    `§${HEADER}(?:is|are|will\\sbe)\\s(?:\\w{1,20}\\s)?(?:echoed|returned|sent\\sback)\\b`,
  ].join("|"),
  "iu",
);

/** "You may send an `X-Request-Id`, which is returned" */
const IS_ECHOED =
  /§[^.;§]{0,60}\b(?:it|that|which)\s(?:is|will\sbe)\s(?:\w{1,20}\s)?(?:echoed|returned|sent\sback)\b/iu;

/** Clauses about requests, and those that say that something is missing. */
const OF_OTHERS =
  /\brequest\s(?:HTTP\s)?headers?\b|\bno\s(?:\S{1,30}\s){0,2}?[`"'“]?§|\bwithout\s(?:\w{1,20}\s){0,2}?[`"'“]?§/iu;

/** Words of what the caller does with a name: the rest of the sentence may be about something else. */
const OF_REQUEST =
  /\b(?:accept|add|attach|generat|includ|must|need|optional|pass|provid|requir|send|sent|set|specif|submit|suppl|us(?:e|ing)\b|with\b)/iu;

/** Requests that the service sends, and headers that keep a change from happening twice. */
const OF_ELSEWHERE =
  /\b(?:callbacks?|duplicat\w*|idempoten\w*|twice|web-?\s?hooks?)\b|\byour\s(?:endpoint|listener|server|url)\b/iu;

/** A list of headers that responses have, below the line that says so: "All responses include the following headers:". */
const LISTED =
  /^[^\n]{0,200}\bresponses?\b[^.\n]{0,80}\bheaders?\b[^.\n]{0,20}:[^\S\n]{0,10}\n{1,2}(?<items>(?:[^\S\n]{0,10}(?:[-*+|]|\d{1,2}[.)])[^\n]*(?:\n|$))+)/gimu;

/** Names that a text gives to headers of responses and that identify a request. */
function responseIdsIn(text: string): readonly string[] {
  const searched = text.slice(0, LONGEST);
  if (!MAY_NAME.test(searched)) return [];
  return sectionsOf(withoutUpcoming(searched)).flatMap((section) => {
    if (!MAY_NAME.test(section.text) || OF_ELSEWHERE.test(section.heading)) return [];
    const isOfHeaders = /\bresponse\sheaders?\b/iu.test(section.heading);
    const listed = [...section.text.matchAll(LISTED)].map(({ groups: { items = "" } = {} }) => items);
    return [
      ...clausesOf(section.text).flatMap((clauses) => namesIn(clauses, isOfHeaders)),
      ...listed.flatMap((items) => clausesOf(items).flatMap((clauses) => namesIn(clauses, true))),
    ];
  });
}

function namesIn(clauses: readonly string[], isOfHeaders: boolean): readonly string[] {
  const sentence = clauses.join("");
  const all = headersIn(sentence);
  if (all.length === 0 || OF_ELSEWHERE.test(sentence)) return [];
  const isOfOne = new Set(all.map((name) => name.toLowerCase())).size === 1;
  return clauses.flatMap((clause) => {
    const names = all.filter((name) => clause.includes(name));
    const marked = clause.replaceAll(MARK, "").replace(NAMED, MARK);
    if (names.length === 0 || OF_OTHERS.test(marked) || negates(clause) || isUpcoming(clause)) return [];
    const whole = sentence.replaceAll(MARK, "").replace(NAMED, MARK);
    const isOfSentence =
      isOfOne && (IS_ECHOED.test(whole) || (!OF_REQUEST.test(marked) && IN_RESPONSES.test(whole)));
    return isOfHeaders || IN_RESPONSES.test(marked) || isOfSentence ? names : [];
  });
}

/** The headers that a sentence names: with `X-`, or with a hyphen beside the word. */
function headersIn(sentence: string): readonly string[] {
  const hasWord = /\bheaders?\b/iu.test(sentence);
  return [...sentence.matchAll(NAMED)].flatMap(([name]) => {
    const isHeader = /^x-/iu.test(name) || (hasWord && /-|^traceparent$/iu.test(name));
    return isHeader && isRequestIdName(name) ? [name] : [];
  });
}
