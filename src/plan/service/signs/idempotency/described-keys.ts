import type { ApiModel, OperationModel } from "../../../../model/api-model.js";
import { clausesOf, negates, withoutDenials } from "../../../../text/without-denials.js";
import { words } from "../../../../text/words.js";
import { findIdempotencyHeader, findPossibleKey } from "../../idempotency-fields.js";
import { startsSomething } from "../../responses.js";
import { codeOfKeysIn } from "./key-codes.js";
import type { SignSource } from "../sign.js";

/** What says of an operation that it takes an idempotency key. */
export interface DescribedKey {
  /** "its description" */
  readonly by: string;
  readonly header: string;
  /** It may mean something else. */
  readonly isHint?: true;
}

/** Creates by what says of several operations that they take a key. */
export type DescribedKeys = ReadonlyMap<OperationModel, DescribedKey>;

/**
 * The header that a text names, as it spells it: `Idempotency-Key`, or one of another name that it calls the header of the key; the usual
 * one where it names a key alone.
 */
export function describedHeader(text: string): string | undefined {
  if (!KEY.test(text)) return headerOfRepetition(text);
  const affirmed = affirmedKeys(text);
  return HEADER.exec(affirmed)?.[0] ?? otherHeader(affirmed) ?? (KEY.test(affirmed) ? USUAL : undefined);
}

/** The clauses of a text that deny no key. */
function affirmedKeys(text: string): string {
  return clausesOf(withoutDenials(text, "use"))
    .flat()
    .filter((clause) => !deniesKey(clause))
    .join("\n");
}

/** A header in code marks or quotes, which is not one of HTTP. */
const NAME =
  "[`\"']((?!(?:accept|authorization|content|if|prefer|retry|www)-)[a-z]\\w{0,30}-[\\w-]{1,60})[`\"']";
const HEADER_NAME = `(?:(?<!\\bresponse\\s)headers?\\W{1,4}${NAME}|${NAME}\\s?headers?\\b)`;

const KEYS = "\\bidempoten(?:cy|ce|t)[- ]keys?";

const OTHER_HEADERS = [
  // "an idempotency key in the header `X-Request`", "Idempotency key (`X-Request` header)"
  `${KEYS}(?:\\s(?:is|are|must\\sbe))?(?:\\s(?:given|passed|sent|set|taken))?\\s(?:\\(|(?:as|by|in|through|under|via)\\s)(?:(?:an?|the)\\s)?${HEADER_NAME}`,
  // "the header `X-Request` has the idempotency key"
  `${HEADER_NAME}(?::|\\s(?:as|for|has|is|takes|carries|contains))\\s(?:(?:an?|the|your)\\s)?${KEYS}`,
].map((pattern) => new RegExp(pattern, "iu"));

function otherHeader(text: string): string | undefined {
  const found = OTHER_HEADERS.map((one) => one.exec(text)).find((one) => one !== null);
  return found?.[1] ?? found?.[2];
}

