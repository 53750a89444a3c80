import {
  hidden,
  looksLikeCode,
  shownProducts,
  shownTrace,
} from "./shown-values.js";
import { type Striker, strikerOf } from "./striker.js";

/** Gives a header's value as it may be shown; undefined: it is not what the header is for. */
type Grammar = (value: string) => string | undefined;

/** The value itself where it has a form. */
const like =
  (form: RegExp): Grammar =>
  (value) =>
    form.test(value) ? value : undefined;

/** A list of known words, which a pattern has, some with a number: `no-cache, max-age=60`. */
const list = (words: string): Grammar => {
  const item = `(?:${words})(?:=\\d{1,9})?`;
  return like(new RegExp(`^${item}(?:\\s*,\\s*${item})*$`, "i"));
};

const count = like(/^\d{1,7}$/);
/** Seconds, or a moment in seconds or milliseconds since 1970 (from 2020 to 2033): no number of a telephone looks so. */
const moment = like(/^(?:\d{1,7}(?:\.\d{1,3})?|1[6-9]\d{8}(?:\d{3})?)$/);
/** RFC 9110 section 5.6.7. */
const date = like(
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT$/,
);
const either =
  (...grammars: readonly Grammar[]): Grammar =>
  (value) =>
    grammars.map((grammar) => grammar(value)).find((one) => one !== undefined);

/**
 * Response and request headers that may be shown, lower case, each in its own grammar: they say how HTTP went and carry
 * neither payload nor identity. Everything else is omitted; an allow-list, because what a server adds tomorrow is unknown
 * today. What is not in its grammar can be anything that a server was sent, and is hidden.
 */
const shown: ReadonlyMap<string, Grammar> = new Map(
  Object.entries<Grammar>({
    accept: mediaTypes,
    age: count,
    allow: list("get|head|post|put|patch|delete|options|trace"),
    "cache-control": list(
      "no-(?:cache|store|transform)|only-if-cached|(?:must|proxy)-revalidate|must-understand|private|public|immutable|(?:s-)?max-?age|max-stale|min-fresh|stale-(?:while-revalidate|if-error)",
    ),
    connection: list("close|keep-alive|upgrade"),
    "content-encoding": list("br|compress|deflate|gzip|identity|zstd"),
    "content-length": like(/^\d{1,10}$/),
    "content-type": mediaTypes,
    date,
    deprecation: either(like(/^(?:true|@1[6-9]\d{8})$/), date),
    etag: validators,
    "if-match": validators,
    "if-none-match": validators,
    "last-modified": date,
    ratelimit: amounts,
    "ratelimit-limit": amounts,
    "ratelimit-policy": amounts,
    "ratelimit-remaining": count,
    "ratelimit-reset": moment,
    "retry-after": either(count, date),
    server: shownProducts,
    sunset: date,
    traceparent: like(/^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/),
    vary: list(
      "\\*|accept(?:-encoding|-language)?|authorization|cookie|origin|user-agent|access-control-request-(?:headers|method)",
    ),
    via: shownProducts,
    "x-correlation-id": traces,
    "x-ratelimit-limit": count,
    "x-ratelimit-remaining": count,
    "x-ratelimit-reset": moment,
    "x-request-id": traces,
    "x-trace-id": traces,
  }),
);

/** Headers that stay hidden whatever the caller adds to the allow-list. */
const neverShown: ReadonlySet<string> = new Set([
  "authorization",
  "cookie",
  "proxy-authorization",
  "set-cookie",
]);

/**
 * The headers of a message that may be shown, without the credentials of its call.
 *
 * @param more - names that the caller allows in addition (any case); names of credentials still stay hidden.
 * @returns lower-case names with their values, in the order of `headers`.
 */
export function safeHeaders(
  headers: Headers,
  more: readonly string[] = [],
  striker: Striker = strikerOf(headers),
): Readonly<Record<string, string>> {
  const allowed = new Set(more.map((name) => name.toLowerCase()));
  const safe: Record<string, string> = {};
  headers.forEach((value, name) => {
    if (neverShown.has(name)) return;
    const grammar = shown.get(name);
    if (allowed.has(name)) safe[name] = striker.text(value);
    else if (grammar !== undefined)
      safe[name] = showValue(value, grammar, striker);
  });
  return safe;
}

/**
 * What an error says of a response that came, without the credentials of its call.
 *
 * @returns `headers`: those that may be shown; `allHeaders`: all of them
 */
export function shownResponse({
  status,
  headers,
}: {
  readonly status: number;
  readonly headers: Headers;
}) {
  const striker = strikerOf(headers);
  return {
    status,
    headers: safeHeaders(headers, [], striker),
    allHeaders: striker.headers(headers),
  };
}

/** A hash can be looked at whatever it was made of; anything else is shown as it is or not at all. */
function showValue(value: string, grammar: Grammar, striker: Striker): string {
  if (grammar === validators) return validators(value) ?? hidden;
  return (striker.text(value) === value && grammar(value)) || hidden;
}

/** Media types and ranges with the parameters that say how to read them (RFC 9110 section 8.3.1). */
function mediaTypes(value: string): string | undefined {
  const types = value.split(",").map((one) => one.trim());
  return types.every(isMediaType) ? value : undefined;
}

function isMediaType(text: string): boolean {
  const [, subtype = "", parameters = ""] =
    /^(?:\*|application|audio|example|font|haptics|image|message|model|multipart|text|video|chemical|binary|x-[a-z]{1,16})\/(\*|[a-z\d][a-z\d.+_-]{0,79})((?:\s*;.*)?)$/i.exec(
      text,
    ) ?? [];
  if (subtype === "") return false;
  const named = subtype === "*" || looksLikeCode(subtype.replace(/\+/g, "."));
  return (
    named &&
    parameters
      .split(";")
      .map((one) => one.trim())
      .every(
        (one) =>
          /^(?:|q=[01](?:\.\d{1,3})?|charset="?[a-z\d_-]{2,20}"?|version="?\d[\d.]{0,9}"?)$/i.test(
            one,
          ) && looksLikeCode(one.replace(/[^a-z\d]+/gi, "-") || "none"),
      )
  );
}

/** Identifiers of requests: a server can put a number of a telephone there. */
function traces(value: string): string | undefined {
  return shownTrace(value);
}

/** Amounts of `RateLimit` and `RateLimit-Policy` without the names of policies, which can be anything: `q=100;w=60`. */
function amounts(value: string): string | undefined {
  if (/^\d{1,7}$/.test(value)) return value;
  const found = value.match(/\b(?:limit|remaining|reset|q|r|t|w)=\d{1,7}\b/g);
  return found === null ? undefined : found.join(";");
}

/** Validators (RFC 9110 section 8.8.3) as a short hash, enough to see whether two are the same. */
function validators(value: string): string | undefined {
  if (value === "*") return value;
  const weak = value.startsWith("W/");
  return `${weak ? "W/" : ""}#${hashOf(value)}`;
}

let seed: number | undefined;

/** Eight hexadecimal digits (FNV-1a); another in each process, so that a reader of logs cannot try out what the value may have been. */
function hashOf(text: string): string {
  seed ??= crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  let hash = (2_166_136_261 ^ seed) >>> 0;
  for (let at = 0; at < text.length; at += 1)
    hash = Math.imul(hash ^ text.charCodeAt(at), 16_777_619) >>> 0;
  return hash.toString(16).padStart(8, "0");
}
