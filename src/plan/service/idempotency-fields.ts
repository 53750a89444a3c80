import type { OperationModel, ParameterModel } from "../../model/api-model.js";
import { negates } from "../../text/without-denials.js";
import { words } from "../../text/words.js";
import {
  countsAttempts,
  deniesSingleEffect,
  describesSingleEffect,
  mayNameRequest,
} from "./repetition-texts.js";
import type { SchemaReader } from "./schema-reader.js";
import { listBodyMembers } from "./traits/body-members.js";

/** `Idempotency-Key`, and what services call it that had one before the name was common: `X-Idempotency-Key`, `Idempotence-Key`. */
const COMMON = /^(?:(?:x_)?idempoten(?:cy|ce|t)_?(?:key|token|id))$/;

/** The same after the name of a vendor: `Acme-Idempotency-Key`; a `Parent-Idempotency-Key` is that of another request. */
const PREFIXED =
  /^(?!.*(?:parent|previous|original|related|last)_)\w+_idempoten(?:cy|ce|t)_?(?:key|token|id)$/;

/** Names that a key can have, and other values too: `Request-Id`, `retry-token`. A `Trace-Id` is not a key, whatever its description is. */
const POSSIBLE =
  /(?:^|_)(?:request|retry|client|operation|transaction|message|command|submission|unique|deduplication)_(?:id|key|token|uuid|guid|nonce|identifier|reference)$/;

/** Headers of an OASIS standard: the key, and the time of the first request, which a request with the key must have too. */
const OASIS = { key: "repeatability_request_id", time: "repeatability_first_sent" };

/** The header parameter that carries an idempotency key: by its name, else the only one whose name allows it and whose description fits. */
export function findIdempotencyHeader(operation: OperationModel): ParameterModel | undefined {
  const headers = operation.parameters.filter(
    ({ in: where, name, schema }) =>
      where === "header" && schema.type.kind !== "boolean" && keyOf(name) !== OASIS.key,
  );
  const common = headers.find(({ name }) => COMMON.test(keyOf(name)));
  if (common !== undefined) return common;
  for (const fits of [isPrefixed, isDescribed]) {
    const found = headers.filter(fits);
    if (found.length > 0) return found.length === 1 ? found[0] : undefined;
  }
  return undefined;
}

/** The header with the time that the key of the standard needs beside it. */
function timeBeside({ parameters }: Pick<OperationModel, "parameters">): string | undefined {
  const headers = parameters.filter(({ in: where }) => where === "header");
  return headers.find(({ name }) => keyOf(name) === OASIS.time)?.name;
}

function isPrefixed({ name }: Pick<ParameterModel, "name">): boolean {
  return PREFIXED.test(keyOf(name));
}

function isDescribed({ name, description }: Pick<ParameterModel, "name" | "description">): boolean {
  return POSSIBLE.test(keyOf(name)) && describesKey(description);
}

/** Something that looks like an idempotency key and that the client does not send. */
export interface PossibleKey {
  readonly in: "header" | "query" | "body";
  readonly name: string;
  /** It is the key of an OASIS standard. */
  readonly isTimed?: true;
  /** The header with the time of the first request that such a key needs beside it, where the contract has one. */
  readonly time?: string;
  /** Its description alone says it, and may speak of something else. */
  readonly isHint?: true;
  /** The number beside it by which the service knows that a request comes again. */
  readonly attempt?: string;
}

/** A key in the query or in the body, where no trait can carry one; else a header of which only the name or only the description fits. */
export function findPossibleKey(operation: OperationModel, reader: SchemaReader): PossibleKey | undefined {
  const { parameters, body } = operation;
  const time = timeBeside(operation);
  const timed = parameters.find(({ in: where, name }) => where === "header" && keyOf(name) === OASIS.key);
  if (timed !== undefined)
    return { in: "header", name: timed.name, isTimed: true, ...(time !== undefined && { time }) };
  const members = listBodyMembers(body?.content[0]?.schema, reader)
    .filter(({ path }) => path.length === 1)
    .map(({ path, schema, text }) => ({ in: "body", name: path[0] ?? "", schema, description: text }));
  const fields = [...parameters, ...members].filter(({ name }) => !STANDARD.test(name));
  for (const where of ["query", "body", "header"] as const) {
    const found = fields.find(
      (field) =>
        field.in === where &&
        field.schema.type.kind !== "boolean" &&
        (isCalledKey(field) ||
          describesKey(field.description) ||
          hintsAtKey(field.description) ||
          (mayNameRequest(field.name) && describesSingleEffect(field.description)) ||
          (where === "header" &&
            POSSIBLE.test(keyOf(field.name)) &&
            (describesSingleEffect(field.description) || describesKey(field.schema.doc.description)))),
    );
    if (found !== undefined) {
      const isHint = !isCalledKey(found) && !describesKey(found.description);
      const attempt = fields.find(({ name, description }) => countsAttempts(name, description))?.name;
      return {
        in: where,
        name: found.name,
        ...(isHint && { isHint }),
        ...(attempt !== undefined && { attempt }),
      };
    }
  }
  return undefined;
}

/** Whether its name, or the title of its schema, calls a field a key: that alone claims nothing. */
function isCalledKey({ name, schema }: Pick<ParameterModel, "name" | "schema">): boolean {
  return (
    /^(?!(?:is|has|use)_)(?:.*_)?idempoten(?:cy|ce|t)(?:_|$)/.test(keyOf(name)) ||
    DEDUPLICATING.test(keyOf(name)) ||
    COMMON.test(keyOf(schema.doc.title ?? ""))
  );
}