/** A header beside words for what it is for: "Send `X-Request-Id`: a request is then processed once". */
const OF_REPETITION =
  /\b(?:safe(?:ly)?\s(?:\w+\s)?(?:re-?(?:play|send|submi|sent|tr[iy])|repeat)\w*|(?:re-?(?:play|send|sent|submi|tr[iy])|repeat)\w*\s(?:(?!not\b|never\b)\w+\s){0,5}(?:safe(?:ly)?|without\s(?:creat|duplicat|risk)\w*)|de-?dup\w*|(?:appl|charg|creat|execut|handl|happen|perform|process)\w*\s(?:\w+\s){0,3}once|(?:not|never|nothing|no\s\w+|n['’]t)\s(?:\w+\s){1,4}twice|(?:avoids?|prevents?|against)\s(?:\w+\s){0,2}(?:duplicat\w+|double)|same\s(?:header|id|identifier|key|token|value)\b[^.;]{0,60}\b(?:first|original|same|stored)\s(?:outcome|response|result)|idempoten(?:t|tly|cy|ce))\b/iu;

/** Words of names of headers that can have a key, and of those that have another value. */
const OF_REQUEST =
  /^(?:client|command|dedupe?|deduplication|idem\w*|message|once|operation|request|repeat\w*|retry|submission|transaction|unique)$/;
const OF_CALLER =
  /^(?:access|actor|api|auth\w*|captcha|correlation|csrf|key|otp|run|session|signature|tenant|trace|user|workspace|xsrf)$/;

/** Whether the name of a header allows a key. */
function mayBeKey(name: string): boolean {
  const parts = words(name);
  return parts.some((part) => OF_REQUEST.test(part)) && !parts.some((part) => OF_CALLER.test(part));
}

const HEADER_NAMED = new RegExp(
  `(?<![\\w-])(X-(?!Rate-?Limit|Forwarded)[a-z][\\w-]{1,60})(?![\\w-])|${HEADER_NAME}`,
  "iu",
);

/** The only header of a sentence, which with the sentence before or after it says that a repeated request has an effect once. */
function headerOfRepetition(text: string): string | undefined {
  if (!OF_REPETITION.test(text)) return undefined;
  const sentences = clausesOf(withoutDenials(text, "use")).map((clauses) => clauses.join(""));
  const isOf = (sentence: string) =>
    OF_REPETITION.test(sentence) &&
    !OF_OTHERS.test(sentence) &&
    !negates(sentence.replace(OF_REPETITION, ""));
  for (const [index, sentence] of sentences.entries()) {
    const [, ...names] = HEADER_NAMED.exec(sentence) ?? [];
    const name = names.find(Boolean);
    if (name === undefined || !mayBeKey(name) || OF_OTHERS.test(sentence)) continue;
    const next = sentences[index + 1] ?? "";
    const isNextOf = OF_LAST.test(next) && !HEADER_NAMED.test(next) && isOf(next);
    if (isOf(sentence) || isNextOf) return name;
  }
  return undefined;
}

/** How a sentence starts that goes on about what the last one names. */
const OF_LAST =
  /^\W*(?:so|that|this(?!\s(?:api|call|endpoint|method|operation|request|service)\b)|thus|uniquely|repeated|(?:an?|each|every)\s(?:repeat|second)\w*|the\s(?:header|same|value))\b/iu;

/** What sentences with a header and a repetition may be about instead. */
const OF_OTHERS =
  /\b(?:callbacks?|deliver(?:y|ies|ed)|events?|messages?|responses?\shave|support|trac(?:e|es|ing)|web-?\s?hooks?)\b|\bwe\s(?:will\s)?(?:call|post|send)\b/iu;

/** The header of a key that a text names without one. */
export const USUAL = "Idempotency-Key";

const KEY = /\bIdempoten(?:cy|ce|t)(?:[- ]Keys?|-(?:Id|Token))\b/i;
const HEADER = /\b(?:X-)?Idempoten(?:cy|ce|t)-(?:Id|Key|Token)\b(?!-\w)/i;

const NAMED = "\\b(?:X-)?Idempoten(?:cy|ce|t)[- ]Keys?\\b";

/** "was used with another body", "has already been used": such a key is heeded; not "was used by version 1", "was used until 2023". */
const REUSED =
  "\\s(?:(?!(?:not|never)\\b)\\w+\\s){0,3}(?:re-?used|used|sent|seen|received|processed)\\b(?!\\s(?:by\\s(?:version|v\\d)|(?:by|in)\\s(?:the\\s)?(?:earlier|old|older|previous|first)|in\\sversion|for\\s(?!(?:an?\\s)?(?:another|other|different|more|two)\\b)|until|up\\sto|before\\sversion))";

/** Clauses that name a key of which nothing tells that a request may carry it now. */
const DENIALS: readonly RegExp[] = [
  // "must not send an `Idempotency-Key`"; not "if you do not send a key", and not "do not send the same key twice"
  `^(?!.*\\b(?:same|twice|again|second|different)\\b)(?:(?!\\b(?:if|when|where|unless|that|which|who)\\b).)*?(?:\\b(?:not|never|cannot)|n['’]t)\\s(?:\\S+\\s){1,3}[\`"'*]{0,3}${NAMED}`,
  // "The header `Idempotency-Key` has been removed", "must not be sent"
  `${NAMED}[\`"'*]{0,3}\\s(?:headers?\\s)?(?:(?:has|have|had|was|were)(?!${REUSED})|used\\sto|(?:is|are)\\s(?:\\w+\\s){0,2}(?:deprecated|obsolete|removed|gone)|(?:must|should|may|can|is|are)\\s?(?:not|n['’]t))\\b`,
  // "safe without an `Idempotency-Key`"; not "refused without one"
  `^(?!.*\\b(?:refus|reject|fail|error|4\\d\\d|creat|duplicat|twice|again))[^]*\\bwithout\\s(?:\\S+\\s){0,2}[\`"'*]{0,3}${NAMED}`,
].map((denial) => new RegExp(denial, "isu"));

function deniesKey(clause: string): boolean {
  return DENIALS.some((denial) => denial.test(clause));
}

/** Characters of a text that are searched. */
const LONGEST = 100_000;

/**
 * The creates that texts of the contract and of its tags may be about: those that start or create something. Where an operation that
 * a text is about says itself that it takes a key, the contract says so of each one that does.
 */
export function describedKeys(
  sources: readonly SignSource[],
  { contract, tags }: Pick<ApiModel, "contract" | "tags">,
): DescribedKeys {
  const texts = [
    { by: "the description of the contract", text: contract.description, isAbout: () => true },
    ...tags.map(({ name, description }) => ({
      by: `the description of the tag "${name}"`,
      text: description,
      isAbout: (operation: OperationModel) => operation.tags.includes(name),
    })),
  ];
  const found = new Map<OperationModel, DescribedKey>();
  for (const { by, text = "", isAbout } of texts) {
    const start = text.slice(0, LONGEST);
    const named = keyOfContract(start);
    if (named === undefined) continue;
    const subjects = sources.filter(({ operation }) => isAbout(operation));
    // Where one says it itself, the contract says it of each that does; a text about all of them says it of the others.
    if (named.isOfAll !== true && subjects.some(({ operation }) => takesKey(operation))) continue;
    // Where a text does not name the header, the key may be what an operation has elsewhere.
    const isElsewhere = ({ operation, reader }: SignSource) =>
      findPossibleKey(operation, reader) !== undefined;
    if (named.isNamed !== true && subjects.some(isElsewhere)) continue;
    for (const source of subjects)
      if (isCreate(source) && !takesKey(source.operation))
        found.set(source.operation, { by, header: named.header, ...named.more });
  }
  return found;
}

/** What a text about several operations says of their key: its header, a code of it, or how a request is sent again. */
function keyOfContract(text: string):
  | {
      readonly header: string;
      readonly isNamed?: true;
      readonly isOfAll?: boolean;
      readonly more?: Pick<DescribedKey, "isHint">;
    }
  | undefined {
  const header = HEADER.test(text)
    ? describedHeader(text)
    : (otherHeader(affirmedKeys(text)) ?? headerOfRepetition(text));
  if (header !== undefined) return { header, isNamed: true, isOfAll: isOfAll(text, header) };
  const affirmed = withoutDenials(text, "use");
  if (codeOfKeysIn(affirmed) !== undefined) return { header: USUAL };
  return SENT_AGAIN.test(affirmed) ? { header: USUAL, more: { isHint: true } } : undefined;
}

/** Whether a sentence with the header is about all of some requests: "Every endpoint that starts a job requires it". */
function isOfAll(text: string, header: string): boolean {
  return clausesOf(affirmedKeys(text))
    .map((clauses) => clauses.join(""))
    .some((sentence) => sentence.includes(header) && OF_ALL.test(sentence));
}

const OF_ALL =
  /\b(?:all|any|each|every)\s(?:\w+\s){0,2}(?:calls?|creates?|endpoints?|imports?|jobs?|methods?|mutations?|operations?|posts?|requests?|writes?)\b/iu;

/** "Repeat the request unchanged with the same key". */
const SENT_AGAIN =
  /\b(?:repeat|resend|retry)\b[^.;]{0,60}\b(?:with|using|under)\sthe\ssame\skey\b(?!\s(?:file|id|name|pair)\b)/i;

function takesKey(operation: OperationModel): boolean {
  return findIdempotencyHeader(operation) !== undefined || describedHeader(ownText(operation)) !== undefined;
}

/** A POST that starts or creates something; what it says of a key itself counts more. */
function isCreate({ operation, traits }: SignSource): boolean {
  return (
    operation.method === "POST" &&
    traits.safe === undefined &&
    (traits.background !== undefined || startsSomething(operation)) &&
    !KEY.test(ownText(operation))
  );
}

function ownText({ summary = "", description = "" }: OperationModel): string {
  return `${summary}\n${description}`;
}