/** `dedupId`, `X-Deduplication-Key`, `message_deduplication_id`. */
const DEDUPLICATING = /(?:^|_)(?:de_?dup|de_?dupe|de_?duplication)_(?:id|identifier|key|token|uuid)$/;

/** Headers that have a meaning of their own (RFC 9110), and those of tracing. */
const STANDARD = /^(?:accept.*|authorization|content-.*|if-.*|prefer|trace(?:parent|state))$/i;

function keyOf(name: string): string {
  return words(name).join("_");
}

/** Characters of a description that are searched. */
const LONGEST = 2000;

/** Sentences that say that requests with the same value are executed once. */
const KEY_SENTENCES = [
  // "An optional idempotency key for …", "used as an idempotency token"
  /(?:^|\b(?:an?|as|optional|unique)\s)(?:[\w-]+\s){0,3}?idempoten(?:cy|ce|t) (?:key|token|id|identifier)\b/i,
  // "This ensures that the execution is idempotent", "will guarantee the idempotency of the operation"
  /\b(?:ensur|guarante|enforc|provid|support|achiev|mak)(?:es?|e|ed|ing)?\b.{0,60}\bidempoten(?:t\b|(?:cy|ce)\b(?! key))/i,
  /\bfor (?:the )?idempoten(?:cy|ce)\b(?! key)/i,
  // "so it can be retried without risk of executing that same action again"
  /\bretr(?:y|ied|ying)\b.{0,100}\bwithout (?:the |any )?risk\b/i,
  // "to de-duplicate repeated requests", "for deduplication of the calls"; not "to deduplicate the logs of requests"
  /\bde-?duplicat\w+ (?:(?:of|the|an?|any|all|this|these|your|api|same|identical|multiple|repeated|retried|incoming|duplicate) ){0,3}(?:requests?|calls?|operations?|submissions|retries)\b/i,
  /\b(?:for|ensures?) request de-?duplication\b/i,
  /\bignores? the (?:\w+ )?request\b.{0,40}\balready\b/i,
  // "Requests with the same key are processed only once"
  /\bsame (?:key|token|id|identifier|reference|value)\b.{0,100}\b(?:(?:only|exactly|executed|performed|processed|applied) once(?=\W*$|[.,;:!?)]| (?:and|at|by|even|for|in|per|within)\b)|already (?:been )?(?:exists?|created|made|processed|started)|(?:been )?processed already|(?:same|original|first|existing) (?:result|response|operation|resource))\b/i,
  // "repeat the request unchanged, with the same key"
  /\b(?:repeat|resend|retry)\b.{0,60}\b(?:with|using) the same (?:key|token|identifier|value)\b/i,
  // "a repeated id returns the first operation"
  /\brepeated (?:key|token|id|identifier|value)s? (?:returns?|gives?) the (?:same|original|first|existing) /i,
  /\bserver (?:stores|keeps|remembers) (?:the )?keys? for \d+ (?:hour|day|minute)s?\b/i,
];

/** Sentences that describe a key, or a value by which others recognise what they have already: "used for deduplication". */
const HINTS = [
  /\b(?:for|ensures?) (?:message )?de-?duplication\b(?! (?:of|in)\b)/i,
  /\bde-?duplication of (?:the )?messages\b/i,
];

/** That it is others who do it, or that it is done to what is written about requests. */
const OF_OTHERS =
  /\byou (?:can|could|may) (?:then )?use\b|\b(?:across|in|of|within) (?:the |our |your )?(?:analytics|dashboards?|logs?|metrics|reports?|statistics|web-?hooks?)\b/i;

/** A sentence of the opposite, or one that names another header. */
const OTHERWISE =
  /(?:\b(?:not|never)|n['’]t) (?:\w+ ){0,2}(?:only|exactly|executed|performed|processed|applied) once\b|\b(?:not|never|no|without|instead of|rather than|unlike)\b(?! re-?use\b).{0,40}\bidempoten|n['’]t\b(?! re-?use\b).{0,40}\bidempoten|\bidempoten(?:cy|ce|t)[-_](?:key|token|id)\b/i;

/** Whether a text says that requests with the same value are executed once. */
function describesKey(text?: string): boolean {
  return hasSentence(text, KEY_SENTENCES);
}

/** Whether a text may say so. */
function hintsAtKey(text?: string): boolean {
  return hasSentence(text, HINTS);
}

function hasSentence(text = "", patterns: readonly RegExp[]): boolean {
  const sentences = text
    .slice(0, LONGEST)
    .replace(/<\/?(?:a|b|code|em|i|span|strong|u)\b[^<>]{0,300}>/giu, "")
    .replace(/<\/?[a-z][a-z\d]{0,9}\b[^<>]{0,300}>/giu, ". ")
    .replace(/\s+/g, " ")
    .split(/(?<=[.!?]) /);
  return (
    sentences.some((sentence) => patterns.some((pattern) => affirms(sentence, pattern))) &&
    !sentences.some((sentence) => OTHERWISE.test(sentence)) &&
    !deniesSingleEffect(text)
  );
}

/** Whether a sentence says something that no word before it negates: "It is not used for …". */
function affirms(sentence: string, pattern: RegExp): boolean {
  const found = pattern.exec(sentence);
  if (found === null || OF_OTHERS.test(sentence)) return false;
  const before =
    sentence
      .slice(0, found.index)
      .split(/[,;:]|\b(?:and|but)\b/)
      .at(-1) ?? "";
  return !negates(before);
}
